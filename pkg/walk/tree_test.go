package walk

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/pkg/record"
)

// oddNameFiles are names that a file system allows and a line of text does not.
var oddNameFiles = []string{
	"new\nline", "pi|pe", "back`tick", "#hash", "-dash", "--help", "quo\"te", "back\\slash", "tab\t", " lead", "trail ",
	"bad\xff", "\xc3(", "cafe\u0301", "caf\u00e9", "com,ma", "*", ":(top)x", "~", "\u200bzero", "\u202ertl", "dir\n/in|side", "-d/-f",
}

func TestOddNames(t *testing.T) {
	dir := t.TempDir()
	for _, name := range oddNameFiles {
		put(t, dir, map[string]string{name: "x\n"})
	}
	want := slices.Sorted(slices.Values(oddNameFiles))
	plain := walked(t, Config{Root: dir})
	if diff := cmp.Diff(want, plain.paths()); diff != "" {
		t.Error(diff)
	}
	runGit(t, dir, "init", "-q", ".")
	if diff := cmp.Diff(want, walked(t, Config{Root: dir}).paths()); diff != "" {
		t.Error(diff)
	}
	runGit(t, dir, "add", ".")
	if diff := cmp.Diff(want, walked(t, Config{Root: dir, Index: true}).paths()); diff != "" {
		t.Error(diff)
	}
	all := strings.Join(oddNameFiles, "\x00") + "\x00"
	for _, f := range walked(t, Config{Root: dir, Names: strings.NewReader(all), NUL: true}).files {
		if f.Picked != record.PickedSelf {
			t.Errorf("%q is not picked by its name", f.Path)
		}
	}
}

func TestOrder(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{
		"b": "", "a/z": "", "a-b/f": "", "a.c": "", "a/b/c": "", "a/b.x": "", "a/testdata/x": "", "B": "", "zz/y/x/w": "", "é": "", "a/a": "", "none/": "",
	})
	want := []string{
		"a/b/c", "a/b", "a/a", "a/b.x", "a/testdata/", "a/z", "a", "a-b/f", "a-b", "zz/y/x/w", "zz/y/x", "zz/y", "zz",
		"B", "a.c", "b", "é", ".",
	}
	r := walked(t, Config{Root: dir})
	if diff := cmp.Diff(want, r.order); diff != "" {
		t.Error(diff)
	}
	runGit(t, dir, "init", "-q", ".")
	if diff := cmp.Diff(want, walked(t, Config{Root: dir}).order); diff != "" {
		t.Error(diff)
	}
}

func TestCompareIsAnOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var paths []string
	for range 60 {
		parts := make([]string, 1+rng.IntN(3))
		for i := range parts {
			parts[i] = []string{"a", "a-", "a.b", "b", "A", "ab", "a0"}[rng.IntN(7)]
		}
		paths = append(paths, strings.Join(parts, "/"))
	}
	for _, a := range paths {
		for _, b := range paths {
			if compare(a, b) != -compare(b, a) || (compare(a, b) == 0) != (a == b) {
				t.Fatalf("compare(%q, %q) = %d, the other way %d", a, b, compare(a, b), compare(b, a))
			}
			for _, c := range paths {
				if compare(a, b) < 0 && compare(b, c) < 0 && compare(a, c) >= 0 {
					t.Fatalf("%q < %q < %q, but not the outer two", a, b, c)
				}
			}
		}
	}
}

func TestSameBytes(t *testing.T) {
	dir := t.TempDir()
	for i := range 600 {
		name := strings.Repeat("d/", i%4) + "f" + string(rune('a'+i%26)) + strings.Repeat("x", i/26)
		put(t, dir, map[string]string{name: strings.Repeat("line\n", i)})
	}
	first := walked(t, Config{Root: dir, Workers: 1})
	if len(first.files) != 600 {
		t.Fatalf("%d files", len(first.files))
	}
	t.Chdir(filepath.Dir(dir))
	link := filepath.Join(t.TempDir(), "link")
	must(t, os.Symlink(dir, link))
	for _, root := range []string{dir, dir + "/", dir + "/.", filepath.Base(dir), "./" + filepath.Base(dir), link} {
		for _, workers := range []int{0, 1, 16} {
			if r := walked(t, Config{Root: root, Workers: workers}); !bytes.Equal(r.raw, first.raw) {
				t.Errorf("root %q with %d workers gives another stream", root, workers)
			}
		}
	}
}

