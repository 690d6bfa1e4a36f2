package sumfile

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
	"github.com/pi-project-map/pmap/pkg/rootfs"
)

// Notes are those of one file.
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

// All returns the notes in the order of their lines. Each counts for the input
// that it was made from, and for no other.
func (n Notes) All() []record.Note { return n.list }
