package ast

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
)

func TestStagedContents(t *testing.T) {
	root := t.TempDir()
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git("init", "-q")
	names := []string{"a.echo", "b\nc.echo"}
	for _, name := range names {
		must(t, os.WriteFile(filepath.Join(root, name), []byte("staged"), 0o644))
	}
	git("add", "--", ".")
	for _, name := range names {
		must(t, os.WriteFile(filepath.Join(root, name), []byte("not staged"), 0o644))
	}
	var in bytes.Buffer
	w := record.NewWriter(&in)
	must(t, w.Write(record.Head{Schema: record.Schema, Mode: record.ModeIndex}))
	for _, name := range names {
		must(t, w.Write(listed(name, "staged")))
	}
	must(t, w.Write(listed("z.echo", "not there")))
	must(t, w.Write(record.Dir{Path: "."}))
	_, err := w.Close(0)
	must(t, err)

	out, err := runStream(t.Context(), in.Bytes(), Config{Root: root, Environ: os.Environ()}, record.Demand{})
	must(t, err)
	want := `{"type":"syntax","sha256":"` + sum("staged") + `","extractor":"echo@3","state":"ok","doc":"staged"}`
	if n := strings.Count(string(out), want+"\n"); n != len(names) {
		t.Errorf("%d of %d files have their staged syntax:\n%s", n, len(names), out)
	}
	if !strings.Contains(string(out), `"code":"changed-underfoot","path":"z.echo","message":"changed after it was listed: find z.echo in git's index: file does not exist","exit":3}`) {
		t.Errorf("a file that is not in the index gave\n%s", out)
	}
}
