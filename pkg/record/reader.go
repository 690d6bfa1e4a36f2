package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
)

// Demand says what a reader asks of a stream beyond its being whole.
type Demand struct {
	Syntax   bool // every file has exactly one syntax right after it
	Pages    bool // after merge: head, page, diag and end only
	Fragment bool // a piece cut at file records: head and end may be absent
}

const badHint = "the stage before this one stopped early or is not a pmap command; look at its message"

// maxForeign is how many types of records that the specification does not name
// a stream may have; a reader keeps a count of each.
const maxForeign = 100

// Reader reads a stream and proves it whole: head first, order kept, end last
// and its counts right. It holds one line at a time.
type Reader struct {
	in      *bufio.Reader
	demand  Demand
	line    int64
	counts  map[Type]int64
	foreign int // types among the counts that are not named
	order   order
	exit    int
	headed  bool
	fatal   bool
	ended   bool  // the end has been read
	done    error // what Next returns from now on
	long    []byte
	maxLine int
	astDiag int64 // diags of stages ast and llm: a spread stream's end does not
	llmDiag int64 // count them
}

// NewReader reads from r, which may be compressed with zstd or gzip. Nothing is
// read before the first call of Next.
func NewReader(r io.Reader, demand Demand) *Reader {
	return &Reader{
		in:      bufio.NewReaderSize(sniff(r), 256<<10),
		demand:  demand,
		counts:  map[Type]int64{},
		order:   order{syntax: demand.Syntax, loose: demand.Fragment, pages: demand.Pages},
		maxLine: MaxLine,
	}
}

// Exit is the exit code that the stream carries; it is final once Next has
// returned io.EOF. If [Gave] says no, the stream has no result.
func (r *Reader) Exit() int { return r.exit }

// Next returns the next line before the end. It returns io.EOF after a valid
// end, and otherwise a [Failure] with exit code 4; either is final. In a
// fragment the end is returned like any line.
func (r *Reader) Next() (Line, error) {
	if r.done != nil {
		return Line{}, r.done
	}
	l, err := r.next()
	if err != nil {
		r.done = err
		return Line{}, err
	}
	return l, nil
}

func (r *Reader) next() (Line, error) {
	raw, err := r.readLine()
	if errors.Is(err, io.EOF) {
		return Line{}, r.stop()
	}
	if err != nil {
		return Line{}, err
	}
	r.line++
	if r.ended {
		return Line{}, r.bad("stream goes on after its end")
	}
	l, err := ParseLine(raw)
	if err != nil {
		return Line{}, r.bad("%w", err)
	}
	if err := r.check(l); err != nil {
		return Line{}, r.bad("%w", err)
	}
	if r.ended && !r.demand.Fragment {
		return r.next() // which must be the end of the input
	}
	return l, nil
}

// stop judges a stream whose input is used up.
func (r *Reader) stop() error {
	switch {
	case r.demand.Fragment:
		if err := r.order.finish(); err != nil {
			return r.bad("%w", err)
		}
	case !r.ended:
		return r.bad("stream has no end")
	}
	return io.EOF
}

func (r *Reader) check(l Line) error {
	if err := r.count(l.Type); err != nil {
		return err
	}
	switch l.Type {
	case TypeHead:
		return r.head(l)
	case TypeDiag:
		return r.diag(l)
	case TypeEnd:
		return r.end(l)
	}
	if !r.headed && !r.demand.Fragment {
		return errors.New("stream does not start with a head")
	}
	// A stage on the wrong side of merge would see an empty project.
	switch {
	case r.demand.Pages && l.Type != TypePage:
		return fmt.Errorf("%s record among pages", l.Type)
	case !r.demand.Pages && l.Type == TypePage:
		return errors.New("page record before merge")
	}
	return r.order.next(l)
}

func (r *Reader) count(t Type) error {
	if t == TypeEnd {
		return nil
	}
	r.counts[t]++
	if r.counts[t] == 1 && !t.named() {
		if r.foreign++; r.foreign > maxForeign {
			return fmt.Errorf("stream has more than %d unknown types of records", maxForeign)
		}
	}
	return nil
}

