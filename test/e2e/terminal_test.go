//go:build e2e && linux

package e2e

import (
	"os/exec"
	"strings"
	"testing"
)

// On a terminal messages have colours, and the terminal is asked nothing: one
// that does not answer would keep a command waiting.
func TestOnATerminal(t *testing.T) {
	if _, err := exec.LookPath("script"); err != nil {
		t.Skip("script, which makes terminals, is not here")
	}
	for env, want := range map[string]string{
		"TERM=xterm":            "\x1b[1;31mpmap-walk: error:\x1b[0m open root: \"/nowhere\": no such file or directory\r\n",
		"TERM=dumb":             "pmap-walk: error: open root: \"/nowhere\": no such file or directory\r\n",
		"TERM=xterm NO_COLOR=1": "pmap-walk: error: open root: \"/nowhere\": no such file or directory\r\n",
	} {
		r := run(t, "sh", t.TempDir(), env+" timeout 5 script -qec 'pmap-walk -C /nowhere' /dev/null </dev/null").want(t, 5)
		if got, _, _ := strings.Cut(r.stdout, "\n"); got+"\n" != want {
			t.Errorf("%s: %q, want %q", env, got, want)
		}
	}
}
