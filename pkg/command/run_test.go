package command

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"syscall"
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
)

// call runs a command in process and returns its exit code and what it wrote.
func call(t *testing.T, c Command, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = run(t.Context(), c, append([]string{c.Name}, args...), streams{
		in: strings.NewReader(stdin), out: &out, err: &err, getenv: func(string) string { return "" },
	})
	return code, out.String(), err.String()
}

func writer(run func(context.Context, *Process) error) Command {
	return Command{
		Name: "pmap-x", Summary: "try things", Operands: "[PATH...]", Example: "pmap-x | pmap-y",
		Output: true, Run: run,
	}
}

const endOf = `{"type":"end","counts":{"diag":1},"exit":`

func TestExit(t *testing.T) {
	head := func(_ context.Context, p *Process) error {
		return p.Out.Write(record.Head{Schema: record.Schema, Mode: record.ModePlain})
	}
	for name, tc := range map[string]struct {
		run    func(context.Context, *Process) error
		args   []string
		code   int
		stdout string // suffix
		stderr string
	}{
		"done":    {run: head, stdout: `{"type":"end","counts":{"head":1},"exit":0}` + "\n"},
		"usage":   {args: []string{"--nope"}, code: 2, stdout: endOf + "2}\n", stderr: "pmap-x: error: unknown option --nope\npmap-x: hint: try pmap-x --help\n"},
		"failure": {run: fails(record.Failf(5, "no-root", "name a directory", "open %q: gone", "x")), code: 5, stdout: endOf + "5}\n", stderr: "pmap-x: error: open \"x\": gone\npmap-x: hint: name a directory\n"},
		"error":   {run: fails(errors.New("odd\nthing")), code: 5, stdout: endOf + "5}\n", stderr: "pmap-x: error: odd thing\n"},
		"panic":   {run: func(context.Context, *Process) error { panic("boom") }, code: 5, stdout: endOf + "5}\n", stderr: "pmap-x: error: internal error: boom at "},
		"operand": {run: operands("-x", "help"), args: []string{"--", "-x", "help"}, stdout: `"exit":0}` + "\n"},
		"word":    {run: operands("help"), args: []string{"help"}, stdout: `"exit":0}` + "\n"},
	} {
		t.Run(name, func(t *testing.T) {
			code, stdout, stderr := call(t, writer(tc.run), "", tc.args...)
			if code != tc.code {
				t.Errorf("code %d, want %d", code, tc.code)
			}
			if !strings.HasSuffix(stdout, tc.stdout) {
				t.Errorf("stdout %q does not end in %q", stdout, tc.stdout)
			}
			if name == "panic" {
				stderr = stderr[:min(len(stderr), len(tc.stderr))]
			}
			if stderr != tc.stderr {
				t.Errorf("stderr %q, want %q", stderr, tc.stderr)
			}
		})
	}
}

func fails(err error) func(context.Context, *Process) error {
	return func(context.Context, *Process) error { return err }
}

func operands(want ...string) func(context.Context, *Process) error {
	return func(_ context.Context, p *Process) error {
		if strings.Join(p.Args, "|") != strings.Join(want, "|") {
			return errors.New("operands: " + strings.Join(p.Args, "|"))
		}
		return nil
	}
}

func TestHelpAndVersion(t *testing.T) {
	code, stdout, stderr := call(t, writer(nil), "", "--help")
	if code != 0 || stderr != "" || !strings.Contains(stdout, "usage: pmap-x [OPTION...] [--] [PATH...]") || !strings.Contains(stdout, "pmap-x | pmap-y") {
		t.Errorf("help: %d %q %q", code, stdout, stderr)
	}
	code, stdout, _ = call(t, writer(nil), "", "--version")
	if code != 0 || stdout != "pmap-x "+Version+" schema pmap/1\n" {
		t.Errorf("version: %d %q", code, stdout)
	}
}

// A stage that gave up upstream decides the exit code of every later one.
func TestUpstreamDecides(t *testing.T) {
	c := writer(func(_ context.Context, p *Process) error {
		for {
			l, err := p.In.Next()
			if err != nil {
				if p.In.Exit() == 2 {
					return nil
				}
				return err
			}
			if err := p.Out.Copy(l); err != nil {
				return err
			}
		}
	})
	c.Input = true
	in := `{"type":"diag","stage":"walk","severity":"fatal","code":"usage","message":"m","exit":2}` + "\n" + endOf + "2}\n"
	code, stdout, stderr := call(t, c, in)
	if code != 2 || stdout != in || stderr != "" {
		t.Errorf("%d %q %q", code, stdout, stderr)
	}
}

func TestZstd(t *testing.T) {
	c := writer(func(_ context.Context, p *Process) error {
		return p.Out.Write(record.Head{Schema: record.Schema, Mode: record.ModePlain})
	})
	_, plain, _ := call(t, c, "")
	code, packed, _ := call(t, c, "", "--zstd")
	if code != 0 || packed == plain {
		t.Fatalf("not compressed: %d %q", code, packed)
	}
	r := record.NewReader(strings.NewReader(packed), record.Demand{})
	if _, err := r.Next(); err != nil {
		t.Errorf("read compressed: %v", err)
	}
}

// TestFragment passes a piece of a stream through: no end is added, and the
// exit code is the worst of what came in and of what was added.
func TestFragment(t *testing.T) {
	c := Command{Name: "pmap-x", Summary: "try things", Example: "pmap-x | pmap-y", Input: true, Output: true}
	c.Run = func(_ context.Context, p *Process) error {
		p.Fragment()
		l, err := p.In.Next()
		if err != nil {
			return err
		}
		d := record.Diag{Stage: "x", Severity: record.SeverityError, Code: "unreadable", Message: "gone", Exit: record.ExitPartial}
		return errors.Join(p.Out.Copy(l), p.Out.Write(d))
	}
	piece := `{"type":"file","path":"a","class":"doc"}` + "\n"
	code, stdout, _ := call(t, c, piece)
	want := piece + `{"type":"diag","stage":"x","severity":"error","code":"unreadable","message":"gone","exit":3}` + "\n"
	if code != record.ExitPartial || stdout != want {
		t.Errorf("code %d, stdout %q, want 3 and %q", code, stdout, want)
	}
}

// TestPrintedIsChecked: help and version that could not be written are an error
// of writing, not of usage and not a success.
func TestPrintedIsChecked(t *testing.T) {
	for _, arg := range []string{"--help", "--version"} {
		var stderr bytes.Buffer
		c := Command{Name: "pmap-x", Summary: "try things", Example: "pmap-x", Run: fails(errors.New("ran"))}
		code := run(t.Context(), c, []string{"pmap-x", arg}, streams{
			in: strings.NewReader(""), out: full{}, err: &stderr, getenv: func(string) string { return "" },
		})
		want := "pmap-x: error: write standard output: no space left on device\npmap-x: hint: free some space, or write elsewhere\n"
		if code != record.ExitIO || stderr.String() != want {
			t.Errorf("%s: code %d, stderr %q", arg, code, stderr.String())
		}
	}
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, syscall.ENOSPC }
