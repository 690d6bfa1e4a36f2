package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, root string) *Tree {
	t.Helper()
	tree, err := Open(root)
	must(t, err)
	t.Cleanup(func() { must(t, tree.Close()) })
	return tree
}

func write(t *testing.T, name, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(name), 0o755))
	must(t, os.WriteFile(name, []byte(text), 0o644))
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	must(t, err)
	return string(text)
}

func list(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestStageThenCommit(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "a/b/f"), "old")
	tree := open(t, root)
	for path, dir := range map[string]string{"a/b/f": "a/b", "a/new": "a", "top": "."} {
		s, err := tree.Stage(path, []byte("new"))
		must(t, err)
		temps := 0
		for _, n := range list(t, filepath.Join(root, dir)) {
			if IsTemp(n) {
				temps++
			}
		}
		if temps != 1 {
			t.Errorf("%s: %d temporary files beside it", path, temps)
		}
		if path == "a/b/f" && read(t, filepath.Join(root, path)) != "old" {
			t.Error("staging changed the file")
		}
		must(t, tree.Commit(s))
		if got := read(t, filepath.Join(root, path)); got != "new" {
			t.Errorf("%s holds %q", path, got)
		}
	}
	if got := list(t, filepath.Join(root, "a")); !slices.Equal(got, []string{"b", "new"}) {
		t.Errorf("left is %q", got)
	}
}

func TestDiscard(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "f"), "old")
	tree := open(t, root)
	s, err := tree.Stage("f", []byte("new"))
	must(t, err)
	must(t, tree.Discard(s))
	must(t, tree.Discard(s))
	if got := list(t, root); !slices.Equal(got, []string{"f"}) || read(t, filepath.Join(root, "f")) != "old" {
		t.Errorf("left is %q", got)
	}
}

// A link in a directory's place is refused whether it leads out of the tree or
// to another part of it, whenever it comes.
func TestNoLinkIsFollowed(t *testing.T) {
	root, outside := t.TempDir(), t.TempDir()
	must(t, os.MkdirAll(filepath.Join(root, "real/sub"), 0o755))
	must(t, os.Symlink(outside, filepath.Join(root, "out")))
	must(t, os.Symlink("real", filepath.Join(root, "in")))
	write(t, filepath.Join(root, "file"), "")
	tree := open(t, root)
	for _, path := range []string{"out/f", "in/f", "in/sub/f", "file/f"} {
		if _, err := tree.Stage(path, nil); !errors.Is(err, ErrLink) {
			t.Errorf("Stage(%q) gave %v", path, err)
		}
		if _, err := tree.Lstat(path); !errors.Is(err, ErrLink) {
			t.Errorf("Lstat(%q) gave %v", path, err)
		}
		if err := tree.Remove(path); !errors.Is(err, ErrLink) {
			t.Errorf("Remove(%q) gave %v", path, err)
		}
	}
	s, err := tree.Stage("real/sub/f", []byte("x"))
	must(t, err)
	_, err = tree.Stage("top", nil)
	must(t, err)
	must(t, os.Rename(filepath.Join(root, "real"), filepath.Join(root, "moved")))
	must(t, os.Symlink(outside, filepath.Join(root, "real")))
	_, err = tree.Lstat("moved")
	must(t, err)
	_, err = tree.Lstat("moved/sub") // the tree looks again at what is below its root
	must(t, err)
	if err := tree.Commit(s); !errors.Is(err, ErrLink) {
		t.Errorf("Commit below a link gave %v", err)
	}
	if got := list(t, outside); len(got) != 0 {
		t.Errorf("written outside: %q", got)
	}
}

func TestCommitReplacesALinkItself(t *testing.T) {
	root, outside := t.TempDir(), filepath.Join(t.TempDir(), "precious")
	write(t, outside, "precious")
	must(t, os.Symlink(outside, filepath.Join(root, "f")))
	tree := open(t, root)
	s, err := tree.Stage("f", []byte("new"))
	must(t, err)
	must(t, tree.Commit(s))
	if read(t, outside) != "precious" || read(t, filepath.Join(root, "f")) != "new" {
		t.Error("the link was written through")
	}
	if info, _ := os.Lstat(filepath.Join(root, "f")); !info.Mode().IsRegular() {
		t.Errorf("f is %v", info.Mode())
	}
}

func TestSweepTakesOnlyTemporaryFiles(t *testing.T) {
	root := t.TempDir()
	const temp = ".pi-map.tmp-0123456789abcdef"
	write(t, filepath.Join(root, "a", temp), "")
	kept := []string{
		".pi-map.tmp-", ".pi-map.tmp-0123456789ABCDEF", ".pi-map.tmp-0123456789abcde", ".pi-map.tmp-0123456789abcdef0",
		".pi-map.md", "x.pi-map.tmp-0123456789abcdef",
	}
	for _, name := range kept {
		write(t, filepath.Join(root, "a", name), "")
	}
	must(t, os.MkdirAll(filepath.Join(root, "b", temp), 0o755))
	must(t, os.Symlink("../a", filepath.Join(root, "b/.pi-map.tmp-ffffffffffffffff")))
	must(t, os.Symlink("a", filepath.Join(root, "link")))
	tree := open(t, root)
	for _, p := range append([]string{temp, "gone", "b/" + temp, "b/.pi-map.tmp-ffffffffffffffff", "link/" + temp, "nowhere/" + temp}, kept...) {
		must(t, tree.Sweep(p))
		must(t, tree.Sweep("a/"+filepath.Base(p)+"x"))
	}
	for _, name := range kept {
		must(t, tree.Sweep("a/"+name))
	}
	if got := len(list(t, filepath.Join(root, "a"))); got != len(kept)+1 {
		t.Errorf("%d files left before the sweep of the temporary one", got)
	}
	must(t, tree.Sweep("a/"+temp))
	if got := len(list(t, filepath.Join(root, "a"))); got != len(kept) {
		t.Errorf("%d files left", got)
	}
	if got := len(list(t, filepath.Join(root, "b"))); got != 2 {
		t.Errorf("%d entries of b left", got)
	}
}

// Many directories, visited in any order, keep no more open than one is deep.
func TestOpenDirectoriesAreFew(t *testing.T) {
	root := t.TempDir()
	tree := open(t, root)
	for _, dir := range []string{"a/b/c/d", "a/b/x", "a", "z/y", "z/y/x/w/v", "a/b/c/d"} {
		must(t, os.MkdirAll(filepath.Join(root, dir), 0o755))
		_, err := tree.Lstat(dir + "/f")
		if !errors.Is(err, os.ErrNotExist) {
			t.Errorf("Lstat in %s gave %v", dir, err)
		}
	}
	if len(tree.chain) != 4 {
		t.Errorf("%d directories are open", len(tree.chain))
	}
}
