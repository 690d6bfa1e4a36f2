package merge

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/pkg/graph"
	"github.com/pi-project-map/pmap/pkg/record"
)

// drawn returns a project's graph, read back from the Markdown: its lines
// without headings and bullets, sections apart.
func drawn(t *testing.T, files []source) string {
	t.Helper()
	var b bytes.Buffer
	in := record.NewReader(bytes.NewReader(stream(t, files)), record.Demand{Syntax: true})
	if err := Graph(context.Background(), in, &b, "md"); err != nil {
		t.Fatal(err)
	}
	_, lists, _ := strings.Cut(b.String(), "## modules\n\n")
	var lines []string
	for line := range strings.Lines(lists) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "## "):
			lines = append(lines, "--")
		case line != "" && line != "-":
			lines = append(lines, strings.TrimPrefix(line, "- "))
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

func manifestFile(path, kind, name string) source {
	facts := &record.Facts{Kind: kind, Name: name}
	if kind == "gomod" {
		facts = &record.Facts{Kind: kind, Module: name}
	}
	return other(path, record.ClassConfig, record.Syntax{Facts: facts})
}

func code(path, lang string, imports ...record.Import) source {
	return source{path: path, class: record.ClassSource, lang: lang, syntax: record.Syntax{Imports: imports}}
}

func in(pkg string, s source) source {
	s.syntax.Package = pkg
	return s
}

