package merge

import (
	"slices"
	"strings"
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
)

// TestLikely: an index starts with what introduces a directory, and never
// lists what nobody reads to find the way.
func TestLikely(t *testing.T) {
	files := []source{
		other(".dockerignore", record.ClassConfig, record.Syntax{}),
		other(".eslintrc.js", record.ClassConfig, record.Syntax{}),
		other("CHANGELOG.md", record.ClassDoc, record.Syntax{}),
		other("settings.toml", record.ClassConfig, record.Syntax{}),
		other("Cargo.lock", record.ClassData, record.Syntax{}),
		other("LICENSE", record.ClassDoc, record.Syntax{}),
		other("README.md", record.ClassDoc, record.Syntax{}),
		other("guide.md", record.ClassDoc, record.Syntax{}),
		other("input.txt", record.ClassDoc, record.Syntax{}),
		other("logo.png", record.ClassBinary, record.Syntax{}),
		other("package.json", record.ClassConfig, record.Syntax{Facts: &record.Facts{Kind: "npm", Name: "n", Bin: []record.Pair{{Key: "n", Value: "run.ts"}}}}),
		other("rows.csv", record.ClassData, record.Syntax{}),
		tsFile("a.test.ts", record.Syntax{}),
		tsFile("history.ts", record.Syntax{}),
		tsFile("run.ts", record.Syntax{Imports: []record.Import{imports("./used", "f")}}),
		tsFile("used.ts", record.Syntax{Symbols: []record.Symbol{function("f")}}),
	}
	got := words(pages(t, files)["."].Likely)
	want := []string{"run.ts", "README.md", "package.json", "used.ts", "history.ts", "guide.md"}
	if !slices.Equal(got, want) {
		t.Errorf("likely is %q, want %q", got, want)
	}
}

