// Package hcl reads Terraform's language and its relatives: the resources, data
// sources, modules, variables and outputs of a configuration under the names by
// which expressions refer to them, and where modules and providers come from.
package hcl

import (
	"context"
	"slices"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/hcl"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractor of HCL files.
func Extractors() []lang.Extractor {
	language := grammar.GetLanguage()
	return []lang.Extractor{{
		Name: "hcl", Version: 1, Suffixes: []string{".tf", ".hcl", ".tofu", ".tfvars"}, Langs: []string{"HCL"},
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
	seen    map[string]bool
}

func read(tree *treesitter.Tree, out *record.Syntax) {
	f := &file{Tree: tree, out: out, seen: map[string]bool{}}
	runs := tree.Header(f.claims)
	// A heading in a box is that of the file's first part.
	out.Doc = lang.FileDoc(slices.DeleteFunc(runs, func(raw string) bool { return strings.HasPrefix(raw, "####") && lang.Doc(raw) == "" })...)
	for part := range treesitter.Children(tree.Root) {
		if part.Type() == "body" {
			f.body(part)
		}
	}
	out.Imports = f.imports.List()
}

// claims reports whether a comment right above the body, beside which the
// grammar puts it, is about the body's first block.
func (f *file) claims(body *sitter.Node) bool {
	first := body.NamedChild(0)
	if first == nil || first.Type() != "block" {
		return true
	}
	kind := f.Text(first.NamedChild(0))
	return kind != "terraform" && kind != "provider" && kind != "locals"
}

// body reads the blocks at the top of a file.
func (f *file) body(body *sitter.Node) {
	above := f.Comments()
	for n := range treesitter.Children(f.Root) { // the comment above the first block
		if treesitter.IsComment(n) && n.EndByte() <= body.StartByte() {
			above.Add(n)
		}
	}
	for n := range treesitter.Children(body) {
		if treesitter.IsComment(n) {
			above.Add(n)
			continue
		}
		raw := above.Take(n)
		if n.Type() == "block" {
			f.block(n, lang.Doc(raw))
		}
	}
}

// block reads one block: its type, its labels and what its body says.
func (f *file) block(n *sitter.Node, doc string) {
	kind, labels := "", []string(nil)
	var body *sitter.Node
	for c := range treesitter.Children(n) {
		switch c.Type() {
		case "identifier":
			if kind == "" {
				kind = f.Text(c)
			} else {
				labels = append(labels, f.Text(c))
			}
		case "string_lit":
			labels = append(labels, strings.Trim(f.Text(c), `"`))
		case "body":
			body = c
		}
	}
	if d := f.literal(body, "description"); d != "" {
		doc = lang.Sentence(d)
	}
	name := strings.Join(labels, ".")
	switch {
	case kind == "resource" && len(labels) == 2:
		f.add(record.Symbol{Name: name, Kind: record.KindType, Signature: "resource " + name, Exported: true, Doc: doc})
	case (kind == "data" || kind == "ephemeral" || kind == "source") && len(labels) == 2:
		f.add(record.Symbol{Name: kind + "." + name, Kind: record.KindType, Signature: kind + " " + name, Exported: kind == "source", Doc: doc})
	case kind == "module" && len(labels) == 1:
		source := f.module(body)
		f.add(record.Symbol{Name: "module." + name, Kind: record.KindType, Signature: strings.TrimSuffix("module "+name+" from "+source, " from "), Exported: true, Doc: doc})
	case kind == "variable" && len(labels) == 1:
		f.add(record.Symbol{Name: "var." + name, Kind: record.KindVariable, Signature: f.variable(name, body), Exported: true, Doc: doc})
	case kind == "output" && len(labels) == 1:
		f.add(record.Symbol{Name: "output." + name, Kind: record.KindConstant, Signature: "output " + name, Exported: true, Doc: doc})
	case (kind == "job" || kind == "provider" && strings.Contains(name, "::")) && len(labels) == 1:
		f.add(record.Symbol{Name: kind + "." + name, Kind: record.KindType, Signature: kind + " " + name, Exported: true, Doc: doc})
	case kind == "terraform":
		f.module(body)
		f.providers(body)
	case kind == "dependency" || kind == "include":
		f.dependency(kind, body)
	case kind == "locals":
		for name := range f.attributes(body) {
			f.add(record.Symbol{Name: "local." + name, Kind: record.KindConstant, Signature: "local." + name})
		}
	}
}

func (f *file) add(s record.Symbol) {
	if f.seen[s.Name] || strings.ContainsAny(s.Name, "\n\r") {
		return
	}
	f.seen[s.Name] = true
	s.Signature = lang.Signature(s.Signature)
	f.out.Symbols = append(f.out.Symbols, s)
}

// variable is a variable's signature: its type, and its default if that is
// short.
func (f *file) variable(name string, body *sitter.Node) string {
	sig := "variable " + name
	for key, value := range f.attributes(body) {
		text := f.Text(value)
		switch {
		case key == "type" && len(text) < 80:
			sig += ": " + text
		case key == "type":
			head, _, _ := strings.Cut(text, "(")
			sig += ": " + head + "(…)"
		case key == "default" && len(text) < 40:
			sig += " = " + text
		}
	}
	return sig
}

// module notes where a module comes from and returns it.
func (f *file) module(body *sitter.Node) string {
	source := f.literal(body, "source")
	if source != "" && !strings.Contains(source, "${") {
		f.imports.Add(record.Import{Raw: source, Form: "module"})
	}
	return source
}

// dependency reads what a unit of Terragrunt builds on.
func (f *file) dependency(kind string, body *sitter.Node) {
	path := f.literal(body, "config_path")
	if kind == "include" {
		path = f.literal(body, "path")
	}
	if path != "" && !strings.Contains(path, "${") {
		f.imports.Add(record.Import{Raw: path, Form: "module"})
	}
}

// providers reads the required_providers of a terraform block.
func (f *file) providers(body *sitter.Node) {
	for n := range treesitter.Children(body) {
		if n.Type() != "block" || n.NamedChildCount() == 0 || f.Text(n.NamedChild(0)) != "required_providers" {
			continue
		}
		for c := range treesitter.Children(n) {
			if c.Type() != "body" {
				continue
			}
			for _, value := range f.attributes(c) {
				f.Walk(value, func(e *sitter.Node) bool {
					if e.Type() != "object_elem" {
						return true
					}
					if raw := unquoted(f.Text(e.ChildByFieldName("val"))); f.Text(e.ChildByFieldName("key")) == "source" && raw != "" {
						f.imports.Add(record.Import{Raw: raw, Form: "provider"})
					}
					return false
				})
			}
		}
	}
}

// attributes yields the names and values that stand in a body itself.
func (f *file) attributes(body *sitter.Node) func(func(string, *sitter.Node) bool) {
	return func(yield func(string, *sitter.Node) bool) {
		for n := range treesitter.Children(body) {
			if n.Type() == "attribute" && n.NamedChildCount() >= 2 && !yield(f.Text(n.NamedChild(0)), n.NamedChild(int(n.NamedChildCount())-1)) {
				return
			}
		}
	}
}

// literal returns the text of a plain string or here-document, else "".
func (f *file) literal(body *sitter.Node, key string) string {
	for name, value := range f.attributes(body) {
		if name != key {
			continue
		}
		if text := f.Text(value); strings.HasPrefix(text, "<<") {
			_, text, _ = strings.Cut(text, "\n")
			return text[:max(0, strings.LastIndexByte(text, '\n'))]
		}
		return unquoted(f.Text(value))
	}
	return ""
}

func unquoted(s string) string {
	if len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' {
		return ""
	}
	return s[1 : len(s)-1]
}
