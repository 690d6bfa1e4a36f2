package conformance

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast"
	"github.com/pi-project-map/pmap/pkg/merge"
	"github.com/pi-project-map/pmap/pkg/record"
	"github.com/pi-project-map/pmap/pkg/walk"
)

// said is what the pipe says of one file: its line on the page, uncut, and the
// symbols of its syntax record.
type said struct {
	path    string
	lang    string
	class   record.Class
	state   record.State
	symbols []record.Symbol
	exports []string
	deps    []string // as on the page: "pkg/…", "ext/…", "std/…", "?…"
}

// pipe runs the stages up to the pages over a tree, as the commands do.
func pipe(t *testing.T, root string) map[string]*said {
	t.Helper()
	ctx := context.Background()
	listed := stage(t, nil, record.Demand{}, func(_ *record.Reader, out *record.Writer) error {
		return walk.Run(ctx, out, walk.Config{Root: root, Environ: os.Environ()})
	})
	parsed := stage(t, listed, record.Demand{}, func(in *record.Reader, out *record.Writer) error {
		return ast.Run(ctx, in, out, ast.Config{Root: root, Environ: os.Environ()})
	})
	pages := stage(t, parsed, record.Demand{Syntax: true}, func(in *record.Reader, out *record.Writer) error {
		return merge.Run(ctx, in, out, merge.Config{})
	})
	files := map[string]*said{}
	each(t, parsed, record.Demand{Syntax: true}, readSyntax(t, files))
	each(t, pages, record.Demand{Pages: true}, readPages(t, files))
	return files
}

// stage runs one stage with its input in memory and returns its output.
func stage(t *testing.T, input []byte, demand record.Demand, run func(*record.Reader, *record.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	in, out := record.NewReader(bytes.NewReader(input), demand), record.NewWriter(&b)
	if err := run(in, out); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Close(in.Exit()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func each(t *testing.T, stream []byte, demand record.Demand, see func(record.Line)) {
	t.Helper()
	in := record.NewReader(bytes.NewReader(stream), demand)
	for {
		l, err := in.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		see(l)
	}
}

func readSyntax(t *testing.T, files map[string]*said) func(record.Line) {
	var last *said
	return func(l record.Line) {
		switch l.Type {
		case record.TypeFile:
			var f record.File
			decode(t, l, &f)
			last = &said{path: string(f.Path), lang: f.Lang, class: f.Class}
			files[last.path] = last
		case record.TypeSyntax:
			var s record.Syntax
			decode(t, l, &s)
			last.state, last.symbols = s.State, s.Symbols
		}
	}
}

func readPages(t *testing.T, files map[string]*said) func(record.Line) {
	return func(l record.Line) {
		if l.Type != record.TypePage {
			return
		}
		var p record.Page
		decode(t, l, &p)
		for _, pf := range p.Files {
			name := path.Join(string(p.Path), string(pf.Name))
			if strings.HasSuffix(string(pf.Name), "/") {
				name += "/"
			}
			f := files[name]
			if f == nil {
				t.Fatalf("page %q: a line for %q, which has no file record", p.Path, pf.Name)
			}
			f.exports = pf.Exports
			for _, d := range pf.Deps {
				f.deps = append(f.deps, string(d))
			}
		}
	}
}

func decode(t *testing.T, l record.Line, into any) {
	t.Helper()
	if err := json.Unmarshal(l.Raw, into); err != nil {
		t.Fatalf("decode %s record: %v", l.Type, err)
	}
}

// sources lists, in order, the files with one of the suffixes that the pipe
// has read.
func sources(files map[string]*said, suffixes ...string) []*said {
	var list []*said
	for _, f := range files {
		if f.state != record.StateNone && slices.Contains(suffixes, path.Ext(f.path)) {
			list = append(list, f)
		}
	}
	slices.SortFunc(list, func(a, b *said) int { return cmp.Compare(a.path, b.path) })
	return list
}

// paths are the files' paths, one a line, for an oracle's standard input.
func paths(files []*said) string {
	var b strings.Builder
	for _, f := range files {
		b.WriteString(f.path + "\n")
	}
	return b.String()
}

// copyTree puts a directory where no ignore rule of this repository reaches
// it, without what leave names.
func copyTree(t *testing.T, from, to string, leave ...string) {
	t.Helper()
	err := filepath.WalkDir(from, func(name string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		if d.IsDir() {
			if slices.Contains(leave, filepath.ToSlash(rel)) || d.Name() == "node_modules" && rel != "." {
				return filepath.SkipDir
			}
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		}
		if !d.Type().IsRegular() || slices.Contains(leave, filepath.ToSlash(rel)) {
			return nil
		}
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), b, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// program finds an executable that the README asks for.
func program(t *testing.T, name string) string {
	t.Helper()
	p, err := exec.LookPath(name)
	if err != nil {
		t.Fatalf("%s is needed to check the maps against it: %v", name, err)
	}
	return p
}

// output runs a command and returns what it prints.
func output(t *testing.T, dir, input string, env []string, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdin, cmd.Env = dir, strings.NewReader(input), append(os.Environ(), env...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, errs.Bytes())
	}
	return out.Bytes()
}

// ask runs an oracle of testdata over the files that the pipe has read; it
// prints one row a line.
func ask(t *testing.T, files []*said, name string, args ...string) []row {
	t.Helper()
	out := output(t, "", paths(files), nil, name, args...)
	var rows []row
	d := json.NewDecoder(bytes.NewReader(out))
	for {
		var r row
		if err := d.Decode(&r); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		rows = append(rows, r)
	}
	if len(rows) != len(files) {
		t.Fatalf("%s: %d rows for %d files", name, len(rows), len(files))
	}
	return rows
}