func (r *Reader) head(l Line) error {
	// An option that is absent stays -1, which is refused.
	h := Head{Options: Options{MaxFileBytes: -1, MaxFileTokens: -1, ExportLimit: -1, SymbolLimit: -1}}
	if err := l.Decode(&h); err != nil {
		return err
	}
	if r.line != 1 {
		return errors.New("head is not the first record")
	}
	r.headed = true
	return nil
}

func (r *Reader) diag(l Line) error {
	var d Diag
	if err := l.Decode(&d); err != nil {
		return err
	}
	r.fatal = r.fatal || d.Severity == SeverityFatal
	if !r.headed && !r.demand.Fragment && !r.fatal {
		return errors.New("stream does not start with a head")
	}
	switch d.Stage {
	case "ast":
		r.astDiag++
	case "llm":
		r.llmDiag++
	}
	r.exit = WorseExit(r.exit, d.Exit)
	return nil
}

func (r *Reader) end(l Line) error {
	e := End{Exit: -1} // which an end without exit keeps
	if err := l.Decode(&e); err != nil {
		return err
	}
	r.ended = true
	r.exit = WorseExit(r.exit, e.Exit)
	switch {
	case r.demand.Fragment:
		return nil
	case !r.headed && Gave(e.Exit):
		return errors.New("stream has no head")
	case r.fatal && Gave(e.Exit):
		return errors.New("end claims a result after a fatal diag")
	}
	if err := r.counted(e.Counts); err != nil {
		return err
	}
	if !Gave(e.Exit) {
		return nil
	}
	return r.order.finish()
}

// counted checks the counts. The end of a stream whose pieces went through
// pmap-ast --fragment was written by walk: it counts neither syntax nor ast's
// diags, which the pairing proves instead. After pmap-llm --fragment it counts
// neither notes nor llm's diags either; no file needs a note.
func (r *Reader) counted(counts map[Type]int64) error {
	want := r.counts
	if _, counted := counts[TypeSyntax]; !counted && want[TypeSyntax] > 0 && r.demand.Syntax {
		delete(want, TypeSyntax)
		want[TypeDiag] -= r.astDiag
	}
	if _, counted := counts[TypeNote]; !counted && r.demand.Syntax {
		delete(want, TypeNote)
		if counts[TypeDiag] == want[TypeDiag]-r.llmDiag {
			want[TypeDiag] -= r.llmDiag
		}
	}
	for _, t := range sortedTypes(counts) {
		if counts[t] != want[t] {
			return fmt.Errorf("end counts %d %s records, the stream has %d", counts[t], t, want[t])
		}
	}
	for _, t := range sortedTypes(want) {
		if _, ok := counts[t]; !ok && want[t] > 0 {
			return fmt.Errorf("end does not count the %s records", t)
		}
	}
	return nil
}

func sortedTypes(counts map[Type]int64) []Type { return slices.Sorted(maps.Keys(counts)) }

func (r *Reader) readLine() ([]byte, error) {
	part, err := r.in.ReadSlice('\n')
	if err == nil && len(part) <= r.maxLine+1 {
		return part[:len(part)-1], nil
	}
	r.long = append(r.long[:0], part...)
	for errors.Is(err, bufio.ErrBufferFull) && len(r.long) <= r.maxLine {
		part, err = r.in.ReadSlice('\n')
		r.long = append(r.long, part...)
	}
	switch {
	case len(bytes.TrimSuffix(r.long, []byte{'\n'})) > r.maxLine:
		r.line++
		return nil, r.bad("line is longer than %d bytes", r.maxLine)
	case err == nil:
		return bytes.TrimSuffix(r.long, []byte{'\n'}), nil
	case errors.Is(err, io.EOF) && len(r.long) == 0:
		return nil, io.EOF
	case errors.Is(err, io.EOF):
		r.line++
		return nil, r.bad("last line has no newline")
	}
	return nil, r.bad("read records: %w", err)
}

func (r *Reader) bad(format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if r.line > 0 {
		err = fmt.Errorf("line %d: %w", r.line, err)
	}
	return &Failure{Exit: ExitStream, Code: "bad-stream", Hint: badHint, Err: err}
}
