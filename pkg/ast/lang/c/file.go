package c

import (
	"cmp"
	"context"
	"slices"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// file is one file while it is being read.
type file struct {
	*treesitter.Tree
	*outline
	dialect
	out    *record.Syntax
	placed []placed
	depth  int
}

// placed is a symbol with where it stands and whether it is a definition that
// makes declarations of the same name superfluous.
type placed struct {
	record.Symbol
	start   int
	defines bool
}

// scope is what the declarations being read stand in.
type scope struct {
	parent   string // the class
	exported bool
	public   bool // members from here on
}

func (f *file) read(ctx context.Context) {
	f.declarations(f.Root, scope{exported: true, public: true})
	f.expanded(ctx)
	f.rename()
	f.directives()
	f.emit()
	f.out.Doc = f.fileDoc()
	f.out.Refs = f.refs()
	if f.cut {
		f.Skip()
	}
}

// rename gives symbols the names that macros put in the place of theirs.
func (f *file) rename() {
	for i := range f.placed {
		p := &f.placed[i]
		if p.Parent != "" {
			continue
		}
		if name := f.renamed(p.Name, p.start); name != p.Name {
			p.Signature = strings.Replace(p.Signature, p.Name, name, 1)
			p.Name = name
		}
	}
}

// add completes a symbol of which n is the declaration.
func (f *file) add(s record.Symbol, n *sitter.Node, defines bool) {
	if s.Name == "" || keyword(s.Name) {
		return
	}
	s.Signature = lang.Signature(s.Signature)
	if strings.HasPrefix(s.Signature, "template") { // where defaults were
		s.Signature = strings.NewReplacer(" > ", "> ", " , ", ", ").Replace(s.Signature)
	}
	s.Doc = f.docAt(int(n.StartByte()), int(n.EndByte()), s.Parent != "" && s.Kind == record.KindConstant)
	f.placed = append(f.placed, placed{Symbol: s, start: int(n.StartByte()), defines: defines})
}

// emit puts the symbols in source order, each once: conditionals repeat them,
// and a typedef or prototype only announces what is defined below.
func (f *file) emit() {
	slices.SortStableFunc(f.placed, func(a, b placed) int { return cmp.Compare(a.start, b.start) })
	type key struct {
		parent, name, signature string
		typ                     bool
	}
	keyOf := func(p placed) key {
		k := key{parent: p.Parent, name: p.Name, typ: isType(p.Kind)}
		if f.cpp && callable(p.Kind) {
			k.signature = p.Signature // overloads
		}
		return k
	}
	best := map[key]int{}
	for i, p := range f.placed {
		k := keyOf(p)
		if old, ok := best[k]; !ok || p.defines && !f.placed[old].defines && !callable(p.Kind) {
			best[k] = i
		}
	}
	for i, p := range f.placed {
		if best[keyOf(p)] == i {
			f.out.Symbols = append(f.out.Symbols, p.Symbol)
		}
	}
}

// isType: tags and typedefs are named apart from all else.
func isType(k record.Kind) bool {
	switch k {
	case record.KindStruct, record.KindUnion, record.KindEnum, record.KindClass, record.KindType:
		return true
	}
	return false
}

func callable(k record.Kind) bool {
	return k == record.KindFunction || k == record.KindMethod || k == record.KindConstructor
}

// keyword reports whether a name is a word of the language that a declaration
// cannot declare; broken text makes it look so.
func keyword(name string) bool {
	if classOf(name) != wordOther && name != "size_t" {
		return true
	}
	switch name {
	case "if", "else", "for", "while", "do", "switch", "case", "default", "return", "goto", "break", "continue", "sizeof",
		"new", "delete", "this", "throw", "try", "catch", "public", "private", "protected", "true", "false", "nullptr", "NULL",
		"defined", "alignof", "alignas", "noexcept", "override", "final", "static_cast", "dynamic_cast", "const_cast",
		"reinterpret_cast", "co_await", "co_return", "co_yield", "and", "or", "not", "typeid", "typeof":
		return true
	}
	return false
}
