// Package php reads PHP: classes, interfaces, traits and enums with their
// members, functions and constants; what a file imports with use and includes
// by a literal path. Start from [Extractors].
//
// It runs nothing: names and paths that only running the file would make are
// not there.
package php

import (
	"context"
	"slices"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/tree-sitter/tree-sitter-php/bindings/go"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

const (
	maxSymbols = 20000 // what one file contributes
	maxNesting = 50    // how deep blocks are followed
)

// Extractors returns the extractor of PHP.
func Extractors() []lang.Extractor {
	language := treesitter.Newer(grammar.LanguagePHP())
	return []lang.Extractor{{
		Name:     "php",
		Version:  2,
		Suffixes: []string{".php", ".phtml", ".php3", ".php4", ".php5", ".php7", ".php8"},
		Langs:    []string{"PHP"},
		Extract: func(ctx context.Context, src []byte) (record.Syntax, error) {
			return treesitter.Extract(ctx, language, src, read)
		},
	}}
}

// file is one file while it is being read.
type file struct {
	*treesitter.Tree
	out     *record.Syntax
	imports lang.Imports
	known   map[string]bool // names that the file defines or imports
	at      map[key]int     // of a symbol
	types   int             // that the file declares, and what is said of the first
	typeDoc string
	depth   int
}

type key struct{ parent, name string }

func read(tree *treesitter.Tree, out *record.Syntax) {
	f := &file{Tree: tree, out: out, known: map[string]bool{}, at: map[key]int{}}
	f.block(tree.Root, owner{})
	f.search()
	out.Imports = f.imports.List()
	out.Doc = f.doc()
}

// add appends a symbol; of several under one name the first counts.
func (f *file) add(s record.Symbol) {
	if s.Name == "" {
		return
	}
	f.known[s.Name] = true
	k := key{s.Parent, s.Name}
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

var typeKinds = map[string]record.Kind{
	"class_declaration":     record.KindClass,
	"interface_declaration": record.KindInterface,
	"trait_declaration":     record.KindTrait,
	"enum_declaration":      record.KindEnum,
}

func isDeclaration(n *sitter.Node) bool {
	_, ok := typeKinds[n.Type()]
	return ok || n.Type() == "function_definition" || n.Type() == "const_declaration"
}

// doc is what the comments at the head of the file say of it, else what is
// said of the only type that it declares.
func (f *file) doc() string {
	// The line above the licence in half of the ecosystem's files.
	runs := slices.DeleteFunc(f.head(), func(run string) bool { return strings.HasPrefix(lang.Comment(run), "This file is part of ") })
	if doc := lang.FileDoc(runs...); doc != "" || f.types != 1 {
		return doc
	}
	return f.typeDoc
}

// head returns the comments before the first statement that does something,
// one text for each run. One right above a declaration is the declaration's.
func (f *file) head() []string {
	var runs []string
	var last *sitter.Node // the comment just before
	for n := range treesitter.Children(f.Root) {
		switch kind := n.Type(); {
		case kind == "comment":
			text := f.Text(n)
			if last != nil && n.StartPoint().Row == last.StartPoint().Row+1 && !strings.HasPrefix(text, "/*") {
				runs[len(runs)-1] += "\n" + text
			} else {
				runs = append(runs, text)
			}
			last = n
		case kind == "php_tag", kind == "text" && n.StartByte() == 0 && strings.HasPrefix(f.Text(n), "#!"), kind == "declare_statement", kind == "namespace_definition" && n.ChildByFieldName("body") == nil:
			last = nil
		default:
			if last != nil && isDeclaration(n) && n.StartPoint().Row <= last.EndPoint().Row+1 {
				runs = runs[:len(runs)-1]
			}
			return runs
		}
	}
	return runs
}
