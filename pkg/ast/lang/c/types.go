package c

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// typeSpec adds a type that is defined here, under its own name or that of the
// typedef around it, and its members.
func (f *file) typeSpec(n, whole *sitter.Node, alias string, in scope) {
	body := n.ChildByFieldName("body")
	name := f.typeName(n.ChildByFieldName("name"))
	if name == "" {
		name = alias
	}
	if body == nil || in.parent != "" && !in.public {
		return
	}
	s := record.Symbol{Name: name, Parent: in.parent, Exported: f.visible(in)}
	public := true
	switch n.Type() {
	case "enum_specifier":
		s.Kind = record.KindEnum
	case "union_specifier":
		s.Kind = record.KindUnion
	case "class_specifier":
		s.Kind, public = record.KindClass, false
	default:
		s.Kind = record.KindStruct
	}
	s.Signature = f.head(n, whole, body, alias)
	f.add(s, whole, true)
	if s.Kind == record.KindEnum {
		if s.Name == "" {
			s.Name = in.parent
		}
		f.enumerators(body, s)
		return
	}
	if f.cpp && name != "" {
		f.declarations(body, scope{parent: name, exported: in.exported && in.public && f.header, public: public})
	}
}

// head is a type's declaration up to its body.
func (f *file) head(n, whole, body *sitter.Node, alias string) string {
	text := strings.TrimSpace(string(f.Tree.Src[n.StartByte():body.StartByte()]))
	if whole.Type() == "template_declaration" && whole.StartByte() < n.StartByte() {
		text = string(f.Tree.Src[whole.StartByte():n.StartByte()]) + text
	}
	if alias != "" && n.ChildByFieldName("name") == nil {
		text = "typedef " + text + " " + alias
	}
	return withoutComments(text)
}

// typeName is the name of Foo, ns::Foo and Foo<int>.
func (f *file) typeName(n *sitter.Node) string {
	for range 20 {
		if n == nil {
			return ""
		}
		if inner := n.ChildByFieldName("name"); inner != nil {
			n = inner
			continue
		}
		break
	}
	return f.Tree.Text(n)
}

func (f *file) enumerators(body *sitter.Node, owner record.Symbol) {
	for e := range treesitter.Children(body) {
		if e.Type() != "enumerator" {
			continue
		}
		name := f.Tree.Text(e.ChildByFieldName("name"))
		f.add(record.Symbol{Name: name, Kind: record.KindConstant, Signature: f.Without(e), Parent: owner.Name, Exported: owner.Exported}, e, true)
	}
}

// typedef adds the names of a typedef, and the type it defines.
func (f *file) typedef(n, whole *sitter.Node, in scope) {
	typ := n.ChildByFieldName("type")
	var declarators []*sitter.Node
	for c := range treesitter.Children(n) {
		if !(typ != nil && c.Equal(typ)) && declarator(c) {
			declarators = append(declarators, c)
		}
	}
	own := "" // what the type is called
	if typ != nil && typ.ChildByFieldName("body") != nil {
		own = f.typeName(typ.ChildByFieldName("name"))
		if own == "" && len(declarators) > 0 && declarators[0].Type() == "type_identifier" {
			own = f.Tree.Text(declarators[0])
		}
		f.typeSpec(typ, whole, own, in)
	}
	for _, c := range declarators {
		d := f.declared(c)
		if d.name == own {
			continue
		}
		text := f.Without(c)
		if typ != nil {
			text = "typedef " + f.without(typ) + " " + text
		}
		f.add(record.Symbol{Name: d.name, Kind: record.KindType, Signature: text, Parent: in.parent, Exported: f.visible(in)}, whole, false)
	}
}

// without is a type without its body.
func (f *file) without(typ *sitter.Node) string {
	return strings.TrimSpace(f.Without(typ, typ.ChildByFieldName("body")))
}
