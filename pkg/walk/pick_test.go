package walk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/pkg/record"
)

// picked lists the records that are picked, as "path self".
func (r result) picked() []string {
	byPath := map[string]record.Picked{}
	for _, f := range r.files {
		byPath[string(f.Path)] = f.Picked
	}
	for _, d := range r.dirs {
		byPath[string(d.Path)] = d.Picked
	}
	var list []string
	for _, path := range r.order {
		if p := byPath[path]; p != "" {
			list = append(list, path+" "+string(p))
		}
	}
	return list
}

func TestPicks(t *testing.T) {
	dir := committed(t, map[string]string{
		"a/b/x": "", "a/b/y": "", "a/z": "", "c/w": "", "c/testdata/t": "", "top": "", "only/f": "", "only/deep/g": "", ".gitignore": "*.log\n",
	})
	must(t, os.RemoveAll(filepath.Join(dir, "only/deep")))
	must(t, os.Remove(filepath.Join(dir, "only/f")))
	must(t, os.Symlink("a", filepath.Join(dir, "link")))
	put(t, dir, map[string]string{"a/b/t.log": ""})
	for _, c := range []struct {
		name     string
		operands []string
		want     []string
		said     []string
	}{
		{"none", nil, nil, nil},
		{"file", []string{"a/b/x"}, []string{"a/b/x self", "a/b above", "a above", ". above"}, nil},
		{"directory", []string{"a"}, []string{"a/b/x self", "a/b/y self", "a/b self", "a/z self", "a self", ". above"}, nil},
		{"spellings", []string{"./a//b/../z", filepath.Join(dir, "top")}, []string{"a/z self", "a above", "top self", ". above"}, nil},
		{"two", []string{"a/b/x", "c/w"}, []string{"a/b/x self", "a/b above", "a above", "c/w self", "c above", ". above"}, nil},
		{"inside a collapsed one", []string{"c/testdata/t"}, []string{"c/testdata/ self", "c above", ". above"}, nil},
		{"a collapsed one", []string{"c/testdata/"}, []string{"c/testdata/ self", "c above", ". above"}, nil},
		{"gone", []string{"a/b/gone"}, []string{"a/b self", "a above", ". above"}, []string{"a/b/gone: not listed; a/b is picked instead"}},
		{"gone with its directory", []string{"c/gone/x"}, []string{"c self", ". above"}, []string{"c/gone/x: not listed; c is picked instead"}},
		{"tracked, gone", []string{"only/f"}, []string{". self"}, []string{"only/f: not listed; . is picked instead"}},
		{"tracked, gone deep", []string{"only/deep/g"}, []string{". self"}, []string{"only/deep/g: not listed; . is picked instead"}},
		{"directory gone", []string{"only"}, []string{". self"}, []string{"only: not listed; . is picked instead"}},
		{"ignored", []string{"a/b/t.log"}, []string{"a/b self", "a above", ". above"}, []string{"a/b/t.log: not listed; a/b is picked instead"}},
		{"through a link", []string{"link/z"}, []string{"link self", ". above"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := walked(t, Config{Root: dir, Operands: c.operands})
			if diff := cmp.Diff(c.want, r.picked()); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(c.said, r.diag("not-listed")); diff != "" {
				t.Error(diff)
			}
			if len(r.files) != 8 || r.exit != 0 {
				t.Errorf("%d files, exit %d: the whole tree is listed all the same", len(r.files), r.exit)
			}
		})
	}
	root := walked(t, Config{Root: dir, Operands: []string{"."}})
	if len(root.picked()) != len(root.files)+len(root.dirs) || strings.Contains(strings.Join(root.picked(), "|"), " above") {
		t.Errorf("the root picks %q", root.picked())
	}
}

func TestNamesFromStream(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{"a\nb": "", "c": "", "d": ""})
	r := walked(t, Config{Root: dir, Operands: []string{"d"}, Names: strings.NewReader("a\nb\x00c"), NUL: true})
	if diff := cmp.Diff([]string{"a\nb self", "c self", "d self", ". above"}, r.picked()); diff != "" {
		t.Error(diff)
	}
	r = walked(t, Config{Root: dir, Names: strings.NewReader("c\n\nd\n")})
	if diff := cmp.Diff([]string{"c self", "d self", ". above"}, r.picked()); diff != "" {
		t.Error(diff)
	}
	if r := walked(t, Config{Root: dir, Names: strings.NewReader("")}); r.picked() != nil {
		t.Errorf("no names pick %q", r.picked())
	}
}

