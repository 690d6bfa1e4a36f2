package c

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
)

// declared is what a declarator declares.
type declared struct {
	name     string
	parent   string // the last part of what qualifies the name
	function bool
	pointer  bool
}

// declarator reports whether a child of a declaration is a declarator.
func declarator(n *sitter.Node) bool {
	switch n.Type() {
	case "identifier", "field_identifier", "type_identifier", "qualified_identifier", "operator_cast":
		return true
	}
	return strings.HasSuffix(n.Type(), "_declarator")
}

// declared goes down a declarator to its name. Operators, conversions and
// destructors have none.
func (f *file) declared(n *sitter.Node) declared {
	var d declared
	for range maxNesting {
		if n == nil {
			return declared{}
		}
		switch n.Type() {
		case "identifier", "field_identifier", "type_identifier", "primitive_type":
			d.name = f.Tree.Text(n)
			return d
		case "qualified_identifier":
			if s := n.ChildByFieldName("scope"); s != nil {
				d.parent = f.typeName(s)
			}
			n = n.ChildByFieldName("name")
			continue
		case "template_function", "template_type", "template_method":
			n = n.ChildByFieldName("name")
			continue
		case "destructor_name", "operator_name", "operator_cast":
			return declared{function: true}
		case "function_declarator":
			d.function = true
		case "pointer_declarator":
			d.pointer = true
			d.function = false
		}
		n = inner(n)
	}
	return declared{}
}

// inner is the declarator inside a declarator.
func inner(n *sitter.Node) *sitter.Node {
	if d := n.ChildByFieldName("declarator"); d != nil {
		return d
	}
	for c := range treesitter.Children(n) {
		if declarator(c) {
			return c
		}
	}
	return nil
}

// storage reports whether a declaration has a storage class.
func (f *file) storage(n *sitter.Node, class string) bool {
	return f.hasChild(n, "storage_class_specifier", class)
}

func (f *file) qualifier(n *sitter.Node, word string) bool {
	return f.hasChild(n, "type_qualifier", word)
}

func (f *file) hasChild(n *sitter.Node, kind, text string) bool {
	for c := range treesitter.Children(n) {
		if c.Type() == kind && f.Tree.Text(c) == text {
			return true
		}
	}
	return false
}

func has(n *sitter.Node, kind string) bool { return child(n, kind) != nil }

func child(n *sitter.Node, kind string) *sitter.Node {
	for c := range treesitter.Children(n) {
		if c.Type() == kind {
			return c
		}
	}
	return nil
}
