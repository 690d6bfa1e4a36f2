package render

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
)

// leave puts beside the pages' maps what a run must and must not remove, and
// returns both lists.
func leave(t *testing.T, root string) (removed, kept []string) {
	t.Helper()
	put := func(list *[]string, name, text string) {
		full := filepath.Join(root, name)
		must(t, os.MkdirAll(filepath.Dir(full), 0o755))
		must(t, os.WriteFile(full, []byte(text), 0o644))
		*list = append(*list, name)
	}
	put(&removed, "gone/.pi-map.md", "# gone\ndir: gone\nrest\n")
	put(&removed, "gone/.pi-map.index.md", "# gone (index)\r\ndir: gone\r\nrest\n")
	put(&removed, "two/gone/deep/.pi-map.md", "# two/gone/deep\ndir: two/gone/deep\n")
	put(&removed, "ignored/.pi-map.md", "# ignored\ndir: ignored\n")
	put(&removed, "od\nd/.pi-map.md", "# \"od\\nd\"\ndir: \"od\\nd\"\n")
	put(&removed, ".pi-map.tmp-0123456789abcdef", "torn")
	put(&removed, "two/.pi-map.tmp-fedcba9876543210", "torn")

	put(&kept, "two/package/.pi-map.md", "# .\ndir: .\n") // a root of its own
	put(&kept, "gone/sub/.pi-map.md", "notes of mine\n")
	put(&kept, "gone/sub/.pi-map.index.md", "# gone/sub\ndir: gone/sub\n") // no index
	put(&kept, "one/.pi-map.tmp-nothex", "")
	put(&kept, "one/my.pi-map.md", "# one\ndir: one\n")
	put(&kept, "node_modules/x/.pi-map.md", "# node_modules/x\ndir: node_modules/x\n")
	put(&kept, "embedded/.pi-map.md", "# embedded\ndir: embedded\n")
	must(t, os.MkdirAll(filepath.Join(root, "two/.pi-map.tmp-0000000000000000"), 0o755))
	must(t, os.Symlink("a.go", filepath.Join(root, "two/.pi-map.tmp-1111111111111111")))
	must(t, os.Symlink("../gone", filepath.Join(root, "two/link")))
	must(t, os.MkdirAll(filepath.Join(root, "dangling"), 0o755))
	must(t, os.Symlink("../gone/.pi-map.md", filepath.Join(root, "dangling/.pi-map.md")))
	return removed, kept
}

func gitRun(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=x", "-c", "user.email=x@x"}, args...)...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v: %s", args, err, out)
	}
}

func TestLeftovers(t *testing.T) {
	for _, mode := range []record.Mode{record.ModePlain, record.ModeGit} {
		t.Run(string(mode), func(t *testing.T) {
			pages := project("x")
			root := tree(t, pages)
			in := stream(t, mode, pages)
			must(t, render(t, root, in).err)
			removed, kept := leave(t, root)
			gitRun(t, filepath.Join(root, "embedded"), "init", "-q")
			if mode == record.ModeGit {
				gitRun(t, root, "init", "-q")
				must(t, os.WriteFile(filepath.Join(root, ".gitignore"), []byte("ignored\n.pi-map*\n"), 0o644))
				gitRun(t, root, "add", "-f", "gone", "two/package")
			}
			before := snapshot(t, root)
			r := render(t, root, in, check)
			if r.exit() != record.ExitNo || snapshot(t, root) != before {
				t.Errorf("check gave %v", r.err)
			}
			for _, want := range []string{
				"gone: orphaned: .pi-map.md: the directory is gone or has no map any more\n",
				"\"od\\nd\": orphaned: .pi-map.md: the directory is gone or has no map any more\n",
				"5 findings in 4 directories; to mend: pmap-init --no-llm '" + root + "'\n",
			} {
				want = strings.ReplaceAll(want, "'"+root+"'", root)
				if !strings.Contains(r.out, want) {
					t.Errorf("check printed\n%s\nwithout\n%s", r.out, want)
				}
			}
			if r := render(t, root, in, func(c *Config) { c.Diff = true }); !strings.Contains(r.out, "--- a/gone/.pi-map.md\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-# gone\n") {
				t.Errorf("diff printed\n%s", r.out)
			}
			must(t, render(t, root, in).err)
			for _, name := range removed {
				if _, err := os.Lstat(filepath.Join(root, name)); err == nil {
					t.Errorf("%q is left", name)
				}
			}
			for _, name := range append(kept, "two/.pi-map.tmp-0000000000000000", "two/.pi-map.tmp-1111111111111111", "dangling/.pi-map.md", "one/.pi-map.md") {
				if _, err := os.Lstat(filepath.Join(root, name)); err != nil {
					t.Errorf("%q was removed", name)
				}
			}
		})
	}
}

// Of directories that are gone only those below a picked one are cleared.
func TestLeftoversOfPickedPages(t *testing.T) {
	pages := project("x")
	root := tree(t, pages)
	removed, _ := leave(t, root)
	pages[2].Picked, pages[3].Picked = record.PickedSelf, record.PickedAbove
	pages[3].Picked = ""
	must(t, render(t, root, stream(t, record.ModePlain, pages)).err)
	var left []string
	for _, name := range removed {
		if _, err := os.Lstat(filepath.Join(root, name)); err == nil {
			left = append(left, name)
		}
	}
	want := []string{"gone/.pi-map.md", "gone/.pi-map.index.md", "ignored/.pi-map.md", "od\nd/.pi-map.md"}
	if !slices.Equal(left, want) {
		t.Errorf("left are %q, want %q", left, want)
	}
}

func TestLeftoversOfAnotherUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a file away")
	}
	pages := project("x")
	root := tree(t, pages)
	leave(t, root)
	must(t, os.Chown(filepath.Join(root, "gone/.pi-map.md"), 12345, 12345))
	before := snapshot(t, root)
	r := render(t, root, stream(t, record.ModePlain, pages))
	if r.exit() != record.ExitIO || r.err.Error() != "write gone/.pi-map.md: it is another user's file" {
		t.Errorf("run gave %v", r.err)
	}
	if snapshot(t, root) != before {
		t.Error("something was written")
	}
}
