package render

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/pi-project-map/pmap/pkg/mapfile"
	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
	"github.com/pi-project-map/pmap/pkg/sumfile"
)

// The test binary stands in for the command where a process of its own is
// needed: to be killed, to hold a lock, to be another user, to run out of
// space.
func TestMain(m *testing.M) {
	root := os.Getenv("RENDER_TEST_ROOT")
	if root == "" {
		os.Exit(m.Run())
	}
	if max, err := strconv.ParseUint(os.Getenv("RENDER_TEST_FULL"), 10, 64); err == nil {
		// No file may grow beyond this; as on a full disk, writing to one fails.
		limit := unix.Rlimit{Cur: max, Max: max}
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &limit); err != nil {
			panic(err)
		}
		signal.Ignore(syscall.SIGXFSZ)
	}
	cfg := Config{Root: root, CacheDir: os.Getenv("RENDER_TEST_CACHE"), Environ: os.Environ()}
	cfg.Warn = func(m string) { fmt.Fprintln(os.Stderr, m) }
	in := record.NewReader(os.Stdin, record.Demand{Pages: true})
	if err := Run(context.Background(), in, os.Stdout, cfg); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(record.AsFailure(err).Exit)
	}
	os.Exit(0)
}

// helper is such a process, not yet started.
func helper(t *testing.T, root, cache string, stream []byte, env ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	must(t, err)
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), "RENDER_TEST_ROOT="+root, "RENDER_TEST_CACHE="+cache)
	cmd.Env = append(cmd.Env, env...)
	cmd.Stdin = bytes.NewReader(stream)
	return cmd
}

func exitCode(err error) int {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	if err != nil {
		return -1
	}
	return 0
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// page is one directory of a test's project: two files that say word.
func page(dir, word string, children ...string) record.Page {
	p := record.Page{
		Path: pathname.Path(dir), Role: "Role of " + word + ".",
		Files: []record.PageFile{
			{Name: "a.go", Purpose: word, Exports: []string{"A", "B"}, Deps: []pathname.Text{"pkg/x", "ext/y"}},
			{Name: "b.go"},
		},
		Likely:    []pathname.Path{"a.go"},
		Arch:      "Arch.",
		Tags:      []string{"go"},
		Symbols:   []record.PageSymbol{{Name: "A", Signature: "func A()", File: "a.go"}},
		Workflows: []string{"test: go test"},
	}
	where := strings.TrimPrefix(dir+"/", "./")
	p.Notes = []record.Note{
		{Path: pathname.Path(dir), Input: hash(dir + word), Prompt: "dir@1", Role: p.Role},
		{Path: pathname.Path(where + "a.go"), Input: hash(word), Prompt: "file@1", Purpose: word},
	}
	p.Files[0].SHA256 = hash(word)
	for _, c := range children {
		p.Children = append(p.Children, record.Child{Name: pathname.Path(c), Role: "Child."})
	}
	return p
}

func hash(s string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(s))) }

// project is a root with the directories one, two and two/deep.
func project(word string) []record.Page {
	return []record.Page{page("one", word), page("two/deep", word), page("two", word, "deep"), page(".", word, "one", "two")}
}

// stream is what merge would write of these pages; diags come last.
func stream(t testing.TB, mode record.Mode, pages []record.Page, diags ...record.Diag) []byte {
	t.Helper()
	var out bytes.Buffer
	w := record.NewWriter(&out)
	write := func(rec record.Record) {
		if err := w.Write(rec); err != nil {
			t.Fatal(err)
		}
	}
	opts := record.Options{MaxFileBytes: 1 << 20, MaxFileTokens: 4000, ExportLimit: 24, SymbolLimit: 24}
	write(record.Head{Schema: record.Schema, Mode: mode, Options: opts})
	for _, p := range pages {
		write(p)
	}
	for _, d := range diags {
		write(d)
	}
	if _, err := w.Close(0); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// tree makes a directory tree with the pages' directories and their files.
func tree(t *testing.T, pages []record.Page) string {
	t.Helper()
	root := t.TempDir()
	for _, p := range pages {
		dir := filepath.Join(root, string(p.Path))
		must(t, os.MkdirAll(dir, 0o755))
		for _, f := range p.Files {
			must(t, os.WriteFile(filepath.Join(dir, string(f.Name)), nil, 0o644))
		}
	}
	return root
}

// result is what a run left besides files.
type result struct {
	out      string
	warnings []string
	err      error
}

func (r result) exit() int {
	if r.err == nil {
		return 0
	}
	return record.AsFailure(r.err).Exit
}

func render(t *testing.T, root string, in []byte, change ...func(*Config)) result {
	t.Helper()
	var out bytes.Buffer
	var r result
	cfg := Config{
		Root: root, CacheDir: filepath.Join(filepath.Dir(root), "cache"), Environ: os.Environ(),
		Warn: func(m string) { r.warnings = append(r.warnings, m) },
	}
	for _, c := range change {
		c(&cfg)
	}
	r.err = Run(t.Context(), record.NewReader(bytes.NewReader(in), record.Demand{Pages: true}), &out, cfg)
	r.out = out.String()
	return r
}

func check(c *Config) { c.Check = true }

// snapshot is every file below root: kind, inode, time and contents. A run
// that touches anything changes it.
func snapshot(t *testing.T, root string) string {
	t.Helper()
	var b strings.Builder
	must(t, filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		text, stamp := "", ""
		if info.Mode().IsRegular() {
			data, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			text, stamp = string(data), info.ModTime().Format(time.RFC3339Nano)
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			text, err = os.Readlink(name)
		}
		fmt.Fprintf(&b, "%s %v %d %s %q\n", name, info.Mode(), info.Sys().(*syscall.Stat_t).Ino, stamp, text)
		return err
	}))
	return b.String()
}

// holds proves that the maps of these pages are on disk, and nothing else of
// pmap's.
func holds(t *testing.T, root string, pages []record.Page) {
	t.Helper()
	want := map[string]string{}
	var notes []record.Note
	for _, p := range pages {
		pair, err := mapfile.New(p, record.Options{ExportLimit: 24, SymbolLimit: 24})
		must(t, err)
		want[mapfile.IndexPath(p.Path)] = string(pair.Index.Format())
		want[mapfile.MapPath(p.Path)] = string(pair.Map.Format())
		notes = append(notes, p.Notes...)
	}
	if len(notes) > 0 {
		want[sumfile.Name] = string(sumfile.Format(notes))
	}
	must(t, filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasPrefix(d.Name(), ".pi-map") {
			return err
		}
		rel, _ := filepath.Rel(root, name)
		data, _ := os.ReadFile(name)
		if text, ok := want[rel]; !ok || text != string(data) {
			t.Errorf("%s holds\n%s\nwant\n%s", rel, data, text)
		}
		delete(want, rel)
		return nil
	}))
	for name := range want {
		t.Errorf("%s is not there", name)
	}
}
