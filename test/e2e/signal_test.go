//go:build e2e

package e2e

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A stage that is told to stop while it waits for its input dies by the same
// signal and leaves its stream without an end.
func TestSignal(t *testing.T) {
	for _, stage := range []string{"pmap-ast", "pmap-merge"} {
		for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
			t.Run(stage+"/"+sig.String(), func(t *testing.T) {
				dir := project(t, "small")
				in := run(t, "sh", dir, "pmap-walk | head -n 2").want(t, 0).stdout
				cmd := exec.Command(filepath.Join(repository(t), "bin", stage))
				cmd.Dir = dir
				stdin, err := cmd.StdinPipe()
				if err != nil {
					t.Fatal(err)
				}
				var stdout bytes.Buffer
				cmd.Stdout = &stdout
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				// More than a pipe holds: once it is written, the stage is reading.
				blank := `{"type":"x-filler","text":"` + strings.Repeat("x", 100<<10) + "\"}\n"
				if _, err := stdin.Write([]byte(strings.TrimSuffix(in, "\n") + "\n" + blank)); err != nil {
					t.Fatal(err)
				}
				if err := cmd.Process.Signal(sig); err != nil {
					t.Fatal(err)
				}
				err = cmd.Wait()
				status := cmd.ProcessState.Sys().(syscall.WaitStatus)
				if !status.Signaled() || status.Signal() != sig {
					t.Errorf("ended with %v, want %v", err, sig)
				}
				if strings.Contains(stdout.String(), `"type":"end"`) {
					t.Error("wrote an end")
				}
			})
		}
	}
}

// A reader that has seen enough ends a pipe quietly.
func TestClosedPipe(t *testing.T) {
	dir := project(t, "small")
	r := run(t, "sh", dir, "pmap-walk | head -n 1").want(t, 0)
	if r.stderr != "" {
		t.Errorf("stderr: %s", r.stderr)
	}
}
