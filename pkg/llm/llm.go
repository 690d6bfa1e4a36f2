// Package llm is the stage that asks a model: it copies a stream of records
// and puts a note after each file and before each directory that a model has
// described. Start from [Run].
//
// It asks for nothing that the maps, the cache of answers or the stream itself
// already hold, sends no secret and no file that is binary, generated,
// minified, large or left out, and takes nothing for an answer that it cannot
// read. When a call fails for good the run ends: what has been paid for is
// kept, and the next run goes on from there.
package llm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/pi-project-map/pmap/pkg/contents"
	"github.com/pi-project-map/pmap/pkg/glob"
	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

const stageName = "llm"

// Config says whom a run asks, how fast and for how much.
type Config struct {
	Root     string                                     // the directory that the stream's paths are relative to
	Environ  []string                                   // for git, in index mode
	Options  record.Options                             // of a stream without a head
	Kept     map[pathname.Path][]record.Note            // what the maps hold, by path
	Choose   func() (Client, string, error)             // the client and its model, or why there is none
	Offline  bool                                       // make no call and read no cache: keep what the maps hold
	Refresh  bool                                       // ask anew for everything
	Fragment bool                                       // a piece of a stream: notes of files only
	Batch    bool                                       // describe directories by the files below them, as [RunBatch] must
	CacheDir string                                     //
	Calls    Limits                                     //
	Warn     func(message string)                       // prints one line for people; may be nil
	Progress func(Progress)                             // told of every change; may be nil
	Now      func() time.Time                           //
	Jitter   func() float64                             // from 0 to 1
	Tell     func(message string)                       // prints one line that is no warning; may be nil
	sleep    func(context.Context, time.Duration) error // of tests
	batch    *batch                                     // of a pass of a batch run
}

// Limits bound calls; a limit of 0 is none, or the default.
type Limits struct {
	Concurrency int           // calls at once, 1 to 8; 0: 6
	Window      time.Duration // in which no more calls start than may be in flight at once
	Timeout     time.Duration // of one call; 0: 120 s
	MaxCalls    int           // of the run
	MaxTokens   int           // of the run, in and out
}

// Progress is how far a run is.
type Progress struct {
	Subjects  int // files and directories that want a note, as far as the stream has been read
	Done      int
	Cached    int // of those, without a call
	Calls     int
	TokensIn  int
	TokensOut int
	Batches   int // under way; subjects and those done are then the batches'
}

// The look-ahead is bounded by lines and by their bytes.
const (
	windowLines = 512
	windowBytes = 32 << 20
)

// Run copies the stream from in to out with the notes that there are.
func Run(ctx context.Context, in *record.Reader, out *record.Writer, cfg Config) error {
	s, err := newStage(out, cfg)
	if err != nil {
		return err
	}
	lines := make(chan read, 64)
	reading, stopReading := context.WithCancel(ctx)
	defer stopReading()
	go readLines(reading, in, lines)
	err = s.loop(ctx, lines)
	if err == nil {
		s.sayDropped()
	}
	return errors.Join(err, s.close())
}

// sayDropped tells a person what else only the stream's diags say.
func (s *stage) sayDropped() {
	switch {
	case s.dropped == 0 || s.cfg.Warn == nil:
	case s.dropped == 1:
		s.cfg.Warn("1 note of the maps is left out: what it was made from has changed")
	default:
		s.cfg.Warn(fmt.Sprintf("%d notes of the maps are left out: what they were made from has changed", s.dropped))
	}
}

// read is one line of the input, or why there are no more.
type read struct {
	line record.Line
	gave bool // at the end: the stream has a result
	err  error
}

// readLines reads ahead, so that a slow stage before this one does not keep
// answers from being taken.
func readLines(ctx context.Context, in *record.Reader, lines chan<- read) {
	for {
		line, err := in.Next()
		r := read{err: err}
		if err == nil {
			r.line = record.Line{Type: line.Type, Raw: append([]byte(nil), line.Raw...)}
		} else if errors.Is(err, io.EOF) {
			r.gave = record.Gave(in.Exit())
		}
		select {
		case lines <- r:
		case <-ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

func newStage(out *record.Writer, cfg Config) (*stage, error) {
	p, err := newPrompts()
	if err != nil {
		return nil, err
	}
	s := &stage{
		cfg: cfg, out: out, prompts: p, options: cfg.Options,
		files: &contents.Files{Root: cfg.Root, Environ: cfg.Environ},
		nodes: map[string]*node{}, asked: map[question]*job{}, answered: map[question]bool{},
		exclude: rules(cfg.Options.LLMExclude),
	}
	if cfg.batch != nil {
		s.answered = cfg.batch.answered
	}
	if cfg.Offline {
		return s, nil
	}
	return s, s.connect()
}

// rules are the globs of files that no model sees.
func rules(globs []string) glob.Rules {
	var all glob.Rules
	for _, g := range globs {
		if r, ok := glob.ParseRule(g); ok {
			all = append(all, r)
		}
	}
	return all
}
