package conformance

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// npm installs one of the folders in testdata/npm, once for each change of its
// lock file, and returns it. The packages are data: none of their scripts runs.
func npm(t *testing.T, name string) string {
	t.Helper()
	program(t, "node")
	dir, err := filepath.Abs(filepath.Join("testdata", "npm", name))
	if err != nil {
		t.Fatal(err)
	}
	lock, err := os.ReadFile(filepath.Join(dir, "package-lock.json"))
	if err != nil {
		t.Fatal(err)
	}
	mark := filepath.Join(dir, "node_modules", ".installed")
	if done, err := os.ReadFile(mark); err == nil && bytes.Equal(done, lock) {
		return dir
	}
	output(t, dir, "", nil, program(t, "npm"), "ci", "--ignore-scripts")
	if err := os.WriteFile(mark, lock, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}
