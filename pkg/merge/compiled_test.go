package merge

import (
	"path"
	"strings"
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
)

func langFile(lang, p string, s record.Syntax) source {
	class := record.ClassSource
	if strings.Contains(p, "/test/") {
		class = record.ClassTest
	}
	return source{path: p, class: class, lang: lang, syntax: s}
}

func TestC(t *testing.T) {
	declared := function("start")
	declared.Signature = "int start(void)"
	macro := record.Symbol{Name: "LIMIT", Kind: record.KindMacro, Signature: "#define LIMIT 3", Exported: true}
	call := record.Symbol{Name: "TWICE", Kind: record.KindMacro, Signature: "#define TWICE(x)", Exported: true}
	program := function("main")
	program.Signature = "int main(void)"
	files := []source{
		langFile("C", "lib/start.h", record.Syntax{Doc: "How things start.", Symbols: []record.Symbol{declared, macro, call}}),
		langFile("C", "lib/start.c", record.Syntax{Symbols: []record.Symbol{declared}, Imports: []record.Import{imports(`"start.h"`), imports("<stdio.h>")}, Refs: []string{"LIMIT"}}),
		langFile("C", "other/start.h", record.Syntax{Symbols: []record.Symbol{declared}}),
		langFile("C", "other/start.c", record.Syntax{Symbols: []record.Symbol{declared}}),
		langFile("C", "main.c", record.Syntax{Symbols: []record.Symbol{program}, Imports: []record.Import{imports(`"lib/start.h"`)}, Refs: []string{"LIMIT", "TWICE", "start"}}),
	}
	expect(t, files, map[string]string{
		".": `
role: Program main
deps: pkg/lib
> lib | Defines start, LIMIT, TWICE
> other | Defines start
- main.c | exp: main | dep: pkg/lib/start.h
likely: main.c
arch: Entry: main.c
tags: c entry
`,
		"lib": `
role: Defines start, LIMIT, TWICE
- start.c | exp: start | dep: pkg/lib/start.h, std/stdio.h
- start.h | How things start. | exp: LIMIT, start, TWICE
likely: start.h, start.c
arch: Used by: .
tags: c
* int start(void) | start.c
* #define LIMIT 3 | start.h
* #define TWICE(x) | start.h
`,
	})
}

// A constant of C++ is for its file alone, unless a header says extern.
func TestConstantsOfCPP(t *testing.T) {
	constant := func(name, signature string, exported bool) record.Symbol {
		return record.Symbol{Name: name, Kind: record.KindConstant, Signature: signature, Exported: exported}
	}
	files := []source{
		langFile("C++", "groups.h", record.Syntax{Symbols: []record.Symbol{constant("groups", "extern const Group groups[]", true), constant("kMax", "const int kMax = 3", true)}}),
		langFile("C++", "groups.cc", record.Syntax{
			Symbols: []record.Symbol{constant("groups", "const Group groups[]", false), constant("inner", "const int inner = 1", false), constant("kMax", "const int kMax", false)},
			Imports: []record.Import{imports(`"groups.h"`)},
		}),
		langFile("C++", "apart.cc", record.Syntax{Symbols: []record.Symbol{constant("groups", "const Group groups[]", false)}}),
	}
	expect(t, files, map[string]string{
		".": `
role: Files: apart.cc, groups.cc, groups.h
- apart.cc
- groups.cc | exp: groups | dep: pkg/groups.h
- groups.h | exp: groups, kMax
likely: groups.h, groups.cc, apart.cc
tags: cpp
* const Group groups[] | groups.cc
* const int kMax = 3 | groups.h
`,
	})
}

func TestJava(t *testing.T) {
	typ := func(pkg, name string, more ...record.Import) source {
		p := "src/main/java/" + strings.ReplaceAll(pkg, ".", "/") + "/" + name + ".java"
		method := record.Symbol{Name: "run", Kind: record.KindMethod, Signature: "void run(int n)", Parent: name, Exported: true}
		return langFile("Java", p, record.Syntax{Package: pkg, Symbols: []record.Symbol{class(name), method}, Imports: more})
	}
	shop := typ("org.shop", "Shop", imports("org.shop.db.Table"), imports("java.util.List"), imports("com.acme.Thing"))
	shop.syntax.Refs = []string{"Basket"}
	files := []source{
		shop, typ("org.shop", "Basket"), typ("org.shop.db", "Table"),
		langFile("Java", "src/main/java/org/shop/package-info.java", record.Syntax{Package: "org.shop", Doc: "Sells things. Daily."}),
		langFile("Java", "src/test/java/org/shop/ShopTest.java", record.Syntax{Package: "org.shop", Symbols: []record.Symbol{class("ShopTest")}}),
		other("pom.xml", record.ClassConfig, record.Syntax{Facts: &record.Facts{Kind: "maven", Name: "shop"}}),
	}
	dir := "src/main/java/org/shop"
	expect(t, files, map[string]string{
		dir: `
role: Sells things.
deps: pkg/src/main/java/org/shop/db
> db | Defines Table
- Basket.java | exp: Basket
- Shop.java | exp: Shop | dep: pkg/src/main/java/org/shop/db/Table.java, ext/com.acme, std/java.util.List
- package-info.java
likely: Basket.java, Shop.java, package-info.java
tags: java
* class Basket | Basket.java
* class Shop | Shop.java
* void Basket.run(int n) | Basket.java
* void Shop.run(int n) | Shop.java
`,
		"src/main": `
role: Holds java/org/shop: Sells things.
> java | Holds org/shop: Sells things.
tags: java
`,
		"src/test/java/org/shop": `
role: Tests: Shop
- ShopTest.java | test
likely: ShopTest.java
tags: java tests
flow: test -> ShopTest.java: mvn test
`,
	})
	if got := path.Base(pages(t, files)["."].Workflows[0]); got != "build -> pom.xml: mvn package" {
		t.Errorf("workflow is %q", got)
	}
}

