package render

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
	"github.com/pi-project-map/pmap/pkg/sumfile"
)

func without(pages []record.Page) []record.Page {
	for i := range pages {
		pages[i].Notes = nil
	}
	return pages
}

// The file of notes is there as long as there are notes.
func TestNotesComeAndGo(t *testing.T) {
	bare := without(project("x"))
	root := tree(t, bare)
	must(t, render(t, root, stream(t, record.ModePlain, bare)).err)
	holds(t, root, bare) // and so no file of notes
	must(t, render(t, root, stream(t, record.ModePlain, project("x"))).err)
	holds(t, root, project("x"))
	must(t, render(t, root, stream(t, record.ModePlain, bare)).err)
	holds(t, root, bare)
}

// Whatever else stands in the file goes with the next write; nothing is written
// when all that is there is well formed.
func TestForeignLinesOfNotes(t *testing.T) {
	pages := project("x")
	root := tree(t, pages)
	in := stream(t, record.ModePlain, pages)
	must(t, render(t, root, in).err)
	name := filepath.Join(root, sumfile.Name)
	good, err := os.ReadFile(name)
	must(t, err)
	foreign := "gone.go\t" + hash("g") + "\tfile@1\t{\"purpose\":\"G.\"}\n"
	for _, text := range []string{"<<<<<<< a\n" + string(good) + ">>>>>>> b\n", string(good) + foreign, "", "no notes\n", string(good[:40])} {
		must(t, os.WriteFile(name, []byte(text), 0o644))
		if r := render(t, root, in, check); r.exit() != record.ExitNo {
			t.Errorf("%q passes the check", text)
		}
		must(t, render(t, root, in).err)
		holds(t, root, pages)
	}
}

func TestNotesOfPickedPages(t *testing.T) {
	old, pages := project("old"), project("new")
	root := tree(t, old)
	must(t, render(t, root, stream(t, record.ModePlain, old)).err)
	// "one" is not picked and keeps its notes, "gone" is no directory any more.
	name := filepath.Join(root, sumfile.Name)
	text, err := os.ReadFile(name)
	must(t, err)
	must(t, os.WriteFile(name, append(text, "gone/a.go\t"+hash("g")+"\tfile@1\t{\"purpose\":\"G.\"}\n"...), 0o644))
	pages[1].Picked, pages[2].Picked, pages[3].Picked = record.PickedSelf, record.PickedAbove, record.PickedAbove
	pages[1].Notes = nil
	must(t, render(t, root, stream(t, record.ModePlain, pages)).err)
	holds(t, root, []record.Page{old[0], pages[1], pages[2], pages[3]})
}

func TestNotesAreNotWrittenThrough(t *testing.T) {
	pages := project("x")
	in := stream(t, record.ModePlain, pages)
	root := tree(t, pages)
	outside := filepath.Join(t.TempDir(), "precious")
	must(t, os.WriteFile(outside, []byte("precious"), 0o644))
	must(t, os.Symlink(outside, filepath.Join(root, sumfile.Name)))
	r := render(t, root, in)
	must(t, r.err)
	holds(t, root, pages)
	if text, _ := os.ReadFile(outside); string(text) != "precious" || len(r.warnings) != 1 || !strings.Contains(r.warnings[0], ".pi-map.sum: was a link") {
		t.Errorf("outside holds %q, warnings are %q", text, r.warnings)
	}
	root = tree(t, pages)
	must(t, os.Mkdir(filepath.Join(root, sumfile.Name), 0o755))
	before := snapshot(t, root)
	if r := render(t, root, in); r.exit() != record.ExitIO || !strings.Contains(r.err.Error(), "it is a directory") || snapshot(t, root) != before {
		t.Errorf("a directory in its place: %v", r.err)
	}
	if r := render(t, root, stream(t, record.ModePlain, without(project("x")))); r.err != nil {
		t.Errorf("a directory in the place of no notes: %v", r.err)
	}
}

