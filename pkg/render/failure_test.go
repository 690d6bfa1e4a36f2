package render

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/pi-project-map/pmap/pkg/mapfile"
	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// What stands in a map's place ends the run before anything is written.
func TestPlaceIsTaken(t *testing.T) {
	tests := map[string]struct {
		take func(t *testing.T, name string)
		want string
	}{
		"directory": {func(t *testing.T, name string) { must(t, os.Mkdir(name, 0o755)) }, "write two/.pi-map.md: it is a directory"},
		"fifo":      {func(t *testing.T, name string) { must(t, unix.Mkfifo(name, 0o644)) }, "write two/.pi-map.md: it is not a regular file"},
		"other's": {func(t *testing.T, name string) {
			if os.Geteuid() != 0 {
				t.Skip("only root can give a file away")
			}
			must(t, os.WriteFile(name, []byte("old"), 0o644))
			must(t, os.Chown(name, 12345, 12345))
		}, "write two/.pi-map.md: it is another user's file"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			pages := project("x")
			root := tree(t, pages)
			tt.take(t, filepath.Join(root, "two/.pi-map.md"))
			before := snapshot(t, root)
			r := render(t, root, stream(t, record.ModePlain, pages))
			if r.exit() != record.ExitIO || r.err.Error() != tt.want {
				t.Errorf("run gave %v", r.err)
			}
			if snapshot(t, root) != before {
				t.Error("something was written")
			}
		})
	}
}

func TestLinkIsReplacedAndSaid(t *testing.T) {
	pages := project("x")
	root := tree(t, pages)
	target := filepath.Join(t.TempDir(), "precious")
	must(t, os.WriteFile(target, []byte("precious"), 0o644))
	must(t, os.Symlink(target, filepath.Join(root, "one/.pi-map.md")))
	r := render(t, root, stream(t, record.ModePlain, pages))
	if r.err != nil || len(r.warnings) != 1 || r.warnings[0] != "one/.pi-map.md: was a link and is replaced by a file" {
		t.Errorf("run gave %v, %q", r.err, r.warnings)
	}
	holds(t, root, pages)
	if text, _ := os.ReadFile(target); string(text) != "precious" {
		t.Errorf("the link's target now holds %q", text)
	}
}

// A directory that a link replaced, to a place outside the root or inside it,
// ends the run: nothing is written through it.
func TestDirectoryBecomesLink(t *testing.T) {
	for _, to := range []string{"outside", "inside"} {
		pages := project("x")
		root := tree(t, pages)
		target := t.TempDir()
		if to == "inside" {
			target = "two"
		}
		must(t, os.RemoveAll(filepath.Join(root, "one")))
		must(t, os.Symlink(target, filepath.Join(root, "one")))
		before := snapshot(t, root)
		r := render(t, root, stream(t, record.ModePlain, pages))
		if r.exit() != record.ExitIO || !strings.HasPrefix(r.err.Error(), "look at one/.pi-map.md: ") {
			t.Errorf("%s: run gave %v", to, r.err)
		}
		if snapshot(t, root) != before {
			t.Errorf("%s: something was written", to)
		}
		if left, _ := os.ReadDir(target); to == "outside" && len(left) != 0 {
			t.Errorf("written outside: %v", left)
		}
	}
}

func TestDirectoryWentDuringTheRun(t *testing.T) {
	pages := project("x")
	root := tree(t, pages)
	must(t, os.RemoveAll(filepath.Join(root, "one")))
	r := render(t, root, stream(t, record.ModePlain, pages))
	if r.err != nil || len(r.warnings) != 2 || r.warnings[0] != "one: the directory is gone, so it gets no map" {
		t.Errorf("run gave %v, %q", r.err, r.warnings)
	}
	holds(t, root, pages[1:])
}

