// Package mapfile is the two markdown files of a directory, the index and the
// map: [New] cuts and escapes a page into a [Pair], Format writes one of its
// halves, [ParseIndex] and [ParseMap] read it back. The grammar is
// spec/pmap-map.5.md.
//
// Every text in a Pair is safe to print: one line, nothing hidden in it, and
// nothing that starts a heading, bullet, fence or comment or that poses as
// pmap's own words. The parsers trust nothing: they bound what they take, name
// the line that does not parse, and escape again what they read, so that
// formatting what was parsed is always safe.
package mapfile

import (
	"strings"

	"github.com/pi-project-map/pmap/pkg/pathname"
)

// The names of the two files in every directory.
const (
	IndexName = ".pi-map.index.md"
	MapName   = ".pi-map.md"
)

// MaxBytes is the longest file that is parsed.
const MaxBytes = 32 << 20

// Pair is what the two files of one directory say.
type Pair struct {
	Index Index
	Map   Map
}

// Index routes: what is here, and where its neighbours are.
type Index struct {
	Dir       pathname.Path
	Role      string
	Children  []Entry // subdirectories
	Files     []Entry // the likely files, best first
	Workflows []string
	Dirty     []Dirty
}

// Map orients: everything that is in the directory.
type Map struct {
	Dir       pathname.Path
	Role      string
	RoleDeps  []pathname.Text // "pkg/…", strongest first
	Files     []File
	Arch      []string // lines
	Tags      []string
	Symbols   []Symbol
	Workflows []string
	Dirty     []Dirty
}

// Entry is a subdirectory or a likely file, and a few words on it.
type Entry struct {
	Name pathname.Path // one component
	Text string
}

// File is one file's line.
type File struct {
	Name    pathname.Path // one component; a trailing slash marks what is not listed inside
	Purpose string
	Exports Names
	Deps    Names // "pkg/…", "ext/…" or "?…"
}

// Names is a list of names of which the map may show only the first.
type Names struct {
	Shown []string // raw, not quoted
	Cut   bool     // there are more
}

// Symbol is one line of the symbols section.
type Symbol struct {
	Signature string
	File      pathname.Path // one component
}

// Dirty says that a file has changed since the map was made.
type Dirty struct {
	Time string // RFC 3339 in UTC, to the second
	File pathname.Path
	What string // one word: "modified"
}

// IndexPath returns the path of a directory's index.
func IndexPath(dir pathname.Path) string { return join(dir, IndexName) }

// MapPath returns the path of a directory's map.
func MapPath(dir pathname.Path) string { return join(dir, MapName) }

func join(dir pathname.Path, name string) string {
	if dir == "." {
		return name
	}
	return string(dir) + "/" + name
}

// parentOf returns the directory that holds dir; the root has none.
func parentOf(dir pathname.Path) (pathname.Path, bool) {
	if dir == "." {
		return "", false
	}
	if i := strings.LastIndexByte(string(dir), '/'); i >= 0 {
		return dir[:i], true
	}
	return ".", true
}
