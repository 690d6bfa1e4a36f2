package resolve

import (
	"slices"
	"strings"
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
)

// pairs makes associations of "key value" texts.
func pairs(texts ...string) []record.Pair {
	var ps []record.Pair
	for _, text := range texts {
		key, value, _ := strings.Cut(text, " ")
		ps = append(ps, record.Pair{Key: key, Value: value})
	}
	return ps
}

func TestECMAScriptRelative(t *testing.T) {
	files := list("src/a.ts", "src/b.tsx", "src/c.js", "src/c.d.ts", "src/d/index.ts", "src/e.mts", "src/f.cts", "src/g.d.ts",
		"src/h.vue", "src/data.json", "src/style.module.css", "src/logo.svg", "src/both.js", "src/both.ts", "src/dir.ts", "src/dir/index.ts",
		"src/__fixtures__/", "index.js", "src/plain.jsx", "src/w.wasm")
	check(t, files, "TypeScript", []asked{
		{from: "src/a.ts", raw: "./b", want: "pkg/src/b.tsx"},
		{from: "src/a.ts", raw: "./b.js", want: "pkg/src/b.tsx"},
		{from: "src/a.ts", raw: "./b.jsx", want: "pkg/src/b.tsx"},
		{from: "src/a.ts", raw: "./c", want: "pkg/src/c.d.ts"},
		{from: "src/g.d.ts", raw: "./c.ts", want: "pkg/src/c.d.ts"},
		{from: "src/g.d.ts", raw: "./a.ts", want: "pkg/src/a.ts"},
		{from: "src/a.ts", raw: "./c.js", want: "pkg/src/c.d.ts"},
		{from: "src/x.js", raw: "./c", want: "pkg/src/c.js"},
		{from: "src/x.js", raw: "./c.js", want: "pkg/src/c.js"},
		{from: "src/a.ts", raw: "./both.js", want: "pkg/src/both.ts"},
		{from: "src/x.js", raw: "./both", want: "pkg/src/both.js"},
		{from: "src/a.ts", raw: "./d", want: "pkg/src/d/index.ts"},
		{from: "src/a.ts", raw: "./d/", want: "pkg/src/d/index.ts"},
		{from: "src/a.ts", raw: "./d/index.js", want: "pkg/src/d/index.ts"},
		{from: "src/d/index.ts", raw: "..", want: "?.."},
		{from: "src/a.ts", raw: "..", want: "pkg/index.js"},
		{from: "src/d/index.ts", raw: "../dir", want: "pkg/src/dir.ts"},
		{from: "src/a.ts", raw: "./e.mjs", want: "pkg/src/e.mts"},
		{from: "src/a.ts", raw: "./f.cjs", want: "pkg/src/f.cts"},
		{from: "src/a.ts", raw: "./g", want: "pkg/src/g.d.ts"},
		{from: "src/a.ts", raw: "./h.vue", want: "pkg/src/h.vue"},
		{from: "src/h.vue", raw: "./a", want: "pkg/src/a.ts"},
		{from: "src/a.ts", raw: "./data.json", want: "pkg/src/data.json"},
		{from: "src/a.ts", raw: "./style.module.css", want: "pkg/src/style.module.css"},
		{from: "src/a.ts", raw: "./logo.svg?raw", want: "pkg/src/logo.svg"},
		{from: "src/a.ts", raw: "!!raw-loader!./logo.svg", want: "pkg/src/logo.svg"},
		{from: "src/a.ts", raw: "./w.wasm?init", want: "pkg/src/w.wasm"},
		{from: "src/a.ts", raw: "./__fixtures__/x/y", want: "pkg/src/__fixtures__/"},
		{from: "src/a.ts", raw: "./B", want: "?./B"},
		{from: "src/a.ts", raw: "../../out", want: "?../../out"},
		{from: "src/a.ts", raw: "../../src/a", want: "?../../src/a"},
		{from: "src/a.ts", raw: "g.d.ts", form: "reference", want: "pkg/src/g.d.ts"},
	})
}