// TestRole: a directory says what its author said, else what it defines, else
// what it holds; never that it has sources.
func TestRole(t *testing.T) {
	readme := func(path, doc string) source {
		return other(path, record.ClassDoc, record.Syntax{Doc: doc, Facts: &record.Facts{Kind: "readme", Title: "T", Summary: doc}})
	}
	for _, test := range []struct {
		name, dir, want string
		files           []source
	}{
		{"names before kinds", "a", "Defines f, g", []source{tsFile("a/x.ts", record.Syntax{Symbols: []record.Symbol{function("g"), function("f")}})}},
		{"words of the file with its name", "jwt", "Guards.", []source{tsFile("jwt/jwt.ts", record.Syntax{Doc: "Guards.", Symbols: []record.Symbol{function("f")}}),
			tsFile("jwt/index.ts", record.Syntax{Symbols: []record.Symbol{function("g")}})}},
		{"documents with their settings", "a", "Documentation: x, y", []source{
			other("a/x.md", record.ClassDoc, record.Syntax{}), other("a/y.md", record.ClassDoc, record.Syntax{}),
			pyFile("a/conf.py", record.Syntax{Doc: "Settings made by a tool.", Symbols: []record.Symbol{constant("theme")}})}},
		{"subdirectories before a few documents", "a", "Holds b", []source{other("a/x.md", record.ClassDoc, record.Syntax{}), tsFile("a/b/x.ts", record.Syntax{})}},
		{"documents before a picture directory", "a", "Documentation: x, y", []source{
			other("a/x.md", record.ClassDoc, record.Syntax{}), other("a/y.md", record.ClassDoc, record.Syntax{}), other("a/b/x.png", record.ClassBinary, record.Syntax{})}},
		{"words of its only file", "a", "Guards.", []source{tsFile("a/x.ts", record.Syntax{Doc: "Guards.", Symbols: []record.Symbol{function("f")}}), tsFile("a/x.test.ts", record.Syntax{Doc: "Tries."})}},
		{"five names", "a", "Defines a, b, c, d, e", []source{tsFile("a/x.ts", record.Syntax{Symbols: []record.Symbol{
			function("f"), function("e"), function("d"), function("c"), function("b"), function("a")}})}},
		{"readme", "a", "It sells.", []source{readme("a/README.md", "It sells. More."), tsFile("a/x.ts", record.Syntax{Symbols: []record.Symbol{function("f")}})}},
		{"one script among others", "a", "Scripts: p, q", []source{
			{path: "a/p", class: record.ClassSource, lang: "Shell", syntax: record.Syntax{Doc: "Completes words.", Symbols: []record.Symbol{function("_p")}}}, {path: "a/q", class: record.ClassSource, lang: "Shell"}}},
		{"a project and its source", "a", "Sells.", []source{other("a/Cargo.toml", record.ClassConfig, record.Syntax{Facts: &record.Facts{Kind: "cargo", Name: "shop"}}),
			rustFile("a/src/main.rs", record.Syntax{Doc: "Sells.", Symbols: []record.Symbol{private(function("main"))}}), other("a/img/x.png", record.ClassBinary, record.Syntax{})}},
		{"a name and its kind", "shop", "Defines f", []source{pyFile("shop/__init__.py", record.Syntax{Doc: "The shop package."}), pyFile("shop/x.py", record.Syntax{Symbols: []record.Symbol{function("f")}})}},
		{"two programs", "a/src/bin", "Programs p, q", []source{rustFile("a/src/bin/p.rs", record.Syntax{Symbols: []record.Symbol{private(function("main"))}}), rustFile("a/src/bin/q.rs", record.Syntax{Doc: "Sells.", Symbols: []record.Symbol{private(function("main"))}})}},
		{"a package made of others", "a/source", "Package shop; holds p, q", []source{
			other("a/package.json", record.ClassConfig, record.Syntax{Facts: &record.Facts{Kind: "npm", Name: "shop", Main: []string{"./dist/index.js"}}}),
			tsFile("a/source/index.ts", record.Syntax{}), tsFile("a/source/p/x.ts", record.Syntax{}), tsFile("a/source/q/x.ts", record.Syntax{})}},
		{"only its source", "a", "Program a", []source{rustFile("a/src/main.rs", record.Syntax{Symbols: []record.Symbol{private(function("main"))}})}},
		{"readme elsewhere", "a", "It sells.", []source{{path: "a/README.md", class: record.ClassSymlink, target: "b/README.md"}, readme("a/b/README.md", "It sells."), tsFile("a/b/x.ts", record.Syntax{}), tsFile("a/c/x.ts", record.Syntax{})}},
		{"one source among tests", "a", "Tests: p, q, r, s", []source{
			pyFile("a/bench.py", record.Syntax{Doc: "Measures.", Symbols: []record.Symbol{function("run")}}),
			pyFile("a/test_p.py", record.Syntax{}), pyFile("a/test_q.py", record.Syntax{}), pyFile("a/test_r.py", record.Syntax{}), pyFile("a/test_s.py", record.Syntax{})}},
		{"a directory of documents", "docs", "Documentation: x", []source{other("docs/x.md", record.ClassDoc, record.Syntax{}), tsFile("docs/b/x.ts", record.Syntax{})}},
		{"one name in every file", "a", "Files: p.ts, q.ts, r.ts", []source{
			tsFile("a/p.ts", record.Syntax{Symbols: []record.Symbol{function("run")}}), tsFile("a/q.ts", record.Syntax{Symbols: []record.Symbol{function("run")}}), tsFile("a/r.ts", record.Syntax{Symbols: []record.Symbol{function("run")}}),
			tsFile("b.ts", record.Syntax{Imports: []record.Import{imports("./a/p", "run"), imports("./a/q", "run"), imports("./a/r", "run")}})}},
		{"a project's name and its kind", "a/src", "Sells.", []source{other("a/Cargo.toml", record.ClassConfig, record.Syntax{Facts: &record.Facts{Kind: "cargo", Name: "shop"}}),
			rustFile("a/src/lib.rs", record.Syntax{Doc: "Crate shop sells.", Symbols: []record.Symbol{function("f")}})}},
		{"the layout of a build tool", "a", "Sells.", []source{
			other("a/build.gradle", record.ClassConfig, record.Syntax{Facts: &record.Facts{Kind: "gradle"}}),
			{path: "a/src/main/java/shop/package-info.java", class: record.ClassSource, lang: "Java", syntax: record.Syntax{PackageDoc: "Sells."}},
			{path: "a/src/main/res/x.png", class: record.ClassBinary}, {path: "a/src/test/java/shop/XTest.java", class: record.ClassTest, lang: "Java"}, {path: "a/api/x.txt", class: record.ClassData}}},
		{"tests and their settings", "a", "Tests: x", []source{tsFile("a/x.test.ts", record.Syntax{}), other("a/p.json", record.ClassConfig, record.Syntax{}), other("a/q.json", record.ClassConfig, record.Syntax{})}},
		{"pictures of documents", "docs", "Documentation: x", []source{other("docs/x.md", record.ClassDoc, record.Syntax{}), other("docs/a.png", record.ClassBinary, record.Syntax{}), other("docs/b.png", record.ClassBinary, record.Syntax{})}},
		{"types before what is done with them", "a", "Defines P, Q, R, all, best", []source{
			pyFile("a/x.py", record.Syntax{Symbols: []record.Symbol{function("all"), function("best"), class("P"), class("Q"), class("R")}}),
			pyFile("b.py", record.Syntax{Imports: []record.Import{imports("a.x", "all", "best", "P", "Q", "R")}})}},
		{"two types and more", "a", "Defines P, Q, all", []source{
			pyFile("a/x.py", record.Syntax{Symbols: []record.Symbol{function("all"), class("P"), class("Q")}}),
			pyFile("b.py", record.Syntax{Imports: []record.Import{imports("a.x", "all", "P", "Q")}})}},
		{"scripts of which one uses another", "tools", "Files: p.py, q.py, r.py, s.py", []source{
			pyFile("tools/p.py", record.Syntax{Symbols: []record.Symbol{function("f")}}), pyFile("tools/q.py", record.Syntax{Symbols: []record.Symbol{function("g")}}),
			pyFile("tools/r.py", record.Syntax{Symbols: []record.Symbol{function("h")}, Imports: []record.Import{imports("q", "g")}}), pyFile("tools/s.py", record.Syntax{Symbols: []record.Symbol{function("i")}})}},
		{"two scripts", "tools", "Files: p.ts, q.ts", []source{
			tsFile("tools/p.ts", record.Syntax{Symbols: []record.Symbol{function("f")}}), tsFile("tools/q.ts", record.Syntax{Symbols: []record.Symbol{function("g")}})}},
		{"what is no longer so", "a", "Defines f", []source{goFile("a/a.go", "a", record.Syntax{PackageDoc: "This package no longer sells.", Symbols: []record.Symbol{function("f")}})}},
		{"empty files count for nothing", "a", "Holds b, c", []source{{path: "a/__init__.py", class: record.ClassTest, lang: "Python", empty: true}, tsFile("a/b/x.ts", record.Syntax{}), tsFile("a/c/x.ts", record.Syntax{})}},
		{"package before readme", "a", "Sells.", []source{readme("a/README.md", "It sells."), pyFile("a/__init__.py", record.Syntax{Doc: "Sells."})}},
		{"words on a file are not the directory's", "a", "Defines f", []source{tsFile("a/index.ts", record.Syntax{
			Doc: "This file only passes on names.", Symbols: []record.Symbol{function("f")}})}},
		{"program", "a", "Draws.", []source{goFile("a/main.go", "main", record.Syntax{Doc: "Draws.", Symbols: []record.Symbol{private(function("main"))}})}},
		{"go generator beside a package", "a", "Reads.", []source{
			goFile("a/a.go", "a", record.Syntax{PackageDoc: "Package a reads."}), goFile("a/b.go", "a", record.Syntax{}),
			goFile("a/gen.go", "main", record.Syntax{PackageDoc: "Gen writes a great many tables for the package.", Symbols: []record.Symbol{private(function("main"))}})}},
		{"doc.go first", "a", "Reads.", []source{goFile("a/a.go", "a", record.Syntax{PackageDoc: "Package a is long and wordy."}), goFile("a/doc.go", "a", record.Syntax{PackageDoc: "Package a reads."})}},
		{"holds", "a", "Holds b, c/d", []source{tsFile("a/b/x.ts", record.Syntax{}), tsFile("a/c/d/x.ts", record.Syntax{})}},
		{"few names beside subdirectories", "a", "Defines f; holds b, c", []source{tsFile("a/b/x.ts", record.Syntax{}), tsFile("a/c/x.ts", record.Syntax{}), tsFile("a/x.ts", record.Syntax{Symbols: []record.Symbol{function("f")}})}},
		{"one subdirectory", "a", "Holds b/c: Defines f", []source{tsFile("a/b/c/x.ts", record.Syntax{Symbols: []record.Symbol{function("f")}})}},
		{"files side by side", "a", "Files: p.ts, q.ts, r.ts", []source{
			tsFile("a/p.ts", record.Syntax{Symbols: []record.Symbol{function("f")}}), tsFile("a/q.ts", record.Syntax{Symbols: []record.Symbol{function("g")}}), tsFile("a/r.ts", record.Syntax{Symbols: []record.Symbol{private(function("h"))}})}},
		{"files named after what they define", "a", "Defines h, p, q", []source{
			tsFile("a/p.ts", record.Syntax{Symbols: []record.Symbol{function("p")}}), tsFile("a/q.ts", record.Syntax{Symbols: []record.Symbol{function("q")}}), tsFile("a/r.ts", record.Syntax{Symbols: []record.Symbol{function("h")}})}},
		{"functions of scripts", "a", "Holds b, c", []source{
			{path: "a/all.sh", class: record.ClassSource, lang: "Shell", syntax: record.Syntax{Symbols: []record.Symbol{function("usage")}}}, tsFile("a/b/x.ts", record.Syntax{}), tsFile("a/c/x.ts", record.Syntax{})}},
		{"hidden and technical subdirectories", "a", "Holds b, c", []source{tsFile("a/.d/x.ts", record.Syntax{}), tsFile("a/_e/x.ts", record.Syntax{}), tsFile("a/b/x.ts", record.Syntax{}), tsFile("a/c/x.ts", record.Syntax{})}},
		{"titles", "a", "Documentation: How to sell, b", []source{
			other("a/a.md", record.ClassDoc, record.Syntax{Facts: &record.Facts{Kind: "document", Title: "How to sell"}}),
			other("a/b.md", record.ClassDoc, record.Syntax{Facts: &record.Facts{Kind: "document", Title: strings.Repeat("long ", 10)}})}},
		{"titles with commas", "a", "Documentation: Sell, buy; b", []source{
			other("a/a.md", record.ClassDoc, record.Syntax{Facts: &record.Facts{Kind: "document", Title: "Sell, buy"}}), other("a/b.md", record.ClassDoc, record.Syntax{})}},
		{"what tests share comes last", "a", "Tests: x, y, conftest", []source{other("a/conftest.py", record.ClassTest, record.Syntax{}), pyFile("a/test_x.py", record.Syntax{}), pyFile("a/test_y.py", record.Syntax{})}},
		{"tests in one file", "a", "Tests of a", []source{{path: "a/tests.rs", class: record.ClassTest, lang: "Rust", syntax: record.Syntax{}}}},
		{"a pointer is no description", "a", "Defines f", []source{readme("a/README.md", "See INSTALL."), tsFile("a/x.ts", record.Syntax{Symbols: []record.Symbol{function("f")}})}},
		{"tests", "a", "Tests: x, y", []source{tsFile("a/x.test.ts", record.Syntax{}), tsFile("a/y.test.ts", record.Syntax{})}},
		{"documents", "a", "Documentation: b, c", []source{other("a/b.md", record.ClassDoc, record.Syntax{}), other("a/c.md", record.ClassDoc, record.Syntax{})}},
		{"settings define nothing", "a", "Files: vite.config.ts", []source{tsFile("a/vite.config.ts", record.Syntax{Symbols: []record.Symbol{
			{Name: "default", Kind: record.KindConstant, Default: true, Exported: true, Signature: "default = {…}"}}})}},
	} {
		if got := pages(t, test.files)[test.dir].Role; got != test.want {
			t.Errorf("%s: role is %q, want %q", test.name, got, test.want)
		}
	}
}

