package merge

import (
	"slices"
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
)

// TestHelpers: what tests share is told from tests, and tests of a project from
// tests of a part.
func TestHelpers(t *testing.T) {
	rust := func(path string, s record.Syntax) source {
		return source{path: path, class: record.ClassTest, lang: "Rust", syntax: s}
	}
	helper := func(path, name string) source {
		return source{path: path, class: record.ClassTest, lang: "TypeScript", syntax: record.Syntax{Symbols: []record.Symbol{function(name)}}}
	}
	files := []source{
		other("Cargo.toml", record.ClassConfig, record.Syntax{Facts: &record.Facts{Kind: "cargo", Name: "shop"}}),
		rust("tests/env/mod.rs", record.Syntax{}),
		rust("tests/tests.rs", record.Syntax{}),
		helper("web/test/help/serve.ts", "serve"),
		helper("web/test/help/testWait.ts", "wait"),
		{path: "web/test/help/x.test.ts", class: record.ClassTest, lang: "TypeScript", syntax: record.Syntax{Imports: []record.Import{imports("./serve", "serve"), imports("./testWait", "wait")}}},
		{path: "web/test/one/tea.ts", class: record.ClassTest, lang: "TypeScript", syntax: record.Syntax{Symbols: []record.Symbol{function("cool"), function("boil")}}},
		{path: "web/test/tea.test.ts", class: record.ClassTest, lang: "TypeScript", syntax: record.Syntax{Imports: []record.Import{imports("./one/tea", "boil", "cool")}}},
		tsFile("web/x.ts", record.Syntax{}),
	}
	got := pages(t, files)
	for dir, want := range map[string]string{"tests": "Tests of shop", "tests/env": "Tests of env", "web/test/help": "Test helpers: serve, testWait, x", "web/test/one": "Test helpers: boil, cool"} {
		if got[dir].Role != want {
			t.Errorf("role of %s is %q, want %q", dir, got[dir].Role, want)
		}
	}
	if f := got["web/test/help"].Files[0]; f.Purpose != "test helper" {
		t.Errorf("purpose is %q", f.Purpose)
	}
}

// TestScriptVariables: what a script of Python works with comes last.
func TestScriptVariables(t *testing.T) {
	variable := record.Symbol{Name: "args", Kind: record.KindVariable, Signature: "args = parse()", Exported: true}
	symbols := record.Syntax{Symbols: []record.Symbol{variable, function("f"), constant("LIMIT")}}
	files := []source{pyFile("pkg/__init__.py", record.Syntax{}), pyFile("pkg/x.py", symbols), pyFile("tools/x.py", symbols)}
	got := pages(t, files)
	if f := got["tools"].Files[0]; !slices.Equal(f.Exports, []string{"f", "LIMIT", "args"}) {
		t.Errorf("exports of a script are %q", f.Exports)
	}
	if f := got["pkg"].Files[1]; !slices.Equal(f.Exports, []string{"f", "LIMIT", "args"}) {
		t.Errorf("exports of a module are %q", f.Exports)
	}
}

// TestEmptyFiles: nobody is sent to a file with nothing in it.
func TestEmptyFiles(t *testing.T) {
	files := []source{
		{path: "a/__init__.py", class: record.ClassTest, lang: "Python", empty: true},
		pyFile("a/test_x.py", record.Syntax{}),
	}
	if got := words(pages(t, files)["a"].Likely); !slices.Equal(got, []string{"test_x.py"}) {
		t.Errorf("likely is %q", got)
	}
}

// TestProjectTitle: the project's name is no description of one of its pages.
func TestProjectTitle(t *testing.T) {
	files := []source{
		other("pyproject.toml", record.ClassConfig, record.Syntax{Facts: &record.Facts{Kind: "pyproject", Name: "shop"}}),
		other("docs/index.md", record.ClassDoc, record.Syntax{Facts: &record.Facts{Kind: "document", Title: "Shop", Summary: "Selling for all."}}),
		other("docs/2-prices.md", record.ClassDoc, record.Syntax{Facts: &record.Facts{Kind: "document"}}),
	}
	if f := pages(t, files)["docs"].Files[1]; f.Purpose != "Selling for all." {
		t.Errorf("purpose of %s is %q", f.Name, f.Purpose)
	}
	if got, want := pages(t, files)["docs"].Role, "Documentation: prices, Shop"; got != want {
		t.Errorf("role is %q, want %q", got, want)
	}
}

