package ecmascript

import (
	"bytes"
	"maps"
	"regexp"
	"slices"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// search is one walk over the whole file, for what may stand anywhere in it.
type search struct {
	*file
	types     uint32              // before this byte everything is a type
	hidden    [3]uint32           // before this byte a name of hideable is a parameter
	inside    uint32              // before this byte stands a function's body
	skip      uint32              // before this byte identifiers are no uses
	owners    map[uint32]bool     // first bytes of names that stand before a dot
	open      map[uint32]bool     // first bytes of functions whose parameters hide nothing
	names     map[uint32][]string // names taken from a module, by the first byte of the call
	typeNames map[uint32][]string // the same if the call turns out to be a type
	aliases   map[string]bool     // local names of module.exports
}

// The names that a bundle's wrappers hide.
const (
	hiddenRequire = iota
	hiddenExports
	hiddenModule
)

var hideable = [...]string{"require", "exports", "module"}

// takesModule matches the end of a text after which require, import or exports
// gives a variable its value: it may come to stand for a whole module.
var takesModule = regexp.MustCompile(`([A-Za-z_$][\w$]*)\s*=\s*(?:/\*(?:[^*]|\*[^/])*\*/\s*\(?\s*)?(?:await\s+)?(?:[\w$.]+\(\s*)?(?:module\s*\.\s*)?$`)

// window is how far before a word takesModule looks, in bytes.
const window = 120

// search finds imports inside expressions, assignments to module.exports, and
// the names used through a namespace. Only where a word that these need stands
// is the file walked.
func (f *file) search() {
	cjs := f.commonJS && !f.module
	wanted := map[string]bool{"require": true, "import": true, "exports": cjs}
	for local := range f.spaces {
		wanted[local] = true
	}
	offsets := treesitter.Words(f.Src, wanted)
	names := map[string]bool{}
	offsets = slices.DeleteFunc(offsets, func(at uint32) bool {
		keep, local := f.candidate(int(at))
		if local != "" {
			names[local] = true
		}
		return !keep
	})
	if cjs && bytes.Contains(f.Src, []byte("exports")) {
		names["this"] = true
	}
	if len(names) > 0 {
		offsets = append(offsets, treesitter.Words(f.Src, names)...)
		slices.Sort(offsets)
	}
	s := &search{
		file: f, owners: map[uint32]bool{}, open: map[uint32]bool{}, aliases: map[string]bool{},
		names: map[uint32][]string{}, typeNames: map[uint32][]string{},
	}
	if !f.WalkTo(f.Root, offsets, s.visit) {
		f.whole = false
	}
	for _, local := range slices.Sorted(maps.Keys(f.spaces)) {
		sp := f.spaces[local]
		names := slices.Sorted(maps.Keys(sp.members))
		if sp.bare {
			names = append(names, bareName(sp.form))
		}
		f.imports.Add(record.Import{Raw: sp.raw, Form: sp.form, Names: names, TypeOnly: f.locals[local].typeOnly})
	}
}

// bareName is the name used by code that uses a module as a value: with
// require that is what the module exports as its only value.
func bareName(form string) string {
	if form == formRequire {
		return "default"
	}
	return "*"
}

// candidate reports whether the walk must go to a word, and the variable that
// takes a module there.
func (f *file) candidate(at int) (keep bool, local string) {
	rest := f.Src[at:]
	after, imports := bytes.CutPrefix(rest, []byte("import"))
	if imports && (len(after) == 0 || !isWord(after[0])) {
		if after = bytes.TrimLeft(after, " \t\r\n"); !bytes.HasPrefix(after, []byte("(")) {
			return false, ""
		}
	} else if !bytes.HasPrefix(rest, []byte("require")) && !bytes.HasPrefix(rest, []byte("exports")) {
		return true, ""
	}
	if m := takesModule.FindSubmatch(f.Src[max(at, window)-window : at]); m != nil {
		local = string(m[1])
	}
	return true, local
}

func (s *search) visit(n *sitter.Node) bool {
	switch s.grammar.kind(n) {
	case listing:
		s.skip = max(s.skip, n.EndByte())
	case typePosition:
		s.types = max(s.types, n.EndByte())
	case casting:
		if t := n.NamedChild(int(n.NamedChildCount()) - 1); t != nil {
			s.castType(t)
		}
	case functionLike:
		s.enter(n)
	case declarator:
		s.declarator(n)
	case assignment:
		s.assignment(n)
	case memberAccess:
		s.member(n)
	case call:
		s.call(n)
	case identifier:
		s.identifier(n)
	}
	return true
}

// castType adds what an `x as import('y').Z` imports.
func (s *search) castType(t *sitter.Node) {
	for t != nil && s.grammar.kind(t) == memberAccess {
		t = t.NamedChild(0)
	}
	if t != nil && s.grammar.kind(t) == call {
		s.owners[t.StartByte()] = true
	}
}

// enter hides what a function's parameters are called.
func (s *search) enter(n *sitter.Node) {
	s.inside = max(s.inside, n.EndByte())
	if s.open[n.StartByte()] {
		return
	}
	for _, id := range s.parameters(n) {
		for i, name := range hideable {
			if id == name {
				s.hidden[i] = max(s.hidden[i], n.EndByte())
			}
		}
	}
}

func (s *search) parameters(n *sitter.Node) []string {
	var names []string
	for p := range treesitter.Children(n.ChildByFieldName("parameters")) {
		if pattern := p.ChildByFieldName("pattern"); pattern != nil {
			p = pattern
		}
		if s.grammar.kind(p) == identifier {
			names = append(names, s.Text(p))
		}
	}
	return names
}

func (s *search) seesRequire(n *sitter.Node) bool { return n.StartByte() >= s.hidden[hiddenRequire] }

// declarator takes note of the names that are taken from a module, before its
// call is visited.
func (s *search) declarator(n *sitter.Node) {
	name, value := n.ChildByFieldName("name"), unwrap(n.ChildByFieldName("value"))
	if name == nil || value == nil {
		return
	}
	s.noteAliases(name, value)
	outer := ""
	if value.Type() == "member_expression" {
		outer = s.short(value.ChildByFieldName("property"))
		value = unwrap(value.ChildByFieldName("object"))
	}
	if value == nil || s.grammar.kind(value) != call {
		return
	}
	s.owners[name.StartByte()] = true // the definition is no use
	switch {
	case outer != "":
		s.names[value.StartByte()] = []string{outer}
	case name.Type() == "object_pattern":
		var names []string
		for _, p := range s.picked(name) {
			names = append(names, p.exported)
		}
		s.names[value.StartByte()] = names
	case name.Type() == "identifier":
		raw, form, ok := s.imported(value)
		if ok && s.seesRequire(n) {
			if local := s.Text(name); s.spaces[local] == nil {
				s.spaces[local] = &space{raw: raw, form: form, members: map[string]bool{}}
			}
			s.names[value.StartByte()] = []string{}
		}
	}
}

// imported returns what a call imports.
func (s *search) imported(n *sitter.Node) (raw, form string, ok bool) {
	fn := n.ChildByFieldName("function")
	if fn == nil {
		return "", "", false
	}
	switch {
	case fn.Type() == "import":
		form = formDynamic
	case s.grammar.kind(fn) == identifier && s.short(fn) == "require":
		form = formRequire
	default:
		return "", "", false
	}
	raw, ok = s.argument(n)
	return raw, form, ok
}

func (s *search) call(n *sitter.Node) {
	fn := n.ChildByFieldName("function")
	if fn == nil {
		return
	}
	s.unhide(n, fn)
	s.exporting(n, fn)
	raw, form, ok := s.imported(n)
	if !ok || form == formRequire && !s.seesRequire(n) {
		return
	}
	i := record.Import{Raw: raw, Form: form}
	names, known := s.names[n.StartByte()]
	if form == formDynamic && (n.StartByte() < s.types || s.owners[n.StartByte()]) {
		i.Form, i.TypeOnly = "", true
		names, known = s.typeNames[n.StartByte()], true
	}
	if i.Names = names; !known && !s.taken[n.StartByte()] {
		i.Names = []string{bareName(i.Form)}
	}
	s.imports.Add(i)
}

// unhide keeps the parameters of AMD's define, of require.ensure, and of a function called where
// it is written at the top of a script, from hiding anything.
func (s *search) unhide(n, fn *sitter.Node) {
	fn = unwrap(fn)
	top := fn != nil && isFunction(fn) && n.StartByte() >= s.inside
	if name := s.short(fn); !top && name != "define" && name != "require.ensure" {
		return
	}
	s.open[fn.StartByte()] = true
	for a := range treesitter.Children(n.ChildByFieldName("arguments")) {
		if a = unwrap(a); a != nil {
			s.open[a.StartByte()] = true
		}
	}
}

// member notes what is read through a namespace or from a call that imports.
func (s *search) member(n *sitter.Node) {
	object, property := n.NamedChild(0), n.NamedChild(int(n.NamedChildCount())-1)
	if object == nil || property == nil || object.Equal(property) {
		return
	}
	switch s.grammar.kind(object) {
	case identifier:
		if sp := s.spaces[string(s.Src[object.StartByte():object.EndByte()])]; sp != nil && object.StartByte() >= s.skip {
			s.owners[object.StartByte()] = true
			sp.members[s.Text(property)] = true
		}
	case call:
		s.typeNames[object.StartByte()] = []string{s.short(property)}
		fn := object.ChildByFieldName("function") // import('x').then reads no name
		if _, known := s.names[object.StartByte()]; !known && fn != nil && fn.Type() != "import" {
			s.names[object.StartByte()] = []string{s.Text(property)}
		}
	default:
		if inner := unwrap(object); inner != nil && !inner.Equal(object) && s.grammar.kind(inner) == call {
			s.names[inner.StartByte()] = []string{s.Text(property)}
		}
	}
}

func (s *search) identifier(n *sitter.Node) {
	if n.StartByte() < s.skip || s.owners[n.StartByte()] {
		return
	}
	if sp := s.spaces[string(s.Src[n.StartByte():n.EndByte()])]; sp != nil {
		sp.bare = true
	}
}