func TestECMAScriptNames(t *testing.T) {
	files := append(list("src/a.ts", "shared/x/y.ts", "public/favicon.svg"),
		manifest("package.json", record.Facts{Name: "app", Dependencies: []string{"svelte", "@types/vscode", "shared"}}),
		manifest("sub/package.json", record.Facts{Name: "sub"}),
	)
	check(t, files, "TypeScript", []asked{
		{from: "src/a.ts", raw: "express", want: "ext/express"},
		{from: "src/a.ts", raw: "lodash/fp/map", want: "ext/lodash"},
		{from: "src/a.ts", raw: "@scope/name/deep/x.js", want: "ext/@scope/name"},
		{from: "src/a.ts", raw: "fs", want: "std/fs"},
		{from: "src/a.ts", raw: "node:fs/promises", want: "std/fs/promises"},
		{from: "src/a.ts", raw: "node:test", want: "std/test"},
		{from: "src/a.ts", raw: "test", want: "ext/test"},
		{from: "src/a.ts", raw: "punycode/", want: "ext/punycode"},
		{from: "src/a.ts", raw: "~/x", want: "?~/x"},
		{from: "src/a.ts", raw: "@/x", want: "?@/x"},
		{from: "src/a.ts", raw: "$lib/x", want: "?$lib/x"},
		{from: "src/a.ts", raw: "#x", want: "?#x"},
		{from: "src/a.ts", raw: "src/gone", want: "?src/gone"},
		{from: "src/a.ts", raw: "shared/x", want: "ext/shared"},
		{from: "src/a.ts", raw: "/src/a.ts", want: "pkg/src/a.ts"},
		{from: "src/a.ts", raw: "/favicon.svg", want: "pkg/public/favicon.svg"},
		{from: "src/a.ts", raw: "/gone", want: "?/gone"},
		{from: "src/a.ts", raw: "sub", want: "?sub"},
		{from: "src/a.ts", raw: "virtual:pwa", want: "?virtual:pwa"},
		{from: "src/a.ts", raw: "svelte:internal", want: "ext/svelte"},
		{from: "src/a.ts", raw: "bun:test", want: "ext/bun"},
		{from: "src/a.ts", raw: "npm:@a/b@1.2/c", want: "ext/@a/b"},
		{from: "src/a.ts", raw: "npm:chalk@5", want: "ext/chalk"},
		{from: "src/a.ts", raw: "https://deno.land/std@0.1/path.ts", want: "ext/deno.land/std"},
		{from: "src/a.ts", raw: "data:text/javascript,1", want: ""},
		{from: "src/a.ts", raw: "a b", want: "?a b"},
		{from: "src/a.ts", raw: "", want: "?"},
		{from: "src/a.ts", raw: "?raw", want: "??raw"},
	})
}

func TestECMAScriptDirectoryWithManifest(t *testing.T) {
	files := append(list("a/x.js", "b/src/main.ts", "b/index.js", "use.ts"),
		manifest("a/package.json", record.Facts{Main: []string{"x"}}),
		manifest("b/package.json", record.Facts{Main: []string{"dist/main.js"}}),
		manifest("c/package.json", record.Facts{Main: []string{"../../../x", ""}}),
	)
	check(t, files, "TypeScript", []asked{
		{from: "use.ts", raw: "./a", want: "pkg/a/x.js"},
		{from: "use.ts", raw: "./b", want: "pkg/b/src/main.ts"},
		{from: "use.ts", raw: "./c", want: "?./c"},
	})
}

func TestECMAScriptUnbuilt(t *testing.T) {
	files := append(list("p/src/index.ts", "p/src/node/cli.ts", "p/bin/p.js", "p/lib/x.js", "p/src/y.ts", "q/src/cli.ts"),
		manifest("p/package.json", record.Facts{Name: "p"}),
	)
	check(t, files, "JavaScript", []asked{
		{from: "p/bin/p.js", raw: "../dist/node/cli.js", want: "pkg/p/src/node/cli.ts"},
		{from: "p/bin/p.js", raw: "../dist/node/cli", want: "pkg/p/src/node/cli.ts"},
		{from: "p/bin/p.js", raw: "../dist", want: "pkg/p/src/index.ts"},
		{from: "p/bin/p.js", raw: "../dist/cli.js", want: "?../dist/cli.js"},
		{from: "p/bin/p.js", raw: "../lib/y.js", want: "?../lib/y.js"},
		{from: "p/bin/p.js", raw: "../elsewhere/node/cli.js", want: "?../elsewhere/node/cli.js"},
		{from: "p/bin/p.js", raw: "../../q/dist/cli.js", want: "?../../q/dist/cli.js"},
	})
}

