package java

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// owner is the type whose members are read.
type owner struct {
	name     string
	exported bool
	public   bool // members without a modifier are public: of interfaces and annotations
}

// members reads what a body, or the file, declares.
func (f *file) members(body *sitter.Node, in owner) {
	if body == nil {
		return
	}
	if f.depth == maxNesting {
		f.Skip()
		return
	}
	f.depth++
	defer func() { f.depth-- }()
	above := f.Comments()
	lost := lostType{broken: body.Type() == "ERROR"}
	for n := range treesitter.All(body) {
		if lost.broken {
			in = lost.next(f, n, in)
		}
		if !n.IsNamed() {
			continue
		}
		if treesitter.IsComment(n) {
			above.Add(n)
			continue
		}
		raw := above.Take(n)
		f.member(n, in, lang.Doc(raw))
	}
}

func (f *file) member(n *sitter.Node, in owner, doc string) {
	switch kind := n.Type(); kind {
	case "package_declaration":
		f.out.Package = f.dotted(n)
	case "import_declaration":
		f.importLine(n)
	case "module_declaration":
		f.module(n, doc)
	case "method_declaration", "annotation_type_element_declaration":
		f.add(record.Symbol{Kind: record.KindMethod, Doc: doc}, n, in)
	case "constructor_declaration", "compact_constructor_declaration":
		f.add(record.Symbol{Kind: record.KindConstructor, Doc: doc}, n, in)
	case "field_declaration", "constant_declaration":
		f.fields(n, in, doc)
	case "enum_constant":
		in.public = true
		f.add(record.Symbol{Kind: record.KindConstant, Doc: doc}, n, in)
	case "enum_body_declarations", "ERROR":
		f.members(n, in)
	default:
		if kind, ok := typeKinds[kind]; ok {
			f.typeDecl(n, kind, in, doc)
		}
	}
}

func (f *file) typeDecl(n *sitter.Node, kind record.Kind, in owner, doc string) {
	s := f.add(record.Symbol{Kind: kind, Doc: doc}, n, in)
	f.members(n.ChildByFieldName("body"), owner{
		name:     s.Name,
		exported: s.Exported,
		public:   kind == record.KindInterface,
	})
}

// add completes a symbol from its declaration and adds it.
func (f *file) add(s record.Symbol, n *sitter.Node, in owner) record.Symbol {
	s.Name = f.Text(n.ChildByFieldName("name"))
	if s.Name == "" {
		return s
	}
	s.Parent = in.name
	s.Exported = in.exported && f.visible(n, in)
	s.Signature = f.signature(n)
	f.out.Symbols = append(f.out.Symbols, s)
	f.known[s.Name] = true
	return s
}

// visible reports whether code of another package may name a member: public,
// or protected inside a type.
func (f *file) visible(n *sitter.Node, in owner) bool {
	switch f.visibility(n) {
	case "public":
		return true
	case "protected":
		return in.name != ""
	case "private":
		return false
	}
	return in.public
}

// visibility returns the access modifier of a declaration, "" for none.
func (f *file) visibility(n *sitter.Node) string {
	first := n.NamedChild(0)
	if first == nil || first.Type() != "modifiers" {
		return ""
	}
	for i := range int(first.ChildCount()) {
		switch kind := first.Child(i).Type(); kind {
		case "public", "protected", "private":
			return kind
		}
	}
	return ""
}

// signature returns a declaration without body, annotations, comments and the
// modifiers that say nothing to a reader of exported names.
func (f *file) signature(n *sitter.Node) string {
	omit := []*sitter.Node{n.ChildByFieldName("body")}
	f.Walk(n, func(c *sitter.Node) bool {
		switch c.Type() {
		case "marker_annotation", "annotation", "public", "final":
			omit = append(omit, c)
			return false
		case "modifiers", "formal_parameters", "formal_parameter", "spread_parameter":
			return true
		}
		return c.Equal(n)
	})
	return lang.Signature(f.Without(n, omit...))
}

