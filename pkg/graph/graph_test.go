package graph

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

func write(t *testing.T, g *Graph, format string) string {
	t.Helper()
	text, err := g.Write(format)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// small has an arrow of every sort, both sorts of cycles and of entries.
func small() *Graph {
	return &Graph{
		Modules: []Node{
			{Path: "app", Name: "@shop/app", Module: -1, Deps: []Dep{{To: 1}}, External: []string{"react"}},
			{Path: "lib", Name: "lib", Module: -1},
		},
		Packages: []Node{
			{Path: "app/src", Deps: []Dep{{To: 1}, {To: 2, TypeOnly: true}}, External: []string{"react"}},
			{Path: "lib", Module: 1, Deps: []Dep{{To: 2}}},
			{Path: "lib/io", Module: 1, Deps: []Dep{{To: 1}}},
		},
		Cycles: []Cycle{
			{Packages: []int{1, 2}, Steps: []Step{{"lib/a.ts", "lib/io/b.ts"}, {"lib/io/c.ts", "lib/d.ts"}}},
			{Packages: []int{0}, Round: true, Steps: []Step{{"app/src/a.ts", "app/src/b.ts"}, {"app/src/b.ts", "app/src/a.ts"}}},
		},
		Entries: []Entry{
			{Path: "app/src/main.ts", Name: "shop", Program: true},
			{Path: "lib/lib.ts", Package: 1, Name: "lib"},
		},
	}
}

func TestMarkdown(t *testing.T) {
	want := intro + `
## modules

- app (@shop/app) -> lib | ext: react
- lib

## packages

- app/src -> lib | types: lib/io
- lib -> lib/io
- lib/io -> lib

## cycles

- lib, lib/io | lib/a.ts -> lib/io/b.ts; lib/io/c.ts -> lib/d.ts
- app/src | a.ts -> b.ts -> a.ts

## entry points

- app/src/main.ts | program: shop
- lib/lib.ts | package
`
	if diff := cmp.Diff(want, write(t, small(), "md")); diff != "" {
		t.Error(diff)
	}
	want = intro + "\n## modules\n\n-\n\n## packages\n\n-\n\n## cycles\n\n-\n\n## entry points\n\n-\n"
	if diff := cmp.Diff(want, write(t, &Graph{}, "md")); diff != "" {
		t.Error(diff)
	}
}

func TestDOT(t *testing.T) {
	want := preamble + `	subgraph "cluster app" {
		label="app (@shop/app)"; color="#bbbbbb"; fontname="sans-serif";
	"app/src" [label="src"];
	}
	subgraph "cluster lib" {
		label="lib"; color="#bbbbbb"; fontname="sans-serif";
	"lib" [label="."];
	"lib/io" [label="io"];
	}
	"app/src" -> "lib";
	"app/src" -> "lib/io" [style=dashed];
	"lib" -> "lib/io" [color="#cc0000"];
	"lib/io" -> "lib" [color="#cc0000"];
}
`
	if diff := cmp.Diff(want, write(t, small(), "dot")); diff != "" {
		t.Error(diff)
	}
}

func TestJSON(t *testing.T) {
	want := `{"schema":"pmap-graph/1",
"modules":[
{"path":"app","name":"@shop/app","deps":["lib"],"ext":["react"]},
{"path":"lib","name":"lib"}
],
"packages":[
{"path":"app/src","module":"app","deps":["lib"],"types":["lib/io"],"ext":["react"]},
{"path":"lib","module":"lib","deps":["lib/io"]},
{"path":"lib/io","module":"lib","deps":["lib"]}
],
"cycles":[
{"packages":["lib","lib/io"],"steps":[["lib/a.ts","lib/io/b.ts"],["lib/io/c.ts","lib/d.ts"]]},
{"packages":["app/src"],"round":true,"steps":[["app/src/a.ts","app/src/b.ts"],["app/src/b.ts","app/src/a.ts"]]}
],
"entries":[
{"path":"app/src/main.ts","name":"shop","program":true},
{"path":"lib/lib.ts","name":"lib"}
]
}
`
	if diff := cmp.Diff(want, write(t, small(), "json")); diff != "" {
		t.Error(diff)
	}
}

// schema is the one that the specification prints.
func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	page, err := os.ReadFile("../../spec/pmap-graph.5.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "```json\n")
	text, _, _ = strings.Cut(text, "```")
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("graph.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("graph.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSchema(t *testing.T) {
	s := schema(t)
	for name, g := range map[string]*Graph{"small": small(), "empty": {}, "hostile": hostile(), "large": large(300, 3)} {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(write(t, g, "json")))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if err := s.Validate(doc); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, bad := range []string{
		`{"schema":"pmap-graph/1"}`,
		`{"schema":"pmap-graph/2","modules":[],"packages":[],"cycles":[],"entries":[]}`,
		`{"schema":"pmap-graph/1","modules":[],"packages":[{"path":"a","module":".","dep":["b"]}],"cycles":[],"entries":[]}`,
	} {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(bad))
		if err != nil {
			t.Fatal(err)
		}
		if s.Validate(doc) == nil {
			t.Errorf("schema takes %s", bad)
		}
	}
}

func TestUnknownFormat(t *testing.T) {
	if _, err := small().Write("png"); err == nil {
		t.Error("no error")
	}
}

func TestSortDeps(t *testing.T) {
	got := SortDeps([]Dep{{2, true}, {1, true}, {2, false}, {1, true}, {0, false}, {2, true}})
	if diff := cmp.Diff([]Dep{{0, false}, {1, true}, {2, false}}, got); diff != "" {
		t.Error(diff)
	}
}

// large is a chain of programs in directories of width packages each, every
// one needing the one before.
func large(n, width int) *Graph {
	g := &Graph{Modules: []Node{{Path: ".", Name: "m", Module: -1}}}
	for i := range n {
		p := Node{Path: fmt.Sprintf("d%03d/p%03d", i/width, i%width)}
		if i > 0 {
			p.Deps = []Dep{{To: i - 1}}
		}
		g.Packages = append(g.Packages, p)
	}
	return g
}

// TestBounds: a page stays below its bounds, however large the project is and
// however long its names are.
func TestBounds(t *testing.T) {
	wide := large(1000, 10) // of 100 directories
	long := large(90, 5)
	for i := range long.Packages {
		long.Packages[i].Path = strings.Repeat("x", 200) + "/" + strings.Repeat("y", 3000) + "/" + long.Packages[i].Path
	}
	for name, g := range map[string]*Graph{"wide": wide, "long": long} {
		page := write(t, g, "md")
		if len(page) > maxBytes {
			t.Errorf("%s: %d bytes", name, len(page))
		}
		if n := strings.Count(page, "\n- "); n > maxNodes+maxModules || n < 2 || name == "wide" && n < 100 {
			t.Errorf("%s: %d lines", name, n)
		}
		if !strings.Contains(page, "/…") {
			t.Errorf("%s: nothing is folded", name)
		}
		if picture := write(t, g, "dot"); strings.Count(picture, "[label=") > maxDrawn*rootRoom {
			t.Errorf("%s: %d nodes drawn", name, strings.Count(picture, "[label="))
		}
		if n := strings.Count(write(t, g, "json"), `"module":`); n != len(g.Packages) {
			t.Errorf("%s: %d packages in JSON", name, n)
		}
	}
}

// TestDense: a page of many arrows keeps its nodes and shows some arrows of each.
func TestDense(t *testing.T) {
	g := &Graph{Modules: []Node{{Path: ".", Module: -1}}}
	for i := range 90 {
		p := Node{Path: fmt.Sprintf("some/quite/long/path/p%02d", i)}
		for to := range 90 {
			if to != i {
				p.Deps = append(p.Deps, Dep{To: to})
			}
		}
		g.Packages = append(g.Packages, p)
	}
	page := write(t, g, "md")
	if n := strings.Count(page, "\n- some/"); n != 90 || len(page) > maxBytes {
		t.Errorf("%d lines, %d bytes", n, len(page))
	}
	if !strings.Contains(page, "/p15, some/quite/long/path/p16, …\n- ") || strings.Contains(page, "/p17, ") {
		t.Errorf("lists are not cut after %d: %.3000s", maxArrows, page)
	}
}

func TestCyclesAndEntriesOfFolded(t *testing.T) {
	g := large(300, 30)
	g.Cycles = []Cycle{
		{Packages: []int{30, 31}, Steps: []Step{{"d001/p000/a", "d001/p001/b"}, {"d001/p001/b", "d001/p000/a"}}},
		{Packages: []int{0, 299}, Steps: []Step{{"d000/p000/a", "d009/p029/b"}, {"d009/p029/b", "d000/p000/a"}}},
	}
	g.Entries = []Entry{{Path: "d001/p000/main.go", Package: 30, Name: "p", Program: true}, {Path: "d001/p001/lib.go", Package: 31, Name: "q"}}
	page := write(t, g, "md")
	want := "\n## cycles\n\n- d000/p000, d009/p029 | d000/p000/a -> d009/p029/b; d009/p029/b -> d000/p000/a\n\n## entry points\n\n- d001/p000/main.go | program: p\n"
	if !strings.HasSuffix(page, want) || !strings.Contains(page, "\n- d001/… -> d000/p029\n") {
		t.Errorf("page is %s", page)
	}
}

// TestMerge: an arrow more in one package changes that package's line alone.
func TestMerge(t *testing.T) {
	for _, format := range Formats() {
		before := large(20, 5)
		after := large(20, 5)
		after.Packages[7].Deps = SortDeps(append(after.Packages[7].Deps, Dep{To: 2}))
		a, b := strings.Split(write(t, before, format), "\n"), strings.Split(write(t, after, format), "\n")
		changed := len(b) - len(a)
		if changed == 0 {
			for i := range a {
				if a[i] != b[i] {
					changed++
				}
			}
		}
		if changed != 1 {
			t.Errorf("%s: %d lines changed", format, changed)
		}
	}
}

// hostile has names that pose as something else.
func hostile() *Graph {
	names := []string{
		"# heading", "- item", "<!-- x", "[pmap:end", "[x](y", "a -> b", "a (b)", "a/…", "a|b", "a, b", `a"b`, `a\b`, `a\nb`,
		"a\nb", "\xff", " a ", "…", "```", "<b>", "&amp;", "a\u202eb", "label=x];", "\\G", "é",
	}
	g := &Graph{Modules: []Node{{Path: ".", Name: "](x)\n# h", Module: -1, External: names}}}
	for i, name := range names {
		g.Packages = append(g.Packages, Node{Path: name, Deps: []Dep{{To: (i + 1) % len(names)}}})
		g.Entries = append(g.Entries, Entry{Path: name + "/x", Package: i, Name: strings.ToValidUTF8(name, "?"), Program: true})
		g.Cycles = append(g.Cycles, Cycle{Packages: []int{i}, Steps: []Step{{name + "/x", name + "/y"}, {name + "/y", name + "/x"}}})
	}
	g.Modules[0].External = []string{"# h", "a -> b", "x\n## cycles"}
	return g
}

func TestHostileMarkdown(t *testing.T) {
	page := strings.TrimPrefix(write(t, hostile(), "md"), intro)
	packages := 0
	section := ""
	for line := range strings.Lines(page) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == "":
		case strings.HasPrefix(line, "## "):
			section += line[3:] + ";"
		case !strings.HasPrefix(line, "- "):
			t.Errorf("line is %q", line)
		}
		for _, bad := range []string{"<!--", "[pmap:", "](", "- #", "- - ", "- `"} {
			if strings.Contains(line, bad) {
				t.Errorf("%q in %q", bad, line)
			}
		}
		if strings.HasPrefix(section, "modules;packages;") && !strings.Contains(section, "cycles") && strings.HasPrefix(line, "- ") {
			if packages++; strings.Count(line, " -> ") != 1 || strings.Count(line, " | ") != 0 || strings.Count(line, ", ") != 0 {
				t.Errorf("package line is %q", line)
			}
		}
	}
	if section != "modules;packages;cycles;entry points;" {
		t.Errorf("sections are %s", section)
	}
	if want := len(hostile().Packages); packages != want {
		t.Errorf("%d packages, want %d", packages, want)
	}
}

