package resolve

import (
	"path"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// python resolves module names to files, as the import system would with the
// project's own roots on its path: the directory of the importing script or of
// its outermost package, the roots of the projects around it, then the roots
// of other projects of the tree. A name of the standard library is that,
// unless the tree is the standard library, or only the tree has the submodule
// that is asked for.
type python struct {
	tree     *tree
	std      map[string]bool
	former   map[string]bool
	dists    map[string][]string // module to distributions of another name
	holds    map[string]bool     // directories with a Python file somewhere below
	roots    *pythonRoots
	requires map[string]map[string]bool // by directory: normalised distribution names
	names    map[string][]string        // by directory: normalised names of the projects there
}

func newPython(t *tree, files []File) *python {
	p := &python{
		tree:     t,
		std:      words(pythonModules),
		former:   words(formerPythonModules),
		dists:    lists(pythonDistributions),
		holds:    map[string]bool{},
		requires: map[string]map[string]bool{},
		names:    map[string][]string{},
	}
	for _, f := range files {
		if isPython(f.Path) {
			for d := path.Dir(f.Path); !p.holds[d]; d = parentOf(d) {
				p.holds[d] = true
			}
		}
		if f.Facts != nil {
			p.addManifest(f)
		}
	}
	for _, names := range p.names {
		slices.Sort(names)
	}
	p.roots = newPythonRoots(p, files)
	return p
}

func isPython(p string) bool {
	switch path.Ext(p) {
	case ".py", ".pyi", ".pyx":
		return true
	}
	return false
}

func (p *python) addManifest(f File) {
	dir, base := path.Dir(f.Path), path.Base(f.Path)
	if path.Base(dir) == "requirements" {
		dir = path.Dir(dir)
	}
	if !isPythonManifest(base) && !strings.HasSuffix(base, ".txt") {
		return
	}
	if p.requires[dir] == nil {
		p.requires[dir] = map[string]bool{}
	}
	for _, name := range f.Facts.Dependencies {
		p.requires[dir][normalised(name)] = true
	}
	if f.Facts.Name != "" && isPythonManifest(base) {
		p.names[dir] = append(p.names[dir], normalised(f.Facts.Name))
	}
}

func isPythonManifest(base string) bool {
	switch base {
	case "pyproject.toml", "setup.py", "setup.cfg", "Pipfile":
		return true
	}
	return false
}

// normalised is a distribution's name as PEP 503 compares it.
func normalised(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return r == '-' || r == '_' || r == '.'
	}), "-")
}

func (p *python) resolve(from string, imp record.Import) []Target {
	name := strings.TrimLeft(imp.Raw, ".")
	level := len(imp.Raw) - len(name)
	parts := strings.Split(name, ".")
	if strings.ContainsAny(name, "/\\ \t\n\x00") || slices.Contains(parts, "") && (name != "" || level == 0) {
		return unresolved(imp.Raw)
	}
	if level > 0 {
		return p.relative(from, level, name, imp)
	}
	return p.absolute(from, parts, imp)
}

// relative resolves a name with leading dots: one dot is the directory of the
// importing file, each further dot the one above.
func (p *python) relative(from string, level int, name string, imp record.Import) []Target {
	dir := path.Dir(from)
	for range level - 1 {
		if dir == "." {
			return unresolved(imp.Raw)
		}
		dir = path.Dir(dir)
	}
	if name != "" {
		dir = under(dir, strings.ReplaceAll(name, ".", "/"))
	}
	var found targets
	for _, n := range orWhole(imp.Names) {
		found.add(p.member(dir, n, imp.Raw)...)
	}
	return found.list
}

// orWhole is the names of an import, or "*" for one that names none.
func orWhole(names []string) []string {
	if len(names) == 0 {
		return []string{"*"}
	}
	return names
}

// member resolves one name imported from the module at a path without ending.
func (p *python) member(module, name, raw string) []Target {
	if f := p.submodule(module, name); f != "" {
		return internal(f)
	}
	if f := p.module(module); f != "" {
		return internal(f)
	}
	if name == "*" {
		return unresolved(raw)
	}
	return unresolved(strings.TrimSuffix(raw, ".") + "." + name)
}

