package llm

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"path"
	"syscall"
	"time"

	"github.com/pi-project-map/pmap/pkg/contents"
	"github.com/pi-project-map/pmap/pkg/glob"
	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// stage is one run. All of it belongs to one goroutine, the loop's; the
// workers get jobs and give results.
type stage struct {
	cfg     Config
	out     *record.Writer
	options record.Options
	exclude glob.Rules
	prompts prompts
	files   *contents.Files

	pending []*slot // what is not written yet, in the order of the input
	bytes   int     // of the pending lines
	order   int64   // of the next job
	last    *fileGroup
	nodes   map[string]*node // directories that are not described yet

	team     *team // nil if no call is made
	model    string
	refusal  error // why there is no client
	ready    queue // jobs that no worker has taken
	flying   int   // jobs that a worker has
	asked    map[question]*job
	answered map[question]bool // in this run

	ended    bool // the input is used up
	failed   error
	progress Progress
	dropped  int
	plan     *Plan // of a dry run
}

// slot is a line of the input, or the place of a note.
type slot struct {
	line    record.Line
	waiting bool // for the note
	note    *record.Note
	diags   []record.Diag
}

// fileGroup is the last file of the input, until it is known whether a note
// follows it.
type fileGroup struct {
	file   record.File
	syntax record.Line
	parsed bool // by a parser: exports are known
	slot   *slot
	given  *record.Note
}

// How long a run that ends early waits for answers that have been asked for.
const (
	graceAfterFailure = 30 * time.Second
	graceAfterSignal  = 1500 * time.Millisecond
)

// loop runs until everything is written.
func (s *stage) loop(ctx context.Context, lines <-chan read) error {
	for !s.ended || s.flying > 0 || s.ready.Len() > 0 || len(s.pending) > 0 {
		if s.failed != nil {
			return s.abandon(graceAfterFailure)
		}
		var in <-chan read
		if !s.ended && len(s.pending) < windowLines && s.bytes < windowBytes {
			in = lines
		}
		var jobs chan<- *job
		var first *job
		var results <-chan *job
		if s.team != nil {
			results = s.team.results
			if s.ready.Len() > 0 {
				jobs, first = s.team.jobs, s.ready[0]
			}
		}
		select {
		case r := <-in:
			s.fail(s.take(r))
		case jobs <- first:
			heap.Pop(&s.ready)
			s.flying++
		case j := <-results:
			s.flying--
			s.settle(j)
		case <-ctx.Done():
			return errors.Join(ctx.Err(), s.abandon(graceAfterSignal))
		}
		s.fail(s.write())
		s.report()
	}
	return s.failed
}

// abandon stops asking and waits a while for the answers that are under way,
// which the workers store.
func (s *stage) abandon(grace time.Duration) error {
	if s.team == nil {
		return s.failed
	}
	s.team.stop()
	over := time.NewTimer(grace)
	defer over.Stop()
	for s.flying > 0 {
		select {
		case j := <-s.team.results:
			s.flying--
			s.settle(j)
		case <-over.C:
			s.team.hangUp()
		}
	}
	return s.failed
}

// fail keeps the first error.
func (s *stage) fail(err error) {
	if s.failed == nil && err != nil {
		s.failed = err
	}
}

func (s *stage) close() error {
	var err error
	if s.team != nil {
		err = s.team.close()
	}
	return errors.Join(err, s.files.Close())
}

// take handles one line of the input.
func (s *stage) take(r read) error {
	if r.err != nil {
		return s.end(r)
	}
	switch r.line.Type {
	case record.TypeHead:
		return s.takeHead(r.line)
	case record.TypeFile:
		return s.takeFile(r.line)
	case record.TypeSyntax:
		return s.takeSyntax(r.line)
	case record.TypeNote:
		return s.takeNote(r.line)
	case record.TypeDir:
		return s.takeDir(r.line)
	case record.TypeDiag:
		var d record.Diag
		if err := r.line.Decode(&d); err != nil {
			return err
		}
		if d.Stage == stageName && d.Severity != record.SeverityFatal {
			return nil // this run says it anew, if it is still so
		}
	}
	s.put(&slot{line: r.line})
	return nil
}

// end is the end of the input. A stream without a result gets no more notes.
func (s *stage) end(r read) error {
	s.ended = true
	if r.err != nil && !isEOF(r.err) {
		return r.err
	}
	if r.gave {
		return s.decide()
	}
	s.last, s.ready = nil, nil
	for _, p := range s.pending {
		p.waiting = false
	}
	if s.team != nil {
		_ = s.abandon(graceAfterFailure) // the stream's own failure is the reason
	}
	return nil
}

func (s *stage) takeHead(line record.Line) error {
	var h record.Head
	if err := line.Decode(&h); err != nil {
		return err
	}
	s.options, s.exclude = h.Options, rules(h.Options.LLMExclude)
	s.files.Index = h.Mode == record.ModeIndex
	s.put(&slot{line: line})
	return nil
}