func TestGraphOfEcosystems(t *testing.T) {
	for name, tc := range map[string]struct {
		files []source
		want  string
	}{
		"go": {
			[]source{
				manifestFile("go.mod", "gomod", "example.com/m"),
				goFile("cmd/m/main.go", "main", record.Syntax{Symbols: []record.Symbol{private(function("main"))}, Imports: []record.Import{imports("example.com/m/a", "F"), imports("fmt", "Print")}}),
				goFile("a/a.go", "a", record.Syntax{Imports: []record.Import{imports("example.com/m/b", "G")}}),
				goFile("a/a_test.go", "a", record.Syntax{Imports: []record.Import{imports("example.com/m/c", "H")}}),
				goFile("b/b.go", "b", record.Syntax{}),
				goFile("b/gen.go", "main", record.Syntax{Imports: []record.Import{imports("example.com/m/a", "F")}}),
				goFile("c/c_test.go", "c", record.Syntax{Imports: []record.Import{imports("example.com/m/a", "F")}}),
			},
			`. (example.com/m)
--
a -> b
b
cmd/m -> a
--
--
cmd/m/main.go | program: m
`,
		},
		"npm workspace": {
			[]source{
				other("package.json", record.ClassConfig, record.Syntax{Facts: &record.Facts{Kind: "npm", Name: "root", Members: []string{"packages/*"}}}),
				other("packages/app/package.json", record.ClassConfig, record.Syntax{Facts: &record.Facts{Kind: "npm", Name: "@x/app", Dependencies: []string{"@x/lib", "react"}}}),
				other("packages/lib/package.json", record.ClassConfig, record.Syntax{Facts: &record.Facts{Kind: "npm", Name: "@x/lib", Main: []string{"src/index.ts"}}}),
				tsFile("packages/app/src/main.ts", record.Syntax{Imports: []record.Import{imports("@x/lib", "a"), imports("react", "use"), imports("./main.css")}}),
				source{path: "packages/app/src/main.css", class: record.ClassSource, lang: "CSS"},
				source{path: "packages/app/style/a.css", class: record.ClassSource, lang: "CSS"},
				tsFile("packages/lib/src/index.ts", record.Syntax{}),
				tsFile("packages/lib/src/index.test.ts", record.Syntax{Imports: []record.Import{imports("../../app/src/main", "x")}}),
			},
			`packages/app (@x/app) -> packages/lib | ext: react
packages/lib (@x/lib)
--
packages/app/src -> packages/lib/src
packages/lib/src
--
--
packages/lib/src/index.ts | package: @x/lib
`,
		},
		"python": {
			[]source{
				manifestFile("pyproject.toml", "pyproject", "store"),
				pyFile("src/shop/__init__.py", record.Syntax{Imports: []record.Import{imports("shop.sales", "sell")}}),
				pyFile("src/shop/sales/__init__.py", record.Syntax{Imports: []record.Import{imports("requests", "get"), imports("json", "dumps")}}),
				pyFile("tests/test_shop.py", record.Syntax{Imports: []record.Import{imports("shop", "sell")}}),
			},
			`. (store) | ext: requests
--
src/shop -> src/shop/sales
src/shop/sales
--
--
`,
		},
		"rust": {
			[]source{
				manifestFile("Cargo.toml", "cargo", "swim"),
				code("src/lib.rs", "Rust", record.Import{Raw: "pool", Form: "mod"}),
				code("src/pool/mod.rs", "Rust", record.Import{Raw: "crate", Form: "use", Names: []string{"x"}}),
			},
			`. (swim)
--
src -> src/pool
src/pool -> src
--
--
src/lib.rs | package: swim
`,
		},
		"java": {
			[]source{
				manifestFile("pom.xml", "maven", "shop"),
				in("org.a", code("src/main/java/org/a/A.java", "Java", imports("org.b.B"))),
				in("org.b", code("src/main/java/org/b/B.java", "Java", imports("org.a.A"))),
			},
			`. (shop)
--
src/main/java/org/a -> src/main/java/org/b
src/main/java/org/b -> src/main/java/org/a
--
src/main/java/org/a, src/main/java/org/b | src/main/java/org/a/A.java -> src/main/java/org/b/B.java -> src/main/java/org/a/A.java
--
`,
		},
		"c without a manifest": {
			[]source{
				code("src/main.c", "C", imports(`"../lib/a.h"`), imports("<stdio.h>")),
				code("lib/a.h", "C"),
				code("lib/a.c", "C", imports(`"a.h"`)),
			},
			`.
--
lib
src -> lib
--
--
`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, drawn(t, tc.files)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// ring is n directories of two files each: x of one imports y of the next.
func ring(n int, imp func(record.Import) record.Import, test bool) []source {
	var files []source
	for i := range n {
		at, next := "d"+string(rune('a'+i)), "d"+string(rune('a'+(i+1)%n))
		name := at + "/x.ts"
		if test {
			name = at + "/x.test.ts"
		}
		files = append(files, tsFile(name, record.Syntax{Imports: []record.Import{imp(imports("../"+next+"/y", "y"))}}), tsFile(at+"/y.ts", record.Syntax{}))
	}
	return files
}

func asIs(i record.Import) record.Import { return i }

// cycles returns the lines of the third section.
func cycles(t *testing.T, files []source) []string {
	t.Helper()
	list := strings.Split(drawn(t, files), "--\n")[2]
	return strings.Split(strings.TrimSuffix(list, "\n"), "\n")
}

func TestGraphCycles(t *testing.T) {
	file := func(path string, to ...string) source {
		var list []record.Import
		for _, raw := range to {
			list = append(list, imports(raw, "x"))
		}
		return tsFile(path, record.Syntax{Imports: list})
	}
	for name, tc := range map[string]struct {
		files []source
		want  []string
	}{
		"22 of tests":             {ring(22, asIs, true), []string{""}},
		"22 of types":             {ring(22, typeOnly, false), []string{""}},
		"packages, not files":     {ring(3, asIs, false), []string{"da, db, dc | da/x.ts -> db/y.ts; db/x.ts -> dc/y.ts; dc/x.ts -> da/y.ts"}},
		"files of two packages":   {[]source{file("b/x.ts", "../a/x"), file("a/x.ts", "../b/x"), file("a/z.ts", "./x")}, []string{"a, b | a/x.ts -> b/x.ts -> a/x.ts"}},
		"files of one package":    {[]source{file("a/x.ts", "./y"), file("a/y.ts", "./x"), file("b/x.ts", "../a/x")}, []string{"a | x.ts -> y.ts -> x.ts"}},
		"both":                    {[]source{file("b/x.ts", "./y"), file("b/y.ts", "./x"), file("c/x.ts", "../d/x"), file("d/x.ts", "../c/x")}, []string{"c, d | c/x.ts -> d/x.ts -> c/x.ts", "b | x.ts -> y.ts -> x.ts"}},
		"shortest through files":  {[]source{file("a/x.ts", "../b/x"), file("b/x.ts", "../c/x"), file("c/x.ts", "../a/x", "../b/y"), file("b/y.ts", "../c/x")}, []string{"a, b, c | b/y.ts -> c/x.ts -> b/y.ts"}},
		"one package in between":  {[]source{file("a/x.ts", "./y"), file("a/y.ts", "../b/x"), file("b/x.ts", "../a/x")}, []string{"a, b | a/x.ts -> a/y.ts -> b/x.ts -> a/x.ts"}},
		"types one way":           {[]source{file("a/x.ts", "../b/x"), tsFile("b/x.ts", record.Syntax{Imports: []record.Import{typeOnly(imports("../a/x", "x"))}})}, []string{""}},
		"settings that are read":  {[]source{file("a/x.ts", "../b/c.json"), file("b/x.ts", "../a/x"), other("b/c.json", record.ClassConfig, record.Syntax{})}, []string{""}},
		"modules of a Rust crate": {[]source{manifestFile("Cargo.toml", "cargo", "c"), code("src/lib.rs", "Rust", record.Import{Raw: "a", Form: "mod"}, record.Import{Raw: "self::a", Form: "use", Names: []string{"x"}}), code("src/a/mod.rs", "Rust", record.Import{Raw: "crate", Form: "use", Names: []string{"x"}})}, []string{""}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, cycles(t, tc.files)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestGraphTypes(t *testing.T) {
	files := ring(3, typeOnly, false)
	files = append(files, tsFile("da/z.ts", record.Syntax{Imports: []record.Import{imports("../dc/y", "y")}}), tsFile("da/w.ts", record.Syntax{Imports: []record.Import{typeOnly(imports("../dc/y", "Y"))}}))
	want := ".\n--\nda -> dc | types: db\ndb | types: dc\ndc | types: da\n--\n--\n"
	if diff := cmp.Diff(want, drawn(t, files)); diff != "" {
		t.Error(diff)
	}
}

// TestGraphIsStable: ten runs give the same bytes, in every format.
func TestGraphIsStable(t *testing.T) {
	files := append(ring(20, asIs, false), goProject()...)
	in := stream(t, files)
	for _, format := range graph.Formats() {
		var first []byte
		for range 10 {
			var b bytes.Buffer
			if err := Graph(context.Background(), record.NewReader(bytes.NewReader(in), record.Demand{Syntax: true}), &b, format); err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = b.Bytes()
			}
			if !bytes.Equal(first, b.Bytes()) {
				t.Fatalf("%s: two runs differ", format)
			}
		}
	}
}

type broken struct{ bytes.Buffer }

func (b *broken) Write([]byte) (int, error) { return 0, errors.New("disk full") }

// TestGraphFails: whatever is wrong with the stream, nothing is printed.
func TestGraphFails(t *testing.T) {
	whole := stream(t, goProject())
	gave := strings.Replace(string(whole), `"exit":0}`, `"exit":75}`, 1)
	gave = strings.Replace(gave, `{"type":"end"`, `{"type":"diag","stage":"ast","severity":"fatal","code":"x","message":"m","exit":75}`+"\n"+`{"type":"end"`, 1)
	gave = strings.Replace(gave, `"counts":{`, `"counts":{"diag":1,`, 1)
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for name, tc := range map[string]struct {
		ctx  context.Context
		in   string
		exit int
	}{
		"cut":       {context.Background(), string(whole[:len(whole)/2]), record.ExitStream},
		"gave up":   {context.Background(), gave, 0},
		"cancelled": {cancelled, string(whole), record.ExitIO},
	} {
		var b bytes.Buffer
		err := Graph(tc.ctx, record.NewReader(strings.NewReader(tc.in), record.Demand{Syntax: true}), &b, "md")
		if tc.exit == 0 && err != nil || tc.exit != 0 && (err == nil || record.AsFailure(err).Exit != tc.exit) || b.Len() > 0 {
			t.Errorf("%s: error %v, printed %q", name, err, b.String())
		}
	}
	err := Graph(context.Background(), record.NewReader(bytes.NewReader(whole), record.Demand{Syntax: true}), &broken{}, "md")
	if err == nil || record.AsFailure(err).Exit != record.ExitIO {
		t.Errorf("a disk that is full: %v", err)
	}
}
