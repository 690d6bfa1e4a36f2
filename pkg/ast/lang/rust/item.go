package rust

import (
	"bytes"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// scope is what an item's surroundings decide.
type scope struct {
	inner []string // modules written inside this file
	owner string   // type, trait or "" at a module's level
	test  bool     // nothing here is for others
	only  bool     // nothing here is there but under test
	open  bool     // members are as visible as their owner
}

func (s scope) parent() string {
	module := strings.Join(s.inner, "::")
	if s.owner == "" {
		return module
	}
	return join(module, s.owner)
}

// items reads the items of a file, module, impl, trait or macro call.
func (s source) items(n *sitter.Node, sc scope, depth int) {
	if depth > maxBlocks {
		s.whole = false
		return
	}
	above := s.above()
	for c := range treesitter.Children(n) {
		switch t := c.Type(); t {
		case "line_comment", "block_comment":
			above.comment(c)
		case "attribute_item":
			above.attribute(c)
		case "inner_attribute_item":
		default:
			s.item(c, above.take(c), sc, depth)
		}
	}
}

func (s source) item(n *sitter.Node, head head, sc scope, depth int) {
	sc.test, sc.only = sc.test || head.test, sc.only || head.test
	sym := record.Symbol{
		Name: s.Text(n.ChildByFieldName("name")), Parent: sc.parent(), Doc: head.doc,
		Exported: (s.public(n) || sc.open) && !sc.test,
	}
	switch n.Type() {
	case "function_item", "function_signature_item":
		sym.Kind, sym.Signature = record.KindFunction, s.function(n, sym.Name)
		if sc.owner != "" {
			sym.Kind = record.KindMethod
		}
		s.add(sym)
		s.bodyUses(n.ChildByFieldName("body"), sc)
	case "struct_item", "union_item", "enum_item":
		s.dataType(n, sym, sc)
	case "trait_item":
		body := n.ChildByFieldName("body")
		sym.Kind, sym.Signature = record.KindTrait, s.declared(n, body)
		s.add(sym)
		s.items(body, scope{inner: sc.inner, owner: sym.Name, test: sc.test, only: sc.only, open: true}, depth+1)
	case "impl_item":
		s.impl(n, sc, depth)
	case "const_item", "static_item":
		s.value(n, sym, sc)
	case "type_item", "associated_type":
		sym.Kind, sym.Signature = record.KindType, s.declared(n, nil)
		s.add(sym)
	case "mod_item":
		s.module(n, sym, head, sc, depth)
	case "use_declaration":
		s.use(n, head, sc)
	case "extern_crate_declaration":
		s.externCrate(n, sym)
	case "foreign_mod_item":
		s.items(n.ChildByFieldName("body"), sc, depth+1)
	case "macro_definition":
		sym.Kind, sym.Signature = record.KindMacro, sym.Name+"!"
		sym.Exported = head.macroExport && !sc.test
		if sym.Exported { // exported from the crate's root, wherever it stands
			sym.Parent = ""
		}
		s.add(sym)
	case "macro_invocation":
		s.macro(n, sc, depth)
	case "expression_statement":
		if m := n.NamedChild(0); m != nil && m.Type() == "macro_invocation" {
			s.macro(m, sc, depth)
		}
	case "ERROR":
		s.items(n, sc, depth+1)
	}
}

// public reports whether an item is `pub` without a restriction.
func (s source) public(n *sitter.Node) bool { return s.visibility(n) == "pub" }

func (s source) visibility(n *sitter.Node) string {
	for c := range treesitter.Children(n) {
		if c.Type() == "visibility_modifier" {
			return strings.ReplaceAll(s.Text(c), " ", "")
		}
	}
	return ""
}

// dataType adds a struct, union or enum with its public fields or variants.
func (s source) dataType(n *sitter.Node, sym record.Symbol, sc scope) {
	body := n.ChildByFieldName("body")
	switch n.Type() {
	case "struct_item":
		sym.Kind = record.KindStruct
	case "union_item":
		sym.Kind = record.KindUnion
	default:
		sym.Kind = record.KindEnum
	}
	if body != nil && body.Type() == "ordered_field_declaration_list" {
		sym.Signature = s.declared(n, nil)
		s.add(sym)
		return
	}
	sym.Signature = s.declared(n, body)
	at := len(s.symbols)
	s.add(sym)
	added := len(s.symbols) > at
	var variants []string
	parent := join(sym.Parent, sym.Name)
	above := s.above()
	for c := range treesitter.Children(body) {
		member := record.Symbol{Name: s.Text(c.ChildByFieldName("name")), Parent: parent, Signature: s.text(c)}
		switch c.Type() {
		case "line_comment", "block_comment":
			above.comment(c)
			continue
		case "attribute_item":
			above.attribute(c)
			continue
		case "field_declaration":
			member.Kind, member.Exported = record.KindField, s.public(c) && !sc.test
			member.Signature = strings.TrimPrefix(member.Signature, "pub ")
		case "enum_variant":
			member.Kind, member.Exported = record.KindConstant, !sc.test
			variants = append(variants, member.Name)
			if b := c.ChildByFieldName("body"); b != nil && b.Type() == "field_declaration_list" {
				member.Signature = member.Name + " { " + strings.Trim(s.text(b), "{} \n\t") + " }"
			}
		default:
			continue
		}
		member.Doc = above.take(c).doc
		s.add(member)
	}
	if list := strings.Join(variants, ", "); added && list != "" && len(list) <= shortList {
		s.symbols[at].Signature += " { " + list + " }"
	}
}

// impl adds a type's methods and constants. Those that implement a trait are
// called through it and not exported once more.
func (s source) impl(n *sitter.Node, sc scope, depth int) {
	typ, body := n.ChildByFieldName("type"), n.ChildByFieldName("body")
	for range maxBlocks {
		if typ == nil {
			break
		}
		switch typ.Type() {
		case "generic_type", "reference_type", "pointer_type":
			typ = typ.ChildByFieldName("type")
			continue
		case "scoped_type_identifier":
			typ = typ.ChildByFieldName("name")
			continue
		}
		break
	}
	owner := s.Text(typ)
	if typ == nil || body == nil || typ.Type() != "type_identifier" && typ.Type() != "primitive_type" {
		owner = ""
	}
	if owner == "" {
		s.bodyUses(body, sc)
		return
	}
	s.items(body, scope{inner: sc.inner, owner: owner, test: sc.test, only: sc.only}, depth+1)
}

func (s source) value(n *sitter.Node, sym record.Symbol, sc scope) {
	sym.Kind = record.KindConstant
	if n.Type() == "static_item" {
		sym.Kind = record.KindVariable
	}
	if sym.Name == "_" || sym.Name == "" {
		return
	}
	value := n.ChildByFieldName("value")
	sym.Signature = strings.TrimRight(s.declared(n, value), "=; \n\t")
	if value != nil && value.EndByte()-value.StartByte() <= shortValue && !bytes.ContainsAny(s.Src[value.StartByte():value.EndByte()], "\n{") {
		sym.Signature += " = " + s.Text(value)
	}
	s.add(sym)
}

// module adds a module and what it names: another file, or items right here.
func (s source) module(n *sitter.Node, sym record.Symbol, head head, sc scope, depth int) {
	sym.Kind, sym.Signature = record.KindModule, "mod "+sym.Name
	body := n.ChildByFieldName("body")
	if body != nil && sym.Doc == "" {
		sym.Doc = s.innerDoc(body)
	}
	s.add(sym)
	if body != nil {
		inner := append(sc.inner[:len(sc.inner):len(sc.inner)], sym.Name)
		s.items(body, scope{inner: inner, test: sc.test, only: sc.only}, depth+1)
		return
	}
	if sym.Name == "" {
		return
	}
	if head.path != "" {
		s.imports.Add(record.Import{Raw: head.path, Form: "path", Names: []string{sym.Name}, TypeOnly: sc.only})
	}
	if head.path == "" || head.pathIf {
		s.imports.Add(record.Import{Raw: join(strings.Join(sc.inner, "::"), sym.Name), Form: "mod", TypeOnly: sc.only})
	}
}

func (s source) externCrate(n *sitter.Node, sym record.Symbol) {
	raw := sym.Name
	if raw == "" || raw == "self" {
		return
	}
	s.imports.Add(record.Import{Raw: raw, Form: "extern", Reexport: sym.Exported})
	if a := n.ChildByFieldName("alias"); a != nil {
		sym.Name = s.Text(a)
	}
	if sym.Exported && sym.Name != "_" {
		sym.Kind, sym.Of, sym.From, sym.Signature = record.KindAlias, "*", raw, ""
		s.add(sym)
	}
}
