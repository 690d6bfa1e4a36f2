package render

import (
	"bytes"
	"maps"
	"path"
	"slices"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
	"github.com/pi-project-map/pmap/pkg/sumfile"
)

// keepNotes takes in what a page says for the file of notes. The file has one
// line for each, so that all of them are held until the stream is proved.
func (r *run) keepNotes(page record.Page) {
	for _, n := range page.Notes {
		if line, ok := sumfile.Line(n); ok {
			r.notes[string(page.Path)] = append(r.notes[string(page.Path)], line)
		}
	}
}

// sum is the file of notes as it should be: those of the pages that count, and
// of the other directories those that it has.
func (r *run) sum(old []record.Note) []byte {
	var lines []string
	for dir, list := range r.notes {
		if r.wanted(dir) {
			lines = append(lines, list...)
		}
	}
	for _, n := range old {
		dir := directoryOf(n)
		if _, mapped := r.pages[dir]; !mapped || r.wanted(dir) {
			continue
		}
		if line, ok := sumfile.Line(n); ok {
			lines = append(lines, line)
		}
	}
	return sumfile.Join(lines)
}

// directoryOf is where the map is that shows a note.
func directoryOf(n record.Note) string {
	if n.Role != "" {
		return string(n.Path)
	}
	return path.Dir(string(n.Path))
}

// sumChange is what is to be written of the file of notes, if anything, or that
// it is to be removed since there are none; what is no file stays.
func (r *run) sumChange() (todo []change, gone bool, err error) {
	old, err := sumfile.Read(r.files)
	if err != nil {
		return nil, false, fileFailure("read", sumfile.Name, err)
	}
	want := r.sum(old.All())
	have, missing := r.files.ReadFile(sumfile.Name, sumfile.MaxBytes)
	if len(want) == 0 {
		at, err := r.tree.Lstat(sumfile.Name)
		return nil, err == nil && at.Mode().IsRegular(), nil
	}
	if missing == nil && bytes.Equal(have, want) {
		return nil, false, nil
	}
	data, err := r.spool.add(want)
	if err != nil {
		return nil, false, record.Failf(record.ExitIO, "spool", "free some space", "keep the notes: %w", err)
	}
	return []change{{dir: ".", path: sumfile.Name, data: data}}, false, nil
}

// compareNotes finds what differs between the notes kept of a directory and
// those of its page.
func (r *run) compareNotes(page record.Page) []record.Finding {
	c := &comparison{dir: page.Path, seen: map[record.Finding]bool{}}
	made := map[pathname.Path]record.Note{}
	for _, n := range page.Notes {
		made[n.Path] = n
	}
	hashes := map[pathname.Path]string{}
	for _, f := range page.Files {
		hashes[pathname.Path(path.Join(string(page.Path), string(f.Name)))] = f.SHA256
	}
	kept := map[pathname.Path]bool{}
	for _, n := range r.kept[string(page.Path)] {
		if now, ok := made[n.Path]; ok && now.Input == n.Input && now.Prompt == n.Prompt {
			kept[n.Path] = true
			had, _ := sumfile.Line(n)
			want, _ := sumfile.Line(now)
			if had != want {
				c.add(codeText, pathname.Quote(path.Base(string(n.Path))), "its note differs in %s", sumfile.Name)
			}
		}
	}
	for _, n := range r.kept[string(page.Path)] {
		hash, listed := hashes[n.Path]
		name := pathname.Quote(path.Base(string(n.Path)))
		switch {
		case kept[n.Path]:
		case n.Role != "":
			c.add(codeStale, "", "what the directory's note was made from has changed")
		case !listed:
			c.add(codeOrphaned, name, "its note is in %s, but it is gone", sumfile.Name)
		case hash != n.Input:
			c.add(codeStale, name, "its bytes have changed since its note was made")
		default:
			c.add(codeText, name, "its note is in %s, but not in the map", sumfile.Name)
		}
	}
	for _, n := range page.Notes {
		if !kept[n.Path] {
			c.add(codeText, pathname.Quote(path.Base(string(n.Path))), "its note is not in %s", sumfile.Name)
		}
	}
	return c.found
}

// loadKept reads the notes on disk for comparing.
func (r *run) loadKept() error {
	old, err := sumfile.Read(r.files)
	if err != nil {
		return fileFailure("read", sumfile.Name, err)
	}
	for _, n := range old.All() {
		r.kept[directoryOf(n)] = append(r.kept[directoryOf(n)], n)
	}
	return nil
}

// orphanNotes finds the notes of directories that have no page any more.
func (r *run) orphanNotes() []record.Finding {
	var found []record.Finding
	for _, dir := range slices.Sorted(maps.Keys(r.kept)) {
		if _, mapped := r.pages[dir]; !mapped && r.wanted(r.nearest(dir)) {
			found = append(found, record.Finding{
				Code: codeOrphaned, Path: pathname.Path(dir), Name: sumfile.Name, Message: "the directory is gone, but notes of it are kept",
			})
		}
	}
	return found
}

// sumFindings are what is wrong with the file of notes as a whole, when nothing
// was found in its directories.
func (r *run) sumFindings(found []record.Finding) []record.Finding {
	have, err := r.files.ReadFile(sumfile.Name, sumfile.MaxBytes)
	if err != nil && len(r.notes) == 0 {
		return nil
	}
	if len(found) > 0 || err == nil && bytes.Equal(have, r.sum(r.all())) {
		return nil
	}
	return []record.Finding{{Code: codeHandEdited, Path: ".", Name: sumfile.Name, Message: "it is not as pmap writes it"}}
}

func (r *run) all() []record.Note {
	var list []record.Note
	for _, notes := range r.kept {
		list = append(list, notes...)
	}
	return list // sorted where it is written
}
