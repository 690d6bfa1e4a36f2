package resolve

import (
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pi-project-map/pmap/pkg/record"
)

// rust resolves use paths and mod declarations to the deepest module that has
// a file of its own. Modules lie where their parents' files say, or by the
// compiler's two layouts, foo.rs and foo/mod.rs.
type rust struct {
	tree     *tree
	crates   map[string]*rustCrate        // by directory
	byName   map[string][]*rustCrate      // by library name, directories in order
	declared map[string]map[string]string // file to its modules; a path attribute gives the file, else ""
	inline   map[string]map[string]bool   // file to its inline modules that hold files
	brought  map[string]map[string]string // file to names that its use declarations bring, with their paths
	parents  map[string]string            // file that a path attribute names to the one that declares it
}

type rustCrate struct {
	dir      string
	lib      string            // file, or ""
	libName  string            // as code spells it
	bins     map[string]bool   // files
	requires map[string]string // name in code to the dependency's name
	local    map[string]string // name in code to directory
}

// rustModule is one module with a file. children is the directory that its
// modules lie in. A directory of tests that share modules has no file.
type rustModule struct{ file, children string }

func newRust(t *tree, files []File) *rust {
	r := &rust{
		tree: t, crates: map[string]*rustCrate{}, byName: map[string][]*rustCrate{},
		declared: map[string]map[string]string{}, parents: map[string]string{},
		inline: map[string]map[string]bool{}, brought: map[string]map[string]string{},
	}
	for _, f := range files {
		if path.Base(f.Path) == "Cargo.toml" && f.Facts != nil && f.Facts.Name != "" {
			c := newRustCrate(t, path.Dir(f.Path), f.Facts)
			r.crates[c.dir] = c
			r.byName[c.libName] = append(r.byName[c.libName], c)
		}
		if path.Ext(f.Path) == ".rs" {
			r.declare(f)
			r.bring(f)
		}
	}
	for _, same := range r.byName {
		slices.SortFunc(same, func(a, b *rustCrate) int { return strings.Compare(a.dir, b.dir) })
	}
	return r
}

func newRustCrate(t *tree, dir string, facts *record.Facts) *rustCrate {
	c := &rustCrate{
		dir: dir, libName: rustName(facts.Name),
		bins: map[string]bool{}, requires: map[string]string{}, local: map[string]string{},
	}
	libs := []string{"src/lib.rs"}
	if len(facts.Main) > 0 {
		libs = facts.Main[:1]
	}
	if len(facts.Exports) > 0 {
		c.libName = rustName(facts.Exports[0].Key)
		libs = append(libs, facts.Exports[0].Value)
	}
	for _, lib := range libs {
		if p, ok := join(dir, lib); ok && t.files[p] && path.Base(p) != "main.rs" {
			c.lib = p
		}
	}
	for _, bin := range facts.Bin {
		if p, ok := join(dir, bin.Value); ok && t.files[p] {
			c.bins[p] = true
		}
	}
	for _, name := range facts.Dependencies {
		c.requires[rustName(name)] = name
	}
	for _, pair := range facts.Replace {
		if p, ok := join(dir, pair.Value); ok {
			c.local[rustName(pair.Key)] = p
		}
	}
	return c
}

// rustName is how code spells a crate's name.
func rustName(name string) string { return strings.ReplaceAll(name, "-", "_") }

// declare enters what modules a source says it has.
func (r *rust) declare(f File) {
	for _, imp := range f.Imports {
		name := imp.Raw
		switch {
		case imp.Form == "mod":
			if outer, _, nested := strings.Cut(name, "::"); nested {
				if r.inline[f.Path] == nil {
					r.inline[f.Path] = map[string]bool{}
				}
				r.inline[f.Path][outer] = true
			}
		case imp.Form == "path" && len(imp.Names) > 0 && len(imp.Raw) <= maxRaw:
			name = imp.Names[0]
		default:
			continue
		}
		if r.declared[f.Path] == nil {
			r.declared[f.Path] = map[string]string{}
		}
		file := r.declared[f.Path][name]
		if p, ok := join(path.Dir(f.Path), imp.Raw); file == "" && imp.Form == "path" && ok && r.tree.files[p] && p != f.Path {
			file = p
			if old, taken := r.parents[p]; !taken || f.Path < old {
				r.parents[p] = f.Path
			}
		}
		r.declared[f.Path][name] = file
	}
}

// bring enters the names that may be modules and that a file's own use
// declarations can start with.
func (r *rust) bring(f File) {
	for _, imp := range f.Imports {
		if imp.Form != "use" || len(imp.Raw) > maxRaw {
			continue
		}
		for _, name := range imp.Names {
			if first, _, _ := strings.Cut(imp.Raw, "::"); name == "*" || name == "self" || first == name {
				continue
			}
			if r.brought[f.Path] == nil {
				r.brought[f.Path] = map[string]string{}
			}
			if old, taken := r.brought[f.Path][name]; !taken || imp.Raw < old {
				r.brought[f.Path][name] = imp.Raw
			}
		}
	}
}

