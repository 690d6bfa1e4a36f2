//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The maps are a function of the tree: no processor count, locale, spelling of
// the root or directory the command runs in shows in them.
func TestSameBytes(t *testing.T) {
	dir := project(t, "small")
	run(t, "sh", dir, pipe).want(t, 0)
	want := maps(t, dir)
	all := "pmap-walk -C %s | pmap-ast -C %s | pmap-merge -C %s | pmap-render -C %s"
	at := func(root string) string { return strings.ReplaceAll(all, "%s", "'"+root+"'") }
	for name, tc := range map[string]struct {
		dir, script string
		env         []string
	}{
		"one processor":   {dir, pipe, []string{"GOMAXPROCS=1"}},
		"sixteen":         {dir, pipe, []string{"GOMAXPROCS=16"}},
		"C":               {dir, pipe, []string{"LC_ALL=C"}},
		"Turkish":         {dir, pipe, []string{"LC_ALL=tr_TR.UTF-8", "LANG=tr_TR.UTF-8"}},
		"dot":             {dir, at("."), nil},
		"dot slash":       {dir, at("./"), nil},
		"absolute":        {t.TempDir(), at(dir), nil},
		"trailing slash":  {t.TempDir(), at(dir + "/"), nil},
		"from below":      {filepath.Join(dir, "web"), at(".."), nil},
		"from beside":     {filepath.Dir(dir), at(filepath.Base(dir)), nil},
		"compressed":      {dir, "pmap-walk --zstd | pmap-ast --zstd | pmap-merge --zstd | pmap-render", nil},
		"gzip":            {dir, "pmap-walk | gzip | pmap-ast | gzip | pmap-merge | gzip | pmap-render", nil},
		"script":          {dir, "pmap-init --no-llm", nil},
		"script operand":  {t.TempDir(), "pmap-init --no-llm '" + dir + "'", nil},
		"script with set": {dir, "set -eu; project-map init --no-llm .", nil},
	} {
		t.Run(name, func(t *testing.T) {
			for path := range want {
				if err := os.Remove(filepath.Join(dir, path)); err != nil {
					t.Fatal(err)
				}
			}
			run(t, "sh", tc.dir, tc.script, tc.env...).want(t, 0)
			if diff := cmp.Diff(want, maps(t, dir)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSecondRunTouchesNothing(t *testing.T) {
	dir := project(t, "small")
	run(t, "sh", dir, pipe).want(t, 0)
	old := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	inodes := map[string]uint64{}
	for path := range maps(t, dir) {
		path = filepath.Join(dir, path)
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
		inodes[path] = inode(t, path)
	}
	run(t, "sh", dir, pipe).want(t, 0)
	for path, want := range inodes {
		fi, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if !fi.ModTime().Equal(old) || inode(t, path) != want {
			t.Errorf("%s was touched", path)
		}
	}
	if r := run(t, "sh", dir, pipe+" --check"); r.code != 0 {
		t.Errorf("check after a run: exit %d\n%s", r.code, r.stdout)
	}
}

func inode(t *testing.T, path string) uint64 {
	t.Helper()
	fi, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	return fi.Sys().(*syscall.Stat_t).Ino
}
