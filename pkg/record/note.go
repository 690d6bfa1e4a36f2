package record

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/pathname"
)

// Bounds of a note, whatever a model said: texts and items in bytes, lists in
// items.
const (
	MaxNoteText  = 1000 // of Purpose and Role, and of each of Workflows
	MaxNoteArch  = 4000
	MaxNoteItem  = 200 // of Prompt, Model, and each of the other lists
	MaxNoteItems = 64
)

func (n Note) check() error {
	switch {
	case n.Path == "" || n.Path[len(n.Path)-1] == '/':
		return errors.New("note lacks its path")
	case n.Input == "" || n.Prompt == "":
		return errors.New("note lacks its input or prompt")
	case (n.Purpose == "") == (n.Role == ""):
		return errors.New("note has both a purpose and a role, or neither")
	case n.Purpose != "" && (n.Arch != "" || n.Tags != nil || n.Workflows != nil):
		return errors.New("note of a file tells of a directory")
	case n.Role != "" && (n.Deps != nil || n.Concepts != nil || n.Exports != nil):
		return errors.New("note of a directory tells of a file")
	case n.TokensIn < 0 || n.TokensOut < 0:
		return errors.New("note has a negative number of tokens")
	}
	if err := n.bounded(); err != nil {
		return err
	}
	return checkDigest(n.Input)
}

func (n Note) bounded() error {
	for _, member := range []struct {
		name  string
		texts []string
		most  int
	}{
		{"prompt", []string{n.Prompt}, MaxNoteItem},
		{"model", []string{n.Model}, MaxNoteItem},
		{"purpose", []string{n.Purpose}, MaxNoteText},
		{"deps", n.Deps, MaxNoteItem},
		{"concepts", n.Concepts, MaxNoteItem},
		{"exports", n.Exports, MaxNoteItem},
		{"role", []string{n.Role}, MaxNoteText},
		{"arch", []string{n.Arch}, MaxNoteArch},
		{"tags", n.Tags, MaxNoteItem},
		{"workflows", n.Workflows, MaxNoteText},
	} {
		if len(member.texts) > MaxNoteItems {
			return fmt.Errorf("note has more than %d %s", MaxNoteItems, member.name)
		}
		for _, s := range member.texts {
			if len(s) > member.most {
				return fmt.Errorf("%s of a note is longer than %d bytes", member.name, member.most)
			}
		}
	}
	return nil
}

// checkNotes proves that the notes of a page are the directory's own and those
// of its files, and that nothing in them differs from one run to the next.
func (p Page) checkNotes() error {
	last := ""
	for _, n := range p.Notes {
		if err := n.check(); err != nil {
			return err
		}
		path := string(n.Path)
		own := n.Role != "" && n.Path == p.Path
		if !own && !(n.Purpose != "" && parent(path) == string(p.Path) && p.lists(base(path))) {
			return fmt.Errorf("note of %s is in the page of %s", pathname.Quote(path), pathname.Quote(string(p.Path)))
		}
		if path <= last {
			return fmt.Errorf("note of %s is out of order", pathname.Quote(path))
		}
		if n.Cached || n.TokensIn != 0 || n.TokensOut != 0 {
			return fmt.Errorf("note of %s in a page tells of its call", pathname.Quote(path))
		}
		last = path
	}
	return nil
}

// lists reports whether a page has a file of a name. Its files are in order.
func (p Page) lists(name string) bool {
	_, found := slices.BinarySearchFunc(p.Files, name, func(f PageFile, name string) int {
		return strings.Compare(string(f.Name), name)
	})
	return found
}

// noted proves that a note follows its file, or stands just before its
// directory's record, and that there is at most one of each.
func (o *order) noted(l Line) error {
	var n Note
	if err := l.Decode(&n); err != nil {
		return err
	}
	if err := o.unpaired(); err != nil {
		return err
	}
	path := string(n.Path)
	switch {
	case o.describes != "":
		return fmt.Errorf("note of directory %s is not followed by its dir", pathname.Quote(o.describes))
	case n.Role != "":
		o.describes = path
	case !o.started || o.lastDir || o.last != path:
		return fmt.Errorf("note does not follow its file %s", pathname.Quote(path))
	case o.hasNote:
		return fmt.Errorf("file %s has two notes", pathname.Quote(path))
	default:
		o.hasNote = true
	}
	return nil
}

// undescribed refuses a file or directory between a directory's note and its
// dir.
func (o *order) undescribed(path string, dir bool) error {
	if o.describes != "" && (!dir || o.describes != path) {
		return fmt.Errorf("note of directory %s is not followed by its dir", pathname.Quote(o.describes))
	}
	o.describes, o.hasNote = "", false
	return nil
}
