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
// uses, without those names that go before, sorted. A name may be written
// without a suffix.
func (u *uses) declaring(from string, names map[string][]string, before func(name string) bool, suffixes ...string) []string {
	var found []string
	suffixes = append([]string{""}, suffixes...)
	for name := range u.of(from) {
		for _, suffix := range suffixes {
			files := names[name+suffix]
			if len(files) == 0 {
				continue
			}
			if !slices.Contains(files, from) && !before(name+suffix) {
				found = append(found, nearest(from, files))
			}
			break
		}
		if len(found) == maxUsed {
			break
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// directories returns where files lie, each directory once.
func directories(files []string) []Target {
	var found targets
	for _, f := range files {
		found.add(Target{Kind: Internal, Path: path.Dir(f)})
	}
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
