package walk

import (
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/config"
	"github.com/pi-project-map/pmap/pkg/git"
	"github.com/pi-project-map/pmap/pkg/glob"
	"github.com/pi-project-map/pmap/pkg/record"
)

// stage is this stage's name in diags.
const stage = "walk"

// kind is what is known of an entry before it is looked at.
type kind int

const (
	leaf       kind = iota // whatever is there
	boundary               // another repository begins here
	collapsed              // a directory that is one line
	odd                    // a pipe, socket or device
	unreadable             // a directory that could not be listed
)

// entry is one path of the listing, without a trailing slash.
type entry struct {
	path    string
	kind    kind
	tracked bool
	mode    git.Mode
	object  string   // staged: the blob
	reason  string   // of a boundary or collapsed directory; why one is unreadable
	inside  []string // collapsed: the files in it that may be gone from disk; nil if one is surely there
	about   string   // unreadable: the directory, if path stands elsewhere
}

// listing is what there is to walk, unsorted.
type listing struct {
	mode     record.Mode
	entries  []entry
	notes    []record.Diag // about the listing as a whole
	settings config.Config
	source   source
}

// arrange leaves out what is never listed or not wanted, folds collapsed
// directories into one entry each, and sorts the rest in the stream's order. It
// takes the slice over.
func arrange(entries []entry, settings config.Config) []entry {
	junk := newJunk(entries)
	exclude, include := rules(settings.Exclude), rules(settings.Include)
	folds := newFolds(settings.Collapse)
	kept := entries[:0]
	for _, e := range entries {
		if junk.has(e) || own(base(e.path)) || exclude.Under(e.path) {
			continue
		}
		if len(include) > 0 && e.kind != unreadable && !include.Under(e.path) {
			continue
		}
		if e, ok := folds.fold(e); ok {
			kept = append(kept, e)
		}
	}
	kept = append(kept, folds.entries()...)
	slices.SortStableFunc(kept, func(a, b entry) int { return compare(a.path, b.path) })
	return slices.CompactFunc(kept, func(a, b entry) bool { return a.path == b.path && a.kind == b.kind && a.kind != unreadable })
}

func rules(globs []string) glob.Rules {
	return glob.ParseRules(strings.Join(globs, "\n"))
}

// compare orders paths as the stream does: in one directory what is below a
// subdirectory before the files, each bytewise by name.
func compare(a, b string) int {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	start := strings.LastIndexByte(a[:i], '/') + 1
	nameA, _, belowA := strings.Cut(a[start:], "/")
	nameB, _, belowB := strings.Cut(b[start:], "/")
	switch {
	case belowA == belowB:
		return strings.Compare(nameA, nameB)
	case belowA:
		return -1
	}
	return 1
}