func TestLinks(t *testing.T) {
	dir := t.TempDir()
	outside := t.TempDir()
	put(t, outside, map[string]string{"private": "x", "d/f": "x"})
	put(t, dir, map[string]string{"d/f": "x"})
	for name, target := range map[string]string{
		"loop": "loop", "d/up": "..", "broken": "nowhere", "out": outside, "d/odd": "a\nb\xff", "node_modules": "d",
	} {
		must(t, os.Symlink(target, filepath.Join(dir, name)))
	}
	r := walked(t, Config{Root: dir})
	if diff := cmp.Diff([]string{"d/f", "d/odd", "d/up", "d", "broken", "loop", "out", "."}, r.order); diff != "" {
		t.Error(diff)
	}
	for path, target := range map[string]string{"loop": "loop", "d/up": "..", "broken": "nowhere", "out": outside, "d/odd": "a\nb\xff"} {
		if f := r.file(t, path); string(f.Target) != target || f.Class != record.ClassSymlink || f.SHA256 != "" {
			t.Errorf("%s is %+v", path, f)
		}
	}
}

func TestBoundariesInPlain(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{
		"repo/f": "", "tree/.git": "gitdir: /x/.git/worktrees/tree\n", "tree/f": "", "mod/.git": "gitdir: ../.git/modules/mod", "mod/f": "",
		"notrepo/.git/x": "", "notrepo/f": "", "fake/.git": "hello", "fake/f": "",
	})
	runGit(t, dir, "init", "-q", "repo")
	r := walked(t, Config{Root: dir})
	if diff := cmp.Diff([]string{"fake/f", "fake", "notrepo/f", "notrepo", "mod/", "repo/", "tree/", "."}, r.order); diff != "" {
		t.Error(diff)
	}
	for path, want := range map[string]string{"repo/": "embedded repository", "tree/": "linked worktree", "mod/": "submodule"} {
		if got := r.file(t, path).Reason; got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
}

func TestSpecialFilesInPlain(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{"f": "", ".gitignore": "ignored\n", "sub/": ""})
	must(t, syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o644))
	must(t, syscall.Mkfifo(filepath.Join(dir, "ignored"), 0o644))
	must(t, syscall.Mkfifo(filepath.Join(dir, "sub/only"), 0o644))
	r := walked(t, Config{Root: dir})
	if diff := cmp.Diff([]string{"diag:special-file", ".gitignore", "f", "diag:special-file", "."}, r.order); diff != "" {
		t.Error(diff)
	}
	if r.exit != 0 {
		t.Errorf("exit %d", r.exit)
	}
}

// unprivileged runs the rest of the test as another user, for whom permissions
// count, on a directory of its own.
func unprivileged(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if os.Geteuid() == 0 {
		const nobody = 65534
		must(t, os.Chmod(filepath.Dir(dir), 0o755))
		must(t, os.Chown(dir, nobody, nobody))
		must(t, syscall.Seteuid(nobody))
		t.Cleanup(func() { must(t, syscall.Seteuid(0)) })
	}
	return dir
}

