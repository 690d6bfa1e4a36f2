package merge

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// likely names the files to look into first: where things start, what
// introduces the directory, then source by rank, documents and tests.
func (t *tree) likely(d *dir) []pathname.Path {
	var files, settings []*file
	for _, f := range d.files {
		switch g := group(f); {
		case g < 0:
		case g >= lastResort:
			settings = append(settings, f)
		default:
			files = append(files, f)
		}
	}
	if len(files) == 0 {
		files = settings
	}
	slices.SortStableFunc(files, func(a, b *file) int {
		return cmp.Or(
			cmp.Compare(group(a), group(b)),
			-cmp.Compare(standing(a), standing(b)),
			compareBool(len(t.exports(a)) == 0, len(t.exports(b)) == 0),
			strings.Compare(a.path, b.path),
		)
	})
	names := make([]pathname.Path, 0, len(files))
	for _, f := range files {
		names = append(names, pathname.Path(f.base()))
	}
	return names
}

// standing orders files of a group: a file by how many others use it, an entry
// point by how much it brings together.
func standing(f *file) int {
	if f.entry != "" {
		return power(len(f.deps))
	}
	return power(f.users)
}

// lastResort is the first group that is named only if there is no other.
const lastResort = 6

// group is a file's group among the likely ones, -1 for none.
func group(f *file) int {
	base := f.base()
	if strings.HasPrefix(base, ".") || legal(base) != "" && bare(f) || lockFile(base) {
		return -1
	}
	switch {
	case f.entry != "":
		return 0
	case readme(f):
		return 1
	case manifest(f) || buildFile(f):
		return 2
	}
	switch f.class {
	case record.ClassSource:
		return 3
	case record.ClassDoc, record.ClassNotebook:
		return 4
	case record.ClassTest:
		return 5
	case record.ClassConfig:
		return lastResort
	case record.ClassGenerated:
		return lastResort + 1
	}
	return -1
}

// buildFile reports whether a file tells a build tool what to do.
func buildFile(f *file) bool {
	switch f.base() {
	case "Makefile", "makefile", "GNUmakefile", "Justfile", "justfile", "Taskfile.yml", "Rakefile", "build.sbt", "BUILD.bazel", "Dockerfile", "tox.ini", "noxfile.py":
		return true
	}
	return false
}
