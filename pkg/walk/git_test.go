package walk

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/pkg/record"
)

func TestGitKinds(t *testing.T) {
	dir := committed(t, map[string]string{
		"kept": "1\n", "gone": "2\n", "linked/f": "3\n", "turned": "4\n", "skipped": "5\n", "out/side/f": "6\n",
		"dist/index.js": "7\n", "lib/build/x.go": "package x\n", ".gitignore": "ignored\n",
	})
	lib := committed(t, map[string]string{"f": "x\n"})
	runGit(t, dir, "-c", "protocol.file.allow=always", "submodule", "add", "-q", lib, "sub")
	runGit(t, dir, "commit", "-q", "-m", "sub")
	runGit(t, dir, "branch", "other")
	runGit(t, dir, "worktree", "add", "-q", "wt", "other")
	put(t, dir, map[string]string{
		"fresh": "8\n", "announced": "9\n", "ignored": "10\n", "build/out.o": "11\n", "coverage/x": "12\n",
		"dist/more.js": "13\n", "node_modules/m/index.js": "14\n", "a/__pycache__/x.pyc": "15\n", "a/.DS_Store": "16\n",
		".pi-map.md": "x", "a/.pi-map.index.md": "x", ".pi-map.sum": "x", "project-graph.md": "x", ".pi-project-map.json": "{}",
		"src/build": "a file\n", "empty/": "",
	})
	runGit(t, dir, "init", "-q", "embedded")
	runGit(t, dir, "add", "-N", "announced")
	runGit(t, dir, "update-index", "--skip-worktree", "skipped")
	must(t, os.Remove(filepath.Join(dir, "skipped")))
	must(t, os.Remove(filepath.Join(dir, "gone")))
	must(t, os.RemoveAll(filepath.Join(dir, "linked")))
	must(t, os.Symlink("out/side", filepath.Join(dir, "linked"))) // linked/f would be found through it
	must(t, os.Remove(filepath.Join(dir, "turned")))
	put(t, dir, map[string]string{"turned/inside": "17\n"})
	must(t, syscall.Mkfifo(filepath.Join(dir, "a-pipe"), 0o644))
	must(t, syscall.Mkfifo(filepath.Join(dir, "ignored-pipe"), 0o644))
	put(t, dir, map[string]string{".git/info/exclude": "ignored-pipe\n"})

	r := walked(t, Config{Root: dir})
	want := []string{
		".gitignore", ".gitmodules", ".pi-project-map.json", "announced", "dist/index.js", "dist/more.js", "embedded/", "fresh", "kept",
		"lib/build/x.go", "linked", "out/side/f", "src/build", "sub/", "turned/inside", "wt/",
	}
	if diff := cmp.Diff(want, r.paths()); diff != "" {
		t.Error(diff)
	}
	for path, reason := range map[string]string{"embedded/": "embedded repository", "sub/": "submodule", "wt/": "linked worktree"} {
		if f := r.file(t, path); f.Class != record.ClassBoundary || f.Reason != reason || f.SHA256 != "" {
			t.Errorf("%s is %+v, want a boundary: %s", path, f, reason)
		}
	}
	if f := r.file(t, "linked"); f.Class != record.ClassSymlink || f.Target != "out/side" {
		t.Errorf("linked is %+v", f)
	}
	if diff := cmp.Diff([]string{"a-pipe: pipe, socket or device: not listed and not opened"}, r.diag("special-file")); diff != "" {
		t.Error(diff)
	}
	if r.exit != 0 || r.head.Mode != record.ModeGit {
		t.Errorf("exit %d, mode %q", r.exit, r.head.Mode)
	}

	for root, want := range map[string][]string{
		"sub": {"f"}, "wt": {".gitignore", "dist/index.js", "gone", "kept", "lib/build/x.go", "linked/f", "out/side/f", "skipped", "sub/", "turned"},
	} {
		inner := walked(t, Config{Root: filepath.Join(dir, root)})
		if root == "wt" {
			want = append(want, ".gitmodules")
			slices.Sort(want)
		}
		if diff := cmp.Diff(want, inner.paths()); diff != "" || inner.head.Mode != record.ModeGit {
			t.Errorf("root %s, mode %s: %s", root, inner.head.Mode, diff)
		}
	}

	put(t, dir, map[string]string{".pi-project-map.json": `{"trackedOnly": true}`})
	tracked := walked(t, Config{Root: dir})
	if tracked.has("fresh") || tracked.has("embedded/") || !tracked.has("kept") || !tracked.has("sub/") {
		t.Errorf("trackedOnly lists %q", tracked.paths())
	}

	top := runGit(t, dir, "rev-parse", "--show-toplevel")
	for _, root := range []string{dir + "/", filepath.Join(dir, "out", ".."), strings.TrimSpace(top)} {
		if got := walked(t, Config{Root: root}); string(got.raw) != string(tracked.raw) {
			t.Errorf("root %q gives another stream", root)
		}
	}
}

