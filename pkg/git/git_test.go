package git

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/pkg/record"
)

func TestScrub(t *testing.T) {
	env := scrub([]string{
		"PATH=/bin", "HOME=/h", "GIT_DIR=/x", "GIT_INDEX_FILE=i", "GIT_TRACE=1", "GIT_SSH_COMMAND=evil", "GIT_EXTERNAL_DIFF=evil",
		"GIT_CONFIG_PARAMETERS='a.b=c'", "GIT_CONFIG_GLOBAL=/g", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*",
		"LC_MESSAGES=de", "LANGUAGE=de", "LANG=tr_TR",
	})
	want := []string{
		"PATH=/bin", "HOME=/h", "GIT_CONFIG_GLOBAL=/g", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*",
		"LANG=tr_TR", "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none",
		"GIT_NO_REPLACE_OBJECTS=1",
	}
	if diff := cmp.Diff(want, env); diff != "" {
		t.Error(diff)
	}
}

func TestLister(t *testing.T) {
	const a, b, c = "1111111111111111111111111111111111111111", "2222222222222222222222222222222222222222", "3333333333333333333333333333333333333333"
	text := "? new\x00? nested/\x00? H 100644 " + a + " 0\tlooks tracked\x00" +
		"H 100644 " + a + " 0\ta\tb\nc\x00" +
		"M 100644 " + a + " 1\tf\x00M 100644 " + b + " 2\tf\x00M 100644 " + c + " 3\tf\x00" +
		"M 100644 " + a + " 1\tours gone\x00M 100644 " + c + " 3\tours gone\x00" +
		"S 160000 " + b + " 0\tsub\x00"
	want := []Entry{
		{Path: "new"}, {Path: "nested", Nested: true}, {Path: "H 100644 " + a + " 0\tlooks tracked"},
		{Path: "a\tb\nc", Tracked: true, Mode: ModeFile, Object: a},
		{Path: "f", Tracked: true, Mode: ModeFile, Object: b},
		{Path: "ours gone", Tracked: true, Mode: ModeFile, Object: c},
		{Path: "sub", Tracked: true, Mode: ModeSubmodule, Object: b},
	}
	for size := 1; size < 50; size++ {
		l := &lister{seen: -1}
		for piece := range slices.Chunk([]byte(text), size) {
			if _, err := l.Write(piece); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(want, l.entries); diff != "" {
			t.Fatalf("in pieces of %d: %s", size, diff)
		}
	}
	for _, bad := range []string{"H 100644 x\x00", "\x00", "H 1 2 3 4\tx\x00", "H 100644 " + a + " 10\tx\x00"} {
		if _, err := (&lister{seen: -1}).Write([]byte(bad)); err == nil {
			t.Errorf("accepts %q", bad)
		}
	}
}

func TestWarnings(t *testing.T) {
	tree := &Tree{prefix: "p/"}
	got := tree.warnings("warning: could not open directory 'p/a 'b': c/': Permission denied\n" +
		"warning: unable to access 'p/.gitignore': Permission denied\nwarning: could not open directory 'q/': Permission denied\n" +
		"warning: something else\nhint: no\n")
	want := []Warning{
		{Path: "a 'b': c", Message: "permission denied"},
		{Path: ".gitignore", Message: "permission denied"},
		{Message: "could not open directory 'q/': Permission denied"},
		{Message: "something else"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestFailure(t *testing.T) {
	tree := &Tree{dir: "/a b's"}
	for _, c := range []struct {
		act, complaint string
		exit           int
		code           string
	}{
		{"rev-parse", "fatal: detected dubious ownership in repository at '/x'\n", record.ExitIO, "git-owner"},
		{"rev-parse", "fatal: cannot use bare repository '/x' (safe.bareRepository is 'explicit')\n", record.ExitUsage, "git-directory"},
		{"ls-files", "fatal: this operation must be run in a work tree\n", record.ExitUsage, "git-directory"},
		{"ls-files", "warning: x\nerror: bad index\nfatal: y\n", record.ExitIO, "git"},
		{"ls-files", "", record.ExitIO, "git"},
	} {
		f := record.AsFailure(tree.failure(context.Background(), c.act, errors.New("exit status 128"), c.complaint))
		if f.Exit != c.exit || f.Code != c.code || f.Hint == "" {
			t.Errorf("%q: %+v", c.complaint, f)
		}
		if c.code == "git-owner" && !strings.HasSuffix(f.Hint, ` '/a b'\''s'`) {
			t.Errorf("hint %q", f.Hint)
		}
	}
	if err := tree.failure(context.Background(), "rev-parse", errors.New("x"), "fatal: not a git repository (or any of the parent directories): .git\n"); !errors.Is(err, ErrNone) {
		t.Errorf("error is %v", err)
	}
}

func TestTail(t *testing.T) {
	s := &tail{max: 5}
	for range 3 {
		if n, err := s.Write([]byte("abc")); n != 3 || err != nil {
			t.Fatalf("Write = %d, %v", n, err)
		}
	}
	if s.String() != "abcab" {
		t.Errorf("kept %q", s.String())
	}
}

func TestOpenOutside(t *testing.T) {
	dir := t.TempDir()
	env := append(os.Environ(), "GIT_CEILING_DIRECTORIES="+dir)
	if _, err := Open(context.Background(), dir, env); !errors.Is(err, ErrNone) {
		t.Errorf("Open = %v", err)
	}
}

// TestPatience has git read a pipe as an ignore file.
func TestPatience(t *testing.T) {
	dir := t.TempDir()
	init := exec.Command("git", "init", "-q", dir)
	if out, err := init.CombinedOutput(); err != nil {
		t.Fatalf("git init: %v\n%s", err, out)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, ".gitignore"), 0o644); err != nil {
		t.Fatal(err)
	}
	tree, err := Open(context.Background(), dir, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	tree.patience = 200 * time.Millisecond
	_, _, err = tree.List(context.Background(), Everything)
	if f := record.AsFailure(err); f.Exit != record.ExitTemporary || f.Code != "git-slow" || f.Hint == "" {
		t.Errorf("List = %+v", f)
	}
}
