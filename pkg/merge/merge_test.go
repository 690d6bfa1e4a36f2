package merge

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// source is one file of a synthetic project.
type source struct {
	path   string
	class  record.Class
	lang   string
	target string
	reason string
	syntax record.Syntax
	empty  bool
}

func (s source) sha() string {
	if s.empty {
		return ofNothing
	}
	return ""
}

// goFile and its like are source files of a language; the class follows from
// the name as walk would have it.
func goFile(path, pkg string, s record.Syntax) source {
	s.Package = pkg
	class := record.ClassSource
	if strings.HasSuffix(path, "_test.go") {
		class = record.ClassTest
	}
	return source{path: path, class: class, lang: "Go", syntax: s}
}

func tsFile(path string, s record.Syntax) source {
	class := record.ClassSource
	if strings.Contains(path, ".test.") {
		class = record.ClassTest
	}
	return source{path: path, class: class, lang: "TypeScript", syntax: s}
}

func pyFile(p string, s record.Syntax) source {
	class := record.ClassSource
	if strings.HasPrefix(path.Base(p), "test_") {
		class = record.ClassTest
	}
	return source{path: p, class: class, lang: "Python", syntax: s}
}

func other(path string, class record.Class, s record.Syntax) source {
	return source{path: path, class: class, syntax: s}
}

func function(name string) record.Symbol {
	return record.Symbol{Name: name, Kind: record.KindFunction, Signature: name + "()", Exported: true}
}

func class(name string) record.Symbol {
	return record.Symbol{Name: name, Kind: record.KindClass, Signature: "class " + name, Exported: true}
}

func constant(name string) record.Symbol {
	return record.Symbol{Name: name, Kind: record.KindConstant, Signature: "const " + name, Exported: true}
}

func documented(s record.Symbol, doc string) record.Symbol {
	s.Doc = doc
	return s
}

func private(s record.Symbol) record.Symbol {
	s.Exported = false
	return s
}

func alias(name, of, from string) record.Symbol {
	return record.Symbol{Name: name, Kind: record.KindAlias, Exported: true, Default: name == "default", Of: of, From: from}
}

func imports(raw string, names ...string) record.Import {
	return record.Import{Raw: raw, Names: names}
}

func typeOnly(i record.Import) record.Import {
	i.TypeOnly = true
	return i
}

func reexport(raw string, names ...string) record.Import {
	i := record.Import{Raw: raw, Names: names, Reexport: true}
	if len(names) == 1 && names[0] == "*" {
		i.Form = "star"
	}
	return i
}

// stream writes the records of a project in their order.
func stream(t testing.TB, files []source) []byte {
	t.Helper()
	var b bytes.Buffer
	w := record.NewWriter(&b)
	write(t, w, record.Head{Schema: record.Schema, Mode: record.ModeGit, Options: record.Options{ExportLimit: 24, SymbolLimit: 24}})
	writeDir(t, w, ".", files)
	if _, err := w.Close(0); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func writeDir(t testing.TB, w *record.Writer, dir string, files []source) {
	var subs []string
	var own []source
	for _, f := range files {
		rest := f.path
		if dir != "." {
			rest = strings.TrimPrefix(f.path, dir+"/")
		}
		first, _, below := strings.Cut(strings.TrimSuffix(rest, "/"), "/")
		switch {
		case dir != "." && rest == f.path:
		case !below:
			own = append(own, f)
		case !slices.Contains(subs, first):
			subs = append(subs, first)
		}
	}
	slices.Sort(subs)
	for _, sub := range subs {
		writeDir(t, w, path.Join(dir, sub), files)
	}
	slices.SortFunc(own, func(a, b source) int { return strings.Compare(a.path, b.path) })
	for _, f := range own {
		write(t, w, record.File{Path: pathname.Path(f.path), SHA256: f.sha(), Lang: f.lang, Class: f.class, Target: pathname.Text(f.target), Reason: f.reason})
		if f.syntax.State == "" {
			f.syntax.State = record.StateOK
		}
		write(t, w, f.syntax)
	}
	write(t, w, record.Dir{Path: pathname.Path(dir)})
}

func write(t testing.TB, w *record.Writer, r record.Record) {
	t.Helper()
	if err := w.Write(r); err != nil {
		t.Fatal(err)
	}
}

// run returns what Run writes for a stream.
func run(t testing.TB, in []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := record.NewWriter(&b)
	r := record.NewReader(bytes.NewReader(in), record.Demand{Syntax: true})
	if err := Run(context.Background(), r, w, Config{}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Close(r.Exit()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// pages returns the pages of a project by path.
func pages(t testing.TB, files []source) map[string]record.Page {
	t.Helper()
	r := record.NewReader(bytes.NewReader(run(t, stream(t, files))), record.Demand{Pages: true})
	list := map[string]record.Page{}
	for {
		l, err := r.Next()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		if l.Type == record.TypePage {
			var p record.Page
			if err := l.Decode(&p); err != nil {
				t.Fatal(err)
			}
			list[string(p.Path)] = p
		}
	}
}

// text writes a page down for comparison; what is empty is left out.
func text(p record.Page) string {
	var b strings.Builder
	line := func(key string, parts ...string) {
		if s := strings.Join(parts, ", "); s != "" {
			fmt.Fprintf(&b, "%s: %s\n", key, strings.ReplaceAll(s, "\n", " / "))
		}
	}
	line("role", p.Role)
	line("deps", words(p.Deps)...)
	for _, c := range p.Children {
		fmt.Fprintf(&b, "> %s | %s\n", c.Name, c.Role)
	}
	for _, f := range p.Files {
		parts := []string{string(f.Name)}
		if f.Purpose != "" {
			parts = append(parts, f.Purpose)
		}
		if len(f.Exports) > 0 {
			parts = append(parts, "exp: "+strings.Join(f.Exports, ", "))
		}
		if len(f.Deps) > 0 {
			parts = append(parts, "dep: "+strings.Join(words(f.Deps), ", "))
		}
		fmt.Fprintf(&b, "- %s\n", strings.Join(parts, " | "))
	}
	line("likely", words(p.Likely)...)
	line("arch", p.Arch)
	line("tags", strings.Join(p.Tags, " "))
	for _, s := range p.Symbols {
		fmt.Fprintf(&b, "* %s | %s\n", s.Signature, s.File)
	}
	for _, w := range p.Workflows {
		line("flow", w)
	}
	return b.String()
}

func words[T ~string](list []T) []string {
	var out []string
	for _, w := range list {
		out = append(out, string(w))
	}
	return out
}

// expect compares whole pages.
func expect(t *testing.T, files []source, want map[string]string) {
	t.Helper()
	got := pages(t, files)
	for dir, w := range want {
		p, ok := got[dir]
		if !ok {
			t.Errorf("no page for %s", dir)
			continue
		}
		if diff := cmp.Diff(strings.TrimPrefix(w, "\n"), text(p)); diff != "" {
			t.Errorf("page of %s (-want +got):\n%s", dir, diff)
		}
	}
}

// fileLine returns one file's line of a page.
func fileLine(t *testing.T, files []source, name string) string {
	t.Helper()
	dir := path.Dir(name)
	p := pages(t, files)[dir]
	for line := range strings.Lines(text(p)) {
		if strings.HasPrefix(line, "- "+path.Base(name)+"\n") || strings.HasPrefix(line, "- "+path.Base(name)+" |") {
			return strings.TrimSpace(strings.TrimPrefix(line, "- "))
		}
	}
	t.Fatalf("no line for %s", name)
	return ""
}