func (r *rust) resolve(from string, imp record.Import) []Target {
	switch imp.Form {
	case "mod":
		if m, ok := r.descend(r.module(from), strings.Split(imp.Raw, "::")); ok {
			return internal(m.file)
		}
		return unresolved(imp.Raw)
	case "path", "include":
		if p, ok := join(path.Dir(from), imp.Raw); ok && r.tree.files[p] {
			return internal(p)
		}
		return unresolved(imp.Raw)
	case "extern":
		return r.crate(from, imp.Raw, nil, imp)
	}
	raw := strings.ReplaceAll(imp.Raw, " ", "")
	parts := strings.Split(raw, "::")
	if parts[0] == "" && len(parts) > 1 {
		return r.crate(from, parts[1], parts[2:], imp)
	}
	return r.use(from, parts, imp)
}

// use resolves a path that starts in the importing module's own scope.
func (r *rust) use(from string, parts []string, imp record.Import) []Target {
	first := strings.TrimPrefix(parts[0], "r#")
	switch first {
	case "crate", "$crate":
		return r.follow(from, r.root(from), parts[1:], imp)
	case "self", "super":
		return r.follow(from, r.module(from), parts, imp)
	}
	if m, ok := r.child(r.module(from), first); ok {
		return r.follow(from, m, parts[1:], imp)
	}
	if found := r.crate(from, first, parts[1:], imp); !slices.ContainsFunc(found, isUnresolved) {
		return found
	}
	if path, ok := r.brought[from][first]; ok && !strings.HasPrefix(imp.Raw, path+"::") {
		full := append(strings.Split(path, "::"), parts...)
		if len(full) < 64 && r.brought[from][full[0]] == "" {
			return r.use(from, full, imp)
		}
	}
	return unresolved(imp.Raw)
}

func isUnresolved(t Target) bool { return t.Kind == Unresolved }

// crate resolves a path whose first part is a crate's name. Where no crate has
// it, it may be a module of the root, as it was in the edition of 2015.
func (r *rust) crate(from, name string, rest []string, imp record.Import) []Target {
	switch name {
	case "std", "core", "alloc", "proc_macro":
		return standard(name)
	}
	c := r.crateOf(from)
	if found := r.library(from, c, name); found != nil && found.lib != "" {
		return r.follow(from, rustModule{file: found.lib, children: path.Dir(found.lib)}, rest, imp)
	}
	if c != nil && c.requires[name] != "" {
		return external(c.requires[name])
	}
	if m, ok := r.child(r.root(from), name); ok {
		return r.follow(from, m, rest, imp)
	}
	if first, _ := utf8.DecodeRuneInString(name); name == "" || unicode.IsUpper(first) {
		return nil // a type of the file's own, not a module
	}
	if name == "test" {
		return standard(name)
	}
	if c == nil {
		return external(name)
	}
	return unresolved(imp.Raw)
}

// library finds the crate of the tree that a name means for a crate: itself,
// a dependency by path, or the nearest of that name.
func (r *rust) library(from string, c *rustCrate, name string) *rustCrate {
	if c != nil && c.libName == name && c.lib != "" {
		return c
	}
	if c != nil && c.local[name] != "" {
		return r.crates[c.local[name]]
	}
	if c != nil && c.requires[name] == "" && c.dir != "." {
		return nil
	}
	var best *rustCrate
	nearest := -1
	for _, other := range r.byName[name] {
		if shared := sharedDepth(path.Dir(from), other.dir); shared > nearest {
			best, nearest = other, shared
		}
	}
	return best
}

// follow goes down from a module as far as there are files and gives the
// files that the names mean there, the importing file left out.
func (r *rust) follow(from string, m rustModule, parts []string, imp record.Import) []Target {
	whole := true
	for _, part := range parts {
		next, ok := r.step(m, part)
		if !ok {
			whole = false
			break
		}
		m = next
	}
	var found targets
	for _, name := range orWhole(imp.Names) {
		file := m.file
		if next, ok := r.child(m, name); ok && whole {
			file = next.file
		}
		switch {
		case file == "":
			found.add(unresolved(imp.Raw)...)
		case file != from:
			found.add(internal(file)...)
		}
	}
	return found.list
}

func (r *rust) step(m rustModule, part string) (rustModule, bool) {
	switch part {
	case "self", "":
		return m, true
	case "super":
		return r.parent(m)
	}
	return r.child(m, part)
}

// descend follows declarations. An inline module has no file, but its modules
// lie in a directory of its name.
func (r *rust) descend(m rustModule, parts []string) (rustModule, bool) {
	ok := false
	for _, part := range parts {
		var next rustModule
		if next, ok = r.child(m, part); !ok {
			next.children = under(m.children, part)
		}
		m = next
	}
	return m, ok
}

func (r *rust) child(m rustModule, name string) (rustModule, bool) {
	name = strings.TrimPrefix(name, "r#")
	if name == "" || name == "*" || strings.ContainsAny(name, "/.") {
		return rustModule{}, false
	}
	if file := r.declared[m.file][name]; file != "" {
		return rustModule{file: file, children: path.Dir(file)}, true
	}
	at := under(m.children, name)
	if f := at + ".rs"; r.tree.files[f] && f != m.file {
		return rustModule{file: f, children: at}, true
	}
	if f := under(at, "mod.rs"); r.tree.files[f] {
		return rustModule{file: f, children: at}, true
	}
	if c := r.tree.within(at); c != "" {
		return rustModule{file: c, children: at}, true
	}
	if r.inline[m.file][name] {
		return rustModule{file: m.file, children: at}, true
	}
	return rustModule{}, false
}