func TestNotesThatDoNotFit(t *testing.T) {
	old, pages := project("old"), project("new")
	root := tree(t, old)
	must(t, render(t, root, stream(t, record.ModePlain, old)).err)
	before := snapshot(t, root)
	message, err := helper(t, root, t.TempDir(), stream(t, record.ModePlain, pages), "RENDER_TEST_FULL=700").CombinedOutput()
	if exitCode(err) != record.ExitIO || !strings.Contains(string(message), "write .pi-map.sum: file too large") || snapshot(t, root) != before {
		t.Errorf("run gave %v: %s", err, message)
	}
}

func TestCheckOfNotes(t *testing.T) {
	pages := project("x")
	root := tree(t, pages)
	must(t, render(t, root, stream(t, record.ModePlain, pages)).err)
	if r := render(t, root, stream(t, record.ModePlain, pages), check); r.err != nil || r.out != "" {
		t.Fatalf("no difference gave %v: %s", r.err, r.out)
	}
	for name, tt := range map[string]struct {
		change func(p *record.Page)
		want   string
	}{
		"bytes changed":  {func(p *record.Page) { p.Files[0].SHA256, p.Notes = hash("y"), p.Notes[:1] }, "one: stale-purpose: a.go: its bytes have changed since its note was made\n"},
		"input changed":  {func(p *record.Page) { p.Notes = p.Notes[1:] }, "one: stale-purpose: what the directory's note was made from has changed\n"},
		"note dropped":   {func(p *record.Page) { p.Notes = p.Notes[:1] }, "one: changed-text: a.go: its note is in .pi-map.sum, but not in the map\n"},
		"note differs":   {func(p *record.Page) { p.Notes[1].Model = "m" }, "one: changed-text: a.go: its note differs in .pi-map.sum\n"},
		"other prompt":   {func(p *record.Page) { p.Notes[1].Prompt = "file@2" }, "one: changed-text: a.go: its note is not in .pi-map.sum\n"},
		"file is gone":   {func(p *record.Page) { p.Files, p.Notes = p.Files[1:], p.Notes[:1] }, "one: orphaned: a.go: its note is in .pi-map.sum, but it is gone\n"},
		"note is new":    {func(p *record.Page) { n := p.Notes[1]; n.Path = "one/b.go"; p.Notes = append(p.Notes, n) }, "one: changed-text: b.go: its note is not in .pi-map.sum\n"},
		"directory gone": {nil, "one: orphaned: .pi-map.sum: the directory is gone, but notes of it are kept\n"},
	} {
		changed := project("x")
		if tt.change == nil {
			changed = changed[1:]
			changed[2].Children = changed[2].Children[1:]
		} else {
			tt.change(&changed[0])
		}
		if r := render(t, root, stream(t, record.ModePlain, changed), check); r.exit() != record.ExitNo || !strings.Contains(r.out, tt.want) {
			t.Errorf("%s: exit %d, %s", name, r.exit(), r.out)
		}
	}
}

func TestDiffOfNotes(t *testing.T) {
	pages := project("x")
	root := tree(t, pages)
	diff := func(c *Config) { c.Diff = true }
	line := "\tfile@1\t{\"purpose\":\"x\"}\n"
	r := render(t, root, stream(t, record.ModePlain, pages), diff)
	if !strings.Contains(r.out, "+++ b/.pi-map.sum\n") || !strings.Contains(r.out, "+a.go\t"+hash("x")+line) {
		t.Errorf("diff is %s", r.out)
	}
	must(t, render(t, root, stream(t, record.ModePlain, pages)).err)
	if r := render(t, root, stream(t, record.ModePlain, pages), diff); r.out != "" {
		t.Errorf("diff is %s", r.out)
	}
	r = render(t, root, stream(t, record.ModePlain, without(project("x"))), diff)
	if !strings.Contains(r.out, "--- a/.pi-map.sum\n+++ /dev/null\n") || !strings.Contains(r.out, "-a.go\t"+hash("x")+line) {
		t.Errorf("diff is %s", r.out)
	}
}
