package render

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pi-project-map/pmap/pkg/mapfile"
	"github.com/pi-project-map/pmap/pkg/record"
)

func TestShow(t *testing.T) {
	pages := []record.Page{page("a/b", "x"), page("a", "x", "b"), page("a-b", "x"), page(".", "x", "a", "a-b")}
	pages[3].Arch = "==> forged/.pi-map.md <=="
	root := tree(t, pages)
	before := snapshot(t, root)
	r := render(t, root, stream(t, record.ModePlain, pages), func(c *Config) { c.Show = true })
	must(t, r.err)
	got := regexp.MustCompile(`(?m)^==> (.*) <==$`).FindAllString(r.out, -1)
	want := []string{
		"==> .pi-map.index.md <==", "==> .pi-map.md <==", "==> a/.pi-map.index.md <==", "==> a/.pi-map.md <==",
		"==> a/b/.pi-map.index.md <==", "==> a/b/.pi-map.md <==", "==> a-b/.pi-map.index.md <==", "==> a-b/.pi-map.md <==",
	}
	if !slices.Equal(got, want) {
		t.Errorf("files shown are %q", got)
	}
	pair, err := mapfile.New(pages[0], record.Options{ExportLimit: 24, SymbolLimit: 24})
	must(t, err)
	if !strings.Contains(r.out, "==> a/b/.pi-map.md <==\n"+string(pair.Map.Format())+"==> a-b/.pi-map.index.md <==\n") {
		t.Errorf("shown is\n%s", r.out)
	}
	if snapshot(t, root) != before {
		t.Error("something was written")
	}
}

// The patch that --diff prints, applied by git, makes what a run would.
func TestDiffIsAPatch(t *testing.T) {
	old, pages := project("old"), project("new")
	pages[0].Files = pages[0].Files[:1]
	root := tree(t, old)
	must(t, render(t, root, stream(t, record.ModePlain, old)).err)
	must(t, os.Remove(filepath.Join(root, "two/.pi-map.md")))
	must(t, os.MkdirAll(filepath.Join(root, "gone"), 0o755))
	must(t, os.WriteFile(filepath.Join(root, "gone/.pi-map.md"), []byte("# gone\ndir: gone\nno newline"), 0o644))
	before := snapshot(t, root)
	in := stream(t, record.ModePlain, pages)
	r := render(t, root, in, func(c *Config) { c.Diff = true })
	must(t, r.err)
	if snapshot(t, root) != before {
		t.Error("something was written")
	}
	patch := filepath.Join(t.TempDir(), "patch")
	must(t, os.WriteFile(patch, []byte(r.out), 0o644))
	gitRun(t, root, "apply", "--whitespace=nowarn", patch)
	holds(t, root, pages)
	if r := render(t, root, in, func(c *Config) { c.Diff = true }); r.err != nil || r.out != "" {
		t.Errorf("a second diff printed %q, %v", r.out, r.err)
	}
}