func rustFile(path string, s record.Syntax) source {
	return source{path: path, class: record.ClassSource, lang: "Rust", syntax: s}
}

func TestPurpose(t *testing.T) {
	long := "It " + strings.Repeat("very ", 40) + "much works."
	for _, test := range []struct {
		name, path, want string
		file             source
	}{
		{"author", "a.ts", "a.ts | Sells.", tsFile("a.ts", record.Syntax{Doc: "Sells. Buys."})},
		{"nothing to say", "a.ts", "a.ts", tsFile("a.ts", record.Syntax{})},
		{"symbol of the file's name", "order_line.py", "order_line.py | One thing bought. | exp: OrderLine, other", pyFile("order_line.py", record.Syntax{
			Symbols: []record.Symbol{documented(function("other"), "Other."), documented(class("OrderLine"), "One thing bought.")}})},
		{"only export", "a.ts", "a.ts | Sells. | exp: sell", tsFile("a.ts", record.Syntax{Symbols: []record.Symbol{documented(function("sell"), "Sells.")}})},
		{"only type", "a.ts", "a.ts | Shop: A shop. | exp: Shop, sell", tsFile("a.ts", record.Syntax{Symbols: []record.Symbol{documented(function("sell"), "Sells."), documented(class("Shop"), "A shop.")}})},
		{"a type of another name", "work.ts", "work.ts | Shop: A place. | exp: Shop, sell", tsFile("work.ts", record.Syntax{Symbols: []record.Symbol{documented(function("sell"), "Sells."), documented(class("Shop"), "A place.")}})},
		{"words that have the name", "work.ts", "work.ts | A Shop is a place. | exp: Shop, sell", tsFile("work.ts", record.Syntax{Symbols: []record.Symbol{function("sell"), documented(class("Shop"), "A Shop is a place.")}})},
		{"type with the file's name in its own", "shops.ts", "shops.ts | ShopList: All of them. | exp: Other, ShopList, ShopListKeeper", tsFile("shops.ts", record.Syntax{Symbols: []record.Symbol{
			documented(class("Other"), "Another."), documented(class("ShopList"), "All of them."), documented(class("ShopListKeeper"), "Keeps them.")}})},
		{"the nearest type says nothing", "shops.ts", "shops.ts | exp: Shop, ShopList", tsFile("shops.ts", record.Syntax{Symbols: []record.Symbol{class("Shop"), documented(class("ShopList"), "All of them.")}})},
		{"names of any file", "index.ts", "index.ts | exp: IndexA, IndexB", tsFile("index.ts", record.Syntax{Symbols: []record.Symbol{documented(class("IndexA"), "An A."), documented(class("IndexB"), "A B.")}})},
		{"none of several types", "work.ts", "work.ts | exp: A, B", tsFile("work.ts", record.Syntax{Symbols: []record.Symbol{documented(class("A"), "An A."), documented(class("B"), "A B.")}})},
		{"what may go wrong", "work.py", "work.py | exp: Lost, find", pyFile("work.py", record.Syntax{Symbols: []record.Symbol{{Name: "Lost", Kind: record.KindClass, Signature: "class Lost(Exception)", Exported: true, Doc: "It is lost."}, documented(function("find"), "Finds.")}})},
		{"base of others", "auth.py", "auth.py | Auth: Base class of guards. | exp: Auth, Key", pyFile("auth.py", record.Syntax{Symbols: []record.Symbol{documented(class("Auth"), "Base class of guards."), class("Key")}})},
		{"a reason", "a.ts", "a.ts | exp: Shop", tsFile("a.ts", record.Syntax{Symbols: []record.Symbol{documented(class("Shop"), "This is intentionally a class.")}})},
		{"a greeting", "g.md", "g.md | doc", other("g.md", record.ClassDoc, record.Syntax{Facts: &record.Facts{Kind: "document", Title: "G", Summary: "Thank you for coming."}})},
		{"empty", "a.py", "a.py | empty", source{path: "a.py", class: record.ClassSource, lang: "Python", empty: true}},
		{"what a script sets for others", "a.sh", "a.sh | exp: f", source{path: "a.sh", class: record.ClassSource, lang: "Shell", syntax: record.Syntax{Symbols: []record.Symbol{{Name: "PATH", Kind: record.KindVariable, Signature: "export PATH", Exported: true}, function("f")}}}},
		{"settings", "conf.py", "conf.py | config | exp: setup, theme", source{path: "conf.py", class: record.ClassConfig, lang: "Python", syntax: record.Syntax{Symbols: []record.Symbol{function("setup"), constant("theme")}}}},
		{"names between underlines last", "a.py", "a.py | exp: f, __version__", pyFile("a.py", record.Syntax{Symbols: []record.Symbol{constant("__version__"), function("f")}})},
		{"default first", "a.ts", "a.ts | exp: z, a", tsFile("a.ts", record.Syntax{Symbols: []record.Symbol{function("a"), {Name: "z", Kind: record.KindFunction, Signature: "z()", Default: true, Exported: true}}})},
		{"many exports speak for themselves", "a.ts", "a.ts | exp: b, c", tsFile("a.ts", record.Syntax{Symbols: []record.Symbol{documented(function("b"), "B."), documented(function("c"), "C.")}})},
		{"the only name", "a.go", "a.go | work does it.", goFile("a.go", "p", record.Syntax{Symbols: []record.Symbol{documented(private(function("work")), "work does it.")}})},
		{"private words are asides", "a.ts", "a.ts | internal: work", tsFile("a.ts", record.Syntax{Symbols: []record.Symbol{documented(private(function("work")), "Does it.")}})},
		{"one type among many functions", "a.ts", "a.ts | Shop: A shop. | exp: Shop, a, b, c, d", tsFile("a.ts", record.Syntax{Symbols: []record.Symbol{
			function("a"), function("b"), function("c"), function("d"), documented(class("Shop"), "A shop.")}})},
		{"method of the file's name", "errors.go", "errors.go | exp: NoShop, NoThing", goFile("errors.go", "p", record.Syntax{Symbols: []record.Symbol{
			class("NoShop"), class("NoThing"), {Name: "Error", Kind: record.KindMethod, Signature: "func (e NoShop) Error() string", Parent: "NoShop", Exported: true, Doc: "Error returns words."}}})},
		{"only function of a script", "a.sh", "a.sh | exp: die", source{path: "a.sh", class: record.ClassSource, lang: "Shell", syntax: record.Syntax{Symbols: []record.Symbol{documented(function("die"), "Ends it.")}}}},
		{"type parameters last", "a.py", "a.py | exp: f, LIMIT, T", pyFile("a.py", record.Syntax{Symbols: []record.Symbol{
			{Name: "T", Kind: record.KindVariable, Signature: "T = TypeVar(…)", Exported: true}, constant("LIMIT"), function("f")}})},
		{"generated test", "a_test.go", "a_test.go | generated test", source{path: "a_test.go", class: record.ClassGenerated, lang: "Go", syntax: record.Syntax{Package: "p", Symbols: []record.Symbol{function("TestA")}}}},
		{"customary document", "CONTRIBUTING.md", "CONTRIBUTING.md", other("CONTRIBUTING.md", record.ClassDoc, record.Syntax{Doc: "Welcome stranger!", Facts: &record.Facts{Kind: "document", Title: "Contributing", Summary: "Welcome stranger!"}})},
		{"nothing exported", "a.go", "a.go | internal: x, work", goFile("a.go", "p", record.Syntax{Symbols: []record.Symbol{
			documented(private(function("x")), "should never be seen."), documented(private(function("work")), "work does it.")}})},
		{"methods only", "a.go", "a.go | Gen writes.", goFile("a.go", "p", record.Syntax{Symbols: []record.Symbol{
			documented(private(function("x")), "x helps."),
			{Name: "Gen", Kind: record.KindMethod, Signature: "func (c *C) Gen()", Parent: "C", Exported: true, Doc: "Gen writes."}}})},
		{"nothing said, nothing offered", "a.go", "a.go | internal: b, a", goFile("a.go", "p", record.Syntax{Symbols: []record.Symbol{
			private(function("init")), private(function("b")), private(constant("c")), private(class("a"))}})},
		{"much inside", "a.go", "a.go | internal: a, b, c, d, …", goFile("a.go", "p", record.Syntax{Symbols: []record.Symbol{
			private(function("a")), private(function("b")), private(function("c")), private(function("d")), private(function("e"))}})},
		{"package words are no purpose", "a.go", "a.go", goFile("a.go", "p", record.Syntax{PackageDoc: "Package p sells."})},
		{"doc.go excepted", "doc.go", "doc.go | Sells.", goFile("doc.go", "p", record.Syntax{PackageDoc: "Package p sells."})},
		{"test", "a_test.go", "a_test.go | test", goFile("a_test.go", "p", record.Syntax{Symbols: []record.Symbol{documented(function("TestA"), "TestA is one.")}})},
		{"test with words", "a_test.go", "a_test.go | Round trips.", goFile("a_test.go", "p", record.Syntax{Doc: "Round trips."})},
		{"cut", "a.ts", "a.ts | It " + strings.TrimSpace(strings.Repeat("very ", 23)) + "…", tsFile("a.ts", record.Syntax{Doc: long})},
		{"name repeated", "guide.md", "guide.md | How to sell.", other("guide.md", record.ClassDoc, record.Syntax{Facts: &record.Facts{Kind: "markdown", Title: "Guide", Summary: "How to sell."}})},
		{"title", "g.md", "g.md | Selling for beginners", other("g.md", record.ClassDoc, record.Syntax{Facts: &record.Facts{Kind: "markdown", Title: "Selling for beginners", Summary: "Welcome."}})},
		{"licence", "LICENSE.md", "LICENSE.md", other("LICENSE.md", record.ClassDoc, record.Syntax{Doc: "Permission is granted."})},
		{"changes", "CHANGELOG.md", "CHANGELOG.md", other("CHANGELOG.md", record.ClassDoc, record.Syntax{Doc: "All notable changes."})},
		{"source of that name", "history.go", "history.go | Undo.", goFile("history.go", "p", record.Syntax{Doc: "Undo."})},
		{"lock", "yarn.lock", "yarn.lock | lock file", other("yarn.lock", record.ClassGenerated, record.Syntax{})},
		{"large", "x.json", "x.json | Large/generated file", other("x.json", record.ClassLarge, record.Syntax{State: record.StateNone})},
		{"minified", "x.js", "x.js | Large/generated file", other("x.js", record.ClassMinified, record.Syntax{State: record.StateNone})},
		{"generated", "x.ts", "x.ts | generated | exp: f", source{path: "x.ts", class: record.ClassGenerated, lang: "TypeScript", syntax: record.Syntax{Symbols: []record.Symbol{function("f"), function("f")}}}},
		{"link", "l", "l | -> ../x y", source{path: "l", class: record.ClassSymlink, target: "../x y"}},
		{"submodule", "dep/", "dep/ | submodule, another repository", source{path: "dep/", class: record.ClassBoundary, reason: "submodule"}},
		{"collapsed", "testdata/", "testdata/ | test data (not listed)", source{path: "testdata/", class: record.ClassCollapsed, reason: "test data"}},
		{"failed", "a.ts", "a.ts | could not be parsed", tsFile("a.ts", record.Syntax{State: record.StateFailed})},
		{"secret", "key.pem", "key.pem | secret, never read", other("key.pem", record.ClassSecret, record.Syntax{})},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := pages(t, []source{test.file})["."]
			for line := range strings.Lines(text(p)) {
				if got, ok := strings.CutPrefix(strings.TrimSpace(line), "- "); ok && got != test.want {
					t.Errorf("line is %q, want %q", got, test.want)
				}
			}
			if len(p.Files) != 1 {
				t.Errorf("page has %d files", len(p.Files))
			}
		})
	}
}

