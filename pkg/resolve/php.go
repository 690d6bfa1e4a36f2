package resolve

import (
	"path"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// php resolves names as composer's autoloader would, by the prefixes that the
// tree's manifests give, the longest first; then by what the sources
// themselves declare, which covers class maps and files that are always
// loaded.
type php struct {
	tree       *tree
	std        map[string]bool     // lower case
	prefixes   map[string][]string // namespace prefix to directories, sorted
	declared   map[string][]string // qualified name to files, sorted
	namespaces map[string][]string // to directories, sorted
	required   map[string]bool     // packages that the manifests require, without what sets words apart
}

func newPHP(t *tree, files []File) *php {
	p := &php{
		tree: t, std: words(phpClasses), prefixes: map[string][]string{}, declared: map[string][]string{},
		namespaces: map[string][]string{}, required: map[string]bool{},
	}
	for _, f := range files {
		switch {
		case path.Base(f.Path) == "composer.json" && f.Facts != nil:
			p.manifest(path.Dir(f.Path), f.Facts)
		case f.Lang == "PHP" || path.Ext(f.Path) == ".php":
			p.source(f)
		}
	}
	for _, index := range []map[string][]string{p.prefixes, p.declared, p.namespaces} {
		for name, paths := range index {
			slices.Sort(paths)
			index[name] = slices.Compact(paths)
		}
	}
	return p
}

func (p *php) manifest(dir string, facts *record.Facts) {
	for _, pair := range facts.Paths {
		if root, ok := join(dir, pair.Value); ok && len(pair.Key) <= maxRaw && len(pair.Value) <= maxRaw {
			p.prefixes[pair.Key] = append(p.prefixes[pair.Key], root)
		}
	}
	for _, name := range facts.Dependencies {
		p.required[plainName(name)] = true
	}
}

// plainName is a package's name as its namespace would spell it.
func plainName(name string) string {
	return strings.NewReplacer("-", "", "_", "", ".", "").Replace(strings.ToLower(name))
}

func (p *php) source(f File) {
	if len(f.Package) > maxRaw {
		return
	}
	prefix := ""
	if f.Package != "" {
		prefix = f.Package + `\`
		p.namespaces[f.Package] = append(p.namespaces[f.Package], path.Dir(f.Path))
	}
	for _, name := range f.Names {
		p.declared[prefix+name] = append(p.declared[prefix+name], f.Path)
	}
}

func (p *php) resolve(from string, imp record.Import) []Target {
	if imp.Form == "include" {
		return p.include(from, imp.Raw)
	}
	raw := imp.Raw
	if raw == "" || strings.ContainsAny(raw, "/. \t\r\n") || strings.Contains(`\`+raw+`\`, `\\`) {
		return unresolved(raw)
	}
	if imp.Form != "" {
		return p.member(from, imp)
	}
	if file := p.autoload(from, raw); file != "" {
		return internal(file)
	}
	if files := p.declared[raw]; len(files) > 0 {
		return internal(nearest(from, files))
	}
	if dirs := p.namespaces[raw]; len(dirs) > 0 {
		return internal(nearestDir(from, dirs))
	}
	return p.foreign(raw)
}

// member resolves a function or constant to the directory of the file that
// declares it, as it is the namespace that an import names.
func (p *php) member(from string, imp record.Import) []Target {
	if files := p.declared[imp.Raw]; len(files) > 0 {
		return internal(path.Dir(nearest(from, files)))
	}
	at := strings.LastIndexByte(imp.Raw, '\\')
	if at < 0 {
		return standard(imp.Raw)
	}
	if dirs := p.namespaces[imp.Raw[:at]]; len(dirs) > 0 {
		return internal(nearestDir(from, dirs))
	}
	return p.foreign(imp.Raw)
}

// autoload finds the file of a class by the prefixes of its name, or "".
func (p *php) autoload(from, name string) string {
	for prefix := range prefixesOf(name) {
		roots := p.prefixes[prefix]
		if len(roots) == 0 {
			continue
		}
		tail := strings.ReplaceAll(name[len(prefix):], `\`, "/")
		tails := []string{tail, strings.ReplaceAll(tail, "_", "/")}
		var found []string
		for _, root := range roots[:min(len(roots), maxRoots)] {
			for _, t := range tails {
				if file := under(root, t) + ".php"; p.tree.files[file] {
					found = append(found, file)
				}
			}
		}
		if len(found) > 0 {
			return nearest(from, found)
		}
	}
	return ""
}

// prefixesOf yields what a name starts with, up to a separator, the longest
// first and the empty one last.
func prefixesOf(name string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for i := len(name) - 1; i >= 0; i-- {
			if (name[i] == '\\' || name[i] == '_') && !yield(name[:i+1]) {
				return
			}
		}
		yield("")
	}
}

// foreign names what lies outside of the tree by the first part of its
// namespace. Below a prefix of the tree it is the project's own, but not
// listed, unless a package of that name is required.
func (p *php) foreign(raw string) []Target {
	if p.std[strings.ToLower(raw)] {
		return standard(raw)
	}
	parts := strings.SplitN(raw, `\`, 3)
	if len(parts) == 1 {
		if p.required[plainName(raw+"/"+raw)] {
			return external(raw)
		}
		return unresolved(raw)
	}
	for prefix := range prefixesOf(raw) {
		if prefix != "" && len(p.prefixes[prefix]) > 0 && !p.required[plainName(parts[0]+"/"+parts[1])] {
			return unresolved(raw)
		}
	}
	return external(parts[0])
}

// include resolves a path against the directory of the file, or the root.
func (p *php) include(from, raw string) []Target {
	roots := []string{path.Dir(from)}
	if !isRelative(raw) {
		roots = append(roots, ".")
	}
	for _, root := range roots {
		file, ok := join(root, raw)
		if !ok || strings.HasPrefix(raw, "/") {
			continue
		}
		if p.tree.files[file] {
			return internal(file)
		}
		if collapsed := p.tree.within(file); collapsed != "" {
			return internal(collapsed)
		}
	}
	return unresolved(raw)
}

// nearestDir is nearest for directories.
func nearestDir(from string, dirs []string) string {
	dir, best, most := path.Dir(from), "", -1
	for _, d := range dirs[:min(len(dirs), maxRoots)] {
		if shared := sharedDepth(dir, d); shared > most {
			best, most = d, shared
		}
	}
	return best
}