func TestUnmergedIsListedOnce(t *testing.T) {
	dir := committed(t, map[string]string{"f": "base\n", "both": "base\n"})
	runGit(t, dir, "checkout", "-q", "-b", "theirs")
	put(t, dir, map[string]string{"f": "theirs\n"})
	runGit(t, dir, "commit", "-q", "-a", "-m", "theirs")
	runGit(t, dir, "checkout", "-q", "main")
	put(t, dir, map[string]string{"f": "ours\n"})
	runGit(t, dir, "commit", "-q", "-a", "-m", "ours")
	if err := tryGit(dir, "merge", "-q", "theirs"); err == nil {
		t.Fatal("the branches merge")
	}
	r := walked(t, Config{Root: dir})
	if diff := cmp.Diff([]string{"both", "f"}, r.paths()); diff != "" {
		t.Error(diff)
	}
	staged := walked(t, Config{Root: dir, Index: true})
	if diff := cmp.Diff([]string{"both", "f"}, staged.paths()); diff != "" {
		t.Error(diff)
	}
	if got := staged.file(t, "f").Size; got != int64(len("ours\n")) {
		t.Errorf("staged f has %d bytes, not ours", got)
	}
}

func TestSparseCheckout(t *testing.T) {
	dir := committed(t, map[string]string{"in/f": "1\n", "out/f": "2\n", "top": "3\n"})
	runGit(t, dir, "sparse-checkout", "set", "--cone", "--sparse-index", "in")
	r := walked(t, Config{Root: dir})
	if diff := cmp.Diff([]string{"in/f", "top"}, r.paths()); diff != "" {
		t.Error(diff)
	}
	staged := walked(t, Config{Root: dir, Index: true})
	if diff := cmp.Diff([]string{"in/f", "out/f", "top"}, staged.paths()); diff != "" {
		t.Error(diff)
	}
}

func TestIgnoreCase(t *testing.T) {
	dir := t.TempDir()
	runGit(t, dir, "init", "-q", ".")
	runGit(t, dir, "config", "core.ignorecase", "true")
	put(t, dir, map[string]string{".gitignore": "*.LOG\n", "a.log": "", "a.txt": ""})
	if diff := cmp.Diff([]string{".gitignore", "a.txt"}, walked(t, Config{Root: dir}).paths()); diff != "" {
		t.Error(diff)
	}
}

func TestSubdirectoryIsARoot(t *testing.T) {
	dir := committed(t, map[string]string{
		".gitignore": "*.log\n/pkg/a/secret-notes\n", "pkg/a/x.go": "package a\n", "pkg/a/b/y.go": "package b\n", "other/z": "",
	})
	put(t, dir, map[string]string{"pkg/a/t.log": "", "pkg/a/new": "", "pkg/a/secret-notes": ""})
	r := walked(t, Config{Root: filepath.Join(dir, "pkg/a")})
	if diff := cmp.Diff([]string{"b/y.go", "b", "new", "x.go", "."}, r.order); diff != "" {
		t.Error(diff)
	}
	staged := walked(t, Config{Root: filepath.Join(dir, "pkg/a"), Index: true})
	if diff := cmp.Diff([]string{"b/y.go", "b", "x.go", "."}, staged.order); diff != "" {
		t.Error(diff)
	}
}

// TestIgnoredRootIsPlain walks a directory that the repository around it
// ignores as if there were none.
func TestIgnoredRootIsPlain(t *testing.T) {
	dir := committed(t, map[string]string{".gitignore": "scratch\n"})
	put(t, dir, map[string]string{"scratch/p/f": "x", "scratch/p/.gitignore": "no\n", "scratch/p/no": ""})
	r := walked(t, Config{Root: filepath.Join(dir, "scratch/p")})
	if diff := cmp.Diff([]string{".gitignore", "f", "."}, r.order); diff != "" || r.head.Mode != record.ModePlain {
		t.Errorf("mode %q: %s", r.head.Mode, diff)
	}
}

func TestEmptyRepository(t *testing.T) {
	dir := t.TempDir()
	runGit(t, dir, "init", "-q", ".")
	for _, index := range []bool{false, true} {
		if diff := cmp.Diff([]string{"."}, walked(t, Config{Root: dir, Index: index}).order); diff != "" {
			t.Error(diff)
		}
	}
}