// TestDirectoryWentWhileWriting removes a directory, or puts a new one in its
// place, between the steps of writing.
func TestDirectoryWentWhileWriting(t *testing.T) {
	const warning = "one: the directory is gone, so it gets no map"
	for name, tc := range map[string]struct {
		late, anew bool // after the temporary files; made again
		want       string
		fails      bool
	}{
		"before":       {want: "two/.pi-map.md"},
		"before, anew": {anew: true, want: "one/.pi-map.md two/.pi-map.md"},
		"after":        {late: true, want: "two/.pi-map.md"},
		"after, anew":  {late: true, anew: true, want: "", fails: true},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			var warnings []string
			r, err := open(Config{Root: root, Warn: func(m string) { warnings = append(warnings, m) }})
			must(t, err)
			defer r.close()
			var todo []change
			for _, dir := range []string{"one", "two"} {
				must(t, os.Mkdir(filepath.Join(root, dir), 0o755))
				data, err := r.spool.add([]byte(dir))
				must(t, err)
				todo = append(todo, change{dir: dir, path: dir + "/.pi-map.md", data: data})
				_, err = r.tree.Lstat(dir + "/.pi-map.md") // a look leaves directories open
				if !errors.Is(err, os.ErrNotExist) {
					t.Fatal(err)
				}
			}
			_, _ = r.tree.Lstat("one/.pi-map.md")
			vanish := func() {
				must(t, os.RemoveAll(filepath.Join(root, "one")))
				if tc.anew {
					must(t, os.Mkdir(filepath.Join(root, "one"), 0o755))
				}
			}
			if !tc.late {
				vanish()
			}
			staged, err := r.stage(t.Context(), todo)
			must(t, err)
			if tc.late {
				vanish()
			}
			staged, err = r.commit(t.Context(), staged)
			if (err != nil) != tc.fails {
				t.Fatalf("commit gave %v", err)
			}
			must(t, r.discard(staged))
			made, err := filepath.Glob(filepath.Join(root, "*", ".pi-map*"))
			must(t, err)
			for i := range made {
				made[i] = strings.TrimPrefix(made[i], root+"/")
			}
			if got := strings.Join(made, " "); got != tc.want {
				t.Errorf("maps are %q, want %q", got, tc.want)
			}
			if said := len(warnings) == 1 && warnings[0] == warning; said == tc.anew {
				t.Errorf("warnings are %q", warnings)
			}
		})
	}
}

// unprivileged makes cmd run as nobody, who owns the tree, if this test is
// root's.
func unprivileged(t *testing.T, cmd *exec.Cmd, dirs ...string) {
	t.Helper()
	if os.Geteuid() != 0 {
		return
	}
	self := filepath.Join(t.TempDir(), "render.test")
	data, err := os.ReadFile(cmd.Path)
	must(t, err)
	must(t, os.WriteFile(self, data, 0o755))
	cmd.Path = self
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	for _, dir := range append(dirs, filepath.Dir(self)) {
		must(t, filepath.WalkDir(dir, func(name string, _ os.DirEntry, err error) error {
			must(t, err)
			return os.Lchown(name, 65534, 65534)
		}))
		for up := filepath.Dir(dir); up != "/" && up != os.TempDir(); up = filepath.Dir(up) {
			must(t, os.Chmod(up, 0o755))
		}
	}
}

func TestReadOnlyDirectory(t *testing.T) {
	old, pages := project("old"), project("new")
	root := tree(t, old)
	must(t, render(t, root, stream(t, record.ModePlain, old)).err)
	cache := t.TempDir()
	cmd := helper(t, root, cache, stream(t, record.ModePlain, pages))
	unprivileged(t, cmd, root, cache)
	must(t, os.Chmod(filepath.Join(root, "two"), 0o555))
	before := snapshot(t, root)
	message, err := cmd.CombinedOutput()
	if exitCode(err) != record.ExitIO || !strings.Contains(string(message), "write two/.pi-map.md: permission denied") {
		t.Errorf("run gave %v: %s", err, message)
	}
	if snapshot(t, root) != before {
		t.Error("something was written or left")
	}
}

func TestDiskFull(t *testing.T) {
	old, pages := project("old"), project("new")
	for i := range pages {
		old[i].Notes, pages[i].Notes = nil, nil
	}
	root := tree(t, old)
	must(t, render(t, root, stream(t, record.ModePlain, old)).err)
	before := snapshot(t, root)
	pages[2].Arch = strings.Repeat("word ", 150) // the fifth file is too much, the others are not
	cmd := helper(t, root, t.TempDir(), stream(t, record.ModePlain, pages), "RENDER_TEST_FULL=700")
	message, err := cmd.CombinedOutput()
	if exitCode(err) != record.ExitIO || !strings.Contains(string(message), "write two/.pi-map.md: file too large") {
		t.Errorf("run gave %v: %s", err, message)
	}
	if snapshot(t, root) != before {
		t.Error("something was written or left")
	}
}