func TestECMAScriptWorkspace(t *testing.T) {
	files := append(list("packages/core/src/index.ts", "packages/core/src/node/run.ts", "packages/core/src/util/index.ts",
		"packages/core/client.d.ts", "packages/core/types/hot.d.ts", "packages/core/src/deep/a.ts",
		"packages/plain/lib/index.js", "packages/plain/extra.js", "packages/bare/src/other.ts", "packages/self/src/a.ts",
		"packages/self/src/internal/x.ts", "packages/self/shim.browser.ts", "packages/self/shim.ts", "apps/web/main.ts",
		"packages/core/fixtures/express/index.js", "outside/o.ts"),
		manifest("package.json", record.Facts{Name: "root", Members: []string{"packages/*", "./apps/{web,cli}", "!packages/excluded"}}),
		manifest("packages/core/package.json", record.Facts{Name: "@me/core", Exports: pairs(". ./dist/index.d.ts", ". ./dist/index.mjs",
			"./client ./client.d.ts", "./run ./dist/node/run.js", "./util ./dist/node/util.js", "./types/* ./types/*", "./deep/* ./dist/deep/*.js",
			"./lib/ ./lib/")}),
		manifest("packages/plain/package.json", record.Facts{Name: "plain", Main: []string{"./lib/index"}}),
		manifest("packages/bare/package.json", record.Facts{Name: "bare"}),
		manifest("packages/self/package.json", record.Facts{Name: "@me/self", Exports: pairs(". ./src/a.ts"),
			Imports: pairs("#internal/* ./src/internal/*.js", "#dep dep-native", "#dep ./gone.js", "#shim ./shim.ts", "#std node:fs")}),
		manifest("packages/excluded/package.json", record.Facts{Name: "excluded"}),
		manifest("packages/core/fixtures/express/package.json", record.Facts{Name: "express"}),
		manifest("apps/web/package.json", record.Facts{Name: "web", Dependencies: []string{"express", "@me/core"}}),
	)
	check(t, files, "TypeScript", []asked{
		{from: "apps/web/main.ts", raw: "@me/core", want: "pkg/packages/core/src/index.ts"},
		{from: "apps/web/main.ts", raw: "@me/core/client", want: "pkg/packages/core/client.d.ts"},
		{from: "apps/web/main.ts", raw: "@me/core/run", want: "pkg/packages/core/src/node/run.ts"},
		{from: "apps/web/main.ts", raw: "@me/core/util", want: "pkg/packages/core/src/util/index.ts"},
		{from: "apps/web/main.ts", raw: "@me/core/types/hot.d.ts", want: "pkg/packages/core/types/hot.d.ts"},
		{from: "apps/web/main.ts", raw: "@me/core/deep/a", want: "pkg/packages/core/src/deep/a.ts"},
		{from: "apps/web/main.ts", raw: "@me/core/lib/deep/a.js", want: "pkg/packages/core/src/deep/a.ts"},
		{from: "apps/web/main.ts", raw: "@me/core/none", want: "pkg/packages/core"},
		{from: "apps/web/main.ts", raw: "@me/core/../../../../x", want: "pkg/packages/core"},
		{from: "apps/web/main.ts", raw: "plain", want: "pkg/packages/plain/lib/index.js"},
		{from: "apps/web/main.ts", raw: "plain/extra", want: "pkg/packages/plain/extra.js"},
		{from: "apps/web/main.ts", raw: "bare", want: "pkg/packages/bare"},
		{from: "apps/web/main.ts", raw: "excluded", want: "ext/excluded"},
		{from: "apps/web/main.ts", raw: "express", want: "ext/express"},
		{from: "packages/self/src/internal/x.ts", raw: "@me/self", want: "pkg/packages/self/src/a.ts"},
		{from: "packages/self/src/a.ts", raw: "#internal/x", want: "pkg/packages/self/src/internal/x.ts"},
		{from: "packages/self/src/a.ts", raw: "#dep", want: "ext/dep-native"},
		{from: "packages/self/src/a.ts", raw: "#shim", want: "pkg/packages/self/shim.ts"},
		{from: "packages/self/src/a.ts", raw: "#gone", want: "?#gone"},
		{from: "packages/plain/lib/index.js", raw: "web", want: "pkg/apps/web"},
	})
	pnpm := append(list("p/a/index.ts", "p/b/index.ts"),
		manifest("pnpm-workspace.yaml", record.Facts{Members: []string{"p/**"}}),
		manifest("p/a/package.json", record.Facts{Name: "a"}),
		manifest("p/b/package.json", record.Facts{Name: "b"}),
	)
	check(t, pnpm, "TypeScript", []asked{{from: "p/a/index.ts", raw: "b", want: "pkg/p/b/index.ts"}})
}