func TestStagedContents(t *testing.T) {
	dir := committed(t, map[string]string{
		"a.go": "package a\n", "b.txt": "staged\n", ".env": "KEY=1\n", "testdata/x": "", "removed": "x\n", "big": strings.Repeat("line\n", 1000),
	})
	must(t, os.Symlink("a.go", filepath.Join(dir, "link")))
	put(t, dir, map[string]string{".pi-project-map.json": `{"maxFileBytes": 1024, "exportLimit": 5}`, "empty": ""})
	runGit(t, dir, "add", "-f", ".")
	runGit(t, dir, "rm", "-q", "--cached", "removed")
	put(t, dir, map[string]string{"b.txt": "work tree\n", "untracked": "", "announced": "x", ".pi-project-map.json": "not JSON"})
	runGit(t, dir, "add", "-N", "announced")
	must(t, os.Remove(filepath.Join(dir, "a.go")))

	r := walked(t, Config{Root: dir, Index: true})
	if diff := cmp.Diff([]string{".env", ".pi-project-map.json", "a.go", "b.txt", "big", "empty", "link", "testdata/", "."}, r.order); diff != "" {
		t.Error(diff)
	}
	if r.head.Mode != record.ModeIndex || r.head.Options.ExportLimit != 5 {
		t.Errorf("head is %+v", r.head)
	}
	for _, want := range []record.File{
		{Path: ".env", Class: record.ClassSecret},
		{Path: "a.go", Size: 10, Lines: 1, Lang: "Go", Class: record.ClassSource},
		{Path: "big", Size: 5000, Lines: 1000, Class: record.ClassLarge},
		{Path: "link", Class: record.ClassSymlink, Target: "a.go"},
		{Path: "testdata/", Class: record.ClassCollapsed, Reason: "test data"},
	} {
		got := r.file(t, string(want.Path))
		read := got.Class != record.ClassSecret && got.Class != record.ClassSymlink && got.Class != record.ClassCollapsed
		if (got.SHA256 != "") != read {
			t.Errorf("%s has the hash %q", want.Path, got.SHA256)
		}
		got.SHA256 = ""
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
	if got, want := r.file(t, "b.txt").SHA256, sum("staged\n"); got != want {
		t.Errorf("b.txt has the hash %s, want %s of what is staged", got, want)
	}
}

// TestStagedIndexOfACommit reads the index that git gives a hook while it
// commits only some of the files.
func TestStagedIndexOfACommit(t *testing.T) {
	dir := committed(t, map[string]string{"a": "1\n", "b": "1\n"})
	put(t, dir, map[string]string{"a": "2\n", "b": "2\n"})
	runGit(t, dir, "add", "a", "b")
	seen := filepath.Join(t.TempDir(), "seen")
	put(t, dir, map[string]string{".git/hooks/pre-commit": "#!/bin/sh\ncp \"$GIT_INDEX_FILE\" .git/next-index-1.lock; printf %s \"$GIT_INDEX_FILE\" >" + seen + "\n"})
	must(t, os.Chmod(filepath.Join(dir, ".git/hooks/pre-commit"), 0o755))
	runGit(t, dir, "commit", "-q", "-m", "only a", "--", "a")
	if name, err := os.ReadFile(seen); err != nil || !strings.Contains(string(name), "next-index") {
		t.Fatalf("git gives its hook the index %q, %v", name, err)
	}
	index := filepath.Join(dir, ".git/next-index-1.lock")
	r := walked(t, Config{Root: dir, Index: true, Environ: environ("GIT_INDEX_FILE="+index, "GIT_DIR=/nonexistent")})
	if r.file(t, "a").SHA256 != sum("2\n") || r.file(t, "b").SHA256 != sum("1\n") {
		t.Errorf("a is %s, b is %s", r.file(t, "a").SHA256, r.file(t, "b").SHA256)
	}
	other := committed(t, map[string]string{"elsewhere": ""})
	if got := walked(t, Config{Root: other, Index: true, Environ: environ("GIT_INDEX_FILE=" + index)}).paths(); len(got) != 1 || got[0] != "elsewhere" {
		t.Errorf("another repository's index gives %q", got)
	}
}

// TestTrackedFileIsAPipe: git lists it and the directory holds it, but it is
// said once.
func TestTrackedFileIsAPipe(t *testing.T) {
	dir := committed(t, map[string]string{"p": ""})
	must(t, os.Remove(filepath.Join(dir, "p")))
	must(t, syscall.Mkfifo(filepath.Join(dir, "p"), 0o644))
	if diff := cmp.Diff([]string{"diag:special-file", "."}, walked(t, Config{Root: dir}).order); diff != "" {
		t.Error(diff)
	}
}
