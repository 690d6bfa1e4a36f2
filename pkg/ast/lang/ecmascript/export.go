package ecmascript

import (
	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// exportStatement reads every form of `export`.
func (f *file) exportStatement(n *sitter.Node, doc string, s scope, depth int) {
	s.exported, s.isDefault = s.visible, has(n, "default") && !s.isolated
	if source := n.ChildByFieldName("source"); source != nil {
		if raw, ok := f.stringValue(source); ok {
			f.exportFrom(n, raw, s.isolated)
		}
		return
	}
	if d := n.ChildByFieldName("declaration"); d != nil {
		f.statement(d, doc, s, depth)
		return
	}
	if clause := child(n, "export_clause"); clause != nil {
		f.exportList(clause, s)
		return
	}
	value := n.ChildByFieldName("value")
	if value == nil && has(n, "=") {
		value = n.NamedChild(int(n.NamedChildCount()) - 1)
		s.isDefault = true
	}
	if value != nil && !s.isolated {
		s.isDefault = true
		f.exportValue(unwrap(value), doc, s, depth)
		return
	}
	if value == nil && !has(n, "namespace") {
		for c := range treesitter.Children(n) { // a declaration that did not parse whole
			f.statement(c, doc, s, depth+1)
		}
	}
}

// exportFrom reads the names that a module passes on from another. Inside a
// module declared by name they are not the file's.
func (f *file) exportFrom(n *sitter.Node, raw string, isolated bool) {
	if isolated {
		f.imports.Add(record.Import{Raw: raw, TypeOnly: has(n, "type")})
		return
	}
	i := record.Import{Raw: raw, Reexport: true, TypeOnly: has(n, "type")}
	switch clause := child(n, "export_clause", "namespace_export"); {
	case clause == nil:
		i.Form, i.Names = formStar, []string{"*"}
	case clause.Type() == "namespace_export":
		i.Names = []string{"*"}
		name := clause.NamedChild(int(clause.NamedChildCount()) - 1)
		f.aliasTo(f.exportName(name), "*", raw)
	default:
		types := 0
		for _, spec := range specifiers(clause) {
			of := f.exportName(spec.ChildByFieldName("name"))
			as := of
			if a := spec.ChildByFieldName("alias"); a != nil {
				as = f.exportName(a)
			}
			if has(spec, "type") {
				types++
			}
			f.aliasTo(as, of, raw)
			i.Names = append(i.Names, of)
		}
		i.TypeOnly = i.TypeOnly || types > 0 && types == len(i.Names)
	}
	f.imports.Add(i)
}

// aliasTo adds a name that another module defines.
func (f *file) aliasTo(name, of, raw string) {
	f.add(record.Symbol{Name: name, Kind: record.KindAlias, Exported: true, Default: name == "default", Of: of, From: raw})
}

func specifiers(clause *sitter.Node) []*sitter.Node {
	var list []*sitter.Node
	for c := range treesitter.Children(clause) {
		if c.Type() == "export_specifier" || c.Type() == "import_specifier" {
			list = append(list, c)
		}
	}
	return list
}

// exportName returns an exported name, which may be written as a string.
func (f *file) exportName(n *sitter.Node) string {
	if name, ok := f.stringValue(n); ok {
		return name
	}
	return f.Text(n)
}

// exportList reads `export { a, b as c }`.
func (f *file) exportList(clause *sitter.Node, s scope) {
	for _, spec := range specifiers(clause) {
		local := f.Text(spec.ChildByFieldName("name"))
		exported := local
		if a := spec.ChildByFieldName("alias"); a != nil {
			exported = f.exportName(a)
		}
		if !s.isolated {
			f.renames = append(f.renames, rename{local, exported})
		} else if i, ok := f.at[key{s.parent, local}]; ok {
			f.symbols[i].Exported = s.visible
		}
	}
}

// exportValue reads an expression that is the default export, or all that a
// module exports.
func (f *file) exportValue(n *sitter.Node, doc string, s scope, depth int) {
	switch {
	case n == nil:
	case n.Type() == "identifier" && f.Text(n) != "undefined":
		f.renames = append(f.renames, rename{f.Text(n), "default"})
	case n.Type() == "class" || n.Type() == "class_declaration":
		name := f.Text(n.ChildByFieldName("name"))
		if name == "" {
			name = "default"
		}
		f.class(n, name, doc, s, depth)
	case isFunction(n):
		name := f.Text(n.ChildByFieldName("name"))
		if name == "" {
			name = "default"
		}
		f.define(record.Symbol{Name: name, Kind: record.KindFunction, Signature: f.function(name, n)}, doc, s)
	default:
		sym := record.Symbol{Name: "default", Kind: record.KindConstant, Signature: "default" + f.valueOf(nil, n)}
		sym.Exported, sym.Default, sym.Doc = true, true, lang.Doc(doc)
		f.add(sym)
	}
}

// hasModuleSyntax reports whether a file is an ES module.
func hasModuleSyntax(t *treesitter.Tree) bool {
	for n := range treesitter.Children(t.Root) {
		if n.Type() == "import_statement" || n.Type() == "export_statement" {
			return true
		}
	}
	return false
}
