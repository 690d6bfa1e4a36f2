package walk

import (
	"strings"

	"github.com/pi-project-map/pmap/pkg/glob"
)

// builtIn says why a directory of this name is one line, or "": nothing that
// lists its files helps to find the way in a project.
func builtIn(name string) string {
	switch name {
	case "testdata", "__fixtures__", "__snapshots__":
		return "test data"
	case "vendor", "third_party", "third-party", "thirdparty", "bower_components", "jspm_packages", "web_modules",
		"Pods", "Carthage", "Godeps", "_vendor", ".bundle", "site-packages":
		return "vendored"
	case "__generated__", "_generated", ".generated", "generated", "htmlcov", ".nuxt", ".svelte-kit", ".terraform",
		"DerivedData", ".dart_tool", ".turbo", ".parcel-cache":
		return "generated"
	case ".yarn":
		return "vendored"
	}
	return ""
}

// folds gathers the files of collapsed directories.
type folds struct {
	asked   glob.Rules
	reasons map[string]string // by directory: why it is one line, or ""
	found   map[string]*entry
	order   []string
}

func newFolds(globs []string) *folds {
	return &folds{asked: rules(globs), reasons: map[string]string{}, found: map[string]*entry{}}
}

// fold returns the entry, or false if it went into a collapsed directory.
func (f *folds) fold(e entry) (entry, bool) {
	dir, reason := f.outermost(e.path)
	if reason == "" {
		return e, true
	}
	if e.kind == unreadable {
		e.about, e.path = e.path, dir // its diag follows the directory's line
		return e, true
	}
	if e.kind == odd {
		return e, false
	}
	c := f.found[dir]
	if c == nil {
		c = &entry{path: dir, kind: collapsed, reason: reason, inside: []string{}}
		f.found[dir] = c
		f.order = append(f.order, dir)
	}
	switch {
	case !e.tracked:
		c.inside = nil
	case c.inside != nil:
		c.inside = append(c.inside, e.path)
	}
	return e, false
}

// outermost returns the topmost collapsed directory above path.
func (f *folds) outermost(path string) (dir, reason string) {
	for i := 0; i < len(path); i++ {
		if path[i] != '/' {
			continue
		}
		if reason := f.reason(path[:i]); reason != "" {
			return path[:i], reason
		}
	}
	return "", ""
}

func (f *folds) reason(dir string) string {
	reason, known := f.reasons[dir]
	if !known {
		reason = builtIn(base(dir))
		if picked, decided := f.asked.Decide(dir, true); decided {
			switch {
			case !picked:
				reason = ""
			case reason == "":
				reason = "collapsed"
			}
		}
		f.reasons[strings.Clone(dir)] = reason
	}
	return reason
}

// entries are the collapsed directories found.
func (f *folds) entries() []entry {
	list := make([]entry, 0, len(f.order))
	for _, dir := range f.order {
		list = append(list, *f.found[dir])
	}
	return list
}