// TestUnrepeat: words above several files are about none of them.
func TestUnrepeat(t *testing.T) {
	header := func(path, doc string) source {
		return source{path: path, class: record.ClassSource, lang: "C", syntax: record.Syntax{Doc: doc}}
	}
	files := []source{
		goFile("a.go", "p", record.Syntax{Doc: "Sells things!"}), goFile("b.go", "p", record.Syntax{Doc: "Sells things."}),
		header("list.c", "A list of things."), header("list.h", "A list of things."), header("word.c", "Word helper functions."),
		goFile("tea_unix.go", "p", record.Syntax{Doc: "Makes tea."}), goFile("tea_windows.go", "p", record.Syntax{Doc: "Makes tea."}), goFile("tea_test.go", "p", record.Syntax{Doc: "Makes tea."}),
	}
	for name, want := range map[string]string{
		"a.go": "a.go", "b.go": "b.go", "list.c": "list.c | A list of things.", "list.h": "list.h | A list of things.", "word.c": "word.c",
		"tea_unix.go": "tea_unix.go | Makes tea.", "tea_windows.go": "tea_windows.go | Makes tea.", "tea_test.go": "tea_test.go | test",
	} {
		if got := fileLine(t, files, name); got != want {
			t.Errorf("line of %s is %q, want %q", name, got, want)
		}
	}
}

