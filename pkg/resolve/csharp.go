package resolve

import (
	"path"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// csharp resolves using directives by the namespaces that sources declare,
// whatever directories they lie in. A namespace means the files whose types
// are used; if none is seen to be, the directory that is named like it.
type csharp struct {
	names      map[string]map[string][]string // namespace and name to files, sorted
	namespaces map[string][]string            // name to directories, sorted, those of tests last
	roots      map[string]bool                // first parts of the tree's namespaces
	required   map[string]bool                // packages of the project files
	std        map[string]bool
	uses       *uses
}

func newCSharp(files []File, used *uses) *csharp {
	c := &csharp{
		names: map[string]map[string][]string{}, namespaces: map[string][]string{}, roots: map[string]bool{},
		required: map[string]bool{}, std: words(dotnetNamespaces), uses: used,
	}
	for _, f := range files {
		if f.Facts != nil && f.Facts.Kind == "csproj" {
			for _, name := range f.Facts.Dependencies {
				c.required[name] = true
			}
		}
		if path.Ext(f.Path) != ".cs" || f.Package == "" || len(f.Package) > maxRaw {
			continue
		}
		names := c.names[f.Package]
		if names == nil {
			names = map[string][]string{}
			c.names[f.Package] = names
		}
		for _, name := range f.Names {
			names[name] = append(names[name], f.Path)
		}
		c.namespaces[f.Package] = append(c.namespaces[f.Package], path.Dir(f.Path))
		c.roots[firstParts(f.Package, 1)] = true
	}
	for _, names := range c.names {
		for _, same := range names {
			slices.Sort(same)
		}
	}
	for name, dirs := range c.namespaces {
		slices.Sort(dirs)
		dirs = slices.Compact(dirs)
		slices.SortStableFunc(dirs, func(a, b string) int { return testOrder(a) - testOrder(b) })
		c.namespaces[name] = dirs
	}
	return c
}

func (c *csharp) resolve(from string, imp record.Import) []Target {
	raw := imp.Raw
	if raw == "" || strings.ContainsAny(raw, "/\\ ") || strings.Contains("."+raw+".", "..") {
		return unresolved(raw)
	}
	// A name is looked for in the namespaces around the file too.
	for scope := c.uses.files[from].Package; ; scope = withoutLast(scope) {
		qualified := raw
		if scope != "" {
			qualified = scope + "." + raw
		}
		if found := c.absolute(from, qualified, imp.Form); found != nil {
			return found
		}
		if scope != "" {
			continue
		}
		if imp.Form != "" && !strings.Contains(raw, ".") {
			return nil // of a namespace that is used
		}
		return c.foreign(raw)
	}
}

func (c *csharp) absolute(from, qualified, form string) []Target {
	if form != "" { // of a type, which may be nested in another
		for name := qualified; name != ""; name = withoutLast(name) {
			ns := withoutLast(name)
			if files := c.names[ns][name[min(len(ns)+1, len(name)):]]; ns != "" && len(files) > 0 {
				return internal(nearest(from, files))
			}
		}
	}
	names := c.names[qualified]
	if names == nil {
		return nil
	}
	if form == "" {
		var found []Target
		for _, f := range c.uses.declaring(from, names, func(name string) bool { return c.around(from, name) }, "Attribute") {
			found = append(found, Target{Kind: Internal, Path: f})
		}
		if len(found) > 0 {
			return found
		}
	}
	if firstParts(qualified, 1) == "System" { // of which the tree adds to a part
		return nil
	}
	return home(from, qualified[strings.LastIndexByte(qualified, '.')+1:], c.namespaces[qualified])
}

// around reports whether a name is declared in a namespace around a file, which
// goes before those that it uses.
func (c *csharp) around(from, name string) bool {
	for scope := c.uses.files[from].Package; scope != ""; scope = withoutLast(scope) {
		if len(c.names[scope][name]) > 0 {
			return true
		}
	}
	return false
}

// foreign names what lies outside of the tree, by its package where a project
// file names it, else by the first part of its name.
func (c *csharp) foreign(raw string) []Target {
	for name := raw; name != ""; name = withoutLast(name) {
		if c.required[name] {
			return external(name)
		}
	}
	first := firstParts(raw, 1)
	if first == "System" || c.std[firstParts(raw, 2)] || c.std[raw] {
		return standard(raw)
	}
	switch {
	case c.roots[first] && first != "Microsoft":
		return unresolved(raw)
	case first == "Microsoft" || first == "Azure" || first == "Amazon" || first == "Google":
		return external(firstParts(raw, 3))
	}
	return external(first)
}