func TestOperandsOutside(t *testing.T) {
	parent := t.TempDir()
	put(t, parent, map[string]string{"root/f": "", "other/f": "", "rootless": ""})
	must(t, os.Symlink("../other", filepath.Join(parent, "root/link")))
	must(t, os.Symlink("root", filepath.Join(parent, "alias")))
	root := filepath.Join(parent, "root")
	for _, operand := range []string{"..", "../other/f", "/", parent + "/rootless", filepath.Join(parent, "other"), "", "a/../../other"} {
		_, err := tryWalk(t, Config{Root: root, Operands: []string{operand}})
		code := "outside-root"
		if operand == "" {
			code = "operands"
		}
		wantFailure(t, err, 2, code, "read operand")
	}
	for _, operand := range []string{filepath.Join(parent, "alias/f"), "../root/f", filepath.Join(root, "f")} {
		r := walked(t, Config{Root: root, Operands: []string{operand}})
		if diff := cmp.Diff([]string{"f self", ". above"}, r.picked()); diff != "" {
			t.Errorf("%s: %s", operand, diff)
		}
		r = walked(t, Config{Root: filepath.Join(parent, "alias"), Operands: []string{operand}})
		if operand != "../root/f" && len(r.picked()) != 2 {
			t.Errorf("%s below a linked root picks %q", operand, r.picked())
		}
	}
}

func TestRootRefused(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{"f": "", "p/g": ""})
	home := environ("HOME=" + dir + "/.")
	_, err := tryWalk(t, Config{Root: dir, Environ: home})
	wantFailure(t, err, 2, "refused-root", "is the home directory")
	if r := walked(t, Config{Root: dir, Environ: home, Force: true}); len(r.files) != 2 {
		t.Errorf("with force: %q", r.paths())
	}
	if r := walked(t, Config{Root: dir + "/p", Environ: home}); len(r.files) != 1 {
		t.Errorf("below the home directory: %q", r.paths())
	}
	_, err = tryWalk(t, Config{Root: "/"})
	wantFailure(t, err, 2, "refused-root", "is the root of the file system")
	_, err = tryWalk(t, Config{Root: dir + "/gone"})
	wantFailure(t, err, 5, "no-root", "no such file or directory")
	_, err = tryWalk(t, Config{Root: dir + "/f"})
	wantFailure(t, err, 5, "no-root", "is not a directory")
	_, err = tryWalk(t, Config{Root: dir, Index: true})
	wantFailure(t, err, 2, "no-index", "is not in a git work tree")
	put(t, dir, map[string]string{".pi-project-map.json": "{"})
	_, err = tryWalk(t, Config{Root: dir})
	wantFailure(t, err, 2, "bad-config", "it is not JSON")
}

func TestGlobsOfTheProject(t *testing.T) {
	files := map[string]string{
		"src/a.go": "", "src/gen/b.go": "", "docs/c.md": "", "vendor/x/d.go": "", "legacy/e": "", "assets/img/f": "", "assets/g": "", "node_modules/m": "",
	}
	for _, c := range []struct {
		name, config string
		want         []string
	}{
		{"exclude", `{"exclude": ["legacy/", "src/**/b.go", "vendor"]}`, []string{".pi-project-map.json", "assets/g", "assets/img/f", "docs/c.md", "src/a.go"}},
		{"include", `{"include": ["src/", "*.md"]}`, []string{"docs/c.md", "src/a.go", "src/gen/b.go"}},
		{"both", `{"include": ["src"], "exclude": ["gen"]}`, []string{"src/a.go"}},
		{"include cannot bring back junk", `{"include": ["node_modules/", "legacy"]}`, []string{"legacy/e"}},
		{"collapse", `{"collapse": ["assets", "!vendor"], "include": ["assets", "vendor"]}`, []string{"assets/", "vendor/x/d.go"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			put(t, dir, files)
			put(t, dir, map[string]string{".pi-project-map.json": c.config})
			if diff := cmp.Diff(c.want, walked(t, Config{Root: dir}).paths()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTrackedOnlyOutsideGit(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{"f": "", ".pi-project-map.json": `{"trackedOnly": true}`})
	r := walked(t, Config{Root: dir})
	if diff := cmp.Diff([]string{"diag:not-git", ".pi-project-map.json", "f", "."}, r.order); diff != "" {
		t.Error(diff)
	}
}