// TestLikelyTests: tests are likely where there is nothing else, and three.
func TestLikelyTests(t *testing.T) {
	var files []source
	for _, name := range []string{"a", "b", "c", "d"} {
		files = append(files, tsFile(name+".test.ts", record.Syntax{}))
	}
	files = append(files, other("tsconfig.json", record.ClassConfig, record.Syntax{}))
	if got, want := words(pages(t, files)["."].Likely), []string{"a.test.ts", "b.test.ts", "c.test.ts"}; !slices.Equal(got, want) {
		t.Errorf("likely is %q, want %q", got, want)
	}
	files = append(files, tsFile("x.ts", record.Syntax{}))
	if got, want := words(pages(t, files)["."].Likely), []string{"x.ts"}; !slices.Equal(got, want) {
		t.Errorf("likely is %q, want %q", got, want)
	}
}

// TestRootTags: the root has the languages of the whole tree and the frameworks
// that its Go files import, not those that go.mod lists for others.
func TestRootTags(t *testing.T) {
	files := []source{
		tsFile("a/x.ts", record.Syntax{}), tsFile("a/y.ts", record.Syntax{}), goFile("b/x.go", "b", record.Syntax{Imports: []record.Import{imports("github.com/spf13/cobra")}}),
		other("go.mod", record.ClassConfig, record.Syntax{Facts: &record.Facts{Kind: "gomod", Module: "example.com/m", Dependencies: []string{"github.com/spf13/cobra", "gorm.io/gorm"}}}),
		{path: "run.sh", class: record.ClassSource, lang: "Shell", syntax: record.Syntax{}},
	}
	if got, want := pages(t, files)["."].Tags, []string{"ts", "go", "shell", "cli"}; !slices.Equal(got, want) {
		t.Errorf("tags are %q, want %q", got, want)
	}
}

