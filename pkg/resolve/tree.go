package resolve

import (
	"iter"
	"path"
	"strings"
)

// tree is the set of listed paths. The root is ".".
type tree struct {
	files     map[string]bool
	dirs      map[string]bool // that hold a listed file somewhere below
	collapsed map[string]bool // listed as one line, without the slash
}

func newTree(files []File) *tree {
	t := &tree{
		files:     make(map[string]bool, len(files)),
		dirs:      map[string]bool{".": true},
		collapsed: map[string]bool{},
	}
	for _, f := range files {
		name, isDir := strings.CutSuffix(f.Path, "/")
		if isDir {
			t.collapsed[name] = true
		} else {
			t.files[name] = true
		}
		for dir := parentOf(name); !t.dirs[dir]; dir = parentOf(dir) {
			t.dirs[dir] = true
		}
	}
	return t
}

// within returns the collapsed directory, spelled as listed, that is p or
// holds it, or "".
func (t *tree) within(p string) string {
	if len(t.collapsed) == 0 {
		return ""
	}
	for dir := range upward(p) {
		if t.collapsed[dir] {
			return dir + "/"
		}
	}
	return ""
}

// upward yields a path and then each directory above it, the root last.
func upward(p string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for yield(p) && p != "." && p != "/" {
			p = parentOf(p)
		}
	}
}

// parentOf is path.Dir for a path that is clean, without cleaning it again.
func parentOf(p string) string {
	if i := strings.LastIndexByte(p, '/'); i > 0 {
		return p[:i]
	}
	return "."
}

// join follows a relative reference from a directory. It is false if that
// leads out of the root.
func join(dir, ref string) (string, bool) {
	p := path.Join(dir, ref)
	if p == ".." || strings.HasPrefix(p, "../") || strings.HasPrefix(p, "/") {
		return "", false
	}
	return p, true
}

// under returns a slash-separated name inside dir, which may be the root.
func under(dir, name string) string {
	if dir == "." || dir == "" {
		return name
	}
	return dir + "/" + name
}