func TestRust(t *testing.T) {
	use := func(raw string, names ...string) record.Import {
		return record.Import{Raw: raw, Form: "use", Names: names}
	}
	mod := func(name string) record.Import { return record.Import{Raw: name, Form: "mod"} }
	passed := use("crate::pool", "Pool")
	passed.Reexport = true
	module := record.Symbol{Name: "pool", Kind: record.KindModule, Signature: "mod pool", Exported: true}
	files := []source{
		other("Cargo.toml", record.ClassConfig, record.Syntax{Facts: &record.Facts{Kind: "cargo", Name: "swim", Dependencies: []string{"tokio"}}}),
		langFile("Rust", "src/lib.rs", record.Syntax{Doc: "Swimming.", Symbols: []record.Symbol{module, alias("Pool", "Pool", "crate::pool")}, Imports: []record.Import{mod("pool"), mod("lane"), passed}}),
		langFile("Rust", "src/lane.rs", record.Syntax{Symbols: []record.Symbol{function("clear")}, Imports: []record.Import{use("crate::pool", "Pool"), use("tokio", "spawn")}}),
		langFile("Rust", "src/pool.rs", record.Syntax{Symbols: []record.Symbol{documented(class("Pool"), "Water in a box."), function("fill")}, Imports: []record.Import{use("crate::lane", "clear")}}),
		langFile("Rust", "src/main.rs", record.Syntax{Symbols: []record.Symbol{private(function("main"))}, Imports: []record.Import{use("swim", "Pool")}}),
	}
	expect(t, files, map[string]string{
		"src": `
role: Swimming.
- lane.rs | exp: clear | dep: pkg/src/pool.rs, ext/tokio
- lib.rs | exp: Pool, pool | dep: pkg/src/lane.rs, pkg/src/pool.rs
- main.rs | dep: pkg/src/lib.rs
- pool.rs | Water in a box. | exp: Pool, fill | dep: pkg/src/lane.rs
likely: lib.rs, main.rs, lane.rs, pool.rs
arch: Entry: main.rs, lib.rs (swim)
tags: rust tokio entry
* class Pool | pool.rs
* clear() | lane.rs
* fill() | pool.rs
flow: run -> main.rs: cargo run
`,
	})
}

// TestTestsInside: what only the tests in a file need is a dependency of the
// file and of nothing else.
func TestTestsInside(t *testing.T) {
	use := func(raw, name string, test bool) record.Import {
		return record.Import{Raw: raw, Form: "use", Names: []string{name}, TypeOnly: test}
	}
	files := []source{
		other("Cargo.toml", record.ClassConfig, record.Syntax{Facts: &record.Facts{Kind: "cargo", Name: "swim", Dependencies: []string{"rand", "tokio"}}}),
		langFile("Rust", "src/lib.rs", record.Syntax{Imports: []record.Import{{Raw: "lane", Form: "mod"}, {Raw: "pool", Form: "mod"}}}),
		langFile("Rust", "src/lane/mod.rs", record.Syntax{Symbols: []record.Symbol{function("clear")}, Imports: []record.Import{use("crate::pool", "Pool", true), use("rand", "Rng", true), use("tokio", "spawn", false)}}),
		langFile("Rust", "src/pool/mod.rs", record.Syntax{Symbols: []record.Symbol{class("Pool")}, Imports: []record.Import{use("crate::lane", "clear", false)}}),
	}
	got := pages(t, files)
	if want := "pool -> lane\nEntry: lib.rs (swim)"; got["src"].Arch != want {
		t.Errorf("arch is %q, want %q", got["src"].Arch, want)
	}
	lane := got["src/lane"]
	if want := "mod.rs | exp: clear | dep: pkg/src/pool/mod.rs, ext/tokio"; !strings.Contains(text(lane), want) {
		t.Errorf("page is %s", text(lane))
	}
	if len(lane.Deps) > 0 {
		t.Errorf("dependencies are %q", lane.Deps)
	}
}
