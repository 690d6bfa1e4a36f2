package render

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pi-project-map/pmap/pkg/mapfile"
	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

func TestFindings(t *testing.T) {
	edit := func(name, from, to string) func(*testing.T, string) {
		return func(t *testing.T, root string) {
			t.Helper()
			full := filepath.Join(root, name)
			text, err := os.ReadFile(full)
			must(t, err)
			if !strings.Contains(string(text), from) {
				t.Fatalf("%s has no %q", name, from)
			}
			must(t, os.WriteFile(full, []byte(strings.Replace(string(text), from, to, 1)), 0o644))
		}
	}
	remove := func(names ...string) func(*testing.T, string) {
		return func(t *testing.T, root string) {
			for _, n := range names {
				must(t, os.Remove(filepath.Join(root, n)))
			}
		}
	}
	tests := map[string]struct {
		drift func(t *testing.T, root string)
		want  []string
	}{
		"nothing":       {func(*testing.T, string) {}, nil},
		"no map":        {remove("one/.pi-map.md", "one/.pi-map.index.md"), []string{"one: missing: the directory has no map"}},
		"no half":       {remove("one/.pi-map.md"), []string{"one: unpaired: .pi-map.md: the file is missing beside its pair"}},
		"conflict":      {edit("one/.pi-map.md", "## role", "<<<<<<< HEAD\n## role"), []string{`one: unparsable: .pi-map.md: line 4: expected "## role"`}},
		"line gone":     {edit("one/.pi-map.md", "- b.go\n", ""), []string{"one: missing: b.go: the file is not in the map"}},
		"line too many": {edit("one/.pi-map.md", "- b.go\n", "- b.go\n- c.go\n"), []string{"one: orphaned: c.go: the file is listed, but gone"}},
		"other name": {edit("one/.pi-map.md", "- b.go\n", "- \"c\\054d\"\n"), []string{
			"one: missing: b.go: the file is not in the map", "one: orphaned: c,d: the file is listed, but gone"}},
		"export":      {edit("one/.pi-map.md", "exp: A, B", "exp: A, C"), []string{"one: changed-signature: a.go: the exports differ: +B, -C"}},
		"export mark": {edit("one/.pi-map.md", "exp: A, B", "exp: A, B, …"), []string{"one: changed-signature: a.go: the exports differ: their order or number"}},
		"signature":   {edit("one/.pi-map.md", "func A()", "func A(int)"), []string{"one: changed-signature: a.go: the signatures differ"}},
		"dependency":  {edit("one/.pi-map.md", "ext/y", "ext/z"), []string{"one: changed-dep: a.go: the dependencies differ: +ext/y, -ext/z"}},
		"role's dependency": {edit("one/.pi-map.md", "Role of x.", "Role of x. Dep: pkg/z."),
			[]string{"one: changed-dep: the role's dependencies differ: -pkg/z"}},
		"purpose":      {edit("one/.pi-map.md", "| x |", "| y |"), []string{"one: changed-text: a.go: the purpose differs"}},
		"role":         {edit("one/.pi-map.md", "Role of x.", "Role."), []string{`one: changed-text: section "role" differs`}},
		"index's role": {edit("one/.pi-map.index.md", "Role of x.", "Role."), []string{`one: changed-text: section "role" differs`}},
		"arch":         {edit("one/.pi-map.md", "Arch.", "-"), []string{`one: changed-text: section "arch" differs`}},
		"order": {edit("one/.pi-map.md", "- a.go | x | exp: A, B | dep: pkg/x, ext/y\n- b.go\n", "- b.go\n- a.go | x | exp: A, B | dep: pkg/x, ext/y\n"),
			[]string{"one: changed-text: the order of the files differs"}},
		"likely":         {edit("one/.pi-map.index.md", "- a.go | x", "- b.go"), []string{"one: changed-text: the likely files differ"}},
		"child":          {edit(".pi-map.index.md", "- one/.pi-map.index.md | Child.\n", ""), []string{".: missing: one: the directory is not in the index"}},
		"child too many": {edit(".pi-map.index.md", "## files", "- z/.pi-map.index.md\n## files"), []string{".: orphaned: z: the directory is in the index, but gone"}},
		"child's role":   {edit(".pi-map.index.md", "Child.", "Kid."), []string{".: changed-text: one: the directory's role differs in the index"}},
		"hand":           {edit("one/.pi-map.md", "## files\n", "\n## files  \n"), []string{"one: hand-edited: .pi-map.md: line 6 is not as pmap writes it"}},
		"dirty": {edit("one/.pi-map.md", "## dirty\n-", "## dirty\n2026-01-31T14:32:00Z: a.go modified"),
			[]string{"one: dirty: a.go: modified at 2026-01-31T14:32:00Z"}},
		"moved": {func(t *testing.T, root string) {
			for _, name := range []string{"/.pi-map.md", "/.pi-map.index.md"} {
				must(t, os.Rename(filepath.Join(root, "two/deep"+name), filepath.Join(root, "one"+name)))
			}
		}, []string{
			"one: orphaned: .pi-map.md: it is about two/deep, not about this directory",
			"one: orphaned: .pi-map.index.md: it is about two/deep, not about this directory",
			"two/deep: missing: the directory has no map",
		}},
		"link": {func(t *testing.T, root string) {
			remove("one/.pi-map.md")(t, root)
			must(t, os.Symlink("a.go", filepath.Join(root, "one/.pi-map.md")))
		}, []string{"one: unparsable: .pi-map.md: it is a link, not a file"}},
		"directory": {func(t *testing.T, root string) {
			remove("one/.pi-map.md")(t, root)
			must(t, os.Mkdir(filepath.Join(root, "one/.pi-map.md"), 0o755))
		}, []string{"one: unparsable: .pi-map.md: it is not a regular file"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			pages := project("x")
			root := tree(t, pages)
			in := stream(t, record.ModePlain, pages)
			must(t, render(t, root, in).err)
			tt.drift(t, root)
			r := render(t, root, in, check)
			var got []string
			if r.out != "" {
				got = strings.Split(strings.TrimSuffix(r.out, "\n"), "\n")
				got = got[:len(got)-1]
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("findings are %q, want %q", got, tt.want)
			}
			if wantExit := min(len(tt.want), 1); r.exit() != wantExit {
				t.Errorf("exit %d, want %d", r.exit(), wantExit)
			}
		})
	}
}

