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
	var groups [lastResort - firstResort + 1][]*file // what is named only if nothing before it is
	for _, f := range d.files {
		if g := group(f); g >= 0 {
			groups[max(g, firstResort)-firstResort] = append(groups[max(g, firstResort)-firstResort], f)
		}
	}
	files := groups[0]
	for _, g := range groups[1:] {
		if len(files) == 0 {
			files = g
		}
	}
	slices.SortStableFunc(files, func(a, b *file) int {
		return cmp.Or(
			cmp.Compare(group(a), group(b)),
			-cmp.Compare(standing(a), standing(b)),
			compareBool(len(t.exports(a)) == 0, len(t.exports(b)) == 0),
			strings.Compare(a.path, b.path),
		)
	})
	if len(files) > maxTests && group(files[0]) == testGroup {
		files = files[:maxTests]
	}
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

// Groups of files: all up to firstResort are named, each after it only if
// there is none before.
const (
	firstResort = 4
	testGroup   = 5
	lastResort  = 7
)

// maxTests is how many tests stand for a directory of nothing else.
const maxTests = 3

// group is a file's group among the likely ones, -1 for none.
func group(f *file) int {
	base := f.base()
	if f.void() || strings.HasPrefix(base, ".") || legal(base) != "" && bare(f) || lockFile(base) {
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
	if f.test() {
		return testGroup
	}
	switch f.class {
	case record.ClassSource:
		return 3
	case record.ClassDoc, record.ClassNotebook:
		if strings.HasSuffix(base, ".txt") || customaryDocument(base) && !strings.EqualFold(f.stem(), "contributing") {
			return lastResort
		}
		return 4
	case record.ClassConfig:
		return 6
	case record.ClassGenerated:
		return lastResort
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