func TestECMAScriptConfigs(t *testing.T) {
	files := append(list("src/app/a.ts", "src/lib/x.ts", "src/lib/y/index.ts", "types/t.d.ts", "src/fs.ts", "web/src/w.ts", "web/src/c/d.ts",
		"web/test/t.ts", "config/x.ts", "ref/src/r.ts", "packages/cfg/index.ts", "one/src/o.ts", "src/star.special.ts"),
		manifest("tsconfig.json", record.Facts{Extends: []string{"./config/tsconfig.base"}, BaseURL: "./src"}),
		manifest("config/tsconfig.base.json", record.Facts{Paths: pairs("@lib/* lib/*", "@app app/a.ts", "@two/* gone/* ", "@two/* lib/*", "@star*.special star*.special.ts")}),
		manifest("web/tsconfig.json", record.Facts{Extends: []string{"@me/cfg/web.json", "./web/none.json"}}),
		manifest("packages/cfg/web.json", record.Facts{}),
		manifest("packages/cfg/tsconfig.web.json", record.Facts{Paths: pairs("@/* ${configDir}/src/*")}),
		manifest("packages/cfg/package.json", record.Facts{Name: "@me/cfg"}),
		manifest("package.json", record.Facts{Members: []string{"packages/*"}}),
		manifest("one/tsconfig.json", record.Facts{Extends: []string{"@me/cfg/tsconfig.web.json"}}),
		manifest("ref/tsconfig.json", record.Facts{Members: []string{"./tsconfig.app.json"}}),
		manifest("ref/tsconfig.aaa.json", record.Facts{Paths: pairs("~/* ./gone/*")}),
		manifest("ref/tsconfig.app.json", record.Facts{Paths: pairs("~/* ./src/*")}),
	)
	check(t, files, "TypeScript", []asked{
		{from: "src/app/a.ts", raw: "@lib/x", want: "pkg/src/lib/x.ts"},
		{from: "src/app/a.ts", raw: "@lib/y", want: "pkg/src/lib/y/index.ts"},
		{from: "src/app/a.ts", raw: "@app", want: "pkg/src/app/a.ts"},
		{from: "src/app/a.ts", raw: "@two/x", want: "pkg/src/lib/x.ts"},
		{from: "src/app/a.ts", raw: "@star.special", want: "pkg/src/star.special.ts"},
		{from: "src/app/a.ts", raw: "lib/x", want: "pkg/src/lib/x.ts"},
		{from: "src/app/a.ts", raw: "fs", want: "pkg/src/fs.ts"},
		{from: "src/app/a.ts", raw: "node:fs", want: "std/fs"},
		{from: "src/app/a.ts", raw: "@lib/gone", want: "ext/@lib/gone"},
		{from: "one/src/o.ts", raw: "@/o", want: "pkg/one/src/o.ts"},
		{from: "ref/src/r.ts", raw: "~/r", want: "pkg/ref/src/r.ts"},
	})
}

func TestECMAScriptConfigCycle(t *testing.T) {
	files := append(list("a/x.ts", "b/y.ts"),
		manifest("a/tsconfig.json", record.Facts{Extends: []string{"../b/tsconfig.json"}, Paths: pairs("@a/* ./*")}),
		manifest("b/tsconfig.json", record.Facts{Extends: []string{"../a/tsconfig.json", "./tsconfig.json"}}),
	)
	check(t, files, "TypeScript", []asked{
		{from: "a/x.ts", raw: "@a/x", want: "pkg/a/x.ts"},
		{from: "b/y.ts", raw: "@a/x", want: "ext/@a/x"},
	})
}

