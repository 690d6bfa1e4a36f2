package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/mattn/go-isatty"
	"github.com/urfave/cli/v2"

	"github.com/pi-project-map/pmap/pkg/record"
)

// streams are the process's own, given so that tests have others.
type streams struct {
	in       io.Reader
	out, err io.Writer
	getenv   func(string) string
}

// common are the options that every command has.
type common struct {
	root    string
	color   string
	version bool
	zstd    bool
}

// run parses the arguments and runs the command; the result is its exit code.
func run(ctx context.Context, c Command, args []string, std streams) int {
	opts := common{root: ".", color: "auto"}
	code := record.ExitOK
	table := flags(c, &opts)
	page := &printed{w: std.out}
	app := &cli.App{
		Name: c.Name, Usage: c.Summary,
		CustomAppHelpTemplate: help(c, table),
		HideHelpCommand:       true,
		HideVersion:           true,
		Writer:                page,
		ErrWriter:             std.err,
		ExitErrHandler:        func(*cli.Context, error) {},
		OnUsageError:          func(_ *cli.Context, err error, _ bool) error { return err },
	}
	for _, f := range table {
		app.Flags = append(app.Flags, f.cli)
	}
	ran := false
	app.Action = func(x *cli.Context) error {
		if opts.version {
			fmt.Fprintf(page, "%s %s schema %s\n", c.Name, version(), record.Schema)
			return nil
		}
		if c.Operands == "" && x.NArg() > 0 {
			return fmt.Errorf("unexpected operand %q", x.Args().First())
		}
		c.Output = c.Output && !c.text(x.IsSet)
		if opts.zstd && !c.Output {
			return errors.New("--zstd is for records, not for text")
		}
		ran = true
		code = newSession(c, opts, x.Args().Slice(), std).do(ctx)
		return nil
	}
	err := app.RunContext(ctx, args)
	switch {
	case ran:
		return code
	case page.err != nil:
		return newSession(c, opts, nil, std).refuse(writeFailure("standard output", page.err))
	case err != nil:
		c.Output = c.Output && !c.wantsText(args)
		f := record.Failf(record.ExitUsage, "usage", "try "+c.Name+" --help", "%s", plainUsage(err))
		return newSession(c, opts, nil, std).refuse(f)
	}
	return code
}

func writeFailure(what string, err error) *record.Failure {
	return record.Failf(record.ExitIO, "write", "free some space, or write elsewhere", "write %s: %w", what, err)
}

// wantsText reports whether arguments that could not be parsed ask for text:
// then nobody waits for records that say why there are none.
func (c Command) wantsText(args []string) bool {
	for _, arg := range args {
		if arg == "--" {
			break
		}
		name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		if strings.HasPrefix(arg, "-") && c.text(func(flag string) bool { return flag == name }) {
			return true
		}
	}
	return false
}

// text reports whether one of the flags that make the output text is set.
func (c Command) text(set func(string) bool) bool {
	return c.Text != "" && slices.ContainsFunc(strings.Split(c.Text, ","), set)
}

// session is one run of a command after its arguments are known.
type session struct {
	c    Command
	p    *Process
	log  printer
	std  streams
	zstd *zstd.Encoder
}

func newSession(c Command, opts common, args []string, std streams) *session {
	s := &session{c: c, std: std, log: newPrinter(c.Name, opts.color, std)}
	s.p = &Process{
		Root: opts.root, Args: args, Stdin: std.in, Stdout: std.out, Stderr: std.err,
		Getenv: std.getenv, Now: time.Now, Warn: s.log.warn, Hint: s.log.hint,
		Terminal: terminal(std.err) && std.getenv("TERM") != "dumb",
	}
	if c.Input {
		s.p.In = record.NewReader(std.in, c.Demand)
	}
	if c.Output {
		s.p.Out = record.NewWriter(s.output(opts.zstd))
	}
	return s
}

func (s *session) output(compress bool) io.Writer {
	if !compress {
		return s.std.out
	}
	s.zstd, _ = zstd.NewWriter(s.std.out, zstd.WithEncoderConcurrency(1)) // fails for bad options alone
	return s.zstd
}

// do runs the command to its exit code.
func (s *session) do(ctx context.Context) int {
	err := s.guard(ctx)
	if ctx.Err() != nil {
		return record.ExitTemporary // the signal decides; the stream stays without an end
	}
	exit := record.ExitOK
	if err == nil {
		exit, err = s.finish()
	}
	if err != nil {
		return s.refuse(record.AsFailure(err))
	}
	return exit
}

// guard runs the command and turns a panic into an error: the runtime's own
// exit code for one would read as a usage error.
func (s *session) guard(ctx context.Context) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = record.Failf(record.ExitIO, "internal", "this is a fault of pmap; please report it with the command line",
				"internal error: %v at %s", r, origin())
		}
	}()
	return s.c.Run(ctx, s.p)
}

// finish closes the stream and returns the exit code of a run without errors.
func (s *session) finish() (int, error) {
	exit := s.upstream()
	if s.p.Out == nil {
		return exit, nil
	}
	var err error
	if s.p.unended {
		exit, err = record.WorseExit(exit, s.p.Out.Exit()), s.p.Out.Flush()
	} else {
		exit, err = s.p.Out.Close(exit)
	}
	if err != nil {
		return exit, err
	}
	return exit, s.compressed()
}

// refuse ends a run that failed: a message for people, and for the stages that
// read this one's stream a fatal diag and an end with the same code.
func (s *session) refuse(f *record.Failure) int {
	if f.Err != nil {
		s.log.fail(f.Error(), f.Hint)
	}
	if s.p.Out != nil && !terminal(s.std.out) {
		// If standard output is what failed, the missing end says so.
		_ = errors.Join(s.p.Out.Fail(s.c.stage(), f), s.compressed())
	}
	return record.WorseExit(s.upstream(), f.Exit)
}

// upstream is the exit code that the input carried.
func (s *session) upstream() int {
	if s.p.In == nil {
		return record.ExitOK
	}
	return s.p.In.Exit()
}

func (s *session) compressed() error {
	if s.zstd == nil {
		return nil
	}
	if err := s.zstd.Close(); err != nil {
		return writeFailure("records", err)
	}
	return nil
}

func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}

// origin names the place of a panic, innermost first, without paths.
func origin() string {
	var pcs [8]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(4, pcs[:])])
	for {
		f, more := frames.Next()
		if strings.Contains(f.Function, "/pmap/") || !more {
			return fmt.Sprintf("%s:%d", f.Function, f.Line)
		}
	}
}
