package sumfile

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
	"github.com/pi-project-map/pmap/pkg/rootfs"
)

// Notes are those of one file, to be looked up.
type Notes struct{ list []record.Note }

// Open reads the file of the project at root. A project without one has no
// notes; so has one whose file is a link or no file. An error is one of reading.
func Open(root string) (Notes, error) {
	files, err := rootfs.Open(root)
	if err != nil {
		return Notes{}, err
	}
	defer files.Close()
	return Read(files)
}

// Read is Open for a root that is open already.
func Read(files *rootfs.Root) (Notes, error) {
	text, err := files.ReadFile(Name, MaxBytes)
	for _, none := range []error{fs.ErrNotExist, rootfs.ErrLink, rootfs.ErrNotRegular, rootfs.ErrTooLong} {
		if errors.Is(err, none) {
			return Notes{}, nil
		}
	}
	if err != nil {
		return Notes{}, err
	}
	return Notes{list: unique(Parse(text))}, nil
}

// unique keeps the first of notes on the same path, input and prompt: that
// whose line comes first.
func unique(notes []record.Note) []record.Note {
	slices.SortStableFunc(notes, func(a, b record.Note) int {
		if c := compare(a, b); c != 0 {
			return c
		}
		la, _ := Line(a)
		lb, _ := Line(b)
		return strings.Compare(la, lb)
	})
	return slices.CompactFunc(notes, func(a, b record.Note) bool { return compare(a, b) == 0 })
}

// All returns the notes in the order of their lines.
func (n Notes) All() []record.Note { return n.list }

// ByPath returns the notes on each path.
func (n Notes) ByPath() map[pathname.Path][]record.Note {
	all := make(map[pathname.Path][]record.Note, len(n.list))
	for _, note := range n.list {
		all[note.Path] = append(all[note.Path], note)
	}
	return all
}

// Lookup returns the note on a path that was made with a prompt from an input:
// the SHA-256 of a file's bytes, or of the input of a directory's prompt. No
// other counts.
func (n Notes) Lookup(path pathname.Path, input, prompt string) (record.Note, bool) {
	want := record.Note{Path: path, Input: input, Prompt: prompt}
	at, found := slices.BinarySearchFunc(n.list, want, compare)
	if !found {
		return record.Note{}, false
	}
	return n.list[at], true
}

// Has reports whether there is a note on a path, whatever it was made from: if
// Lookup finds none, that is out of date.
func (n Notes) Has(path pathname.Path) bool {
	start := pathname.Quote(string(path)) + "\t"
	at, _ := slices.BinarySearchFunc(n.list, start, func(n record.Note, start string) int { return strings.Compare(claimOf(n), start) })
	return at < len(n.list) && n.list[at].Path == path
}
