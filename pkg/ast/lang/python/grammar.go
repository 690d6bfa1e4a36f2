package python

import sitter "github.com/smacker/go-tree-sitter"

// grammar is the language with a table of the nodes that a walk over the whole
// file looks at; asking a node for its symbol is cheaper than for its name.
type grammar struct {
	language *sitter.Language
	kinds    []kind
}

type kind byte

const (
	other kind = iota
	importing
	branching
	accessing
)

func newGrammar(l *sitter.Language) grammar {
	g := grammar{language: l, kinds: make([]kind, l.SymbolCount())}
	for i := range g.kinds {
		switch l.SymbolName(sitter.Symbol(i)) {
		case "import_statement", "import_from_statement", "future_import_statement":
			g.kinds[i] = importing
		case "if_statement":
			g.kinds[i] = branching
		case "attribute":
			g.kinds[i] = accessing
		}
	}
	return g
}

func (g grammar) kind(n *sitter.Node) kind {
	if s := int(n.Symbol()); s < len(g.kinds) {
		return g.kinds[s]
	}
	return other
}
