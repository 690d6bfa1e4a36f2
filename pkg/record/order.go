package record

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pi-project-map/pmap/pkg/pathname"
)

// order proves that files and directories come depth first: inside a directory
// first its subdirectories, then its files, both bytewise, then its dir; and
// that every file has its syntax right after it where that is demanded, and
// every note its file before it or its dir after it.
type order struct {
	syntax    bool // pairing demanded
	loose     bool // a fragment: only the pairing is checked
	started   bool
	last      string // path of the last file or dir
	lastDir   bool   // last was a dir
	waiting   string // file whose syntax has not come
	hasNote   bool   // the last file has one
	describes string // directory whose note has come and whose dir has not
	pages     bool   // a stream after merge
	page      string // path of the last page
}

func (o *order) next(l Line) error {
	switch l.Type {
	case TypeSyntax:
		return o.pair()
	case TypeNote:
		return o.noted(l)
	case TypeFile:
		var f File
		if err := l.Decode(&f); err != nil {
			return err
		}
		if err := o.unpaired(); err != nil {
			return err
		}
		if err := o.undescribed(string(f.Path), false); err != nil {
			return err
		}
		if o.syntax {
			o.waiting = string(f.Path)
		}
		return o.step(string(f.Path), false)
	case TypeDir:
		var d Dir
		if err := l.Decode(&d); err != nil {
			return err
		}
		if err := o.unpaired(); err != nil {
			return err
		}
		if err := o.undescribed(string(d.Path), true); err != nil {
			return err
		}
		return o.step(string(d.Path), true)
	case TypePage:
		var p struct {
			Path pathname.Path `json:"path"`
		}
		if err := l.decode(&p); err != nil {
			return badRecord(l.Type, err)
		}
		if err := checkPagePath(p.Path); err != nil {
			return err
		}
		return o.stepPage(string(p.Path))
	}
	return nil
}

func (o *order) pair() error {
	if !o.syntax {
		return nil
	}
	if o.waiting == "" {
		return errors.New("syntax does not follow a file")
	}
	o.waiting = ""
	return nil
}

func (o *order) unpaired() error {
	if o.waiting != "" {
		return fmt.Errorf("file %s has no syntax", pathname.Quote(o.waiting))
	}
	return nil
}

func (o *order) step(path string, dir bool) error {
	if o.started && !o.loose {
		if o.lastDir && o.last == "." {
			return fmt.Errorf("%s comes after the root's dir", pathname.Quote(path))
		}
		ok := after(o.last, o.lastDir, path)
		if dir {
			ok = parent(o.last) == path
		}
		if !ok {
			return fmt.Errorf("%s is out of order after %s", pathname.Quote(path), pathname.Quote(o.last))
		}
	} else if !o.started && !o.loose && dir && path != "." {
		return fmt.Errorf("directory %s is empty", pathname.Quote(path))
	}
	o.started, o.last, o.lastDir = true, path, dir
	return nil
}

func (o *order) stepPage(path string) error {
	if o.page != "" && !nextPage(o.page, path) {
		return fmt.Errorf("page %s is out of order after %s", pathname.Quote(path), pathname.Quote(o.page))
	}
	o.page = path
	return nil
}

func (o *order) finish() error {
	if err := o.unpaired(); err != nil {
		return err
	}
	if err := o.undescribed("", false); err != nil {
		return err
	}
	if o.loose {
		return nil
	}
	if o.pages {
		if o.page != "." {
			return errors.New("stream ends before the root's page")
		}
		return nil
	}
	if o.last != "." {
		return errors.New("stream ends before the root's dir")
	}
	return nil
}

// after reports whether b, a file or the first file below a sibling, may come
// next after the file or closed directory a.
func after(a string, aDir bool, b string) bool {
	rest, ok := within(b, parent(a))
	if !ok {
		return false
	}
	first, _, below := strings.Cut(rest, "/")
	if aDir && !below {
		return true
	}
	return aDir == below && base(a) < first
}

// nextPage reports whether the page of b may come next after that of a.
func nextPage(a, b string) bool {
	if parent(a) == b {
		return true
	}
	rest, ok := within(b, parent(a))
	first, _, _ := strings.Cut(rest, "/")
	return ok && base(a) < first
}

// within returns the part of path below dir.
func within(path, dir string) (string, bool) {
	path = strings.TrimSuffix(path, "/")
	if dir == "." {
		return path, path != "."
	}
	return strings.CutPrefix(path, dir+"/")
}

// parent returns the directory of a path; the root's is empty, which no path is.
func parent(path string) string {
	path = strings.TrimSuffix(path, "/")
	if path == "." {
		return ""
	}
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i]
	}
	return "."
}

func base(path string) string {
	path = strings.TrimSuffix(path, "/")
	return path[strings.LastIndexByte(path, '/')+1:]
}
