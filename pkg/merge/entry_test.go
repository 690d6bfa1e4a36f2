package merge

import (
	"slices"
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
)

// TestEntries: a manifest names what is built; the map names its source.
func TestEntries(t *testing.T) {
	for _, test := range []struct{ written, file, want string }{
		{"./cli.js", "cli.js", "cli.js"},
		{"cli", "cli.js", "cli.js"},
		{"dist/cli.js", "src/cli.ts", "src/cli.ts"},
		{"./dist/esm/cli.mjs", "src/cli.ts", "src/cli.ts"},
		{"lib/index.d.ts", "src/index.ts", "src/index.ts"},
		{"lib", "lib/index.js", "lib/index.js"},
		{"shop.cli:main", "src/shop/cli.py", "src/shop/cli.py"},
		{"shop", "shop/__init__.py", "shop/__init__.py"},
		{"../../out.js", "out.js", "out.js"},
		{"dist/other.js", "src/cli.ts", ""},
		{"", "cli.js", ""},
	} {
		d := &dir{path: "."}
		f := &file{path: test.file, dir: d}
		tr := newTree()
		tr.byPath[test.file] = f
		got := ""
		if found := tr.built(d, test.written); found != nil {
			got = found.path
		}
		if got != test.want {
			t.Errorf("%q with %s means %q, want %q", test.written, test.file, got, test.want)
		}
	}
}

// TestProgram: a C or Go program is named after its directory or file.
func TestProgram(t *testing.T) {
	main := private(function("main"))
	files := []source{
		goFile("cmd/tool/main.go", "main", record.Syntax{Symbols: []record.Symbol{main}}),
		goFile("cmd/tool/main_test.go", "main", record.Syntax{Symbols: []record.Symbol{main}}),
		goFile("lib/gen.go", "main", record.Syntax{Symbols: []record.Symbol{main}}),
		goFile("lib/a.go", "lib", record.Syntax{}),
		goFile("lib/b.go", "lib", record.Syntax{}),
		langFile("Rust", "crate/src/bin/x.rs", record.Syntax{Symbols: []record.Symbol{main}}),
		langFile("Rust", "crate/src/y.rs", record.Syntax{Symbols: []record.Symbol{main}}),
		pyFile("pkg/__main__.py", record.Syntax{}),
	}
	all := pages(t, files)
	if got, want := all["."].Arch, "Entry: pkg/__main__.py, cmd/tool/main.go, crate/src/bin/x.rs"; got != want {
		t.Errorf("arch is %q, want %q", got, want)
	}
	if got, want := all["cmd/tool"].Role, "Program tool"; got != want {
		t.Errorf("role is %q, want %q", got, want)
	}
	if got := all["lib"].Arch; got != "" {
		t.Errorf("a generator is an entry: %q", got)
	}
}

// TestTrials: entry points of examples stand back behind those of the project.
func TestTrials(t *testing.T) {
	program := func(path string) source {
		return source{path: path, class: record.ClassSource, lang: "Rust", syntax: record.Syntax{Symbols: []record.Symbol{private(function("main"))}}}
	}
	trials := []source{program("examples/a/main.rs"), program("examples/b/main.rs"), program("examples/c/main.rs"), program("examples/d/main.rs")}
	for _, test := range []struct {
		at, want string
		files    []source
	}{
		{".", "Entry: examples/a/main.rs, examples/b/main.rs, examples/c/main.rs", trials},
		{".", "Entry: tool/main.rs", append(slices.Clone(trials), program("tool/main.rs"))},
		{"examples", "Entry: a/main.rs, b/main.rs, c/main.rs, d/main.rs", trials},
	} {
		if got := pages(t, test.files)[test.at].Arch; got != test.want {
			t.Errorf("arch of %s is %q, want %q", test.at, got, test.want)
		}
	}
}

// TestSelfTest: a main compiled on demand makes no program of a library.
func TestSelfTest(t *testing.T) {
	main := private(function("main"))
	crc := source{path: "crc.c", class: record.ClassSource, lang: "C", syntax: record.Syntax{Symbols: []record.Symbol{function("crc"), main}}}
	header := source{path: "crc.h", class: record.ClassSource, lang: "C", syntax: record.Syntax{Symbols: []record.Symbol{function("crc")}}}
	use := source{path: "use.c", class: record.ClassSource, lang: "C", syntax: record.Syntax{
		Symbols: []record.Symbol{function("main")}, Refs: []string{"crc"}, Imports: []record.Import{{Raw: `"crc.h"`}}}}
	if got, want := pages(t, []source{crc, header, use})["."].Arch, "Entry: use.c"; got != want {
		t.Errorf("arch is %q, want %q", got, want)
	}
	if got, want := pages(t, []source{crc})["."].Arch, "Entry: crc.c"; got != want {
		t.Errorf("arch is %q, want %q", got, want)
	}
}
