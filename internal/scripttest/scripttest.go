// Package scripttest runs the golden scripts of a command, cmd/*/testdata, in
// a home of their own and without the machine's git configuration. What they
// add to testscript is
//
//	code N COMMAND...
//
// which runs a command on the standard input that "stdin" gave and demands
// the very exit code.
package scripttest

import (
	"errors"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// Main is TestMain of a command whose main function is given.
func Main(m *testing.M, command string, main func()) {
	testscript.Main(m, map[string]func(){command: main})
}

// Run runs all scripts; environ is what they see besides, NAME and value.
func Run(t *testing.T, environ map[string]string) {
	t.Helper()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir+"/home")
			env.Setenv("XDG_CACHE_HOME", env.WorkDir+"/home/.cache")
			env.Setenv("GIT_CONFIG_GLOBAL", "/dev/null")
			env.Setenv("GIT_CONFIG_NOSYSTEM", "1")
			for name, value := range environ {
				env.Setenv(name, value)
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"code": code},
	})
}

func code(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N COMMAND...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code is %d, not %d", got, want)
	}
}
