// Package goroot finds the sources of the standard library, which are the
// text at hand on every machine that tests this.
package goroot

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Source returns a path below the standard library's source directory.
func Source(t testing.TB, below string) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatalf("ask go for its sources: %v", err)
	}
	return filepath.Join(strings.TrimSpace(string(out)), "src", filepath.FromSlash(below))
}
