package resolve

import (
	"iter"
	"path"
	"slices"
)

// uses knows the names that files use without importing or defining them. An
// import of a whole package or namespace means those files of it that declare
// one of these names.
type uses struct {
	files map[string]File // without facts and imports
}

func newUses(files []File) *uses {
	u := &uses{files: map[string]File{}}
	for _, f := range files {
		if f.Uses != nil {
			u.files[f.Path] = File{Package: f.Package, Uses: f.Uses}
		}
	}
	return u
}

func (u *uses) of(from string) iter.Seq[string] {
	if f, ok := u.files[from]; ok {
		return f.Uses
	}
	return func(func(string) bool) {}
}

// maxUsed is how many files one import of a whole package gives.
const maxUsed = 200

// declaring returns the files of a package that declare names which a file
// uses and which those that come first do not.
func (u *uses) declaring(from string, names map[string][]string, first func(name string) bool, also ...string) []Target {
	var found targets
	for name := range u.of(from) {
		if len(found.list) == maxUsed {
			break
		}
		for _, suffix := range append([]string{""}, also...) {
			if files := names[name+suffix]; len(files) > 0 {
				if !slices.Contains(files, from) && !first(name+suffix) {
					found.add(Target{Kind: Internal, Path: nearest(from, files)})
				}
				break
			}
		}
	}
	slices.SortFunc(found.list, func(a, b Target) int {
		if a.Path < b.Path {
			return -1
		}
		return 1
	})
	return found.list
}

// home returns the directory of a package that is named most like it: the one
// whose last part is its last part, else the nearest.
func home(from, last string, dirs []string) []Target {
	var same []string
	for _, dir := range dirs {
		if path.Base(dir) == last {
			same = append(same, dir)
		}
	}
	if len(same) > 0 {
		dirs = same
	}
	return internal(nearest(from, dirs))
}