func (p *python) submodule(module, name string) string {
	if name == "*" || name == "" || strings.Contains(name, "/") {
		return ""
	}
	return p.module(under(module, name))
}

// module finds the file of a module, given its path without ending: a package
// goes before a module of the same name. It returns "" for none.
func (p *python) module(at string) string {
	for _, f := range []string{
		under(at, "__init__.py"), under(at, "__init__.pyi"), at + ".py", at + ".pyi", at + ".pyx",
	} {
		if p.tree.files[f] {
			return f
		}
	}
	return p.tree.within(at)
}

// absolute resolves a name without leading dots.
func (p *python) absolute(from string, parts []string, imp record.Import) []Target {
	dir := path.Dir(from)
	required := p.declares(dir, parts[0])
	best := pythonMatch{}
	for _, root := range p.roots.near(from) {
		if m := p.at(root, parts, imp.Names); m.depth > best.depth && (m.regular || !required) {
			best = m
		}
	}
	if m := p.movedTo(dir, parts, imp.Names); m.depth > best.depth {
		best = m
	}
	if p.std[parts[0]] && !p.shadows(from, best) {
		return standard(imp.Raw)
	}
	for _, found := range []func() pythonMatch{
		func() pythonMatch { return best },
		func() pythonMatch { return p.elsewhere(dir, parts, imp.Names, required) },
		func() pythonMatch { return p.sibling(dir, parts, imp.Names, required) },
	} {
		if m := found(); m.depth > 0 {
			return p.members(m, imp)
		}
	}
	if p.former[parts[0]] && !required {
		return standard(imp.Raw)
	}
	return p.distributions(dir, parts, imp.Names)
}

// shadows reports whether a match counts against the standard library's module
// of the same name: in the standard library itself, or if the match has the
// submodule that was asked for.
func (p *python) shadows(from string, m pythonMatch) bool {
	if m.depth == 0 {
		return false
	}
	root := p.roots.own(from)
	return m.depth > 1 && m.regular || p.tree.files[under(root, "os.py")] && p.tree.files[under(root, "abc.py")]
}

// members turns a match into targets, one for each name that is a module of
// its own.
func (p *python) members(m pythonMatch, imp record.Import) []Target {
	var found targets
	names := orWhole(imp.Names)
	if imp.Form == "module" && m.file != "" { // the package is loaded too
		names = append([]string{"*"}, names...)
	}
	for _, n := range names {
		if f := p.submodule(m.module, n); m.whole && f != "" {
			found.add(internal(f)...)
		} else if m.file != "" {
			found.add(internal(m.file)...)
		} else {
			found.add(unresolved(imp.Raw + "." + n)...)
		}
	}
	return found.list
}

// distributions names the packages that an import from elsewhere means, as the
// import spells them: as much of the name as is a distribution that the project
// requires, else the outermost part.
func (p *python) distributions(dir string, parts, names []string) []Target {
	var found targets
	for _, n := range orWhole(names) {
		full := parts
		if n != "*" {
			full = append(slices.Clone(parts), n)
		}
		found.add(external(p.distribution(dir, full))...)
	}
	return found.list
}

func (p *python) distribution(dir string, parts []string) string {
	for n := min(len(parts), 6); n > 1; n-- {
		if p.declaresDist(dir, normalised(strings.Join(parts[:n], "-"))) {
			return strings.Join(parts[:n], ".")
		}
	}
	return parts[0]
}

// declares reports whether a project that dir lies in requires the
// distribution that brings a module.
func (p *python) declares(dir, module string) bool {
	if p.declaresDist(dir, normalised(module)) {
		return true
	}
	return slices.ContainsFunc(p.dists[module], func(name string) bool { return p.declaresDist(dir, name) })
}

func (p *python) declaresDist(dir, name string) bool {
	for d := range upward(dir) {
		if p.requires[d][name] {
			return true
		}
	}
	return false
}