func TestUnreadable(t *testing.T) {
	for _, repo := range []bool{false, true} {
		dir := unprivileged(t)
		put(t, dir, map[string]string{"closed/f": "1", "deep/closed/f": "2", "secret.go": "package x\n", "open/f": "3", "tracked/f.go": "4", "rules/.gitignore": "x\n"})
		if repo {
			runGit(t, dir, "init", "-q", ".")
			runGit(t, dir, "add", "tracked", "open")
		}
		closed := []string{"closed", "deep/closed", "secret.go", "tracked", "rules/.gitignore"}
		for _, name := range closed {
			must(t, os.Chmod(filepath.Join(dir, name), 0))
		}
		r := walked(t, Config{Root: dir})
		for _, name := range closed {
			must(t, os.Chmod(filepath.Join(dir, name), 0o700))
		}
		var said []string
		for _, d := range r.diags {
			if d.Code != "unreadable" || d.Exit != 3 || d.Severity != record.SeverityError {
				t.Errorf("diag %+v", d)
			}
			said = append(said, string(d.Path))
		}
		want := []string{"deep/closed", "rules/.gitignore", "closed", "secret.go", "tracked"}
		if repo {
			want = []string{"deep/closed", "rules/.gitignore", "tracked/f.go", "closed", "secret.go", "tracked"}
			if f := r.file(t, "tracked/f.go"); f.SHA256 != "" || f.Class != record.ClassSource || f.Lang != "Go" {
				t.Errorf("tracked/f.go is %+v", f)
			}
		}
		if diff := cmp.Diff(want, said); diff != "" {
			t.Errorf("repository %t: %s", repo, diff)
		}
		if f := r.file(t, "secret.go"); f.SHA256 != "" || f.Size != 0 || f.Class != record.ClassSource {
			t.Errorf("secret.go is %+v", f)
		}
		if r.exit != 3 {
			t.Errorf("exit %d", r.exit)
		}
		if os.Getuid() == 0 {
			must(t, syscall.Seteuid(0))
		}
	}
}

func TestForeignOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can make a repository of another user's")
	}
	dir := committed(t, map[string]string{"f": ""})
	must(t, os.Chown(dir, 65534, 65534))
	must(t, os.Chown(filepath.Join(dir, ".git"), 65534, 65534))
	_, err := tryWalk(t, Config{Root: dir})
	wantFailure(t, err, 5, "git-owner", "belongs to another user")
	var f *record.Failure
	if errors.As(err, &f); f.Hint != "if you trust it, run: git config --global --add safe.directory '"+dir+"'" {
		t.Errorf("hint is %q", f.Hint)
	}
}

func TestChangedWhileRead(t *testing.T) {
	dir := t.TempDir()
	big := filepath.Join(dir, "big")
	put(t, dir, map[string]string{"big": "x\n", "calm": "y\n"})
	must(t, os.Truncate(big, 100<<20))
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		f, err := os.OpenFile(big, os.O_WRONLY|os.O_APPEND, 0)
		for err == nil {
			select {
			case <-stop:
				f.Close()
				return
			default:
				_, err = f.WriteString("more\n")
			}
		}
	}()
	r := walked(t, Config{Root: dir})
	close(stop)
	<-stopped
	if diff := cmp.Diff([]string{"big: changed while it was read"}, r.diag("changed-underfoot")); diff != "" || r.exit != 0 {
		t.Errorf("exit %d: %s", r.exit, diff)
	}
	if r.file(t, "big").SHA256 == "" {
		t.Error("big has no hash")
	}
}

// TestRemovedAfterListing looks at entries that are no longer there.
func TestRemovedAfterListing(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{"here": ""})
	must(t, os.Symlink("/etc", filepath.Join(dir, "swapped")))
	d := &disk{root: dir, max: 1 << 20}
	var out bytes.Buffer
	w := record.NewWriter(&out)
	must(t, w.Write(record.Head{Schema: record.Schema, Mode: record.ModePlain}))
	entries := []entry{{path: "swapped/passwd"}, {path: "gone"}, {path: "here"}, {path: "tracked", tracked: true}}
	must(t, stream(context.Background(), &writer{out: w}, d, entries, 2))
	_, err := w.Close(0)
	must(t, err)
	r := parse(t, out.Bytes())
	if diff := cmp.Diff([]string{"diag:vanished", "diag:vanished", "here", "."}, r.order); diff != "" {
		t.Error(diff)
	}
}

func TestCancelled(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{"f": ""})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Run(ctx, record.NewWriter(&bytes.Buffer{}), Config{Root: dir, Environ: environ()}); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	for i := range 600 {
		put(t, dir, map[string]string{"f" + strings.Repeat("x", i%200) + string(rune('a'+i/200)): ""})
	}
	err := Run(context.Background(), record.NewWriter(fullDisk{}), Config{Root: dir, Environ: environ()})
	wantFailure(t, err, 5, "write", "no space left")
}
