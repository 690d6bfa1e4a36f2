package java

import (
	"strings"
	"unicode"
	"unicode/utf8"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// dotted returns the qualified name in a declaration, without white space or
// comments.
func (f *file) dotted(n *sitter.Node) string {
	for c := range treesitter.Children(n) {
		if kind := c.Type(); kind == "scoped_identifier" || kind == "identifier" {
			return strings.Join(strings.Fields(f.Without(c)), "")
		}
	}
	return ""
}

func (f *file) importLine(n *sitter.Node) {
	raw := f.dotted(n)
	static, all := false, false
	for i := range int(n.ChildCount()) {
		switch n.Child(i).Type() {
		case "static":
			static = true
		case "asterisk":
			all = true
		}
	}
	i := record.Import{Raw: raw}
	name := raw[strings.LastIndexByte(raw, '.')+1:]
	switch {
	case static:
		i.Form = "static"
		if !all {
			i.Raw = strings.TrimSuffix(strings.TrimSuffix(raw, name), ".")
		}
	}
	if all {
		name = "*"
	}
	i.Names = []string{name}
	f.known[name] = true
	f.imports.Add(i)
}

// module reads a module-info file: the modules that it requires are imports.
// A module is no name that sources can use.
func (f *file) module(n *sitter.Node, doc string) {
	name := f.Text(n.ChildByFieldName("name"))
	if name == "" {
		return
	}
	f.out.Symbols = append(f.out.Symbols, record.Symbol{Name: name, Kind: record.KindModule, Signature: lang.Signature(f.Without(n, n.ChildByFieldName("body"))), Doc: doc})
	f.out.Package = name
	for d := range treesitter.Children(n.ChildByFieldName("body")) {
		if d.Type() == "requires_module_directive" {
			f.imports.Add(record.Import{Raw: f.Text(d.ChildByFieldName("module")), Form: "requires"})
		}
	}
}

// refs gathers the names of types that the file uses: what is written as a
// type, and capitalised names in front of a member.
func (f *file) refs() {
	used := map[string]bool{}
	whole := f.Walk(f.Root, func(n *sitter.Node) bool {
		switch n.Type() {
		case "type_parameter":
			for c := range treesitter.Children(n) {
				if c.Type() == "type_identifier" || c.Type() == "identifier" {
					f.known[f.Text(c)] = true
					break
				}
			}
		case "type_identifier":
			used[f.Text(n)] = true
		case "identifier":
			if name := f.Text(n); upper(name) {
				used[name] = true
			}
		case "package_declaration", "import_declaration", "module_declaration":
			return false
		}
		return true
	})
	if !whole {
		f.Skip()
	}
	f.out.Refs = lang.Refs(used, f.known)
}

// upper reports whether a name is written like a type's.
func upper(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}
