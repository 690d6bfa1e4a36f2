package resolve

import (
	"path"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// python resolves module names to files, as the import system would with the
// project's own roots on its path.
type python struct {
	tree *tree
}

func newPython(t *tree, files []File) *python {
	return &python{tree: t}
}

func (p *python) resolve(from string, imp record.Import) []Target {
	name := strings.TrimLeft(imp.Raw, ".")
	if level := len(imp.Raw) - len(name); level > 0 {
		return p.relative(from, level, name, imp)
	}
	first, _, _ := strings.Cut(name, ".")
	return external(first)
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
	names := imp.Names
	if len(names) == 0 {
		names = []string{"*"}
	}
	for _, n := range names {
		found.add(p.member(dir, n, imp.Raw)...)
	}
	return found.list
}

// member resolves one name imported from the module at a path without ending.
func (p *python) member(module, name, raw string) []Target {
	if name != "*" {
		if f := p.module(under(module, name)); f != "" {
			return internal(f)
		}
	}
	if f := p.module(module); f != "" {
		return internal(f)
	}
	if name == "*" {
		return unresolved(raw)
	}
	return unresolved(strings.TrimSuffix(raw, ".") + "." + name)
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
