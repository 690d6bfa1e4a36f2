package resolve

import (
	"path"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// swift resolves modules: a target of a package has a directory, which its
// manifest names or which is called like it.
type swift struct {
	modules  map[string][]string // name to directories, sorted
	required map[string]bool     // packages that manifests name
	std      map[string]bool
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
		if name, parent := path.Base(dir), path.Base(path.Dir(dir)); parent == "Sources" || parent == "Source" || parent == "Tests" || parent == "Plugins" {
			s.modules[name] = append(s.modules[name], dir)
		}
	}
	s.byName(dirs)
	for name, list := range s.modules {
		slices.Sort(list)
		s.modules[name] = slices.Compact(list)
	}
	return s
}

// byName takes the topmost directories called like a module that none of a
// package is: of projects without a manifest.
func (s *swift) byName(dirs map[string]bool) {
	shallow := map[string]int{}
	for dir := range dirs {
		name, depth := path.Base(dir), strings.Count(dir, "/")
		if len(s.modules[name]) > 0 && shallow[name] == 0 {
			continue
		}
		if best := shallow[name]; best == 0 || depth+1 < best {
			shallow[name] = depth + 1
			s.modules[name] = nil
		}
		if shallow[name] == depth+1 {
			s.modules[name] = append(s.modules[name], dir)
		}
	}
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
