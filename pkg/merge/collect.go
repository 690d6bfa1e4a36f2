package merge

import (
	"encoding/hex"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/prose"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Longest sentences kept, in characters.
const (
	maxPurpose = 120
	maxRole    = 200
)

// collect takes one record in. Types that merge does not know end here.
func (t *tree) collect(l record.Line) error {
	switch l.Type {
	case record.TypeFile:
		var r record.File
		if err := l.Decode(&r); err != nil {
			return err
		}
		t.addFile(r)
	case record.TypeSyntax:
		var r record.Syntax
		if err := l.Decode(&r); err != nil {
			return err
		}
		if len(t.files) > 0 {
			t.addSyntax(t.files[len(t.files)-1], r)
			t.syntax = &r
		}
	case record.TypeNote:
		var r record.Note
		if err := l.Decode(&r); err != nil {
			return err
		}
		t.addNote(r)
	case record.TypeDir:
		var r record.Dir
		if err := l.Decode(&r); err != nil {
			return err
		}
		t.addDir(r)
	}
	return nil
}

// ofNothing is the SHA-256 of no bytes.
const ofNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

func (t *tree) addFile(r record.File) {
	path := string(r.Path)
	f := &file{
		id:     int32(len(t.files)),
		path:   strings.TrimSuffix(path, "/"),
		slash:  strings.HasSuffix(path, "/"),
		class:  r.Class,
		lang:   t.names.one(r.Lang),
		target: string(r.Target),
		reason: t.names.one(r.Reason),
		empty:  r.SHA256 == ofNothing,
	}
	f.sha, _ = hex.DecodeString(r.SHA256) // what is not hex is no hash
	t.syntax = nil
	t.files = append(t.files, f)
	t.open = append(t.open, f)
	t.byPath[f.path] = f
}

// addDir closes a directory: what is open and lies in it is its own.
func (t *tree) addDir(r record.Dir) {
	d := &dir{path: string(r.Path), picked: r.Picked}
	d.noted, t.dirNote = t.dirNote, nil
	files := len(t.open)
	for files > 0 && parentPath(t.open[files-1].path) == d.path {
		files--
		t.open[files].dir = d
	}
	d.files = slices.Clone(t.open[files:])
	t.open = t.open[:files]
	subs := len(t.below)
	for subs > 0 && parentPath(t.below[subs-1].path) == d.path {
		subs--
		t.below[subs].parent = d
	}
	d.subs = slices.Clone(t.below[subs:])
	t.below = append(t.below[:subs], d)
	d.pkg = mainPackage(d.files)
	t.dirs = append(t.dirs, d)
	t.dirAt[d.path] = d
}

// mainPackage returns the Go package that most files belong to: a directory
// may hold generators, left out of the build, beside it.
func mainPackage(files []*file) string {
	counts := map[string]int{}
	best := ""
	for _, f := range files {
		if f.lang == "Go" && f.pkg != "" && !f.test() {
			counts[f.pkg]++
		}
	}
	for pkg, n := range counts {
		if n > counts[best] || n == counts[best] && pkg < best {
			best = pkg
		}
	}
	return best
}

func (t *tree) addSyntax(f *file, r record.Syntax) {
	f.state = r.State
	f.pkg = t.names.one(r.Package)
	f.doc = sentence(r.Doc, maxRole)
	f.packageDoc = sentence(r.PackageDoc, maxRole)
	f.facts = r.Facts
	offers := slices.ContainsFunc(r.Symbols, func(s record.Symbol) bool { return s.Exported && s.Parent == "" })
	for _, s := range r.Symbols {
		t.addSymbol(f, s, offers)
	}
	f.symbols = slices.Clone(f.symbols) // without room to grow
	f.hidden = slices.Clone(f.hidden)
	f.sole = len(f.inner) == 1 && len(f.methods) == 0
	if len(f.inner) == 0 {
		f.inner = f.methods
	}
	f.inner, f.methods = slices.Clone(f.inner), nil
	f.interfaces = nil
	f.index()
	for _, i := range r.Imports {
		i.Raw = t.names.one(i.Raw)
		i.Form = t.names.one(i.Form)
		for n := range i.Names {
			i.Names[n] = t.names.one(i.Names[n])
		}
		f.imports = append(f.imports, imported{Import: i})
	}
	if len(r.Refs) > 0 {
		f.refs = make([]name, 0, len(r.Refs))
		for _, s := range r.Refs {
			f.refs = append(f.refs, t.names.id(s))
		}
	}
}

// sentence returns the first sentence of a text in memory of its own.
func sentence(text string, maxChars int) string {
	return strings.Clone(prose.Sentence(text, maxChars))
}

// addSymbol keeps what a page may show and what other files may mean. offers
// says that the file exports something.
func (t *tree) addSymbol(f *file, s record.Symbol, offers bool) {
	if s.Kind == record.KindHeading || s.Kind == record.KindTarget || s.Kind == record.KindStage {
		return
	}
	if startsProgram(f.lang, s) {
		f.main = true
	}
	if s.Parent != "" && (!callable(s.Kind) || f.interfaces[s.Parent]) {
		return // an interface's signature names its methods
	}
	if s.Kind == record.KindInterface && f.lang == "Go" && strings.Contains(s.Signature, "{") {
		if f.interfaces == nil {
			f.interfaces = map[string]bool{}
		}
		f.interfaces[s.Name] = true
	}
	if !offers && s.Name != "__all__" {
		t.addInner(f, s)
	}
	doc := ""
	if s.Doc != "" && (named(f, s.Name) || s.Parent == "" && s.Exported || !offers && carries(f, s)) {
		doc = sentence(s.Doc, maxRole)
	}
	if !s.Exported && doc == "" && s.Name != "__all__" && !constantOfCPP(f, s) {
		if s.Parent == "" {
			f.hidden = append(f.hidden, t.names.id(s.Name))
		}
		return
	}
	kept := t.keep(s, doc)
	if s.Exported || constantOfCPP(f, s) {
		kept.signature = s.Signature
	}
	f.symbols = append(f.symbols, kept)
}

func (t *tree) keep(s record.Symbol, doc string) symbol {
	return symbol{
		name:      t.names.one(s.Name),
		kind:      record.Kind(t.names.one(string(s.Kind))),
		exported:  s.Exported,
		isDefault: s.Default,
		parent:    t.names.one(s.Parent),
		of:        t.names.one(s.Of),
		from:      t.names.one(s.From),
		doc:       doc,
	}
}

// addInner keeps the name of a symbol by which to know a file that offers
// nothing: a type or function or, if there is none, a method of a type that
// stands elsewhere.
func (t *tree) addInner(f *file, s record.Symbol) {
	switch {
	case s.Exported && s.Parent == "" || s.Name == "main" || s.Name == "init":
	case s.Parent != "" && s.Kind == record.KindMethod:
		f.methods = append(f.methods, t.names.id(s.Name))
	case s.Parent == "" && (isType(s.Kind) || s.Kind == record.KindFunction):
		f.inner = append(f.inner, t.names.id(s.Name))
	}
}

// carries reports whether the comment of a symbol may speak for a file that
// offers nothing at top level. Go's comments on a name start with it; others
// are asides.
func carries(f *file, s record.Symbol) bool {
	if f.lang == "Go" && !speaksOf(s.Doc, s.Name) {
		return false
	}
	if s.Parent != "" {
		return s.Exported && s.Kind == record.KindMethod
	}
	return isType(s.Kind) || s.Kind == record.KindFunction
}

func callable(k record.Kind) bool {
	return k == record.KindMethod || k == record.KindFunction || k == record.KindConstructor
}

// startsProgram reports whether a symbol is where a program of its language
// begins.
func startsProgram(lang string, s record.Symbol) bool {
	if s.Name == "wmain" && (lang == "C" || lang == "C++") {
		return s.Parent == "" // Windows
	}
	if s.Name != "main" {
		return false
	}
	switch lang {
	case "Go", "C", "C++", "Rust":
		return s.Parent == "" && s.Kind == record.KindFunction
	case "Java":
		return s.Parent != "" && strings.Contains(s.Signature, "String")
	}
	return false
}

// index sorts the top-level symbols by name, in source order where names are
// the same.
func (f *file) index() {
	for i := range f.symbols {
		if f.symbols[i].parent == "" {
			f.byName = append(f.byName, int32(i))
		}
	}
	slices.SortStableFunc(f.byName, func(a, b int32) int {
		return strings.Compare(f.symbols[a].name, f.symbols[b].name)
	})
}

// symbol returns the first top-level symbol of a name.
func (f *file) symbol(name string) *symbol {
	i, found := slices.BinarySearchFunc(f.byName, name, func(i int32, name string) int {
		return strings.Compare(f.symbols[i].name, name)
	})
	if !found {
		return nil
	}
	return &f.symbols[f.byName[i]]
}

// defaultSymbol returns the symbol that a file exports without a name.
func (f *file) defaultSymbol() *symbol {
	for i := range f.symbols {
		if f.symbols[i].isDefault {
			return &f.symbols[i]
		}
	}
	return nil
}
