// Package ocaml reads OCaml's implementations and interfaces: values, types,
// modules, module types, exceptions and classes at the top, and the modules
// that they open, include and refer to. What an interface holds back only the
// interface says: everything in an implementation counts as offered.
package ocaml

import (
	"bytes"
	"context"
	"strings"
	"unicode"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/ocaml"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractors of this folder.
func Extractors() []lang.Extractor {
	language := grammar.GetLanguage()
	return []lang.Extractor{
		{
			Name: "ocaml-interface", Version: 1, Suffixes: []string{".mli"},
			Extract: func(ctx context.Context, src []byte) (record.Syntax, error) {
				return extract(ctx, language, src, wrapped(src))
			},
		},
		{
			Name: "ocaml", Version: 1, Suffixes: []string{".ml"},
			Extract: func(ctx context.Context, src []byte) (record.Syntax, error) {
				return extract(ctx, language, src, src)
			},
		},
	}
}

// maxOpen bounds the comments that do not end: at each the grammar looks to the
// end of the text.
const maxOpen = 100

func extract(ctx context.Context, language *sitter.Language, src, parsed []byte) (record.Syntax, error) {
	if bytes.Count(src, []byte("(*")) > bytes.Count(src, []byte("*)"))+maxOpen {
		return record.Syntax{State: record.StateFailed}, nil
	}
	return treesitter.Extract(ctx, language, parsed, read)
}

// The grammar knows interfaces only as the body of a module type.
const (
	opening = "module type Interface = sig\n"
	closing = "\nend\n"
)

func wrapped(src []byte) []byte {
	return append(append([]byte(opening), src...), closing...)
}

// file is one file while it is read.
type file struct {
	*treesitter.Tree
	out     *record.Syntax
	imports lang.Imports
	own     map[string]bool // modules that the file defines or gets as a parameter
}

func read(tree *treesitter.Tree, out *record.Syntax) {
	f := &file{Tree: tree, out: out, own: map[string]bool{}}
	top := tree.Root
	if strings.HasPrefix(string(tree.Src[:min(len(opening), len(tree.Src))]), opening) {
		if sig := signature(tree.Root); sig != nil {
			top = sig
		}
	}
	f.items(top)
	f.references()
	out.Imports = f.imports.List()
}

// signature returns the body of the module type around an interface.
func signature(root *sitter.Node) *sitter.Node {
	if first := root.NamedChild(0); first != nil && first.Type() == "module_type_definition" {
		return first.ChildByFieldName("body")
	}
	return nil
}

// items reads the definitions at the top. A documentation comment stands above
// what it is about, or right behind it; one set off from all is about the file.
func (f *file) items(top *sitter.Node) {
	var pending []*sitter.Node // comments not yet attached
	last := -1                 // the symbol that a comment right below may be about
	lastRow := uint32(0)
	for n := range treesitter.Children(top) {
		if treesitter.IsComment(n) {
			if last >= 0 && n.StartPoint().Row <= lastRow+1 && strings.HasPrefix(f.Text(n), "(**") && f.out.Symbols[last].Doc == "" {
				f.out.Symbols[last].Doc = lang.Doc(plain(f.Text(n)))
				last = -1
				continue
			}
			pending = append(pending, n)
			last = -1
			continue
		}
		doc := ""
		if k := len(pending); k > 0 && n.StartPoint().Row <= pending[k-1].EndPoint().Row+1 && n.Type() != "open_module" {
			doc = lang.Doc(plain(f.Text(pending[k-1])))
			pending = pending[:k-1]
		}
		f.head(pending)
		pending = nil
		before := len(f.out.Symbols)
		f.item(n, doc)
		last = -1
		if len(f.out.Symbols) == before+1 {
			last, lastRow = before, n.EndPoint().Row
		}
	}
	f.head(pending)
}

// head takes comments that are about no item for the file's, if nothing came
// before them.
func (f *file) head(comments []*sitter.Node) {
	if len(f.out.Symbols) > 0 || f.out.Doc != "" {
		return
	}
	var texts []string
	for _, c := range comments {
		texts = append(texts, plain(f.Text(c)))
	}
	f.out.Doc = lang.FileDoc(texts...)
}

// plain turns odoc's markup into words: {!val:f}, {2 Title}, [code].
func plain(raw string) string {
	raw = strings.NewReplacer("{!val:", "{!", "{!type:", "{!", "{!module:", "{!", "{!section:", "{!").Replace(raw)
	var b strings.Builder
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c == '{' && i+1 < len(raw) && strings.IndexByte("!01234{beic", raw[i+1]) >= 0:
			i++
			for i+1 < len(raw) && raw[i+1] == ' ' {
				i++
			}
		case c == '}', c == '[' && i > 0 && raw[i-1] != '\\', c == ']':
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func (f *file) item(n *sitter.Node, doc string) {
	switch n.Type() {
	case "value_definition":
		f.values(n, doc)
	case "value_specification", "external":
		name := named(n, "value_name", "parenthesized_operator")
		text, _, _ := strings.Cut(f.Text(n), "[@")
		if n.Type() == "external" {
			text = text[:max(strings.LastIndexByte(text, '='), 0)]
		}
		text = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(text, "external"), "val"))
		f.add(f.Text(name), record.KindFunction, text, doc)
		if s := f.latest(); s != nil && !strings.Contains(text, "->") {
			s.Kind = record.KindConstant
		}
	case "type_definition":
		f.types(n, doc)
	case "module_definition":
		f.modules(n, doc)
	case "module_type_definition":
		name := f.Text(n.ChildByFieldName("name"))
		f.add(name, record.KindInterface, "module type "+name, doc)
	case "exception_definition":
		if c := n.NamedChild(0); c != nil {
			f.add(f.Text(named(c, "constructor_name")), record.KindType, "exception "+f.Text(c), doc)
		}
	case "class_definition", "class_type_definition":
		for c := range treesitter.Children(n) {
			if name := f.Text(c.ChildByFieldName("name")); name != "" {
				f.add(name, record.KindClass, "class "+name, doc)
			}
		}
	case "open_module", "include_module", "include_module_type":
		form := "open"
		if n.Type() != "open_module" {
			form = "include"
		}
		if path := n.NamedChild(0); path != nil && (path.Type() == "module_path" || path.Type() == "module_type_path") {
			f.imports.Add(record.Import{Raw: f.Text(path), Form: form, Reexport: form == "include"})
		}
	case "ERROR":
		for c := range treesitter.Children(n) {
			if c.Type() != "ERROR" {
				f.item(c, "")
			}
		}
	}
}