func TestFullStandardOutput(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here")
	}
	defer full.Close()
	pages := project("x")
	for name, set := range map[string]func(*Config){
		"stdout": func(c *Config) { c.Show = true },
		"diff":   func(c *Config) { c.Diff = true },
		"check":  check,
		"json":   func(c *Config) { c.Check, c.JSON = true, true },
	} {
		cfg := Config{Root: tree(t, pages)}
		set(&cfg)
		in := record.NewReader(bytes.NewReader(stream(t, record.ModePlain, pages)), record.Demand{Pages: true})
		if err := Run(t.Context(), in, full, cfg); err == nil || record.AsFailure(err).Exit != record.ExitIO {
			t.Errorf("%s: run gave %v", name, err)
		}
	}
}

// Killed at any time, every map is the old one or the new one, and the next
// run leaves nothing of the killed one.
func TestKilled(t *testing.T) {
	var old, pages []record.Page
	for i := range 100 {
		dir := "d" + strconv.Itoa(1000+i)
		old, pages = append(old, page(dir, "old")), append(pages, page(dir, "new"))
	}
	old, pages = append(old, page(".", "old")), append(pages, page(".", "new"))
	root, cache := tree(t, old), t.TempDir()
	oldIn, newIn := stream(t, record.ModePlain, old), stream(t, record.ModePlain, pages)
	must(t, render(t, root, oldIn).err)
	whole := time.Now()
	must(t, helper(t, root, cache, newIn).Run())
	took := time.Since(whole)
	interrupted := 0
	for range 12 {
		must(t, render(t, root, oldIn).err)
		holds(t, root, old)
		cmd := helper(t, root, cache, newIn)
		must(t, cmd.Start())
		time.Sleep(time.Duration(rand.Int64N(int64(took))))
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if oldOrNew(t, root, old, pages) {
			interrupted++
		}
	}
	t.Logf("%d of 12 kills fell between the first temporary file and the last rename", interrupted)
	must(t, render(t, root, newIn).err)
	holds(t, root, pages)
}

// oldOrNew reports whether there are temporary files or both old and new maps.
func oldOrNew(t *testing.T, root string, old, pages []record.Page) bool {
	t.Helper()
	temps, _ := filepath.Glob(filepath.Join(root, "*/.pi-map.tmp-*"))
	fresh := 0
	for i, p := range pages {
		was, err := mapfile.New(old[i], record.Options{ExportLimit: 24, SymbolLimit: 24})
		must(t, err)
		is, err := mapfile.New(p, record.Options{ExportLimit: 24, SymbolLimit: 24})
		must(t, err)
		got, err := os.ReadFile(filepath.Join(root, mapfile.MapPath(p.Path)))
		must(t, err)
		switch string(got) {
		case string(is.Map.Format()):
			fresh++
		case string(was.Map.Format()):
		default:
			t.Errorf("map of %s is neither old nor new:\n%s", p.Path, got)
		}
	}
	return len(temps) > 0 || (fresh > 0 && fresh < len(pages))
}

