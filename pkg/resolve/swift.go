package resolve

import (
	"path"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// swift resolves modules: a target of a package has a directory, which its
// manifest names or which is called like it and lies where packages keep them.
// Elsewhere only a directory of the root is taken for a module: those of others
// share their names with too many packages.
type swift struct {
	modules map[string][]string // name to directories, sorted
	std     map[string]bool
}

func newSwift(t *tree, files []File) *swift {
	s := &swift{modules: map[string][]string{}, std: words(swiftModules)}
	dirs := map[string]bool{}
	for _, f := range files {
		if path.Ext(f.Path) == ".swift" {
			for dir := path.Dir(f.Path); dir != "." && !dirs[dir]; dir = path.Dir(dir) {
				dirs[dir] = true
			}
		}
	}
	for _, f := range files {
		if f.Facts == nil || f.Facts.Kind != "swiftpm" {
			continue
		}
		for _, target := range f.Facts.Paths {
			if dir, ok := join(path.Dir(f.Path), target.Value); ok && target.Value != "" && (dirs[dir] || t.dirs[dir]) {
				s.modules[target.Key] = append(s.modules[target.Key], dir)
			}
		}
	}
	for dir := range dirs {
		if parentOf(dir) == "." { // of a project that is no package
			s.modules[dir] = append(s.modules[dir], dir)
			continue
		}
		switch name := path.Base(dir); path.Base(path.Dir(dir)) {
		case "Sources", "Source", "Tests", "Plugins":
			s.modules[name] = append(s.modules[name], dir)
		}
	}
	for name, list := range s.modules {
		slices.Sort(list)
		s.modules[name] = slices.Compact(list)
	}
	return s
}

func (s *swift) resolve(from string, imp record.Import) []Target {
	module, _, _ := strings.Cut(imp.Raw, ".")
	switch {
	case module == "" || strings.ContainsAny(module, "/\\ "):
		return unresolved(imp.Raw)
	case s.std[module] && len(s.modules[module]) == 0:
		return standard(module)
	case len(s.modules[module]) > 0:
		return internal(nearest(from, s.modules[module]))
	}
	return external(module)
}
