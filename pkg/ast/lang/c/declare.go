package c

import (
	"sort"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// maxNesting is how deep nodes are followed; the outline keeps it low.
const maxNesting = 150

// declarations reads what the file, a namespace or a class declares.
func (f *file) declarations(n *sitter.Node, in scope) {
	if n == nil {
		return
	}
	if f.depth == maxNesting {
		f.Skip()
		return
	}
	f.depth++
	defer func() { f.depth-- }()
	for c := range treesitter.Children(n) {
		if c.Type() == "access_specifier" {
			in.public = strings.HasPrefix(f.Tree.Text(c), "public")
			continue
		}
		f.declaration(c, c, in)
	}
}

// declaration reads one declaration; whole is it with its template head.
func (f *file) declaration(n, whole *sitter.Node, in scope) {
	switch kind := n.Type(); kind {
	case "namespace_definition":
		f.namespace(n, in)
	case "linkage_specification":
		body := n.ChildByFieldName("body")
		if body != nil && body.Type() != "declaration_list" {
			f.declaration(body, n, in)
			return
		}
		f.declarations(body, in)
	case "ERROR", "declaration_list":
		f.declarations(n, in)
	case "template_declaration":
		f.template(n, in)
	case "function_definition":
		f.function(n, n.ChildByFieldName("declarator"), whole, in, true)
	case "declaration", "field_declaration":
		f.variables(n, whole, in)
	case "type_definition":
		f.typedef(n, whole, in)
	case "struct_specifier", "union_specifier", "class_specifier", "enum_specifier":
		f.typeSpec(n, whole, "", in)
	case "expression_statement":
		f.pointer(n, in)
	case "alias_declaration", "concept_definition":
		name := f.Tree.Text(n.ChildByFieldName("name"))
		f.add(record.Symbol{Name: name, Kind: record.KindType, Signature: f.Without(whole), Parent: in.parent, Exported: f.visible(in)}, whole, true)
	}
}

// visible reports whether a type or constant in a scope can be named by other
// files.
func (f *file) visible(in scope) bool { return f.header && in.exported && in.public }

func (f *file) namespace(n *sitter.Node, in scope) {
	name := n.ChildByFieldName("name")
	if name == nil {
		in.exported = false
	} else if f.out.Package == "" {
		f.out.Package = strings.Join(strings.Fields(f.Tree.Text(name)), "")
	}
	f.declarations(n.ChildByFieldName("body"), in)
}

func (f *file) template(n *sitter.Node, in scope) {
	parameters := n.ChildByFieldName("parameters")
	for c := range treesitter.Children(n) {
		if !treesitter.IsComment(c) && !(parameters != nil && c.Equal(parameters)) {
			f.declaration(c, n, in)
		}
	}
}

// variables reads a declaration without a body: of variables, functions, and
// perhaps of the type they have.
func (f *file) variables(n, whole *sitter.Node, in scope) {
	typ := n.ChildByFieldName("type")
	if typ != nil && typ.ChildByFieldName("body") != nil {
		f.typeSpec(typ, whole, "", in)
	}
	for c := range treesitter.Children(n) {
		if typ != nil && c.Equal(typ) || !declarator(c) {
			continue
		}
		if d := f.declared(c); d.function {
			f.function(n, c, whole, in, false)
		} else {
			f.variable(n, c, d, in)
		}
	}
}

func (f *file) function(n, declarator, whole *sitter.Node, in scope, body bool) {
	d := f.declared(declarator)
	if d.name == "" || n.ChildByFieldName("type") == nil && in.parent == "" && d.parent == "" && (f.cpp || macroCase(d.name)) {
		return // a macro that looks like a function
	}
	body = body && !has(n, "pure_virtual_clause") && !has(n, "delete_method_clause")
	if has(n, "delete_method_clause") || !body && in.parent == "" && !f.header {
		return
	}
	s := record.Symbol{Name: d.name, Kind: record.KindFunction, Parent: in.parent}
	if in.parent == "" {
		s.Parent = d.parent
	}
	switch {
	case s.Parent == s.Name:
		s.Kind = record.KindConstructor
	case s.Parent != "":
		s.Kind = record.KindMethod
	}
	s.Exported = in.exported && in.public
	if in.parent == "" && !f.header && f.storage(n, "static") {
		s.Exported = false
	}
	if in.parent != "" && !in.public {
		return
	}
	if s.Name == "main" && f.conditional(int(n.StartByte())) {
		s.Exported = false // a test of the file's own, compiled on demand
	}
	s.Signature = f.Without(whole, n.ChildByFieldName("body"), child(n, "field_initializer_list"), child(n, "default_method_clause"), child(n, "pure_virtual_clause"))
	f.add(s, whole, body)
}

// variable adds a variable or constant that other files can name, or that
// functions of this file share.
func (f *file) variable(n, declarator *sitter.Node, d declared, in scope) {
	s := record.Symbol{Name: d.name, Kind: record.KindVariable, Parent: in.parent}
	constant := f.qualifier(n, "const") && !d.pointer || f.qualifier(n, "constexpr")
	if constant {
		s.Kind = record.KindConstant
	}
	extern := f.storage(n, "extern")
	if d.parent != "" || in.parent != "" && !(constant && f.cpp && in.public) || !f.header && extern {
		return
	}
	s.Exported = in.exported && in.public && !f.storage(n, "static")
	if !f.header && f.cpp && constant {
		s.Exported = false // const means static
	}
	if f.header && (constant || in.parent != "") {
		s.Exported = f.visible(in)
	}
	first := n.ChildByFieldName("declarator")
	text := f.Without(declarator, declarator.ChildByFieldName("value"))
	if typ := n.ChildByFieldName("type"); typ != nil && typ.ChildByFieldName("body") != nil {
		text = f.without(typ) + " " + text
	} else if first != nil {
		text = string(f.Tree.Src[n.StartByte():first.StartByte()]) + text
	}
	value := declarator.ChildByFieldName("value")
	if value == nil {
		value = n.ChildByFieldName("default_value")
	}
	text = strings.TrimRight(strings.TrimSpace(text), "={} \n\t")
	if v := f.Tree.Text(value); value != nil && strings.HasSuffix(value.Type(), "_literal") && len(v) <= 60 {
		text += " = " + v
	}
	s.Signature = text
	f.add(s, n, true)
}

// pointer adds a variable that points to a function: T (*name)(…) could be a
// call, and the grammar takes it for one if T is no word of the language.
func (f *file) pointer(n *sitter.Node, in scope) {
	if in.parent != "" {
		return
	}
	i := sort.Search(len(f.live), func(i int) bool { return f.live[i].start >= int(n.StartByte()) })
	for ; i+5 < len(f.live) && f.live[i].start < int(n.EndByte()); i++ {
		if f.kind(i) != kindName || f.kind(i+1) != '(' || f.kind(i+2) != '*' || f.kind(i+3) != kindName || f.kind(i+4) != ')' || f.kind(i+5) != '(' {
			continue
		}
		text := string(f.outline.out[n.StartByte():f.live[f.outline.end(i+5)-1].end])
		f.add(record.Symbol{Name: f.word(i + 3), Kind: record.KindVariable, Signature: withoutComments(text), Exported: in.exported && in.public}, n, true)
		return
	}
}
