package main

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"pmap-merge": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"code": code},
	})
}

// code N FILE COMMAND...: the command, with FILE as its standard input, exits
// with N.
func code(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: code N FILE COMMAND...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	in, err := os.Open(ts.MkAbs(args[1]))
	ts.Check(err)
	defer in.Close()
	cmd := exec.Command(args[2], args[3:]...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = ts.MkAbs("."), in, ts.Stdout(), ts.Stderr()
	err = cmd.Run()
	var exit *exec.ExitError
	got := 0
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code is %d, not %d", got, want)
	}
}
