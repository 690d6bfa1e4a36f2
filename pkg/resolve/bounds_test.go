package resolve

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pi-project-map/pmap/internal/growthtest"
	"github.com/pi-project-map/pmap/pkg/record"
)

var languages = []string{
	"Go", "JavaScript", "TypeScript", "Vue", "Python", "Rust", "Java", "C", "C++", "Shell", "Makefile", "Dockerfile", "CSS", "PHP", "Ruby", "",
}

// alphabet makes names that meet often, and what resolution gives meaning to.
var alphabet = []string{
	"a", "b", "src", "index", "mod", "lib", "main", "__init__", "package", "tsconfig", "go", "dist", "include", "vendor", ".", "..", "*", "",
	"@a", "~", "#a", "$a", "crate", "super", "self", "std", "os", "fs", "{", "}", "!", "**", "a-b", "A\\", "\xff", "é",
}

var endings = []string{"", ".go", ".ts", ".d.ts", ".js", ".json", ".py", ".rs", ".java", ".h", ".toml", ".mod", ".sh"}

func drawName(t *rapid.T) string {
	return rapid.SampledFrom(alphabet).Draw(t, "name") + rapid.SampledFrom(endings).Draw(t, "ending")
}

func drawRaw(t *rapid.T) string {
	separator := rapid.SampledFrom([]string{"/", ".", "::", ":", "!"}).Draw(t, "separator")
	raw := strings.Join(rapid.SliceOfN(rapid.Custom(drawName), 1, 5).Draw(t, "parts"), separator)
	return rapid.SampledFrom([]string{"", "./", "../", ".", "..", `"`, "<", "#", "@/", "node:", "/"}).Draw(t, "lead") + raw
}

func drawPath(t *rapid.T) string {
	parts := rapid.SliceOfN(rapid.Custom(drawName), 0, 3).Draw(t, "dirs")
	manifests := []string{"package.json", "tsconfig.json", "composer.json", "pnpm-workspace.yaml", "go.mod", "go.work", "Cargo.toml", "pyproject.toml", "deno.json"}
	base := rapid.OneOf(rapid.SampledFrom(manifests), rapid.Custom(drawName)).Draw(t, "base")
	parts = slices.DeleteFunc(append(parts, base), func(s string) bool { return s == "" || s == "." || s == ".." })
	if len(parts) == 0 {
		return "a"
	}
	return strings.Join(parts, "/") + rapid.SampledFrom([]string{"", "", "", "", "/"}).Draw(t, "slash")
}

func drawFacts(t *rapid.T) *record.Facts {
	if !rapid.Bool().Draw(t, "facts") {
		return nil
	}
	texts := rapid.SliceOfN(rapid.Custom(drawRaw), 0, 3)
	pair := rapid.Custom(func(t *rapid.T) record.Pair { return record.Pair{Key: drawRaw(t), Value: drawRaw(t)} })
	all := rapid.SliceOfN(pair, 0, 3)
	return &record.Facts{
		Module: drawRaw(t), Name: drawRaw(t), Main: texts.Draw(t, "main"), Exports: all.Draw(t, "exports"), Imports: all.Draw(t, "imports"),
		Bin: all.Draw(t, "bin"), Dependencies: texts.Draw(t, "dependencies"), Paths: all.Draw(t, "paths"), BaseURL: drawRaw(t),
		Extends: texts.Draw(t, "extends"), Members: texts.Draw(t, "members"), Replace: all.Draw(t, "replace"),
	}
}

// Whatever a repository says, an internal target is listed or holds something
// that is, and the order of the files changes nothing.
func TestTargetsExist(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var files []File
		listed, dirs := map[string]bool{}, map[string]bool{".": true}
		for range rapid.IntRange(0, 12).Draw(t, "files") {
			p := drawPath(t)
			if listed[p] {
				continue
			}
			listed[p] = true
			for i := range p {
				if p[i] == '/' && i < len(p)-1 {
					dirs[p[:i]] = true
				}
			}
			var imports []record.Import
			if strings.HasSuffix(p, ".rs") {
				imports = []record.Import{{Raw: drawRaw(t), Form: "path", Names: []string{"a"}}, {Raw: "b", Form: "mod"}}
			}
			files = append(files, File{Path: p, Package: strings.Trim(drawRaw(t), "./"), Facts: drawFacts(t), Imports: imports})
		}
		forward := New(files)
		slices.Reverse(files)
		backward := New(files)
		for range 8 {
			imp := record.Import{Raw: drawRaw(t), Names: rapid.SliceOfN(rapid.SampledFrom(alphabet), 0, 2).Draw(t, "names")}
			imp.Form = rapid.SampledFrom([]string{"", "use", "mod", "path", "extern", "static", "reference", "source", "function", "include", "require_relative"}).Draw(t, "form")
			from, lang := drawPath(t), rapid.SampledFrom(languages).Draw(t, "lang")
			got := forward.Resolve(from, lang, imp)
			for _, target := range got {
				if target.Kind == Internal && !listed[target.Path] && !dirs[target.Path] {
					t.Fatalf("%s imports %q (%s): %s is not listed", from, imp.Raw, lang, target)
				}
			}
			if other := backward.Resolve(from, lang, imp); show(other) != show(got) {
				t.Fatalf("%s imports %q (%s): %s or %s by the order of files", from, imp.Raw, lang, show(got), show(other))
			}
		}
	})
}

