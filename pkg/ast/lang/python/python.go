// Package python reads Python modules and stubs: what a module offers by
// __all__ or, without it, by names that do not start with an underscore; its
// classes' members; and every import, those inside functions too. Start from
// [Extractors].
//
// It runs nothing: names that only running the module would make, and what
// another module's __all__ adds, are not there.
package python

import (
	"context"
	"errors"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/python"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// maxSymbols bounds what one file contributes; generated tables have more.
const maxSymbols = 20000

// maxBlocks is how deep classes and conditions are followed.
const maxBlocks = 50

// Extractors returns the one for Python.
func Extractors() []lang.Extractor {
	g := newGrammar(python.GetLanguage())
	return []lang.Extractor{{
		Name: "python", Version: 3,
		Suffixes: []string{".py", ".pyi", ".pyw"}, Langs: []string{"Python"},
		Extract: func(ctx context.Context, src []byte) (record.Syntax, error) { return extract(ctx, g, src) },
	}}
}

// module is what is known of the module being read.
type module struct {
	*treesitter.Tree
	grammar grammar
	whole   bool // everything parsed, nothing was cut off
	symbols []record.Symbol
	at      map[key]int
	imports lang.Imports
	aliases []alias           // names that top-level imports bind
	spaces  map[string]string // raw by the dotted local name that stands for a module
	used    map[use]bool
	all     all
}

type key struct{ parent, name string }

// alias is a name bound by `from raw import of as name` or `import raw`.
type alias struct {
	raw, of, name string
	form          string
	kept          bool // `of as of` says that the name is passed on
	typeOnly      bool
}

// use is a name used through an imported module.
type use struct{ raw, name string }

func extract(ctx context.Context, g grammar, src []byte) (record.Syntax, error) {
	tree, err := treesitter.Parse(ctx, g.language, src)
	if errors.Is(err, treesitter.ErrTooLong) {
		return record.Syntax{State: record.StateFailed}, nil
	}
	if err != nil {
		return record.Syntax{}, err
	}
	defer tree.Close()
	m := &module{Tree: tree, grammar: g, whole: !tree.Broken(), at: map[key]int{}, spaces: map[string]string{}, used: map[use]bool{}}
	m.block(tree.Root, scope{exported: true}, 0)
	m.search()
	m.finish()
	out := record.Syntax{State: record.StateOK, Doc: m.doc(), Symbols: m.symbols, Imports: m.imports.List()}
	switch {
	case m.whole:
	case len(out.Symbols) == 0 && len(out.Imports) == 0:
		out.State = record.StateFailed
	default:
		out.State = record.StatePartial
	}
	return out, nil
}

// add appends a symbol; of several definitions under one name the first
// counts, but a real one goes before a placeholder such as `x = None`.
func (m *module) add(s record.Symbol) {
	if s.Name == "" || strings.ContainsAny(s.Name, " \t\r\n\f") {
		return
	}
	s.Signature = lang.Signature(s.Signature)
	k := key{s.Parent, s.Name}
	i, ok := m.at[k]
	switch {
	case ok && !variable(s.Kind) && variable(m.symbols[i].Kind):
		if s.Doc == "" {
			s.Doc = m.symbols[i].Doc
		}
		m.symbols[i] = s
	case ok:
		if m.symbols[i].Doc == "" {
			m.symbols[i].Doc = s.Doc
		}
	case len(m.symbols) >= maxSymbols:
		m.whole = false
	default:
		m.at[k] = len(m.symbols)
		m.symbols = append(m.symbols, s)
	}
}

func variable(k record.Kind) bool { return k == record.KindVariable || k == record.KindConstant }

// doc returns the module's docstring, else what the comments at its head say.
func (m *module) doc() string {
	for n := range treesitter.Children(m.Root) {
		if treesitter.IsComment(n) {
			continue
		}
		if text, ok := m.docstring(n); ok {
			if doc := lang.Paragraph(text); doc != "" {
				return doc
			}
		}
		break
	}
	return lang.FileDoc(m.Header(claims)...)
}

// claims reports whether the comment right above a first statement is about
// the statement rather than the file.
func claims(n *sitter.Node) bool {
	switch n.Type() {
	case "function_definition", "class_definition", "decorated_definition":
		return true
	case "expression_statement":
		return n.NamedChildCount() > 0 && n.NamedChild(0).Type() == "assignment"
	}
	return false
}