func TestFindingRecords(t *testing.T) {
	pages := project("x")
	root := tree(t, pages)
	in := stream(t, record.ModePlain, pages)
	must(t, render(t, root, in).err)
	asJSON := func(c *Config) { c.Check, c.JSON = true, true }
	if r := render(t, root, in, asJSON); r.err != nil || r.out != `{"type":"end","counts":{},"exit":0}`+"\n" {
		t.Errorf("without drift: %+v", r)
	}
	must(t, os.Remove(filepath.Join(root, "one/.pi-map.md")))
	r := render(t, root, in, asJSON)
	mend, err := json.Marshal("pmap-init --no-llm " + root)
	must(t, err)
	want := `{"type":"finding","code":"unpaired","path":"one","name":".pi-map.md","message":"the file is missing beside its pair","mend":` +
		string(mend) + "}\n" + `{"type":"end","counts":{"finding":1},"exit":1}` + "\n"
	if r.exit() != record.ExitNo || r.out != want {
		t.Errorf("with drift: %+v, want %s", r, want)
	}
	if f := record.AsFailure(r.err); f.Err != nil {
		t.Errorf("drift is told as the error %v", f.Err)
	}
}

func TestMendCommand(t *testing.T) {
	for root, want := range map[string]string{
		".": "pmap-init --no-llm", "a/b": "pmap-init --no-llm a/b", "-a": "pmap-init --no-llm '-a'", "it's": `pmap-init --no-llm 'it'\''s'`,
	} {
		if got := mendCommand(root); got != want {
			t.Errorf("mendCommand(%q) = %s", root, got)
		}
	}
}

// Whenever bytes differ there is a finding, and only then.
func TestDriftIsAlwaysFound(t *testing.T) {
	word := rapid.SampledFrom([]string{"", "a", "b", "c", "a | b"})
	text := rapid.SliceOfN(word, 0, 2)
	gen := rapid.Custom(func(t *rapid.T) record.Page {
		p := record.Page{Path: rapid.SampledFrom([]pathname.Path{"d", "e"}).Draw(t, "path"), Role: word.Draw(t, "role"), Arch: word.Draw(t, "arch"), Tags: text.Draw(t, "tags"), Workflows: text.Draw(t, "flows")}
		for _, n := range rapid.SliceOfNDistinct(rapid.SampledFrom([]pathname.Path{"x", "y", "z"}), 0, 3, rapid.ID).Draw(t, "names") {
			p.Files = append(p.Files, record.PageFile{Name: n, Purpose: word.Draw(t, "purpose"), Exports: text.Draw(t, "exports"), Deps: []pathname.Text{pathname.Text("pkg/" + word.Draw(t, "dep"))}})
			p.Symbols = append(p.Symbols, record.PageSymbol{Name: "s", Signature: word.Draw(t, "signature"), File: n})
			p.Children = append(p.Children, record.Child{Name: n, Role: word.Draw(t, "child")})
			p.Likely = append(p.Likely, n)
		}
		return p
	})
	rapid.Check(t, func(t *rapid.T) {
		opts := record.Options{ExportLimit: 1, SymbolLimit: 2}
		was, err := mapfile.New(gen.Draw(t, "was"), opts)
		if err != nil {
			t.Fatal(err)
		}
		is, err := mapfile.New(gen.Draw(t, "is"), opts)
		if err != nil {
			t.Fatal(err)
		}
		index := oldFile{path: "d/" + mapfile.IndexName, have: was.Index.Format(), want: is.Index.Format()}
		text := oldFile{path: "d/" + mapfile.MapName, have: was.Map.Format(), want: is.Map.Format()}
		found := compare(is, index, text)
		if differ := index.differs() || text.differs(); differ != (len(found) > 0) {
			t.Fatalf("files differ: %v, findings: %v", differ, found)
		}
	})
}
