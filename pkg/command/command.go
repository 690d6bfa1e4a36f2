// Package command is the process around a stage: it parses flags, opens the
// record streams, prints errors and hints, turns signals and errors into exit
// codes, and closes the stream that the stage wrote. Start from [Main].
//
// It alone touches the process: arguments, environment, standard streams,
// signals and the exit.
package command

import (
	"context"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/pi-project-map/pmap/pkg/record"
)

// Command describes one program.
type Command struct {
	Name     string // of the binary: "pmap-walk"
	Summary  string // one phrase in the imperative
	Operands string // as the synopsis shows them; empty refuses operands
	Example  string // one pipeline
	Flags    []Flag
	Input    bool          // standard input is a record stream
	Demand   record.Demand // of the input
	Output   bool          // standard output is a record stream
	Text     string        // the flags, if any, with commas between, that make it text instead
	Run      func(ctx context.Context, p *Process) error
}

// Process is what a running command may use of the world.
type Process struct {
	Root     string         // the -C option as given, "." by default
	Args     []string       // operands
	In       *record.Reader // nil unless Input
	Out      *record.Writer // nil unless Output, and if a flag asks for text
	Stdin    io.Reader
	Stdout   io.Writer
	Stderr   io.Writer
	Terminal bool // Stderr is one on which a line may be drawn anew
	Getenv   func(string) string
	Now      func() time.Time
	Warn     func(message string) // prints one line on stderr
	Hint     func(message string) // likewise, where nothing is wrong

	unended bool
}

// Fragment makes the run take its input for a piece of a stream, cut at file
// records, and leave head and end to others. It is called before In is read, and returns the new In.
func (p *Process) Fragment() *record.Reader {
	p.In = record.NewReader(p.Stdin, record.Demand{Fragment: true})
	p.unended = true
	return p.In
}

// grace is how long a command may take after a signal to put things in order.
const grace = 2 * time.Second

// Main runs a command and exits the process.
func Main(c Command) {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	std := streams{in: os.Stdin, out: os.Stdout, err: os.Stderr, getenv: os.Getenv}
	done := make(chan int, 1)
	go func() { done <- run(ctx, c, os.Args, std) }()
	select {
	case code := <-done:
		cancel()
		os.Exit(code)
	case sig := <-signals:
		cancel()
		select {
		case <-done:
		case <-time.After(grace):
		}
		dieBy(sig)
	}
}

// dieBy ends the process by the signal that asked for it, so that a shell sees
// why.
func dieBy(sig os.Signal) {
	signal.Reset(sig)
	n := sig.(syscall.Signal)
	if err := syscall.Kill(os.Getpid(), n); err == nil {
		time.Sleep(grace)
	}
	os.Exit(128 + int(n))
}

// stage is the command's name in diags.
func (c Command) stage() string { return strings.TrimPrefix(c.Name, "pmap-") }
