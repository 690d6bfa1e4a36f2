package resolve

import (
	_ "embed"
	"path"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// What comes with Lua 5.4, LuaJIT and Neovim's Lua, OCaml 5.3, Elixir 1.18: the
// first parts of names, separated by blanks.
var (
	//go:embed std/lua.txt
	luaModules string
	//go:embed std/ocaml.txt
	ocamlModules string
	//go:embed std/elixir.txt
	elixirModules string
)

// modules resolves languages whose modules are files by a simple rule: Lua,
// Zig, OCaml and Elixir.
type modules struct {
	tree   *tree
	std    map[string]map[string]bool // by language
	elixir map[string][]string        // module to the files that declare it, sorted
	spaces map[string]bool            // first parts of the project's own modules
	units  map[string]bool            // directories with a dune file: whether their library takes in those below
	libs   map[string][]string        // main module of a dune library to directories, sorted
	ocamls map[string][]string        // stem to the files of OCaml, sorted
}

func newModules(t *tree, files []File) *modules {
	m := &modules{
		tree: t, elixir: map[string][]string{}, spaces: map[string]bool{},
		units: map[string]bool{}, libs: map[string][]string{}, ocamls: map[string][]string{},
		std: map[string]map[string]bool{"Lua": words(luaModules), "OCaml": words(ocamlModules), "Elixir": words(elixirModules)},
	}
	for _, f := range files {
		if f.Package != "" && (path.Ext(f.Path) == ".ex" || path.Ext(f.Path) == ".exs") {
			m.elixir[f.Package] = append(m.elixir[f.Package], f.Path)
			first, _, _ := strings.Cut(f.Package, ".")
			m.spaces[first] = true
		}
	}
	for _, f := range files {
		m.addOCaml(f)
	}
	for _, index := range []map[string][]string{m.elixir, m.libs, m.ocamls} {
		for _, same := range index {
			slices.Sort(same)
		}
	}
	return m
}

// lua resolves what a file requires: dots are directories below a root that the
// program sets, which is one of those above the file or their lua and src.
func (m *modules) lua(from string, imp record.Import) []Target {
	name := imp.Raw
	if imp.Form == "file" {
		for _, root := range []string{path.Dir(from), "."} {
			if p, ok := join(root, name); ok && m.tree.files[p] {
				return internal(p)
			}
		}
		return unresolved(imp.Raw)
	}
	if !strings.Contains(name, "/") {
		name = strings.ReplaceAll(name, ".", "/")
	}
	name = strings.TrimPrefix(name, "./")
	if name == "" || path.Clean(name) != name || name[0] == '/' || strings.HasPrefix(name, "../") {
		return unresolved(imp.Raw)
	}
	roots := slices.Collect(upward(path.Dir(from)))
	slices.Reverse(roots)
	for _, dir := range roots {
		for _, root := range []string{under(dir, "lua"), under(dir, "src"), dir} {
			for _, ending := range []string{".lua", "/init.lua", ".luau"} {
				if p := under(root, name+ending); m.tree.files[p] {
					return internal(p)
				}
			}
		}
	}
	first, _, _ := strings.Cut(name, "/")
	switch {
	case m.std["Lua"][first]:
		return standard(imp.Raw)
	case m.tree.dirs[first] || m.tree.dirs[under("lua", first)] || m.tree.dirs[under("src", first)]:
		return unresolved(imp.Raw)
	}
	return external(first)
}

// zig resolves an @import: a path beside the file, or a module that the build
// names.
func (m *modules) zig(from string, imp record.Import) []Target {
	switch imp.Raw {
	case "std", "builtin", "root":
		return standard(imp.Raw)
	}
	if p, ok := join(path.Dir(from), imp.Raw); ok && m.tree.files[p] {
		return internal(p)
	}
	if strings.ContainsAny(imp.Raw, "./") || m.tree.files["src/"+imp.Raw+".zig"] || m.tree.dirs[imp.Raw] {
		return unresolved(imp.Raw)
	}
	return external(imp.Raw)
}

// minParts is how many parts of a name must be a module of the project's for
// what is below it to be taken for a part of its file.
const minParts = 2

// module resolves a module of Elixir by the only file that declares it, or
// declares the module around it.
func (m *modules) module(imp record.Import) []Target {
	name := imp.Raw
	for parts := strings.Count(name, ".") + 1; ; parts-- {
		if files := m.elixir[name]; len(files) == 1 && (name == imp.Raw || parts >= minParts) {
			return internal(files[0])
		}
		at := strings.LastIndexByte(name, '.')
		if at < 0 {
			break
		}
		name = name[:at]
	}
	switch {
	case m.std["Elixir"][name]:
		return standard(imp.Raw)
	case m.spaces[name]:
		return unresolved(imp.Raw)
	}
	return external(name)
}
