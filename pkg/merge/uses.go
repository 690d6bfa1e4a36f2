package merge

import (
	"path"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// A name is used by a file that imports it, or, where the files of a package
// or of an include tree see each other's names, by one that refers to it.
// Names passed on count for every file on the way and for the one that defines
// them.

// count counts users: of names, of files.
func (t *tree) count() {
	c := &counter{tree: t, declared: map[name][]*file{}, visited: map[use]bool{}}
	c.indexHeaders()
	for _, f := range t.files {
		c.names = map[use]bool{}
		c.files = map[*file]bool{}
		c.read(f)
		for u := range c.names {
			if t.files[u.file].test() {
				t.usedBy[u] = max(t.usedBy[u], 1)
			} else if !f.test() {
				t.usedBy[u]++
			}
		}
		for g := range c.files {
			if g != f && !f.test() {
				g.users++
			}
		}
	}
}

// wanted reports whether another file imports this name of a test.
func (t *tree) wanted(f *file, n name) bool {
	return t.usedBy[use{f.id, n}] > 0 || t.usedBy[use{f.id, t.names.id("*")}] > 0
}

// counter gathers what one file uses.
type counter struct {
	*tree
	names    map[use]bool
	files    map[*file]bool
	declared map[name][]*file // C: who declares or defines a name
	visited  map[use]bool
}

func (c *counter) read(f *file) {
	for i := range f.imports {
		if f.tries(&f.imports[i]) {
			continue
		}
		for _, h := range f.imports[i].to {
			c.hop(f, h)
		}
	}
	switch f.lang {
	case "Go", "Java", "Kotlin", "Scala", "Swift", "C#", "PHP":
		c.neighbours(f)
	case "C", "C++", "Objective-C", "Objective-C++":
		c.included(f)
	}
}

func (c *counter) hop(f *file, h hop) {
	if h.dir != nil {
		if h.dir == f.dir {
			return
		}
		for _, n := range h.names {
			id := c.tree.names.id(n)
			for _, g := range c.definers(h.dir)[id] {
				c.add(g, id)
			}
		}
		return
	}
	c.files[h.file] = true
	for _, n := range h.names {
		if n == "*" {
			c.names[use{h.file.id, c.tree.names.id("*")}] = true
			continue
		}
		for _, u := range c.chain(h.file, n, c.seen()) {
			c.add(c.tree.files[u.file], u.name)
		}
	}
}

// seen returns an empty set for one chain, the same one each time.
func (c *counter) seen() map[use]bool {
	clear(c.visited)
	return c.visited
}

func (c *counter) add(g *file, n name) {
	c.names[use{g.id, n}] = true
	c.files[g] = true
}

// neighbours counts the names of a file's own package.
func (c *counter) neighbours(f *file) {
	if len(f.refs) == 0 {
		return
	}
	definers := c.definers(f.dir)
	for _, n := range f.refs {
		for _, g := range definers[n] {
			if g != f && g.pkg == f.pkg {
				c.add(g, n)
			}
		}
	}
}

// definers returns who defines which top-level name in a directory, tests left
// out.
func (t *tree) definers(d *dir) map[name][]*file {
	if index, done := t.packages[d]; done {
		return index
	}
	index := map[name][]*file{}
	for _, f := range d.files {
		if f.test() {
			continue
		}
		add := func(n name) {
			if list := index[n]; len(list) == 0 || list[len(list)-1] != f {
				index[n] = append(list, f)
			}
		}
		for _, i := range f.byName {
			add(t.names.id(f.symbols[i].name))
		}
		for _, n := range f.hidden {
			add(n)
		}
	}
	t.packages[d] = index
	return index
}

func (c *counter) indexHeaders() {
	for _, f := range c.tree.files {
		if f.test() || f.lang != "C" && f.lang != "C++" {
			continue
		}
		for _, i := range f.byName {
			if s := &f.symbols[i]; s.exported {
				n := c.tree.names.id(s.name)
				c.declared[n] = append(c.declared[n], f)
			}
		}
	}
}

// maxIncluded bounds how many headers one file is taken to see.
const maxIncluded = 2000

// included counts the names that a file's headers declare, for the header and
// for the file that defines them.
func (c *counter) included(f *file) {
	if len(f.refs) == 0 {
		return
	}
	seen := map[*file]bool{f: true}
	queue := []*file{f}
	for len(queue) > 0 && len(seen) < maxIncluded {
		for i := range queue[0].imports {
			for _, h := range queue[0].imports[i].to {
				if h.file != nil && !seen[h.file] {
					seen[h.file] = true
					queue = append(queue, h.file)
				}
			}
		}
		queue = queue[1:]
	}
	for _, n := range f.refs {
		for _, g := range meant(c.declared[n], seen) {
			if g != f {
				c.add(g, n)
			}
		}
	}
}

// meant picks, of the files that declare or define a name, those which a file
// means that sees some headers: these headers, and the source that defines the
// name beside one of them or, if no other source does, elsewhere.
func meant(files []*file, seen map[*file]bool) []*file {
	var headers, sources, beside []*file
	for _, g := range files {
		if header(g) {
			if seen[g] {
				headers = append(headers, g)
			}
			continue
		}
		sources = append(sources, g)
	}
	if len(headers) == 0 {
		return nil
	}
	for _, g := range sources {
		if slices.ContainsFunc(headers, func(h *file) bool { return h.dir == g.dir }) {
			beside = append(beside, g)
		}
	}
	if len(beside) == 0 && len(sources) == 1 {
		beside = sources
	}
	return append(headers, beside...)
}

// header reports whether a file of C or C++ is one that others include.
func header(f *file) bool { return strings.HasPrefix(path.Ext(f.path), ".h") }

// maxChain bounds the files looked into for one name.
const maxChain = 1000

// chain follows a name from the file that is asked for it to the one that
// defines it. Nothing comes back if nobody does.
func (t *tree) chain(f *file, asked string, seen map[use]bool) []use {
	s := f.symbol(asked)
	if s == nil && asked == "default" {
		s = f.defaultSymbol()
	}
	given := asked
	if s != nil {
		given = s.name
	}
	u := use{f.id, t.names.id(given)}
	if seen[u] || len(seen) == maxChain {
		return nil
	}
	seen[u] = true
	switch {
	case s == nil:
		return t.through(f, u, asked, seen)
	case s.kind != record.KindAlias || s.of == "*":
		return []use{u}
	}
	for i := range f.imports {
		if f.imports[i].Raw != s.from {
			continue
		}
		for _, h := range f.imports[i].to {
			if h.file != nil && (len(h.names) == 0 || slices.Contains(h.names, s.of) || slices.Contains(h.names, "*")) {
				return append([]use{u}, t.chain(h.file, s.of, seen)...)
			}
		}
	}
	return []use{u}
}

// through looks for a name among those that f passes on without naming them.
// In Python whatever a module imported can be imported from it again.
func (t *tree) through(f *file, u use, asked string, seen map[use]bool) []use {
	for i := range f.imports {
		imp := &f.imports[i]
		python := f.lang == "Python" && slices.Contains(imp.Names, asked)
		if !python && !((imp.passesAll(f) || imp.star() && f.lang == "Python") && asked != "default") {
			continue
		}
		for _, h := range imp.to {
			if h.file == nil || python && !slices.Contains(h.names, asked) {
				continue
			}
			if rest := t.chain(h.file, asked, seen); len(rest) > 0 {
				return append([]use{u}, rest...)
			}
		}
	}
	return nil
}

// origin returns the file that defines a name which f offers, and its symbol.
func (t *tree) origin(f *file, asked string) (*file, *symbol) {
	chain := t.chain(f, asked, map[use]bool{})
	if len(chain) == 0 {
		return nil, nil
	}
	last := chain[len(chain)-1]
	g := t.files[last.file]
	s := g.symbol(t.names.list[last.name])
	if s == nil || s.kind == record.KindAlias {
		return nil, nil
	}
	return g, s
}