// named returns the first child of one of the types.
func named(n *sitter.Node, types ...string) *sitter.Node {
	for c := range treesitter.Children(n) {
		for _, t := range types {
			if c.Type() == t {
				return c
			}
		}
	}
	return nil
}

// values reads "let rec f x = … and g = …".
func (f *file) values(n *sitter.Node, doc string) {
	for b := range treesitter.Children(n) {
		pattern := b.ChildByFieldName("pattern")
		if b.Type() != "let_binding" || pattern == nil {
			continue
		}
		if pattern.Type() != "value_name" && pattern.Type() != "parenthesized_operator" {
			f.parts(pattern)
			continue
		}
		body, kind := b.ChildByFieldName("body"), record.KindConstant
		if body != nil && (body.Type() == "fun_expression" || body.Type() == "function_expression") || named(b, "parameter") != nil {
			kind = record.KindFunction
		}
		head := f.Text(b)
		if body != nil {
			head = strings.TrimRight(f.Without(b, body), " =\n")
		}
		f.add(f.Text(pattern), kind, "let "+head, doc)
		doc = ""
	}
}

// parts adds the names of "let a, b = …".
func (f *file) parts(pattern *sitter.Node) {
	if pattern.Type() != "tuple_pattern" {
		return
	}
	for c := range treesitter.Children(pattern) {
		if c.Type() == "value_name" || c.Type() == "value_pattern" {
			f.add(f.Text(c), record.KindConstant, "let "+f.Text(c), "")
		}
	}
}

