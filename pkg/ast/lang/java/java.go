// Package java reads Java source: classes, interfaces, enums, records and
// annotations with their members, and the compilation units that declare a
// module or a package.
package java

import (
	"context"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/java"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// maxNesting is how deep types may nest before the rest is skipped.
const maxNesting = 50

// Extractors returns the extractors of this folder.
func Extractors() []lang.Extractor {
	return []lang.Extractor{{
		Name:     "java",
		Version:  2,
		Suffixes: []string{".java"},
		Langs:    []string{"Java"},
		Extract: func(ctx context.Context, src []byte) (record.Syntax, error) {
			return treesitter.Extract(ctx, grammar.GetLanguage(), src, read)
		},
	}}
}

// file is one file while it is being read.
type file struct {
	*treesitter.Tree
	out     *record.Syntax
	imports lang.Imports
	known   map[string]bool // names that the file defines or imports
	depth   int
}

func read(tree *treesitter.Tree, out *record.Syntax) {
	f := &file{Tree: tree, out: out, known: map[string]bool{}}
	out.Doc = lang.FileDoc(tree.Header(isType)...)
	f.members(tree.Root, owner{exported: true})
	out.Imports = f.imports.List()
	f.refs()
	if out.Doc == "" {
		out.Doc = f.mainDoc()
	}
}

// mainDoc returns what is said of the one type that other packages can use:
// by the language's rule the file is named after it.
func (f *file) mainDoc() string {
	doc, types := "", 0
	above := f.Comments()
	for n := range treesitter.Children(f.Root) {
		if treesitter.IsComment(n) {
			above.Add(n)
			continue
		}
		raw := above.Take(n)
		if isType(n) {
			if types++; types == 1 || f.visibility(n) == "public" {
				doc = lang.FileDoc(raw)
			}
			if f.visibility(n) == "public" {
				return doc
			}
		}
	}
	if types == 1 {
		return doc
	}
	return ""
}

func isType(n *sitter.Node) bool {
	_, ok := typeKinds[n.Type()]
	return ok
}

var typeKinds = map[string]record.Kind{
	"class_declaration":           record.KindClass,
	"record_declaration":          record.KindClass,
	"interface_declaration":       record.KindInterface,
	"annotation_type_declaration": record.KindInterface,
	"enum_declaration":            record.KindEnum,
	"module_declaration":          record.KindModule,
}
