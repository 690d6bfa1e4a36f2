package merge

import (
	"slices"
	"strings"
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
)

func tsProject() []source {
	defaults := function("default")
	defaults.Default = true
	defaults.Signature = "default(props)"
	named := class("Button")
	named.Default = true
	return []source{
		other("package.json", record.ClassConfig, record.Syntax{Facts: &record.Facts{
			Kind: "npm", Name: "shop", Summary: "Sells things. And more.", Main: []string{"./dist/index.js"},
			Bin:          []record.Pair{{Key: "shop", Value: "dist/cli.js"}},
			Scripts:      []record.Pair{{Key: "build", Value: "tsc"}, {Key: "prepare", Value: "x"}, {Key: "test", Value: "vitest"}},
			Dependencies: []string{"react", "vitest"},
		}}),
		other("pnpm-lock.yaml", record.ClassConfig, record.Syntax{}),
		tsFile("src/index.ts", record.Syntax{
			Imports: []record.Import{reexport("./ui", "*"), reexport("./core", "*"), reexport("./ui/Button", "default")},
			Symbols: []record.Symbol{alias("TheButton", "default", "./ui/Button")},
		}),
		tsFile("src/cli.ts", record.Syntax{Imports: []record.Import{imports("./core", "start"), imports("react", "default"), imports("node:fs", "readFile")}}),
		tsFile("src/core.ts", record.Syntax{
			Imports: []record.Import{imports("./ui", "Button", "List")},
			Symbols: []record.Symbol{documented(function("start"), "Starts."), documented(function("stop"), "Stops."), constant("limit")},
		}),
		tsFile("src/core.test.ts", record.Syntax{
			Imports: []record.Import{imports("./core", "stop"), imports("vitest", "test"), imports("./help", "make")},
			Symbols: []record.Symbol{function("unused")},
		}),
		tsFile("src/ui/index.ts", record.Syntax{
			Imports: []record.Import{reexport("./Button", "default"), reexport("./List", "default"), reexport("./index", "*"), imports("./missing", "x")},
			Symbols: []record.Symbol{alias("Button", "default", "./Button"), alias("List", "default", "./List")},
		}),
		tsFile("src/ui/Button.tsx", record.Syntax{Symbols: []record.Symbol{named}}),
		tsFile("src/ui/List/index.tsx", record.Syntax{Symbols: []record.Symbol{defaults}}),
		tsFile("src/help.ts", record.Syntax{Symbols: []record.Symbol{function("make")}}),
	}
}

func TestECMAScript(t *testing.T) {
	expect(t, tsProject(), map[string]string{
		".": `
role: Sells things.
> src | Defines start, make, stop, limit
- package.json | manifest of shop
- pnpm-lock.yaml | lock file
likely: package.json
arch: Entry: src/cli.ts (shop), src/index.ts (shop)
tags: ts react vitest
flow: build -> package.json: pnpm run build
flow: test -> package.json: pnpm run test
`,
		"src": `
role: Defines start, make, stop, limit
deps: pkg/src/ui
> ui | Defines Button
- cli.ts | dep: pkg/src/core.ts, ext/react, std/fs
- core.test.ts | test | dep: pkg/src/core.ts, pkg/src/help.ts
- core.ts | exp: start, stop, limit | dep: pkg/src/ui/index.ts
- help.ts | exp: make
- index.ts | exp: Button, List, TheButton, start, stop, limit | dep: pkg/src/core.ts, pkg/src/ui/Button.tsx, pkg/src/ui/index.ts
likely: index.ts, cli.ts, core.ts, help.ts
arch: Entry: cli.ts (shop), index.ts (shop)
tags: ts react vitest entry
* start() | core.ts
* make() | help.ts
* stop() | core.ts
* const limit | core.ts
flow: test -> core.test.ts: pnpm test
`,
	})
}

// TestDefaultExports: a default export has its own name if it is defined with
// one, and a role speaks of an anonymous one by its directory's.
func TestDefaultExports(t *testing.T) {
	files := tsProject()
	for name, want := range map[string]string{
		"src/ui/List/index.tsx": "index.tsx | exp: default",
		"src/ui/Button.tsx":     "Button.tsx | exp: Button",
		"src/ui/index.ts":       "index.ts | exp: Button, List | dep: pkg/src/ui/Button.tsx, pkg/src/ui/List/index.tsx, ?./missing",
	} {
		if got := fileLine(t, files, name); got != want {
			t.Errorf("line of %s is %q, want %q", name, got, want)
		}
	}
	for dir, p := range pages(t, files) {
		if strings.Contains(p.Role, "default") || slices.ContainsFunc(p.Symbols, func(s record.PageSymbol) bool { return strings.Contains(s.Signature, "default") }) {
			t.Errorf("page of %s says default:\n%s", dir, text(p))
		}
	}
}

