package walk

import (
	"os"
	"strings"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// folder is one directory on the way down. It is opened when the walk enters
// it and closed when its record is written.
type folder struct {
	path   string // "." for the root
	parent *folder
	handle *os.File // nil if it could not be opened, and in an index
	err    error    // why
	listed int      // records inside it; the writer's

	said map[record.Diag]bool // about what is in it; the writer's
}

// item is one step of the walk: an entry to look at, or the end of a folder.
type item struct {
	entry  entry
	folder *folder // that holds the entry, or that ends
	ends   bool
	done   chan struct{} // closed when the fields below are final

	file  record.File // listed if its path is set
	diags []record.Diag
}

// plan sends the steps for entries, which are in the stream's order.
func plan(entries []entry, src source, send func(*item) error) error {
	open := []*folder{src.descend(nil, "")}
	leave := func() error {
		f := open[len(open)-1]
		open = open[:len(open)-1]
		return send(&item{folder: f, ends: true, done: make(chan struct{})})
	}
	for _, e := range entries {
		dir := parent(e.path)
		for !holds(open[len(open)-1].path, dir) {
			if err := leave(); err != nil {
				return err
			}
		}
		for open[len(open)-1].path != dir {
			up := open[len(open)-1]
			name, _, _ := strings.Cut(below(dir, up.path), "/")
			open = append(open, src.descend(up, name))
		}
		it := &item{entry: e, folder: open[len(open)-1], done: make(chan struct{})}
		if err := send(it); err != nil {
			return err
		}
	}
	for len(open) > 0 {
		if err := leave(); err != nil {
			return err
		}
	}
	return nil
}

// holds reports whether path is dir or below it.
func holds(dir, path string) bool {
	return dir == "." || path == dir || strings.HasPrefix(path, dir) && path[len(dir)] == '/'
}

// below is the part of path under dir, which holds it.
func below(path, dir string) string {
	if dir == "." {
		return path
	}
	return strings.TrimPrefix(path, dir+"/")
}

// parent is the directory of a path; the root's own is empty.
func parent(path string) string {
	if path == "." {
		return ""
	}
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i]
	}
	return "."
}

func base(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// join is the path of name in dir.
func join(dir, name string) string {
	if dir == "." {
		return name
	}
	return dir + "/" + name
}

// writer writes what was found, in order.
type writer struct {
	out   *record.Writer
	picks *picks
}

func (w *writer) write(it *item) error {
	if it.ends {
		return w.leave(it)
	}
	if it.file.Path != "" {
		it.file.Picked = w.picks.file(string(it.file.Path))
		it.folder.listed++
		if err := w.out.Write(it.file); err != nil {
			return err
		}
	} else {
		w.picks.missed(it.entry.path)
	}
	return w.say(it.folder, it.diags)
}

// leave closes a folder. One in which nothing was listed is not listed itself,
// except the root.
func (w *writer) leave(it *item) error {
	f := it.folder
	if f.handle != nil {
		defer f.handle.Close()
	}
	said := it.diags
	if f.listed > 0 || f.parent == nil {
		picked, diags := w.picks.dir(f.path)
		if err := w.out.Write(record.Dir{Path: pathname.Path(f.path), Picked: picked}); err != nil {
			return err
		}
		said = append(said, diags...)
	} else {
		w.picks.unlisted(f.path)
	}
	if f.listed > 0 && f.parent != nil {
		f.parent.listed++
	}
	return w.say(f, said)
}

// say writes diags, each once: git's listing, the directory and the file itself
// may all tell the same.
func (w *writer) say(f *folder, diags []record.Diag) error {
	for _, d := range diags {
		if f.said[d] {
			continue
		}
		if f.said == nil {
			f.said = map[record.Diag]bool{}
		}
		f.said[d] = true
		if err := w.out.Write(d); err != nil {
			return err
		}
	}
	return nil
}
