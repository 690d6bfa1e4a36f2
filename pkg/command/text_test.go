package command

import (
	"context"
	"io"
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
)

// TestText: a run that prints text instead of records writes neither a diag
// nor an end, whatever happens, even if its arguments cannot be parsed.
func TestText(t *testing.T) {
	for name, tc := range map[string]struct {
		args   []string
		err    error
		code   int
		stdout string
	}{
		"done":            {args: []string{"--as", "md"}, stdout: "text\n"},
		"records":         {args: nil, stdout: `{"type":"end","counts":{},"exit":0}` + "\n"},
		"failure":         {args: []string{"--as=md"}, err: record.Failf(5, "x", "", "no"), code: 5},
		"bad value":       {args: []string{"--as", "png"}, code: 2},
		"bad flag before": {args: []string{"--nope", "--as", "md"}, code: 2},
		"bad flag after":  {args: []string{"-as=md", "--nope"}, code: 2},
		"operand":         {args: []string{"--as", "md", "x"}, code: 2},
		"zstd":            {args: []string{"--as", "md", "--zstd"}, code: 2},
		"bad flag":        {args: []string{"--nope"}, code: 2, stdout: `{"type":"diag","stage":"x","severity":"fatal","code":"usage","message":"unknown option --nope","exit":2}` + "\n" + endOf + "2}\n"},
		"after the end":   {args: []string{"--nope", "--", "--as"}, code: 2, stdout: `{"type":"diag","stage":"x","severity":"fatal","code":"usage","message":"unknown option --nope","exit":2}` + "\n" + endOf + "2}\n"},
	} {
		t.Run(name, func(t *testing.T) {
			as := ""
			code, stdout, _ := call(t, Command{
				Name: "pmap-x", Summary: "try things", Example: "pmap-x", Output: true, Text: "as",
				Flags: []Flag{Choice(&as, "as", []string{"md", "dot"}, "print text")},
				Run: func(_ context.Context, p *Process) error {
					if tc.err != nil || as == "" {
						return tc.err
					}
					if p.Out != nil {
						t.Error("there is a record writer")
					}
					_, err := io.WriteString(p.Stdout, "text\n")
					return err
				},
			}, "", tc.args...)
			if code != tc.code || stdout != tc.stdout {
				t.Errorf("code %d, stdout %q; want %d, %q", code, stdout, tc.code, tc.stdout)
			}
		})
	}
}

// TestTextUpstream: the exit code that the input carries is the run's.
func TestTextUpstream(t *testing.T) {
	as := ""
	c := Command{
		Name: "pmap-x", Summary: "try things", Example: "pmap-x", Input: true, Output: true, Text: "as",
		Flags: []Flag{Choice(&as, "as", []string{"md"}, "print text")},
		Run: func(_ context.Context, p *Process) error {
			for {
				if _, err := p.In.Next(); err == io.EOF {
					return nil
				} else if err != nil {
					return err
				}
			}
		},
	}
	in := `{"type":"diag","stage":"walk","severity":"fatal","code":"usage","message":"m","exit":75}` + "\n" + endOf + "75}\n"
	if code, stdout, _ := call(t, c, in, "--as", "md"); code != 75 || stdout != "" {
		t.Errorf("code %d, stdout %q; want 75 and nothing", code, stdout)
	}
	if code, stdout, _ := call(t, c, in[:20], "--as", "md"); code != 4 || stdout != "" {
		t.Errorf("cut stream: code %d, stdout %q; want 4 and nothing", code, stdout)
	}
}
