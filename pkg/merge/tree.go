package merge

import (
	"encoding/hex"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// tree is the project as merge holds it. Its lists are in the stream's order,
// which is the only order that anything is walked in.
type tree struct {
	dirs   []*dir  // children before their parents
	files  []*file // file.id is the index
	byPath map[string]*file
	dirAt  map[string]*dir
	names  interner
	open   []*file // files whose dir has not come
	below  []*dir  // directories whose parent's dir has not come

	syntax  *record.Syntax // of the last file, until the next record
	dirNote *noted         // of the directory whose dir comes next

	projects map[string]bool           // letters of the names that manifests declare
	packages map[*dir]map[name][]*file // who defines a name in a directory, tests left out
	usedBy   map[use]int32             // by how many other non-test files a file's name is used
	exported map[*file][]export        // memo of t.exports
	spared   map[*file][]export        // what the same files offer besides, for nobody
}

type dir struct {
	path   string
	picked record.Picked
	parent *dir
	subs   []*dir  // bytewise
	files  []*file // bytewise by base
	pkg    string  // Go: the package that most of its files belong to
	role   string
	told   *file   // whose author's words the role is
	deps   []*dir  // internal, strongest first
	users  []*dir  // who depends on it, strongest first
	used   int     // by how many non-test files outside
	cycles []cycle // that lie below this directory and no deeper one
	noted  *noted  // what a model said
}

type file struct {
	id         int32
	path       string // without a trailing slash
	slash      bool   // stands for a directory
	dir        *dir
	class      record.Class
	lang       string
	sha        []byte
	target     string
	reason     string
	empty      bool // has no bytes
	state      record.State
	doc        string // first sentence
	packageDoc string // first sentence
	pkg        string
	symbols    []symbol // exported, or with a comment: top level, and methods
	hidden     []name   // the other top-level names
	methods    []name   // while reading
	inner      []name   // if it offers nothing: the types and functions it keeps to itself
	sole       bool     // inner is all there is in it
	byName     []int32  // top-level symbols by name
	imports    []imported
	refs       []name
	facts      *record.Facts
	main       bool            // defines the function that a program starts with
	interfaces map[string]bool // while reading: Go interfaces whose signature names their methods

	deps    []dep
	dirs    []*dir // that deps lie in, each once
	users   int    // other non-test files that use it
	entry   string // what starts here: a program or a package
	listed  *dir   // whose manifest says so
	program bool   // what starts here is a program
	noted   *noted // what a model said
}

// symbol is a definition or a name passed on.
type symbol struct {
	name      string
	kind      record.Kind
	exported  bool
	isDefault bool
	signature string
	parent    string
	of, from  string
	doc       string
}

// imported is one import and where it leads.
type imported struct {
	record.Import
	to []hop
}

// hop is a place in the project that names are taken from: a file, or a
// directory where the language imports packages.
type hop struct {
	file  *file
	dir   *dir
	names []string
}

// use is a name as one file gives it.
type use struct {
	file int32
	name name
}

func newTree() *tree {
	return &tree{
		byPath:   map[string]*file{},
		dirAt:    map[string]*dir{},
		names:    interner{ids: map[string]name{}},
		projects: map[string]bool{},
		packages: map[*dir]map[name][]*file{},
		usedBy:   map[use]int32{},
		exported: map[*file][]export{},
		spared:   map[*file][]export{},
	}
}

// name stands for a string that many records hold.
type name uint32

type interner struct {
	ids  map[string]name
	list []string
}

func (n *interner) id(s string) name {
	if id, ok := n.ids[s]; ok {
		return id
	}
	id := name(len(n.list))
	s = strings.Clone(s)
	n.ids[s] = id
	n.list = append(n.list, s)
	return id
}

// one returns the one copy of s.
func (n *interner) one(s string) string {
	if s == "" {
		return ""
	}
	return n.list[n.id(s)]
}

func (f *file) base() string { return f.path[strings.LastIndexByte(f.path, '/')+1:] }

// stem is the base name up to its last ending.
func (f *file) stem() string {
	base := f.base()
	if i := strings.LastIndexByte(base, '.'); i > 0 {
		return base[:i]
	}
	return base
}

func (f *file) sha256() string { return hex.EncodeToString(f.sha) }

// test reports whether a file only tests. A generated test is one too.
func (f *file) test() bool {
	return f.class == record.ClassTest || f.lang == "Go" && strings.HasSuffix(f.path, "_test.go")
}

// source reports whether people read and write this file as code.
func (f *file) source() bool {
	return f.class == record.ClassSource || f.class == record.ClassGenerated || f.class == record.ClassNotebook
}

func (d *dir) base() string { return d.path[strings.LastIndexByte(d.path, '/')+1:] }

// within is a path below d as seen from d.
func (d *dir) within(path string) string {
	if d.path == "." {
		return path
	}
	return strings.TrimPrefix(strings.TrimPrefix(path, d.path), "/")
}

// holds reports whether path is d or lies below it.
func (d *dir) holds(path string) bool {
	return d.path == "." || path == d.path || strings.HasPrefix(path, d.path) && path[len(d.path)] == '/'
}

// above reports whether d is an ancestor of o, or o itself.
func (d *dir) above(o *dir) bool { return d.holds(o.path) }

func parentPath(path string) string {
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i]
	}
	return "."
}
