package php

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// owner is the type whose members are read; without a name, the file.
type owner struct {
	name       string
	visibility string // of the next member, where that did not parse with it
}

// block reads what a file, a branch or a type's body declares.
func (f *file) block(body *sitter.Node, in owner) {
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
	lost := pieces{file: f, in: in}
	broken := body.Type() == "ERROR"
	for n := range treesitter.All(body) {
		if broken {
			in = lost.next(n)
		}
		switch {
		case !n.IsNamed():
		case treesitter.IsComment(n):
			above.Add(n)
		default:
			f.statement(n, in, above.Take(n))
		}
	}
}

func (f *file) statement(n *sitter.Node, in owner, comment string) {
	kind := n.Type()
	if k, ok := typeKinds[kind]; ok {
		f.typeDecl(n, k, comment)
		return
	}
	switch kind {
	case "namespace_definition":
		if name := f.name(n.ChildByFieldName("name")); f.out.Package == "" {
			f.out.Package = name
		}
		f.block(n.ChildByFieldName("body"), owner{})
	case "namespace_use_declaration":
		f.use(n)
	case "function_definition", "method_declaration":
		f.function(n, in, lang.Doc(comment))
	case "const_declaration":
		f.constants(n, in, lang.Doc(comment))
	case "property_declaration":
		f.properties(n, in, lang.Doc(comment))
	case "enum_case":
		f.add(record.Symbol{
			Name: f.Text(n.ChildByFieldName("name")), Kind: record.KindConstant, Parent: in.name, Exported: true, Doc: lang.Doc(comment),
			Signature: lang.Signature(f.Without(n, f.attributes(n)...)),
		})
	case "expression_statement":
		f.define(n, lang.Doc(comment))
	case "if_statement", "else_clause", "else_if_clause", "compound_statement", "colon_block", "try_statement", "catch_clause",
		"finally_clause", "foreach_statement", "switch_statement", "switch_block", "case_statement", "default_statement", "ERROR":
		f.block(n, in)
	}
}

func (f *file) typeDecl(n *sitter.Node, kind record.Kind, comment string) {
	body := n.ChildByFieldName("body")
	s := record.Symbol{Name: f.Text(n.ChildByFieldName("name")), Kind: kind, Exported: true, Doc: lang.Doc(comment)}
	s.Signature = lang.Signature(f.Without(n, append(f.attributes(n), body)...))
	if f.types++; f.types == 1 {
		f.typeDoc = lang.FileDoc(comment)
	}
	f.add(s)
	f.block(body, owner{name: s.Name})
}

// function adds a function or method under the name that its callers write.
func (f *file) function(n *sitter.Node, in owner, doc string) {
	s := record.Symbol{
		Name: f.Text(n.ChildByFieldName("name")), Kind: record.KindFunction, Parent: in.name, Doc: doc,
		Exported:  in.name == "" || f.visibility(n) == "public" && in.visibility != "private" && in.visibility != "protected",
		Signature: lang.Signature(f.Without(n, f.omitted(n)...)),
	}
	if in.name != "" {
		s.Kind = record.KindMethod
		if strings.EqualFold(s.Name, "__construct") {
			s.Kind = record.KindConstructor
			f.promoted(n, in)
		}
	}
	f.add(s)
}

// promoted adds the properties that a constructor's parameters declare.
func (f *file) promoted(n *sitter.Node, in owner) {
	for p := range treesitter.Children(n.ChildByFieldName("parameters")) {
		if visibility := f.visibility(p); p.Type() == "property_promotion_parameter" && visibility != "private" {
			name := f.Text(p.ChildByFieldName("name"))
			f.add(record.Symbol{
				Name: strings.TrimLeft(name, "&$"), Kind: record.KindProperty, Parent: in.name, Exported: visibility == "public",
				Signature: lang.Signature(f.Text(p.ChildByFieldName("type")) + " " + name),
			})
		}
	}
}

func (f *file) properties(n *sitter.Node, in owner, doc string) {
	visibility := f.visibility(n)
	if visibility == "private" {
		return
	}
	head := ""
	for c := range treesitter.Children(n) {
		if c.Type() == "static_modifier" {
			head = "static "
		}
	}
	head += f.Text(n.ChildByFieldName("type")) + " "
	for c := range treesitter.Children(n) {
		if c.Type() == "property_element" {
			name := f.Text(c.ChildByFieldName("name"))
			f.add(record.Symbol{
				Name: strings.TrimPrefix(name, "$"), Kind: record.KindProperty, Parent: in.name, Exported: visibility == "public",
				Signature: lang.Signature(head + name + f.value(c.ChildByFieldName("default_value"))), Doc: doc,
			})
		}
	}
}

func (f *file) constants(n *sitter.Node, in owner, doc string) {
	visibility := f.visibility(n)
	if visibility == "private" {
		return
	}
	for c := range treesitter.Children(n) {
		if c.Type() != "const_element" || c.NamedChildCount() == 0 {
			continue
		}
		name := f.Text(c.NamedChild(0))
		f.add(record.Symbol{
			Name: name, Kind: record.KindConstant, Parent: in.name, Exported: visibility == "public", Doc: doc,
			Signature: lang.Signature(name + f.value(c.NamedChild(int(c.NamedChildCount())-1))),
		})
	}
}

// define adds a constant that a call of define makes.
func (f *file) define(n *sitter.Node, doc string) {
	call := n.NamedChild(0)
	if call == nil || call.Type() != "function_call_expression" || !strings.EqualFold(f.Text(call.ChildByFieldName("function")), "define") {
		return
	}
	arguments := call.ChildByFieldName("arguments")
	if arguments == nil || arguments.NamedChildCount() < 2 {
		return
	}
	name, ok := f.literal(arguments.NamedChild(0).NamedChild(0))
	if !ok || strings.ContainsAny(name, " \t\r\n") {
		return
	}
	name = name[strings.LastIndexByte(name, '\\')+1:]
	f.add(record.Symbol{
		Name: name, Kind: record.KindConstant, Exported: true, Doc: doc,
		Signature: lang.Signature(name + f.value(arguments.NamedChild(1).NamedChild(0))),
	})
}