// maxBody is the longest definition of a type that its signature shows.
const maxBody = 120

func (f *file) types(n *sitter.Node, doc string) {
	for b := range treesitter.Children(n) {
		name := b.ChildByFieldName("name")
		if b.Type() != "type_binding" || name == nil || name.Type() == "type_constructor_path" {
			continue
		}
		kind, body := record.KindType, b.ChildByFieldName("body")
		if body != nil {
			switch body.Type() {
			case "record_declaration":
				kind = record.KindStruct
			case "variant_declaration":
				kind = record.KindEnum
			}
		}
		text := f.Without(b)
		if len(text) > maxBody && body != nil {
			text = strings.TrimRight(f.Without(b, body), " =\n")
		}
		text, _, _ = strings.Cut(text, "[@")
		f.add(f.Text(name), kind, "type "+text, doc)
		doc = ""
	}
}

func (f *file) modules(n *sitter.Node, doc string) {
	for b := range treesitter.Children(n) {
		name := b.ChildByFieldName("name")
		if b.Type() != "module_binding" || name == nil {
			continue
		}
		sig := "module " + f.Text(name)
		switch body := b.ChildByFieldName("body"); {
		case body == nil:
		case body.Type() == "module_path" || body.Type() == "module_application":
			sig += " = " + f.Text(body)
		}
		f.own[f.Text(name)] = true
		// Not of the kind that is left out as a mere file: it is a definition.
		f.add(f.Text(name), record.KindClass, sig, doc)
		doc = ""
	}
}

func (f *file) add(name string, kind record.Kind, sig, doc string) {
	if name == "" || strings.HasPrefix(name, "_") || strings.Contains(name, "\n") {
		return
	}
	f.out.Symbols = append(f.out.Symbols, record.Symbol{Name: name, Kind: kind, Signature: lang.Signature(sig), Exported: true, Doc: doc})
}

func (f *file) latest() *record.Symbol {
	if len(f.out.Symbols) == 0 {
		return nil
	}
	return &f.out.Symbols[len(f.out.Symbols)-1]
}

// references adds the modules that the file names by a path but neither defines
// nor binds: in OCaml they need no declaration.
func (f *file) references() {
	used := map[string][]string{}
	var order []string
	f.Walk(f.Root, func(n *sitter.Node) bool {
		switch n.Type() {
		case "module_binding", "module_parameter":
			f.own[f.Text(n.ChildByFieldName("name"))] = true
			for c := range treesitter.Children(n) {
				if c.Type() == "module_name" {
					f.own[f.Text(c)] = true
				}
			}
		case "value_path", "type_constructor_path", "constructor_path", "module_path", "field_path", "module_type_path", "extended_module_path", "class_path":
			first, rest, member := strings.Cut(f.Text(n), ".")
			if first = strings.TrimSpace(first); first == "" || !unicode.IsUpper(rune(first[0])) || strings.ContainsAny(first, "( \n") || !member && n.Type() != "module_path" {
				return n.Type() != "value_path"
			}
			if _, again := used[first]; !again {
				order = append(order, first)
				used[first] = nil
			}
			if name, _, _ := strings.Cut(strings.TrimSpace(rest), "."); member && n.Type() != "module_path" && !strings.ContainsAny(name, "( \n") {
				used[first] = append(used[first], name)
			}
			return false
		}
		return true
	})
	opened := map[string]bool{}
	declared := f.imports.List()
	f.imports = lang.Imports{}
	for _, i := range declared {
		if first, _, _ := strings.Cut(i.Raw, "."); !f.own[first] {
			opened[i.Raw] = true
			f.imports.Add(i)
		}
	}
	for _, name := range order {
		if !f.own[name] && name != "Interface" {
			if opened[name] {
				continue
			}
			f.imports.Add(record.Import{Raw: name, Names: used[name]})
		}
	}
}
