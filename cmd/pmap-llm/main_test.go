package main

import (
	"errors"
	"net/http/httptest"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/pi-project-map/pmap/internal/modeltest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"pmap-llm": main})
}

func TestScripts(t *testing.T) {
	server := modeltest.New(t)
	refusing := httptest.NewServer(server)
	refusing.Close()
	// In a group, so that the server lives until the last script.
	t.Run("scripts", func(t *testing.T) {
		testscript.Run(t, testscript.Params{
			Dir:                 "testdata",
			RequireExplicitExec: true,
			Setup: func(env *testscript.Env) error {
				env.Setenv("HOME", env.WorkDir+"/home")
				env.Setenv("SERVER", server.URL)
				env.Setenv("NOBODY", refusing.URL+"/v1")
				return nil
			},
			Cmds: map[string]func(*testscript.TestScript, bool, []string){"code": code},
		})
	})
}

// code N COMMAND...: the command exits with N.
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