// fields adds the names of a field declaration that other files can see.
func (f *file) fields(n *sitter.Node, in owner, doc string) {
	for d := range treesitter.Children(n) {
		if d.Type() != "variable_declarator" {
			continue
		}
		name := f.Text(d.ChildByFieldName("name"))
		f.known[name] = true
		if f.visibility(n) == "private" || name == "" {
			continue
		}
		s := record.Symbol{Name: name, Kind: record.KindField, Parent: in.name, Doc: doc, Exported: in.exported && f.visible(n, in)}
		modifiers := f.modifiers(n)
		if n.Type() == "constant_declaration" || (strings.Contains(modifiers, "static") && strings.Contains(modifiers, "final")) {
			s.Kind = record.KindConstant
		}
		s.Signature = lang.Signature(f.Text(n.ChildByFieldName("type")) + " " + name + f.Text(d.ChildByFieldName("dimensions")) + f.value(d))
		f.out.Symbols = append(f.out.Symbols, s)
	}
}

// value returns " = literal" if a field starts with a short literal.
func (f *file) value(d *sitter.Node) string {
	v := d.ChildByFieldName("value")
	if v == nil || !strings.HasSuffix(v.Type(), "_literal") && v.Type() != "true" && v.Type() != "false" {
		return ""
	}
	if text := f.Text(v); len(text) <= 60 && !strings.Contains(text, "\n") {
		return " = " + text
	}
	return ""
}

func (f *file) modifiers(n *sitter.Node) string {
	if first := n.NamedChild(0); first != nil && first.Type() == "modifiers" {
		return f.Text(first)
	}
	return ""
}

// lostType follows the pieces of declarations that did not parse whole: of a
// type's head, after which its members come in the same list, and of methods.
type lostType struct {
	broken bool
	public bool
	before string       // kind of the node before
	name   *sitter.Node // the last identifier, and the node before it
	of     *sitter.Node
	last   *sitter.Node
}

// next returns the type that the members after n belong to.
func (l *lostType) next(f *file, n *sitter.Node, in owner) owner {
	kind := n.Type()
	before, last := l.before, l.last
	l.before, l.last = kind, n
	switch kind {
	case "formal_parameters":
		if before == "identifier" {
			f.lostMethod(l, n, in)
		}
	case "modifiers":
		l.public = strings.Contains(f.Text(n), "public")
	case "public":
		l.public = true
	case "identifier":
		l.name, l.of = n, last
		k, ok := keywords[before]
		if !ok {
			return in
		}
		s := record.Symbol{Name: f.Text(n), Kind: k, Parent: in.name, Exported: in.exported && l.public}
		s.Signature = before + " " + s.Name
		f.known[s.Name] = true
		f.out.Symbols = append(f.out.Symbols, s)
		l.public = false
		return owner{name: s.Name, exported: s.Exported, public: k == record.KindInterface}
	}
	return in
}

// lostMethod adds a method of which only the head is known.
func (f *file) lostMethod(l *lostType, parameters *sitter.Node, in owner) {
	s := record.Symbol{Name: f.Text(l.name), Kind: record.KindMethod, Parent: in.name, Exported: in.exported && (l.public || in.public)}
	if s.Name == in.name {
		s.Kind = record.KindConstructor
	}
	text := s.Name + f.Without(parameters)
	if l.of != nil && strings.HasSuffix(l.of.Type(), "type") {
		text = f.Text(l.of) + " " + text
	}
	s.Signature = lang.Signature(text)
	f.known[s.Name] = true
	f.out.Symbols = append(f.out.Symbols, s)
	l.public = false
}

var keywords = map[string]record.Kind{
	"class": record.KindClass, "record": record.KindClass, "interface": record.KindInterface,
	"@interface": record.KindInterface, "enum": record.KindEnum,
}