func TestTestsExportNothing(t *testing.T) {
	files := []source{
		goFile("p_test.go", "p", record.Syntax{Symbols: []record.Symbol{function("TestA"), function("Helper")}}),
		tsFile("kit.test.ts", record.Syntax{Symbols: []record.Symbol{function("make"), function("unused")}}),
		tsFile("all.test.ts", record.Syntax{Symbols: []record.Symbol{function("a"), function("b")}}),
		tsFile("use.test.ts", record.Syntax{Imports: []record.Import{imports("./kit.test", "make"), imports("./all.test", "*")}}),
	}
	for name, want := range map[string]string{
		"p_test.go":   "p_test.go | test",
		"kit.test.ts": "kit.test.ts | test | exp: make",
		"all.test.ts": "all.test.ts | test | exp: a, b",
	} {
		if got := fileLine(t, files, name); got != want {
			t.Errorf("line of %s is %q, want %q", name, got, want)
		}
	}
	if got := pages(t, files)["."].Symbols; len(got) > 0 {
		t.Errorf("tests' symbols are listed: %v", got)
	}
}

// TestSubject: what stands in a package's comment becomes a role.
func TestSubject(t *testing.T) {
	for in, want := range map[string]string{
		"Package auth checks tokens.":         "Checks tokens.",
		"Package auth is the guard.":          "The guard.",
		"package auth: tokens":                "Tokens",
		"Package auth — tokens":               "Tokens",
		"Package other checks tokens.":        "Package other checks tokens.",
		"Package auth and its friends check.": "Package auth and its friends check.",
		"The auth package checks tokens.":     "Checks tokens.",
		"The auth Manager":                    "The auth Manager",
		"Auth - tokens and more":              "Tokens and more",
		"Auth checks tokens.":                 "Auth checks tokens.",
		"Command describes one program.":      "Command describes one program.",
		"Module auth provides tokens":         "Provides tokens",
		"This module contains tokens.":        "Contains tokens.",
		"This is auth.":                       "This is auth.",
		"Auth - a guard - checks tokens.":     "Auth - a guard - checks tokens.",
		"This example shows tokens.":          "Shows tokens.",
		"This is the place for tokens.":       "The place for tokens.",
		"This file is auth.":                  "This file is auth.",
		"Package auth":                        "Package auth",
		"":                                    "",
	} {
		if got := subject(in, "auth"); got != want {
			t.Errorf("subject(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestArrows: subdirectories that depend on the same are named together.
func TestArrows(t *testing.T) {
	use := func(path string, raws ...string) source {
		var s record.Syntax
		for _, raw := range raws {
			s.Imports = append(s.Imports, imports(raw))
		}
		return tsFile(path, s)
	}
	files := []source{
		use("a/x.ts", "../core/x", "../db/x"), use("b/x.ts", "../core/x", "../db/x"), use("c/x.ts", "../core/x"),
		use("c/y.ts", "../core/x", "../e/x"), use("core/x.ts"), use("db/x.ts", "../core/x"), use("d/x.test.ts", "../a/x"), use("e/x.ts", "../c/x", "../db/x"),
	}
	if got, want := pages(t, files)["."].Arch, "c, db -> core; a, b -> core, db; c <-> e; e -> db"; got != want {
		t.Errorf("arch is %q, want %q", got, want)
	}
	if got, want := pages(t, files)["core"].Arch, "Used by: c, db, a, b"; got != want {
		t.Errorf("arch is %q, want %q", got, want)
	}
}
