package ecmascript

import sitter "github.com/smacker/go-tree-sitter"

// grammar is a language with a table of the nodes that a walk over the whole
// file looks at; asking a node for its symbol is cheaper than for its name.
type grammar struct {
	language *sitter.Language
	kinds    []kind
}

type kind byte

const (
	other kind = iota
	call
	identifier
	memberAccess
	declarator
	assignment
	functionLike
	typePosition
	casting
	listing // import and export statements
)

func newGrammar(l *sitter.Language) grammar {
	g := grammar{language: l, kinds: make([]kind, l.SymbolCount())}
	for i := range g.kinds {
		g.kinds[i] = kindOf(l.SymbolName(sitter.Symbol(i)))
	}
	return g
}

func kindOf(name string) kind {
	switch name {
	case "call_expression":
		return call
	case "identifier", "shorthand_property_identifier":
		return identifier
	case "member_expression", "nested_type_identifier", "nested_identifier":
		return memberAccess
	case "variable_declarator":
		return declarator
	case "assignment_expression":
		return assignment
	case "function_declaration", "function_expression", "function", "arrow_function", "method_definition",
		"generator_function", "generator_function_declaration":
		return functionLike
	case "type_annotation", "type_alias_declaration", "type_arguments", "type_parameters", "type_query",
		"implements_clause", "extends_type_clause", "interface_declaration":
		return typePosition
	case "as_expression", "satisfies_expression":
		return casting
	case "import_statement", "export_clause":
		return listing
	}
	return other
}

func (g grammar) kind(n *sitter.Node) kind {
	if s := int(n.Symbol()); s < len(g.kinds) {
		return g.kinds[s]
	}
	return other
}
