// Package ast is the stage that reads files: it copies a stream of records and
// puts a syntax record right after every file, made by the extractor that
// languages.go lists for it. Start from [Run].
//
// Files are read by a pool of workers, a bounded window ahead of what has been
// written; the output is in the order of the input and does not depend on the
// number of workers. A file that cannot be read or parsed is a diag, never an
// error of the run. Nothing is followed out of the root and nothing is run.
package ast

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/contents"
	"github.com/pi-project-map/pmap/pkg/record"
)

// stage is the name in diags.
const stageName = "ast"

// Config says what a run reads.
type Config struct {
	Root    string        // the directory that the stream's paths are relative to
	Environ []string      // for git, in index mode
	Index   bool          // read staged contents, as a head of mode index says by itself
	Workers int           // files parsed at once; 0: one for each processor
	Limit   time.Duration // of processor time for one file, a backstop behind the limits of size and nesting; 0: 5 s
}

// The look-ahead is bounded by lines and by their bytes; results held back by
// one slow file are the memory that a run takes.
const (
	windowLines = 256
	windowBytes = 8 << 20
)

// Run copies the stream from in to out with a syntax record after each file.
// Syntax that in already holds is made anew.
func Run(ctx context.Context, in *record.Reader, out *record.Writer, cfg Config) error {
	return run(ctx, in, out, cfg, Languages())
}

func run(ctx context.Context, in *record.Reader, out *record.Writer, cfg Config, languages []lang.Extractor) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if cfg.Workers <= 0 {
		cfg.Workers = runtime.GOMAXPROCS(0)
	}
	if cfg.Limit <= 0 {
		cfg.Limit = 5 * time.Second
	}
	s := &stage{
		out: out, jobs: make(chan *group, windowLines+1),
		files: &contents.Files{Root: cfg.Root, Environ: cfg.Environ, Index: cfg.Index},
		parse: parser{picker: newPicker(languages), clock: backstop{cfg.Limit, new(atomic.Int32)}},
	}
	var err error
	if s.none, err = record.Marshal(record.Syntax{State: record.StateNone}); err != nil {
		return err
	}
	var workers sync.WaitGroup
	for range cfg.Workers {
		workers.Go(func() { s.work(ctx) })
	}
	err = s.copy(ctx, in)
	if err != nil {
		cancel() // what is still pending is not wanted
	}
	close(s.jobs)
	workers.Wait()
	if closed := s.files.Close(); err == nil {
		err = closed
	}
	return err
}

// stage is one run.
type stage struct {
	out     *record.Writer
	files   *contents.Files
	parse   parser
	none    []byte // the syntax of a file that is not parsed
	jobs    chan *group
	pending []*group // in the order of the input
	bytes   int      // of the pending lines
}

// group is a line of the input and what this stage has to say after it.
type group struct {
	line   record.Line
	file   record.File
	parsed chan struct{} // closed when result is there; nil if there is nothing to wait for
	result result
}

// result is what follows a file.
type result struct {
	syntax []byte // the record as it is written
	diags  []record.Diag
	err    error // ends the run
}

func (s *stage) copy(ctx context.Context, in *record.Reader) error {
	for {
		line, err := in.Next()
		if errors.Is(err, io.EOF) {
			return s.write(ctx, 0)
		}
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.take(ctx, line); err != nil {
			return err
		}
	}
}

// take handles one line of the input, which is valid until the next.
func (s *stage) take(ctx context.Context, line record.Line) error {
	g := &group{line: line}
	switch line.Type {
	case record.TypeSyntax:
		return nil
	case record.TypeDiag:
		var d record.Diag
		if err := line.Decode(&d); err != nil {
			return err
		}
		if d.Stage == stageName && d.Severity != record.SeverityFatal {
			return nil
		}
	case record.TypeHead:
		var h record.Head
		if err := line.Decode(&h); err != nil {
			return err
		}
		s.files.Index = s.files.Index || h.Mode == record.ModeIndex
	case record.TypeFile:
		if err := line.Decode(&g.file); err != nil {
			return err
		}
		if s.parse.wants(g.file) {
			g.parsed = make(chan struct{})
		} else {
			g.result.syntax = s.none
		}
	}
	if len(s.pending) == 0 && g.parsed == nil {
		return s.put(g)
	}
	g.line.Raw = append([]byte(nil), line.Raw...)
	s.pending = append(s.pending, g)
	s.bytes += len(g.line.Raw)
	if g.parsed != nil {
		s.jobs <- g // never full: it holds as many as may be pending
	}
	return s.write(ctx, windowLines)
}

// write writes the oldest groups: those that are ready, and more until no more
// than keep are left.
func (s *stage) write(ctx context.Context, keep int) error {
	for len(s.pending) > 0 {
		g := s.pending[0]
		if g.parsed != nil {
			if len(s.pending) > keep || s.bytes > windowBytes {
				select {
				case <-g.parsed:
				case <-ctx.Done():
					return ctx.Err()
				}
			} else {
				select {
				case <-g.parsed:
				default:
					return nil
				}
			}
		}
		s.pending[0] = nil
		s.pending = s.pending[1:]
		s.bytes -= len(g.line.Raw)
		if err := s.put(g); err != nil {
			return err
		}
	}
	s.pending = nil
	return nil
}

// put writes a group.
func (s *stage) put(g *group) error {
	if g.result.err != nil {
		return g.result.err
	}
	if err := s.out.Copy(g.line); err != nil {
		return err
	}
	if g.line.Type != record.TypeFile {
		return nil
	}
	if err := s.out.Copy(record.Line{Type: record.TypeSyntax, Raw: g.result.syntax}); err != nil {
		return err
	}
	for _, d := range g.result.diags {
		d.Stage, d.Path, d.Message = stageName, g.file.Path, record.OneLine(d.Message)
		if err := s.out.Write(d); err != nil {
			return err
		}
	}
	return nil
}

// work parses files until there are no more.
func (s *stage) work(ctx context.Context) {
	for g := range s.jobs {
		if ctx.Err() == nil {
			g.result = s.parse.file(ctx, s.files, g.file)
		}
		close(g.parsed)
	}
}

// note makes a diag about a file; its subject is filled in when it is written.
func note(severity record.Severity, code string, exit int, format string, args ...any) record.Diag {
	return record.Diag{Severity: severity, Code: code, Message: fmt.Sprintf(format, args...), Exit: exit}
}
