// Package zig reads Zig: functions, types, constants and variables at the top of
// a file and the members of its types, public or not, and what it imports.
package zig

import (
	"context"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/tree-sitter-grammars/tree-sitter-zig/bindings/go"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractor of Zig files.
func Extractors() []lang.Extractor {
	language := sitter.NewLanguage(grammar.Language())
	return []lang.Extractor{{
		Name: "zig", Version: 1, Suffixes: []string{".zig"}, Langs: []string{"Zig"},
		Extract: func(ctx context.Context, src []byte) (record.Syntax, error) {
			return treesitter.Extract(ctx, language, src, read)
		},
	}}
}

// file is one file while it is read.
type file struct {
	*treesitter.Tree
	out     *record.Syntax
	imports lang.Imports
}

func read(tree *treesitter.Tree, out *record.Syntax) {
	f := &file{Tree: tree, out: out}
	out.Doc = f.doc()
	f.members(tree.Root, "", true)
	tree.Walk(tree.Root, func(n *sitter.Node) bool {
		if n.Type() == "builtin_function" {
			if raw := f.imported(n); raw != "" {
				f.imports.Add(record.Import{Raw: raw})
			}
		}
		return true
	})
	out.Imports = f.imports.List()
}

// doc is what the "//!" comments say, else the comments at the top.
func (f *file) doc() string {
	var inner []string
	for n := range treesitter.Children(f.Root) {
		if !treesitter.IsComment(n) {
			break
		}
		if text := f.Text(n); strings.HasPrefix(text, "//!") {
			inner = append(inner, text)
		}
	}
	if inner != nil {
		return lang.FileDoc(strings.Join(inner, "\n"))
	}
	return lang.FileDoc(f.Header(func(n *sitter.Node) bool { return f.raw(n) == "" })...)
}

// members reads the definitions of a file or, with the type's name as parent,
// of a type.
func (f *file) members(n *sitter.Node, parent string, exported bool) {
	above := f.Comments()
	for c := range treesitter.Children(n) {
		if treesitter.IsComment(c) {
			above.Add(c)
			continue
		}
		doc := ""
		if raw := above.Take(c); strings.HasPrefix(raw, "///") {
			doc = lang.Doc(raw)
		}
		switch c.Type() {
		case "function_declaration":
			f.function(c, parent, exported, doc)
		case "variable_declaration":
			f.variable(c, parent, exported, doc)
		case "using_namespace_declaration":
			if raw := f.raw(c); raw != "" && f.public(c) {
				f.imports.Add(record.Import{Raw: raw, Names: []string{"*"}, Reexport: exported && parent == ""})
			}
		case "ERROR":
			f.members(c, parent, exported)
		}
	}
}

// public reports whether a definition is; what is exported to C is too.
func (f *file) public(n *sitter.Node) bool {
	for c := range treesitter.All(n) {
		switch c.Type() {
		case "pub", "export":
			return true
		case "fn", "const", "var":
			return false
		}
	}
	return false
}

func (f *file) function(n *sitter.Node, parent string, exported bool, doc string) {
	name := f.Text(n.ChildByFieldName("name"))
	if name == "" {
		return
	}
	kind := record.KindFunction
	if parent != "" {
		kind = record.KindMethod
	}
	_, head, _ := strings.Cut(f.Without(n, n.ChildByFieldName("body")), "fn ")
	f.out.Symbols = append(f.out.Symbols, record.Symbol{
		Name: name, Kind: kind, Parent: parent, Exported: exported && f.public(n), Doc: doc, Signature: lang.Signature("fn " + strings.TrimRight(head, "; ")),
	})
}

var containers = map[string]record.Kind{
	"struct_declaration": record.KindStruct, "opaque_declaration": record.KindStruct, "enum_declaration": record.KindEnum,
	"union_declaration": record.KindUnion, "error_set_declaration": record.KindEnum,
}

// variable reads "const name = value", of which a type is one.
func (f *file) variable(n *sitter.Node, parent string, exported bool, doc string) {
	var name, value *sitter.Node
	constant := false
	for c := range treesitter.All(n) {
		switch {
		case c.Type() == "const":
			constant = true
		case name == nil && c.Type() == "identifier":
			name = c
		case c.IsNamed():
			value = c
		}
	}
	if f.Text(name) == "" {
		return // there is none, or the grammar misses it
	}
	s := record.Symbol{Name: f.Text(name), Parent: parent, Exported: exported && f.public(n), Doc: doc}
	kind, container := record.Kind(""), false
	if value != nil {
		kind, container = containers[value.Type()]
	}
	raw := f.raw(n)
	switch {
	case container:
		s.Kind = kind
		s.Signature = strings.TrimSuffix(value.Type(), "_declaration") + " " + s.Name
		if value.Type() == "error_set_declaration" {
			s.Signature = "error " + s.Name
		}
		f.out.Symbols = append(f.out.Symbols, s)
		f.members(value, s.Name, s.Exported)
		return
	case raw != "" && parent == "" && s.Exported:
		f.alias(s, raw, value)
		return
	case raw != "":
		return // a name for an import
	case !constant:
		s.Kind, s.Signature = record.KindVariable, "var "+s.Name
	default:
		s.Kind, s.Signature = record.KindConstant, "const "+s.Name
		if 'A' <= s.Name[0] && s.Name[0] <= 'Z' && s.Name != strings.ToUpper(s.Name) {
			s.Kind = record.KindType // by the language's style, which its own library follows
		}
	}
	if value != nil && value.Type() != "builtin_type" {
		if text := f.Text(value); len(text) <= 60 && !strings.ContainsAny(text, "\n{") {
			s.Signature += " = " + text
		}
	}
	s.Signature = lang.Signature(s.Signature)
	f.out.Symbols = append(f.out.Symbols, s)
}

// alias passes on a file, or a name of it, that is imported on the spot.
func (f *file) alias(s record.Symbol, raw string, value *sitter.Node) {
	s.Kind, s.From, s.Of = record.KindAlias, raw, "*"
	names := []string(nil)
	if object := value.ChildByFieldName("object"); value.Type() == "field_expression" && object != nil && object.Type() == "builtin_function" {
		if s.Of = f.Text(value.ChildByFieldName("member")); s.Of == "" {
			return
		}
		names = []string{s.Of}
	} else if value.Type() != "builtin_function" {
		return
	}
	f.imports.Add(record.Import{Raw: raw, Names: names, Reexport: true})
	f.out.Symbols = append(f.out.Symbols, s)
}

// raw returns the file that a declaration's value imports, alone or for a
// field of it.
func (f *file) raw(n *sitter.Node) string {
	for c := range treesitter.Children(n) {
		for c != nil && c.Type() == "field_expression" {
			c = c.ChildByFieldName("object")
		}
		if c != nil && c.Type() == "builtin_function" {
			return f.imported(c)
		}
	}
	return ""
}

// imported returns the argument of @import or @embedFile, or "".
func (f *file) imported(n *sitter.Node) string {
	name, arg := "", ""
	for c := range treesitter.Children(n) {
		switch c.Type() {
		case "builtin_identifier":
			name = f.Text(c)
		case "arguments":
			if s := c.NamedChild(0); s != nil && s.Type() == "string" {
				arg = strings.Trim(f.Text(s), `"`)
			}
		}
	}
	if name != "@import" && name != "@embedFile" {
		return ""
	}
	return arg
}
