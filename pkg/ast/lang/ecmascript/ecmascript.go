// Package ecmascript reads TypeScript, TSX and JavaScript: what a module
// exports in every form that ES modules and CommonJS have, its other
// top-level definitions, their members, and what it imports. Start from
// [Extractors].
//
// It evaluates nothing: a name that only running the code would make is not
// there, and a module path that is no literal is no import.
package ecmascript

import (
	"bytes"
	"context"
	"errors"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/javascript"
	"github.com/smacker/go-tree-sitter/typescript/tsx"
	"github.com/smacker/go-tree-sitter/typescript/typescript"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

const version = 3

// dialect is what sets the extractors apart.
type dialect struct {
	first       grammar
	second      grammar // tried on text that the first does not parse
	commonJS    bool    // assignments to module.exports export
	declaration bool    // .d.ts: everything is ambient
}

// Extractors returns one extractor for each dialect.
func Extractors() []lang.Extractor {
	ts, jsx, js := newGrammar(typescript.GetLanguage()), newGrammar(tsx.GetLanguage()), newGrammar(javascript.GetLanguage())
	return []lang.Extractor{
		extractor("typescript-declaration", dialect{first: ts, declaration: true}, []string{".d.ts", ".d.mts", ".d.cts"}),
		extractor("typescript", dialect{first: ts, second: jsx}, []string{".ts", ".mts", ".cts"}, "TypeScript"),
		extractor("tsx", dialect{first: jsx}, []string{".tsx"}, "TSX"),
		extractor("javascript", dialect{first: js, second: jsx, commonJS: true},
			[]string{".js", ".jsx", ".mjs", ".cjs"}, "JavaScript"),
	}
}

func extractor(name string, d dialect, suffixes []string, langs ...string) lang.Extractor {
	return lang.Extractor{
		Name: name, Version: version, Suffixes: suffixes, Langs: langs,
		Extract: func(ctx context.Context, src []byte) (record.Syntax, error) { return extract(ctx, d, src) },
	}
}

func extract(ctx context.Context, d dialect, src []byte) (record.Syntax, error) {
	// A Qt translation or a video stream may end in .ts as well.
	if head := bytes.TrimLeft(src[:min(len(src), 200)], " \t\r\n"); bytes.HasPrefix(head, []byte("<?xml")) || bytes.HasPrefix(head, []byte("<!DOCTYPE")) {
		return record.Syntax{State: record.StateFailed}, nil
	}
	tree, err := d.parse(ctx, src)
	if errors.Is(err, treesitter.ErrTooLong) {
		return record.Syntax{State: record.StateFailed}, nil
	}
	if err != nil {
		return record.Syntax{}, err
	}
	defer tree.Close()
	f := &file{
		Tree: tree.Tree, dialect: d, grammar: tree.grammar, whole: understood(tree.Tree),
		at: map[key]int{}, locals: map[string]binding{}, spaces: map[string]*space{},
		docs: map[uint32]string{}, paths: map[string]int{}, taken: map[uint32]bool{},
	}
	f.module = hasModuleSyntax(tree.Tree)
	f.references()
	f.statements(tree.Root, scope{visible: true, ambient: d.declaration, exported: d.declaration && f.allExported(tree.Root)}, 0)
	f.search()
	if tree.hides {
		f.maskedImports(src)
	}
	f.finish()
	f.headed(tree.heads)
	out := record.Syntax{State: record.StateOK, Doc: f.doc(), Symbols: f.symbols, Imports: f.imports.List()}
	switch {
	case f.whole:
	case len(out.Symbols) == 0 && len(out.Imports) == 0:
		out.State = record.StateFailed
	default:
		out.State = record.StatePartial
	}
	return out, nil
}

// understood reports whether nothing in a tree is an error but the `type` of
// `export type *`, which the grammar does not know. An unfinished merge is one
// too.
func understood(t *treesitter.Tree) bool {
	if !t.Root.HasError() {
		return !t.Broken()
	}
	known := true
	whole := t.Walk(t.Root, func(n *sitter.Node) bool {
		if n.IsMissing() || n.IsError() && t.Text(n) != "type" {
			known = false
		}
		return known && n.HasError()
	})
	return known && whole
}
