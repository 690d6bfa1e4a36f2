package render

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

func TestWrites(t *testing.T) {
	pages := project("x")
	root := tree(t, pages)
	if r := render(t, root, stream(t, record.ModePlain, pages)); r.err != nil || r.out != "" || r.warnings != nil {
		t.Fatalf("run gave %+v", r)
	}
	holds(t, root, pages)
}

func TestSecondRunTouchesNothing(t *testing.T) {
	pages := project("x")
	root := tree(t, pages)
	in := stream(t, record.ModePlain, pages)
	must(t, render(t, root, in).err)
	before := snapshot(t, root)
	must(t, render(t, root, in).err)
	if after := snapshot(t, root); after != before {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
}

func TestOnlyWhatDiffersIsWritten(t *testing.T) {
	pages := project("x")
	root := tree(t, pages)
	must(t, render(t, root, stream(t, record.ModePlain, pages)).err)
	inode := func(name string) uint64 {
		info, err := os.Lstat(filepath.Join(root, name))
		must(t, err)
		return info.Sys().(*syscall.Stat_t).Ino
	}
	index, text := inode("one/.pi-map.index.md"), inode("one/.pi-map.md")
	pages[0].Arch = "Other."
	must(t, render(t, root, stream(t, record.ModePlain, pages)).err)
	holds(t, root, pages)
	if inode("one/.pi-map.index.md") != index {
		t.Error("the index was written though only the map differs")
	}
	if inode("one/.pi-map.md") == text {
		t.Error("the map was written in place")
	}
}

func TestPermissions(t *testing.T) {
	pages := project("x")
	root := tree(t, pages)
	old := syscall.Umask(0o027)
	defer syscall.Umask(old)
	must(t, render(t, root, stream(t, record.ModePlain, pages)).err)
	name := filepath.Join(root, ".pi-map.md")
	mode := func() os.FileMode {
		info, err := os.Stat(name)
		must(t, err)
		return info.Mode()
	}
	if mode() != 0o640 {
		t.Errorf("a new map has mode %o", mode())
	}
	must(t, os.Chmod(name, 0o606))
	must(t, render(t, root, stream(t, record.ModePlain, project("y"))).err)
	if mode() != 0o606 {
		t.Errorf("a replaced map has mode %o", mode())
	}
}

// However a stream is cut, it is refused and nothing happens.
func TestCutStream(t *testing.T) {
	old, pages := project("old"), project("new")[2:]
	root := tree(t, old)
	must(t, render(t, root, stream(t, record.ModePlain, old)).err)
	must(t, os.WriteFile(filepath.Join(root, ".pi-map.tmp-0123456789abcdef"), nil, 0o644))
	in := stream(t, record.ModePlain, pages)
	before := snapshot(t, root)
	for n := range len(in) {
		if r := render(t, root, in[:n]); r.exit() != record.ExitStream {
			t.Fatalf("cut at byte %d: exit %d, %v", n, r.exit(), r.err)
		}
	}
	if after := snapshot(t, root); after != before {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
}

func TestUpstreamGaveUp(t *testing.T) {
	root := tree(t, project("x"))
	before := snapshot(t, root)
	var in bytes.Buffer
	w := record.NewWriter(&in)
	must(t, w.Write(record.Head{Schema: record.Schema, Mode: record.ModePlain}))
	must(t, w.Write(page(".", "x")))
	must(t, w.Fail("merge", record.Failf(record.ExitTemporary, "busy", "", "busy")))
	if r := render(t, root, in.Bytes()); r.err != nil {
		t.Errorf("run gave %v", r.err)
	}
	if r := render(t, root, in.Bytes(), check, func(c *Config) { c.JSON = true }); r.err != nil || r.out != `{"type":"end","counts":{},"exit":75}`+"\n" {
		t.Errorf("check gave %+v", r)
	}
	if snapshot(t, root) != before {
		t.Error("something was written")
	}
}

func TestBadPages(t *testing.T) {
	twice := page(".", "x")
	twice.Symbols[0].File = "one/a.go"
	in := stream(t, record.ModePlain, []record.Page{twice})
	root := tree(t, project("x"))
	r := render(t, root, in)
	if r.exit() != record.ExitStream || !strings.Contains(r.err.Error(), "page .: name one/a.go is not one component") {
		t.Errorf("run gave %v", r.err)
	}
}

func TestOnlyPickedPagesCount(t *testing.T) {
	old, pages := project("old"), project("new")
	root := tree(t, old)
	must(t, render(t, root, stream(t, record.ModePlain, old)).err)
	pages[1].Picked, pages[2].Picked, pages[3].Picked = record.PickedSelf, record.PickedAbove, record.PickedAbove
	in := stream(t, record.ModePlain, pages)
	if r := render(t, root, in, check); r.exit() != record.ExitNo || strings.Contains(r.out, "one: ") {
		t.Errorf("check gave %+v", r)
	}
	must(t, render(t, root, in).err)
	holds(t, root, []record.Page{old[0], pages[1], pages[2], pages[3]})
}

func TestCancelledRunWritesNothing(t *testing.T) {
	pages := project("x")
	root := tree(t, pages)
	before := snapshot(t, root)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	in := record.NewReader(bytes.NewReader(stream(t, record.ModePlain, pages)), record.Demand{Pages: true})
	err := Run(ctx, in, os.Stdout, Config{Root: root, CacheDir: t.TempDir()})
	if err == nil || snapshot(t, root) != before {
		t.Errorf("run gave %v", err)
	}
}

func TestNoRoot(t *testing.T) {
	for _, mode := range []func(*Config){check, func(*Config) {}} {
		r := render(t, filepath.Join(t.TempDir(), "gone"), nil, mode)
		if r.exit() != record.ExitIO || !strings.HasPrefix(r.err.Error(), "open root: ") {
			t.Errorf("run gave %v", r.err)
		}
	}
}

func TestUsage(t *testing.T) {
	for _, c := range []func(*Config){
		func(c *Config) { c.Check, c.Diff = true, true },
		func(c *Config) { c.Show, c.Diff = true, true },
		func(c *Config) { c.JSON = true },
	} {
		if r := render(t, t.TempDir(), nil, c); r.exit() != record.ExitUsage {
			t.Errorf("run gave %v", r.err)
		}
	}
}

func TestSpoolGoesToDisk(t *testing.T) {
	dir := t.TempDir()
	s := spool{dir: filepath.Join(dir, "cache"), limit: 10}
	defer s.close()
	var spans []span
	words := []string{"12345", "67890", "", "abc", strings.Repeat("x", 100)}
	for _, w := range words {
		at, err := s.add([]byte(w))
		must(t, err)
		spans = append(spans, at)
	}
	for i, at := range spans {
		if got, err := s.get(at); err != nil || string(got) != words[i] {
			t.Errorf("piece %d is %q, %v", i, got, err)
		}
	}
	if s.held != 10 || s.size != 103 {
		t.Errorf("%d bytes in memory, %d on disk", s.held, s.size)
	}
	if left, err := os.ReadDir(s.dir); err != nil || len(left) != 0 {
		t.Errorf("the spool has a name: %v, %v", left, err)
	}
}

func TestTroubleIsTold(t *testing.T) {
	pages := project("x")
	root := tree(t, pages)
	var diags []record.Diag
	for i := range 25 {
		diags = append(diags, record.Diag{Stage: "walk", Severity: record.SeverityError, Code: "unreadable",
			Path: pathname.Path("two/f" + "edcba9876543210zyxwvutsrq"[i:i+1]), Message: "permission denied", Exit: 3})
	}
	diags = append(diags, record.Diag{Stage: "ast", Severity: record.SeverityInfo, Code: "partial", Path: "one/a.go", Message: "no"})
	diags[3].Severity, diags[3].Exit = record.SeverityWarning, 0
	r := render(t, root, stream(t, record.ModePlain, pages, diags...))
	if r.err != nil || len(r.warnings) != 21 || r.warnings[0] != "two/f0: permission denied" ||
		r.warnings[20] != "and 5 more like these; the stream has them all" {
		t.Errorf("run gave %v, %q", r.err, r.warnings)
	}
	holds(t, root, pages)
}