func TestQuoted(t *testing.T) {
	for raw, want := range map[string]string{
		"src/a":         "src/a",
		"a (b)":         `"a \050b)"`,
		"a -> b":        `"a -\076 b"`,
		"a/…":           `"a/\342\200\246"`,
		"…":             `"…"`,
		"a, b -> c (d)": `"a\054 b -\076 c \050d)"`,
		"a->b(c)":       "a->b(c)",
	} {
		if got := quoted(raw); got != want {
			t.Errorf("%q is %s, want %s", raw, got, want)
		}
	}
}

// TestGraphviz: Graphviz takes the picture and reads back the names in it.
func TestGraphviz(t *testing.T) {
	dot, err := exec.LookPath("dot")
	if err != nil {
		t.Skip("Graphviz is not here")
	}
	for name, g := range map[string]*Graph{"small": small(), "empty": {}, "hostile": hostile(), "large": large(300, 10)} {
		cmd := exec.Command(dot, "-Tplain")
		cmd.Stdin = strings.NewReader(write(t, g, "dot"))
		var out, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &stderr
		if err := cmd.Run(); err != nil || stderr.Len() > 0 {
			t.Errorf("%s: %v\n%s", name, err, stderr.String())
		}
		if n := strings.Count(out.String(), "\nedge "); name == "hostile" && n != len(g.Packages) {
			t.Errorf("%s: %d edges, want %d", name, n, len(g.Packages))
		}
	}
}