// TestChores: scripts that are called after a task are how to do it, at the top
// too, and so are the tests that stand below it.
func TestChores(t *testing.T) {
	shell := func(path string) source { return source{path: path, class: record.ClassSource, lang: "Shell"} }
	files := []source{
		shell("scripts/build"), shell("scripts/lint.sh"), shell("scripts/deploy"), shell("lib/test"),
		other("pyproject.toml", record.ClassConfig, record.Syntax{Facts: &record.Facts{Kind: "pyproject", Name: "shop"}}),
		pyFile("tests/test_x.py", record.Syntax{}), {path: "tests/conftest.py", class: record.ClassTest, lang: "Python"},
	}
	got := pages(t, files)
	for dir, want := range map[string][]string{
		".":       {"build -> build: scripts/build", "lint -> lint.sh: scripts/lint.sh", "test -> tests/conftest.py: pytest tests"},
		"scripts": {"build -> build: scripts/build", "lint -> lint.sh: scripts/lint.sh"},
		"lib":     nil,
	} {
		if !slices.Equal(got[dir].Workflows, want) {
			t.Errorf("workflows of %s are %q, want %q", dir, got[dir].Workflows, want)
		}
	}
	if got, want := got["scripts"].Role, "Scripts: build, deploy, lint.sh"; got != want {
		t.Errorf("role is %q, want %q", got, want)
	}
}

// TestAlike: what many files define alike is shown twice.
func TestAlike(t *testing.T) {
	var files []source
	for _, name := range []string{"p", "q", "r"} {
		files = append(files, tsFile("a/"+name+".ts", record.Syntax{Symbols: []record.Symbol{function("run"), function(name)}}))
	}
	var got []string
	for _, s := range pages(t, files)["a"].Symbols {
		got = append(got, s.Signature+" "+string(s.File))
	}
	if want := []string{"p() p.ts", "q() q.ts", "r() r.ts", "run() p.ts", "run() q.ts"}; !slices.Equal(got, want) {
		t.Errorf("symbols are %q, want %q", got, want)
	}
}

// TestOneWayToTest: the command of a build file is enough.
func TestOneWayToTest(t *testing.T) {
	files := []source{
		other("Makefile", record.ClassConfig, record.Syntax{Facts: &record.Facts{Kind: "make", Scripts: []record.Pair{{Key: "test", Value: ""}}}}),
		other("go.mod", record.ClassConfig, record.Syntax{Facts: &record.Facts{Kind: "gomod", Module: "m"}}),
		goFile("a_test.go", "a", record.Syntax{}),
	}
	if got, want := pages(t, files)["."].Workflows, []string{"test -> Makefile: make test", "build -> go.mod: go build ./..."}; !slices.Equal(got, want) {
		t.Errorf("workflows are %q, want %q", got, want)
	}
}

// TestForemost: the most used type speaks for a file of few types, not of many.
func TestForemost(t *testing.T) {
	few := []record.Symbol{documented(class("A"), "First."), class("B"), class("C")}
	for want, symbols := range map[string][]record.Symbol{
		"work.py | A: First. | exp: A, B, C": few,
		"work.py | exp: A, B, C, D":          append(slices.Clip(few), class("D")),
		"work.py | exp: A, B":                {class("A"), documented(class("B"), "Second.")},
	} {
		files := []source{pyFile("work.py", record.Syntax{Symbols: symbols}), pyFile("use.py", record.Syntax{Imports: []record.Import{imports("work", "A")}})}
		if got := fileLine(t, files, "work.py"); got != want {
			t.Errorf("line is %q, want %q", got, want)
		}
	}
}

// TestNamesake: in a file that is called as in any directory the type with the
// directory's name is meant.
func TestNamesake(t *testing.T) {
	files := []source{rustFile("shop/mod.rs", record.Syntax{Symbols: []record.Symbol{class("Other"), documented(class("Shop"), "Shop sells."), documented(class("ShopMode"), "A mode.")}})}
	if got := pages(t, files)["shop"].Files[0].Purpose; got != "Shop sells." {
		t.Errorf("purpose is %q", got)
	}
}

// TestBuiltFromSource: a manifest's file may be built from one of the same name
// in src.
func TestBuiltFromSource(t *testing.T) {
	files := []source{
		other("package.json", record.ClassConfig, record.Syntax{Facts: &record.Facts{Kind: "npm", Name: "shop", Main: []string{"./index.js"}}}),
		tsFile("src/index.ts", record.Syntax{Symbols: []record.Symbol{function("f")}}),
	}
	for _, main := range []string{"./index.js", "./dist/index.js", "distribution/index.js"} {
		files[0].syntax.Facts.Main = []string{main}
		if got, want := pages(t, files)["."].Arch, "Entry: src/index.ts (shop)"; got != want {
			t.Errorf("arch is %q, want %q", got, want)
		}
	}
}