func TestECMAScriptImportMap(t *testing.T) {
	files := append(list("src/a.ts", "mod.ts"),
		manifest("deno.json", record.Facts{Imports: pairs("@std/path jsr:@std/path@^1", "@/ ./src/", "x https://esm.sh/x@1", "y https://esm.sh/@s/y@1.0/z")}))
	check(t, files, "TypeScript", []asked{
		{from: "mod.ts", raw: "@/a.ts", want: "pkg/src/a.ts"},
		{from: "mod.ts", raw: "@std/path", want: "ext/@std/path"},
		{from: "mod.ts", raw: "x", want: "ext/esm.sh/x"},
		{from: "mod.ts", raw: "y", want: "ext/esm.sh/@s/y"},
	})
}

func TestECMAScriptDenoWorkspace(t *testing.T) {
	files := append(list("a/mod.ts", "a/x.ts", "b/mod.ts"),
		manifest("deno.json", record.Facts{Members: []string{"./a", "./b"}}),
		manifest("a/deno.json", record.Facts{Name: "@me/a", Exports: pairs(". ./mod.ts", "./x ./x.ts")}),
		manifest("b/deno.json", record.Facts{Name: "@me/b", Exports: pairs(". ./mod.ts")}),
		manifest("b/package.json", record.Facts{Name: "other"}),
	)
	check(t, files, "TypeScript", []asked{
		{from: "b/mod.ts", raw: "@me/a", want: "pkg/a/mod.ts"},
		{from: "b/mod.ts", raw: "@me/a/x", want: "pkg/a/x.ts"},
		{from: "a/mod.ts", raw: "@me/b", want: "ext/@me/b"},
	})
}

func TestSvelteKitLibrary(t *testing.T) {
	files := append(list("src/lib/x.ts", "src/lib/index.ts", "src/routes/p.svelte"),
		manifest("package.json", record.Facts{Dependencies: []string{"@sveltejs/kit"}}))
	check(t, files, "Svelte", []asked{
		{from: "src/routes/p.svelte", raw: "$lib/x", want: "pkg/src/lib/x.ts"},
		{from: "src/routes/p.svelte", raw: "$lib", want: "pkg/src/lib/index.ts"},
		{from: "src/routes/p.svelte", raw: "$app/env", want: "ext/@sveltejs/kit"},
		{from: "src/routes/p.svelte", raw: "./$types", want: "?./$types"},
		{from: "src/routes/p.svelte", raw: "$lib/../../x", want: "?$lib/../../x"},
		{from: "src/routes/p.svelte", raw: "$library", want: "?$library"},
	})
}

func TestGlobs(t *testing.T) {
	for _, c := range []struct {
		patterns, path string
		want           bool
	}{
		{"packages/*", "packages/a", true},
		{"packages/*", "packages/a/b", false},
		{"packages/**", "packages/a/b", true},
		{"packages/**", "packages", true},
		{"a/**/t", "a/t", true},
		{"a/**/t", "a/b/c/t", true},
		{"a/**/t/**", "a/b/t/c", true},
		{"a/**/t", "a/b/c", false},
		{"./p/*/", "p/x", true},
		{"p-*-q", "p-a-b-q", true},
		{"p?", "p", false},
		{"{a,b}/*", "b/x", true},
		{"p/* !p/x", "p/x", false},
		{"p/* !p/* p/x", "p/x", true},
		{".", ".", true},
		{"{a,{b,c}}", "x", false},
	} {
		m := &matcher{steps: 1000}
		if got := m.match(newGlobs(strings.Fields(c.patterns), maxGlobs), c.path); got != c.want {
			t.Errorf("%q on %q: got %v", c.patterns, c.path, got)
		}
	}
}

func TestGlobsStop(t *testing.T) {
	m := &matcher{steps: 5}
	gs := newGlobs([]string{"abc"}, maxGlobs)
	if got := []bool{m.match(gs, "abc"), m.match(gs, "abc"), m.match(gs, "abc")}; !slices.Equal(got, []bool{true, true, false}) {
		t.Errorf("got %v", got)
	}
	if n := len(newGlobs([]string{strings.Repeat("{a,b}", 60), "x"}, maxGlobs)); n != maxGlobs {
		t.Errorf("got %d patterns", n)
	}
}
