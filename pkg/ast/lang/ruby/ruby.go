// Package ruby reads Ruby: classes, modules and constants, the methods of
// either and of the file, and what a file requires by a literal path. Start
// from [Extractors].
//
// A module or bare class around nothing but other classes and modules is a
// name space: it gives the names inside their prefix and is no symbol itself.
// Nothing is run: what only running the file would define is not there.
package ruby

import (
	"context"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/ruby"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

const (
	maxSymbols = 20000 // what one file contributes
	maxNesting = 50    // how deep bodies and branches are followed
)

// Extractors returns the extractor of Ruby.
func Extractors() []lang.Extractor {
	return []lang.Extractor{{
		Name:     "ruby",
		Version:  2,
		Suffixes: []string{".rb", ".rake", ".ru", ".rbw", ".thor"},
		Langs:    []string{"Ruby"},
		Extract:  Extract,
	}}
}

// Extract reads one file of Ruby.
func Extract(ctx context.Context, src []byte) (record.Syntax, error) {
	if endless(src) {
		return record.Syntax{State: record.StateFailed}, nil
	}
	return treesitter.Extract(ctx, grammar.GetLanguage(), src, read)
}

// file is one file while it is being read.
type file struct {
	*treesitter.Tree
	out     *record.Syntax
	imports lang.Imports
	at      map[key]int // of a symbol
	types   int         // that others can name, and what is said of the first
	typeDoc string
	depth   int
}

type key struct {
	parent, name string
	singleton    bool
}

func read(tree *treesitter.Tree, out *record.Syntax) {
	f := &file{Tree: tree, out: out, at: map[key]int{}}
	f.block(tree.Root, &scope{}, f.Comments())
	f.search()
	out.Imports = f.imports.List()
	out.Doc = f.doc()
}

// add appends a symbol; what is opened again under one name is one symbol.
func (f *file) add(s record.Symbol, singleton bool) {
	if s.Name == "" || strings.ContainsAny(s.Name, " \t\r\n") {
		return
	}
	k := key{s.Parent, s.Name, singleton}
	if i, ok := f.at[k]; ok {
		if f.out.Symbols[i].Doc == "" {
			f.out.Symbols[i].Doc = s.Doc
		}
		return
	}
	if len(f.out.Symbols) == maxSymbols {
		f.Skip()
		return
	}
	f.at[k] = len(f.out.Symbols)
	f.out.Symbols = append(f.out.Symbols, s)
}

// doc is what the comments at the head of the file say of it, else what is
// said of the only class or module that it offers.
func (f *file) doc() string {
	var runs []string
	for _, raw := range f.Header(f.claims) {
		runs = append(runs, unfenced(raw))
	}
	if doc := lang.FileDoc(runs...); doc != "" || f.types != 1 {
		return doc
	}
	return f.typeDoc
}

// claims reports whether the comment right above a first statement is about
// the statement rather than the file: of what is required, one that heads a
// group.
func (f *file) claims(n *sitter.Node) bool {
	switch n.Type() {
	case "class", "module", "method", "assignment":
		return true
	case "call":
		comment := n.PrevNamedSibling()
		if comment == nil {
			return false
		}
		before := comment.PrevNamedSibling()
		alone := before == nil || before.EndPoint().Row+1 < comment.StartPoint().Row
		return alone && len(strings.Fields(f.Text(comment))) < 6
	}
	return false
}

// words returns the sentence that a comment says of a symbol. Comments marked
// so are not for readers.
func words(raw string) string {
	if strings.HasPrefix(strings.TrimLeft(raw, "# \t"), ":nodoc:") {
		return ""
	}
	if text := unfenced(raw); text != raw {
		return lang.Sentence(text)
	}
	return lang.Doc(raw)
}

// unfenced takes the lines off a comment between =begin and =end.
func unfenced(raw string) string {
	rest, ok := strings.CutPrefix(raw, "=begin")
	if !ok {
		return raw
	}
	rest, _, _ = strings.Cut(rest, "\n=end")
	_, text, _ := strings.Cut(rest, "\n")
	return text
}
