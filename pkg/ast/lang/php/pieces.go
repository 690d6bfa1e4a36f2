package php

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/record"
)

// pieces follows what is left of a type or method whose declaration did not
// parse whole: words and brackets, with the members that did in the same list.
type pieces struct {
	file   *file
	in     owner
	open   int          // braces
	word   string       // kind of the node before the last one
	before *sitter.Node // the last node
}

// next returns the type that a node of the list belongs to.
func (p *pieces) next(n *sitter.Node) owner {
	kind, last := n.Type(), ""
	if p.before != nil {
		last = p.before.Type()
	}
	switch {
	case kind == "{":
		p.open++
	case kind == "}":
		if p.open--; p.open <= 0 {
			p.in = owner{}
		}
	case kind == "visibility_modifier":
		p.in.visibility = strings.ToLower(p.file.Text(n))
	case kind == "ERROR":
		p.in.visibility = p.file.visibility(n)
	case kind == "name":
		p.typeHead(n, last)
	case kind == "formal_parameters" && last == "name" && p.word == "function":
		p.function(n)
	}
	in := p.in
	if kind == "function_definition" || kind == "formal_parameters" {
		p.in.visibility = ""
	}
	p.word, p.before = last, n
	return in
}

// typeHead takes a name behind "class" and its like as that of a type.
func (p *pieces) typeHead(n *sitter.Node, word string) {
	kind, ok := typeKinds[word+"_declaration"]
	if !ok {
		return
	}
	name := p.file.Text(n)
	p.file.add(record.Symbol{Name: name, Kind: kind, Signature: word + " " + name, Exported: true})
	p.in, p.open = owner{name: name}, 0
}

// function adds a function of which only the head is known.
func (p *pieces) function(parameters *sitter.Node) {
	s := record.Symbol{Name: p.file.Text(p.before), Kind: record.KindFunction, Parent: p.in.name}
	s.Exported = p.in.name == "" || p.in.visibility == "" || p.in.visibility == "public"
	if p.in.name != "" {
		s.Kind = record.KindMethod
	}
	s.Signature = lang.Signature(s.Name + p.file.Without(parameters))
	p.file.add(s)
}