func TestOneWriterAtATime(t *testing.T) {
	pages := project("x")
	root, cache := tree(t, pages), t.TempDir()
	in := stream(t, record.ModePlain, pages)
	first := helper(t, root, cache, nil)
	first.Stdin = nil
	stdin, err := first.StdinPipe()
	must(t, err)
	must(t, first.Start())
	deadline := time.Now().Add(time.Minute)
	for locks := 0; locks == 0; time.Sleep(time.Millisecond) {
		names, _ := filepath.Glob(filepath.Join(cache, "locks/*.lock"))
		for _, name := range names {
			if text, _ := os.ReadFile(name); len(text) > 0 {
				locks++
			}
		}
		if time.Now().After(deadline) {
			t.Fatal("the first writer takes no lock")
		}
	}
	link := filepath.Join(t.TempDir(), "link")
	must(t, os.Symlink(root, link))
	second := func(c *Config) { c.CacheDir, c.LockWait = cache, 100*time.Millisecond }
	r := render(t, link, in, second)
	want := "lock project \"" + link + "\": process " + strconv.Itoa(first.Process.Pid) + " is writing this project's maps"
	if r.exit() != record.ExitTemporary || r.err.Error() != want {
		t.Errorf("the second writer gave %v, want %s", r.err, want)
	}
	if r := render(t, root, in, second, check); r.exit() != record.ExitNo {
		t.Errorf("a check beside a writer gave %v", r.err)
	}
	if r := render(t, tree(t, pages), in, second); r.err != nil {
		t.Errorf("a writer of another project gave %v", r.err)
	}
	// The second waits, the first ends: both are done.
	done := make(chan result)
	go func() { done <- render(t, root, in, func(c *Config) { c.CacheDir = cache }) }()
	_, err = io.Copy(stdin, bytes.NewReader(in))
	must(t, err)
	must(t, stdin.Close())
	must(t, first.Wait())
	if r := <-done; r.err != nil {
		t.Errorf("the waiting writer gave %v", r.err)
	}
	holds(t, root, pages)
}

func TestNoLockNoRun(t *testing.T) {
	pages := project("x")
	root := tree(t, pages)
	blocked := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(blocked, nil, 0o644))
	r := render(t, root, stream(t, record.ModePlain, pages), func(c *Config) { c.CacheDir = blocked })
	if r.exit() != record.ExitIO || record.AsFailure(r.err).Code != "lock" {
		t.Errorf("run gave %v", r.err)
	}
}

// A map that is hostile, and its directory's name too, is compared and
// replaced like any other.
func TestOddDirectoryNames(t *testing.T) {
	var pages []record.Page
	for _, dir := range []string{"\n", " a ", "## dirty", "-x", "[pmap:x]", "a|b, c", "\xff\u202e"} {
		pages = append(pages, page(dir, "x"))
	}
	pages = append(pages, page(".", "x"))
	for i := range pages {
		pages[i].Files = []record.PageFile{{Name: "a\n|b"}}
		pages[i].Notes[1].Path = pathname.Path(strings.TrimSuffix(string(pages[i].Notes[1].Path), "a.go") + "a\n|b")
		slices.SortFunc(pages[i].Notes, func(a, b record.Note) int { return strings.Compare(string(a.Path), string(b.Path)) })
	}
	root := tree(t, pages)
	in := stream(t, record.ModePlain, pages)
	must(t, render(t, root, in).err)
	holds(t, root, pages)
	if r := render(t, root, in, check); r.err != nil || r.out != "" {
		t.Errorf("check gave %v: %s", r.err, r.out)
	}
	for _, p := range pages {
		must(t, os.WriteFile(filepath.Join(root, mapfile.MapPath(p.Path)), []byte("<<<<<<< HEAD\n"), 0o644))
	}
	must(t, render(t, root, in).err)
	holds(t, root, pages)
}

// countdown is a context that ends at the nth look at it.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// A signal at any time, between two renames too, leaves each map old or new,
// and no temporary file.
func TestCancelledAnywhere(t *testing.T) {
	old, pages := project("old"), project("new")
	root := tree(t, old)
	oldIn, newIn := stream(t, record.ModePlain, old), stream(t, record.ModePlain, pages)
	mixed := 0
	for n := 0; ; n++ {
		must(t, render(t, root, oldIn).err)
		in := record.NewReader(bytes.NewReader(newIn), record.Demand{Pages: true})
		err := Run(&countdown{t.Context(), n}, in, io.Discard, Config{Root: root, CacheDir: t.TempDir()})
		for _, at := range []string{".", "*", "*/*"} {
			if temps, _ := filepath.Glob(filepath.Join(root, at, ".pi-map.tmp-*")); len(temps) > 0 {
				t.Fatalf("cancelled at look %d, it left %q", n, temps)
			}
		}
		if oldOrNew(t, root, old, pages) {
			mixed++
		}
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("cancelled at look %d, it gave %v", n, err)
		}
	}
	if mixed == 0 {
		t.Error("no run was cancelled between two renames")
	}
	holds(t, root, pages)
}