func repeat(n int, text func(i int) string) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = text(i)
	}
	return all
}

// What a hostile repository can make costly grows with it, not faster.
func TestHostileTreesAreBounded(t *testing.T) {
	stars := strings.Repeat("*a", 500)
	deep := strings.Repeat("d/", 1000)
	facts := record.Facts{
		Name: "n", Members: repeat(2000, func(i int) string {
			return strings.Repeat("**/*a*/", 20) + fmt.Sprint(i) + "{" + strings.Repeat("{a,b},", 50) + "}"
		}),
		Paths:   []record.Pair{{Key: "*", Value: stars}, {Key: stars, Value: stars}},
		Exports: []record.Pair{{Key: "./*", Value: stars}},
		Extends: repeat(2000, func(i int) string { return fmt.Sprintf("./tsconfig.%d.json", i) }),
	}
	growthtest.Check(t, "hostile trees", 2000, func(size int) { resolveAll(deep, facts, size) })
}

// resolveAll asks for everything in a tree of so many directories.
func resolveAll(deep string, facts record.Facts, size int) {
	var files []File
	for i := range size {
		files = append(files,
			manifest(fmt.Sprintf("tsconfig.%d.json", i), facts),
			manifest(fmt.Sprintf("%sp%d/package.json", deep[:i/2*2], i), facts),
			File{Path: fmt.Sprintf("inc/%d/same.h", i)}, File{Path: fmt.Sprintf("py/%d/same/__init__.py", i)},
			File{Path: fmt.Sprintf("j/%d/A.java", i), Package: "x"},
		)
	}
	r := New(files)
	long := strings.Repeat("a/", maxRaw/2)
	for _, lang := range languages {
		for _, raw := range []string{long, strings.ReplaceAll(long, "/", "."), strings.ReplaceAll(long, "a/", "::"), strings.Repeat("../", 600), `"same.h"`, "same", "x.A", strings.Repeat("a", maxRaw)} {
			r.Resolve(deep+"f", lang, record.Import{Raw: raw, Names: []string{"*"}})
		}
	}
}

func largeTree(n int) []File {
	files := []File{
		manifest("go.mod", record.Facts{Module: "example.com/m"}),
		manifest("package.json", record.Facts{Name: "root", Members: []string{"packages/*"}}),
		manifest("tsconfig.json", record.Facts{Paths: pairs("@app/* packages/*/src")}),
		manifest("pyproject.toml", record.Facts{Name: "p"}),
	}
	endings := []string{"go", "ts", "py", "rs", "java", "c", "h"}
	for i := range n {
		e := endings[i%len(endings)]
		dir := fmt.Sprintf("packages/p%d/src/d%d", i/100, i/10%10)
		f := File{Path: fmt.Sprintf("%s/f%d.%s", dir, i, e)}
		if e == "java" {
			f.Package = fmt.Sprintf("org.acme.p%d", i/100)
		}
		files = append(files, f)
		if i%100 == 0 {
			files = append(files, manifest(fmt.Sprintf("packages/p%d/package.json", i/100), record.Facts{Name: fmt.Sprintf("@m/p%d", i/100)}))
		}
	}
	return files
}

func BenchmarkNew(b *testing.B) {
	files := largeTree(100_000)
	b.ReportAllocs()
	for b.Loop() {
		New(files)
	}
}

func BenchmarkResolve(b *testing.B) {
	r := New(largeTree(100_000))
	for _, c := range []struct{ lang, raw string }{
		{"Go", "example.com/m/packages/p7/src/d3"},
		{"TypeScript", "../d3/f731"}, {"TypeScript", "@m/p9"}, {"TypeScript", "react-dom/client"},
		{"Python", "packages.p7.src.d3.f730"}, {"Python", "numpy.linalg"},
		{"Rust", "crate::d3::f731"}, {"Java", "org.acme.p7.f732"}, {"C", `"f734.h"`}, {"C", "<boost/asio.hpp>"},
	} {
		b.Run(c.lang+" "+strings.ReplaceAll(c.raw, "/", "|"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r.Resolve("packages/p7/src/d4/f740.x", c.lang, record.Import{Raw: c.raw})
			}
		})
	}
}