func (s *stage) takeFile(line record.Line) error {
	if err := s.decide(); err != nil {
		return err
	}
	g := &fileGroup{}
	if err := line.Decode(&g.file); err != nil {
		return err
	}
	s.put(&slot{line: line})
	s.last = g
	return nil
}

func (s *stage) takeSyntax(line record.Line) error {
	var syntax struct{ State record.State }
	if err := decodeState(line, &syntax.State); err != nil {
		return err
	}
	s.put(&slot{line: line})
	if s.last != nil {
		s.last.syntax, s.last.parsed = line, syntax.State != record.StateNone
		s.last.slot = &slot{waiting: true}
		s.put(s.last.slot)
	}
	return nil
}

func decodeState(line record.Line, state *record.State) error {
	var syntax record.Syntax
	err := line.Decode(&syntax)
	*state = syntax.State
	return err
}

// takeNote takes a note that an earlier run of this stage made.
func (s *stage) takeNote(line record.Line) error {
	n := &record.Note{}
	if err := line.Decode(n); err != nil {
		return err
	}
	if n.Role != "" {
		s.node(string(n.Path)).given = n
	} else if s.last != nil && s.last.file.Path == n.Path {
		s.last.given = n
	}
	return nil
}

func (s *stage) takeDir(line record.Line) error {
	if err := s.decide(); err != nil {
		return err
	}
	var d record.Dir
	if err := line.Decode(&d); err != nil {
		return err
	}
	if s.cfg.Fragment {
		if given := s.node(string(d.Path)).given; given != nil {
			s.put(&slot{note: given})
		}
		delete(s.nodes, string(d.Path))
		s.put(&slot{line: line})
		return nil
	}
	n := s.node(string(d.Path))
	n.closed, n.slot = true, &slot{waiting: true}
	n.order = s.nextOrder()
	s.put(n.slot)
	s.put(&slot{line: line})
	return s.describe(n)
}

// decide says what becomes of the last file, now that all about it is known.
func (s *stage) decide() error {
	g := s.last
	s.last = nil
	if g == nil || g.slot == nil {
		return nil
	}
	n := s.node(dirOf(string(g.file.Path)))
	at := n.add(part{name: path.Base(string(g.file.Path)), class: g.file.Class})
	if !s.wants(g.file) {
		g.slot.waiting = false
		return nil
	}
	n.waiting++
	return s.noteFile(g, func(a *answer, guessed bool) error {
		n.parts[at].learn(a)
		n.parts[at].guessed = guessed
		n.waiting--
		return s.describe(n)
	})
}

// wants reports whether a model may see the file and could say something.
func (s *stage) wants(f record.File) bool {
	switch f.Class {
	case record.ClassSource, record.ClassTest, record.ClassConfig, record.ClassDoc, record.ClassData, record.ClassNotebook:
		return f.SHA256 != "" && f.Size > 0 && !s.exclude.Under(string(f.Path))
	}
	return false
}

func (s *stage) nextOrder() int64 {
	s.order++
	return s.order
}

func (s *stage) put(p *slot) {
	s.pending = append(s.pending, p)
	s.bytes += len(p.line.Raw)
}

// write writes what waits for nothing.
func (s *stage) write() error {
	if s.plan != nil || s.collecting() {
		s.pending, s.bytes = nil, 0
		return nil
	}
	for len(s.pending) > 0 && !s.pending[0].waiting {
		p := s.pending[0]
		s.pending[0] = nil
		s.pending = s.pending[1:]
		s.bytes -= len(p.line.Raw)
		if err := s.writeSlot(p); err != nil {
			return gone(err)
		}
	}
	if len(s.pending) == 0 {
		s.pending = nil
	}
	return nil
}

func (s *stage) writeSlot(p *slot) error {
	if p.line.Raw != nil {
		return s.out.Copy(p.line)
	}
	if p.note != nil {
		if err := s.out.Write(*p.note); err != nil {
			return err
		}
	}
	for _, d := range p.diags {
		if err := s.out.Write(d); err != nil {
			return err
		}
	}
	return nil
}

// gone is the error of a run whose reader has left.
func gone(err error) error {
	if errors.Is(err, syscall.EPIPE) {
		return record.Failf(record.ExitIO, "write", "look at the message of the stage after this one; answers that came are kept", "write records: %w", syscall.EPIPE)
	}
	return err
}

func diag(severity record.Severity, code string, p pathname.Path, format string, args ...any) record.Diag {
	return record.Diag{Stage: stageName, Severity: severity, Code: code, Path: p, Message: record.OneLine(fmt.Sprintf(format, args...))}
}

// collecting reports whether the run is one that gathers a batch's questions.
func (s *stage) collecting() bool { return s.cfg.batch != nil && !s.cfg.batch.final }

func (s *stage) report() {
	if s.cfg.Progress != nil {
		s.cfg.Progress(s.progress)
	}
}
