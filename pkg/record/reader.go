package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Demand says what a reader asks of a stream beyond its being whole.
type Demand struct {
	Syntax   bool // every file has exactly one syntax right after it
	Pages    bool // after merge: head, page, diag and end only
	Fragment bool // a piece cut at file records: head and end may be absent
}

// Reader reads a stream and proves it whole: head first, order kept, end last
// and its counts right. It holds one line at a time.
type Reader struct {
	in      *bufio.Reader
	demand  Demand
	line    int64
	counts  map[Type]int64
	order   order
	exit    int
	ended   bool
	headed  bool
	long    []byte
	astDiag int64 // diags of stage ast: a spread stream's end does not count them
}

// NewReader reads from r, which may be compressed with zstd or gzip.
func NewReader(r io.Reader, demand Demand) *Reader {
	return &Reader{
		in:     bufio.NewReaderSize(sniff(r), 256<<10),
		demand: demand,
		counts: map[Type]int64{},
		order:  order{syntax: demand.Syntax, loose: demand.Fragment},
	}
}

// Exit is the exit code that the stream carries; it is final once Next has
// returned io.EOF. If [Gave] says no, the stream has no result.
func (r *Reader) Exit() int { return r.exit }

// Next returns the next line before the end. It returns io.EOF after a valid
// end, and otherwise a [Failure] with exit code 4. In a fragment the end is
// returned like any line.
func (r *Reader) Next() (Line, error) {
	if r.ended {
		return Line{}, io.EOF
	}
	raw, err := r.readLine()
	if errors.Is(err, io.EOF) {
		if r.demand.Fragment {
			return Line{}, io.EOF
		}
		return Line{}, r.bad("stream has no end")
	}
	if err != nil {
		return Line{}, err
	}
	r.line++
	l, err := ParseLine(raw)
	if err != nil {
		return Line{}, r.bad("%w", err)
	}
	if err := r.check(l); err != nil {
		return Line{}, r.bad("%w", err)
	}
	if l.Type == TypeEnd && !r.demand.Fragment {
		return Line{}, r.finish()
	}
	return l, nil
}

func (r *Reader) check(l Line) error {
	if l.Type != TypeEnd {
		r.counts[l.Type]++
	}
	if r.demand.Pages && l.Type != TypeHead && l.Type != TypePage && l.Type != TypeDiag && l.Type != TypeEnd {
		return fmt.Errorf("%s record among pages", l.Type)
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
	return r.order.next(l)
}

func (r *Reader) head(l Line) error {
	var h Head
	if err := l.Decode(&h); err != nil {
		return err
	}
	if h.Schema != Schema {
		return fmt.Errorf("schema is %q, not %q", h.Schema, Schema)
	}
	if r.headed || r.line != 1 {
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
	if d.Stage == "" || d.Code == "" || d.Message == "" {
		return errors.New("diag lacks its stage, code or message")
	}
	if !r.headed && !r.demand.Fragment && d.Severity != SeverityFatal {
		return errors.New("stream does not start with a head")
	}
	if d.Stage == "ast" {
		r.astDiag++
	}
	r.exit = WorseExit(r.exit, d.Exit)
	return nil
}

// end checks the counts. The end of a stream whose pieces went through
// pmap-ast --fragment was written by walk: it counts neither syntax nor ast's
// diags, which the pairing proves instead.
func (r *Reader) end(l Line) error {
	var e End
	if err := l.Decode(&e); err != nil {
		return err
	}
	if r.demand.Fragment {
		return nil
	}
	r.exit = WorseExit(r.exit, e.Exit)
	if !r.headed && Gave(e.Exit) {
		return errors.New("stream has no head")
	}
	want := r.counts
	if _, counted := e.Counts[TypeSyntax]; !counted && want[TypeSyntax] > 0 && r.demand.Syntax {
		delete(want, TypeSyntax)
		want[TypeDiag] -= r.astDiag
	}
	for t, n := range e.Counts {
		if n != want[t] {
			return fmt.Errorf("end counts %d %s records, the stream has %d", n, t, want[t])
		}
	}
	for t, n := range want {
		if _, ok := e.Counts[t]; !ok && n > 0 {
			return fmt.Errorf("end does not count the %s records", t)
		}
	}
	if !Gave(e.Exit) {
		return nil
	}
	return r.order.finish()
}

// finish makes sure that nothing follows the end.
func (r *Reader) finish() error {
	if _, err := r.in.ReadByte(); !errors.Is(err, io.EOF) {
		return r.bad("stream goes on after its end")
	}
	r.ended = true
	return io.EOF
}

func (r *Reader) readLine() ([]byte, error) {
	part, err := r.in.ReadSlice('\n')
	if err == nil {
		return part[:len(part)-1], nil
	}
	r.long = append(r.long[:0], part...)
	for errors.Is(err, bufio.ErrBufferFull) {
		part, err = r.in.ReadSlice('\n')
		if r.long = append(r.long, part...); len(r.long) > MaxLine+1 {
			r.line++
			return nil, r.bad("line is longer than %d bytes", MaxLine)
		}
	}
	switch {
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
	return &Failure{Exit: ExitStream, Code: "bad-stream", Hint: "the stage before this one stopped early or is not a pmap command; look at its message", Err: err}
}