// TestBarrel: names passed on come from where they are defined, a cycle of
// `export *` ends, and a symbol is listed where it is defined only.
func TestBarrel(t *testing.T) {
	files := []source{
		tsFile("a.ts", record.Syntax{
			Imports: []record.Import{reexport("./b", "*"), reexport("./c", "*")},
			Symbols: []record.Symbol{function("own"), alias("renamed", "c1", "./c"), alias("ns", "*", "./d"), alias("far", "x", "lodash")},
		}),
		tsFile("b.ts", record.Syntax{Imports: []record.Import{reexport("./a", "*")}, Symbols: []record.Symbol{constant("b1")}}),
		tsFile("c.ts", record.Syntax{Symbols: []record.Symbol{function("c1"), function("c2"), private(function("c3"))}}),
		tsFile("d.ts", record.Syntax{Symbols: []record.Symbol{function("d1")}}),
		tsFile("user.ts", record.Syntax{Imports: []record.Import{imports("./a", "c2", "b1")}}),
	}
	for name, want := range map[string]string{
		"a.ts": "a.ts | exp: c2, b1, c1, far, own, renamed, ns | dep: pkg/b.ts, pkg/c.ts",
		"b.ts": "b.ts | exp: c2, b1, c1, far, own, renamed, ns | dep: pkg/a.ts",
		"c.ts": "c.ts | exp: c2, c1",
	} {
		if got := fileLine(t, files, name); got != want {
			t.Errorf("line of %s is %q, want %q", name, got, want)
		}
	}
	var symbols []string
	for _, s := range pages(t, files)["."].Symbols {
		symbols = append(symbols, s.Name+" "+string(s.File))
	}
	want := "c2 c.ts, c1 c.ts, d1 d.ts, own a.ts, b1 b.ts"
	if got := strings.Join(symbols, ", "); got != want {
		t.Errorf("symbols are %q, want %q", got, want)
	}
}

// TestNamespace: a module that goes on under a name does not give its names
// away, whatever else is taken from it, unless a star does so.
func TestNamespace(t *testing.T) {
	names := []string{"*", "x"}
	files := []source{
		tsFile("a.ts", record.Syntax{
			Imports: []record.Import{{Raw: "./x", Names: names, Reexport: true}},
			Symbols: []record.Symbol{alias("ns", "*", "./x"), alias("x", "x", "./x")},
		}),
		tsFile("b.ts", record.Syntax{
			Imports: []record.Import{{Raw: "./x", Names: names, Reexport: true}, reexport("./x", "*")},
			Symbols: []record.Symbol{alias("ns", "*", "./x")},
		}),
		tsFile("x.ts", record.Syntax{Symbols: []record.Symbol{function("x"), function("y")}}),
	}
	for name, want := range map[string]string{
		"a.ts": "a.ts | exp: x, ns | dep: pkg/x.ts",
		"b.ts": "b.ts | exp: x, y, ns | dep: pkg/x.ts",
	} {
		if got := fileLine(t, files, name); got != want {
			t.Errorf("line of %s is %q, want %q", name, got, want)
		}
	}
}

// TestTypeOnly: a type import is a dependency but makes no cycle; nor does a
// test.
func TestTypeOnly(t *testing.T) {
	files := []source{
		tsFile("a.ts", record.Syntax{Imports: []record.Import{imports("./b", "b")}, Symbols: []record.Symbol{function("a")}}),
		tsFile("b.ts", record.Syntax{Imports: []record.Import{typeOnly(imports("./a", "a"))}, Symbols: []record.Symbol{function("b")}}),
		tsFile("c.ts", record.Syntax{Imports: []record.Import{imports("./c.test", "c")}}),
		tsFile("c.test.ts", record.Syntax{Imports: []record.Import{imports("./c", "c")}, Symbols: []record.Symbol{function("c")}}),
		tsFile("x/one.ts", record.Syntax{Imports: []record.Import{imports("./two"), imports("./one")}}),
		tsFile("x/two.ts", record.Syntax{Imports: []record.Import{imports("./one")}}),
	}
	all := pages(t, files)
	if got := all["."].Arch; got != "" {
		t.Errorf("arch of . is %q", got)
	}
	if got, want := all["x"].Arch, "Import cycles: one.ts <-> two.ts"; got != want {
		t.Errorf("arch of x is %q, want %q", got, want)
	}
	if got, want := fileLine(t, files, "b.ts"), "b.ts | exp: b | dep: pkg/a.ts"; got != want {
		t.Errorf("line is %q, want %q", got, want)
	}
}

// TestLongCycle: a component is named by a shortest way round it.
func TestLongCycle(t *testing.T) {
	var files []source
	names := []string{"a", "b", "c", "d", "e", "f"}
	for i, n := range names {
		files = append(files, tsFile("p/"+n+".ts", record.Syntax{Imports: []record.Import{imports("./" + names[(i+1)%len(names)])}}))
	}
	if got, want := pages(t, files)["p"].Arch, "Import cycles: a.ts -> b.ts -> c.ts -> d.ts -> … -> a.ts"; got != want {
		t.Errorf("arch is %q, want %q", got, want)
	}
	files[3].syntax.Imports = append(files[3].syntax.Imports, imports("./b"))
	if got, want := pages(t, files)["p"].Arch, "Import cycles: b.ts -> c.ts -> d.ts -> b.ts and others"; got != want {
		t.Errorf("arch is %q, want %q", got, want)
	}
}
