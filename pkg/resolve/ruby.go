package resolve

import (
	"path"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// ruby resolves what is required, as it would be with the load paths of the
// gems in the tree: the nearest gem's first, then, for what is not the
// language's own, those of the other gems.
type ruby struct {
	tree     *tree
	std      map[string]bool     // directories end in "/"
	roots    map[string][]string // by directory: load paths below it
	lib      map[string][]string // name that can be required to files, sorted
	natives  map[string]bool     // directories that build an extension
	required map[string]bool     // gems that a manifest names
}

func newRuby(t *tree, files []File) *ruby {
	r := &ruby{tree: t, std: words(rubyLibrary), roots: map[string][]string{}, lib: map[string][]string{}, natives: map[string]bool{}, required: map[string]bool{}}
	all := map[string]bool{}
	add := func(dir, root string) {
		if !all[root] && t.dirs[root] && root != "." {
			all[root] = true
			r.roots[dir] = append(r.roots[dir], root)
		}
	}
	for _, f := range files {
		base := path.Base(f.Path)
		if f.Facts != nil && (base == "Gemfile" || base == "gems.rb" || strings.HasSuffix(base, ".gemspec")) {
			for _, name := range f.Facts.Dependencies {
				r.required[name] = true
			}
		}
		switch {
		case strings.HasSuffix(base, ".gemspec") && f.Facts != nil:
			for _, pair := range f.Facts.Paths {
				if root, ok := join(path.Dir(f.Path), pair.Value); ok && len(pair.Value) <= maxRaw {
					add(path.Dir(f.Path), root)
				}
			}
		case base == "extconf.rb":
			r.natives[path.Dir(f.Path)] = true
		}
		if isRuby(f.Path) {
			for d := range upward(path.Dir(f.Path)) {
				switch path.Base(d) {
				case "lib", "test", "spec":
					add(path.Dir(d), d)
				}
			}
		}
	}
	for _, roots := range r.roots {
		slices.SortFunc(roots, byPurpose)
	}
	for _, f := range files {
		if isRuby(f.Path) {
			r.offer(f.Path, all)
		}
	}
	for _, same := range r.lib {
		slices.Sort(same)
	}
	return r
}

func isRuby(p string) bool {
	switch path.Ext(p) {
	case ".rb", ".rake":
		return true
	}
	return false
}

// byPurpose puts the load paths of tests after the others.
func byPurpose(a, b string) int {
	if d := ofTests(a) - ofTests(b); d != 0 {
		return d
	}
	return strings.Compare(a, b)
}

func ofTests(dir string) int {
	if isApart(dir) || strings.HasSuffix("/"+dir, "/spec") || strings.Contains("/"+dir, "/spec/") {
		return 1
	}
	return 0
}

// offer enters the names under which other gems can require a file: relative
// to each of its load paths that is not of tests.
func (r *ruby) offer(file string, roots map[string]bool) {
	for d := range upward(path.Dir(file)) {
		if roots[d] && ofTests(d) == 0 {
			name := strings.TrimSuffix(file[len(d)+1:], ".rb")
			r.lib[name] = append(r.lib[name], file)
		}
	}
}

func (r *ruby) resolve(from string, imp record.Import) []Target {
	raw := imp.Raw
	switch {
	case raw == "" || strings.HasPrefix(raw, "/") || strings.HasPrefix(raw, "~"):
		return unresolved(raw)
	case imp.Form == "require_relative", isRelative(raw):
		if found := r.at(path.Dir(from), raw); found != nil {
			return found
		}
		return unresolved(raw)
	case path.Clean(raw) != raw:
		return unresolved(raw)
	}
	name := strings.TrimSuffix(raw, ".rb")
	for d := range upward(path.Dir(from)) {
		for _, root := range r.roots[d] {
			if found := r.at(root, raw); found != nil {
				return found
			}
		}
		if dir := r.native(d, name); dir != "" {
			return internal(dir)
		}
	}
	if imp.Form == "load" {
		if found := r.at(".", raw); found != nil {
			return found
		}
	}
	// What comes with the language as a gem is a package where it is asked for
	// as one.
	first, _, _ := strings.Cut(name, "/")
	switch {
	case (r.std[name] || r.inStandard(name)) && !r.required[first]:
		return standard(name)
	case len(r.lib[name]) > 0:
		return internal(nearest(from, r.lib[name]))
	}
	return external(first)
}

// inStandard reports whether a directory above a name is all the language's.
func (r *ruby) inStandard(name string) bool {
	for i := range name {
		if name[i] == '/' && r.std[name[:i+1]] {
			return true
		}
	}
	return false
}

// at finds the file of a name below a directory, or nil.
func (r *ruby) at(dir, name string) []Target {
	p, ok := join(dir, name)
	if !ok {
		return nil
	}
	for _, file := range []string{p + ".rb", p} {
		if r.tree.files[file] {
			return internal(file)
		}
	}
	if collapsed := r.tree.within(p); collapsed != "" {
		return internal(collapsed)
	}
	return nil
}

// native finds the directory below dir that builds an extension of this name:
// its own is the last part of the name.
func (r *ruby) native(dir, name string) string {
	for _, at := range []string{under(dir, "ext/"+name), under(dir, "ext/"+path.Base(name))} {
		if r.natives[at] {
			return at
		}
	}
	return ""
}
