package ecmascript

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// statements reads the children of a program, a namespace's block or an ERROR.
func (f *file) statements(n *sitter.Node, s scope, depth int) {
	if depth > maxBlocks {
		f.whole = false
		return
	}
	above := f.comments()
	for c := range treesitter.Children(n) {
		if treesitter.IsComment(c) {
			above.add(c)
			continue
		}
		f.statement(c, above.take(c), s, depth)
	}
}

func (f *file) statement(n *sitter.Node, doc string, s scope, depth int) {
	switch n.Type() {
	case "import_statement":
		f.importStatement(n, !s.isolated)
	case "export_statement":
		f.exportStatement(n, doc, s, depth)
	case "ambient_declaration":
		s.ambient = true
		for c := range treesitter.Children(n) {
			if c.Type() == "statement_block" { // declare global
				s.parent, s.exported, s.visible, s.isolated = join(s.parent, "global"), false, false, true
				f.statements(c, s, depth+1)
				continue
			}
			f.statement(c, doc, s, depth)
		}
	case "expression_statement":
		if m := child(n, "internal_module"); m != nil {
			f.namespace(m, doc, s, depth)
			return
		}
		if s.parent == "" {
			f.memberAssignment(n.NamedChild(0), doc)
		}
	case "ERROR":
		f.statements(n, s, depth+1)
	default:
		f.declaration(n, doc, s, depth)
	}
}

// declaration adds what a declaration defines.
func (f *file) declaration(n *sitter.Node, doc string, s scope, depth int) {
	switch n.Type() {
	case "function_declaration", "generator_function_declaration", "function_signature":
		name := f.Text(n.ChildByFieldName("name"))
		f.define(record.Symbol{Name: name, Kind: record.KindFunction, Signature: f.function(name, n)}, doc, s)
	case "class_declaration", "abstract_class_declaration", "class":
		f.class(n, f.Text(n.ChildByFieldName("name")), doc, s, depth)
	case "interface_declaration":
		name := f.Text(n.ChildByFieldName("name"))
		body := n.ChildByFieldName("body")
		f.define(record.Symbol{Name: name, Kind: record.KindInterface, Signature: f.head(n, body)}, doc, s)
		f.members(body, name, s, depth+1)
	case "type_alias_declaration":
		name := f.Text(n.ChildByFieldName("name"))
		f.define(record.Symbol{Name: name, Kind: record.KindType, Signature: f.alias(n)}, doc, s)
	case "enum_declaration":
		f.enum(n, doc, s)
	case "internal_module", "module":
		f.namespace(n, doc, s, depth)
	case "lexical_declaration", "variable_declaration":
		f.variables(n, doc, s, depth)
	case "import_alias":
		if id := child(n, "identifier"); id != nil {
			f.define(record.Symbol{Name: f.Text(id), Kind: record.KindNamespace, Signature: f.text(n)}, doc, s)
		}
	}
}

// define adds a symbol to its scope.
func (f *file) define(sym record.Symbol, doc string, s scope) {
	if sym.Name == "" && s.isDefault {
		sym.Name = "default"
	}
	sym.Parent, sym.Exported, sym.Default = s.parent, s.exported, s.isDefault
	sym.Doc = lang.Doc(doc)
	f.add(sym)
}

func (f *file) namespace(n *sitter.Node, doc string, s scope, depth int) {
	nameNode, body := n.ChildByFieldName("name"), n.ChildByFieldName("body")
	if nameNode == nil {
		return
	}
	name, quoted := f.stringValue(nameNode)
	if !quoted {
		name = f.Text(nameNode)
	}
	kind := record.KindNamespace
	if quoted { // what another module is declared to hold
		kind, s.isolated = record.KindModule, true
	}
	inner := s
	inner.parent = join(s.parent, name)
	if quoted { // a module declared by name is visible in a file that is no module itself
		s.exported = s.ambient && !f.module
	}
	f.define(record.Symbol{Name: name, Kind: kind, Signature: f.head(n, body)}, doc, s)
	if body != nil {
		inner.visible, inner.isolated, inner.isDefault = true, true, false
		inner.exported = inner.ambient && f.allExported(body)
		f.statements(body, inner, depth+1)
	}
}

// enum adds an enumeration and its members.
func (f *file) enum(n *sitter.Node, doc string, s scope) {
	name, body := f.Text(n.ChildByFieldName("name")), n.ChildByFieldName("body")
	var members []string
	above := f.comments()
	var values []record.Symbol
	for c := range treesitter.Children(body) {
		if treesitter.IsComment(c) {
			above.add(c)
			continue
		}
		raw := above.take(c)
		id := c
		if c.Type() == "enum_assignment" {
			id = c.ChildByFieldName("name")
		}
		member := f.propertyName(id)
		if member == "" {
			continue
		}
		members = append(members, member)
		values = append(values, record.Symbol{Name: member, Kind: record.KindConstant, Doc: lang.Doc(raw), Signature: f.text(c)})
	}
	signature := f.head(n, body)
	if list := strings.Join(members, ", "); list != "" && len(list) <= shortList {
		signature += " { " + list + " }"
	}
	f.define(record.Symbol{Name: name, Kind: record.KindEnum, Signature: signature}, doc, s)
	for _, v := range values {
		v.Parent, v.Exported = join(s.parent, name), true
		f.add(v)
	}
}

// variables adds what const, let and var define, destructured names too.
func (f *file) variables(n *sitter.Node, doc string, s scope, depth int) {
	keyword := "var"
	if k := n.ChildByFieldName("kind"); k != nil {
		keyword = f.Text(k)
	}
	kind := record.KindVariable
	if keyword == "const" || s.ambient {
		kind = record.KindConstant
	}
	for d := range treesitter.Children(n) {
		if d.Type() != "variable_declarator" {
			continue
		}
		name, value := d.ChildByFieldName("name"), d.ChildByFieldName("value")
		if name == nil || s.parent == "" && !s.exported && f.bindRequire(name, value) {
			continue
		}
		if name.Type() != "identifier" {
			for _, id := range f.patternNames(name, nil, 0) {
				f.define(record.Symbol{Name: id, Kind: kind, Signature: keyword + " " + id}, doc, s)
			}
			continue
		}
		f.variable(d, f.Text(name), keyword, kind, doc, s, depth)
	}
}

func (f *file) variable(d *sitter.Node, name, keyword string, kind record.Kind, doc string, s scope, depth int) {
	value := unwrap(d.ChildByFieldName("value"))
	typ := d.ChildByFieldName("type")
	switch {
	case value != nil && isFunction(value) && typ == nil:
		f.define(record.Symbol{Name: name, Kind: record.KindFunction, Signature: f.function(name, value)}, doc, s)
		return
	case value != nil && value.Type() == "class":
		f.class(value, name, doc, s, depth)
		return
	case value != nil && isFunction(value):
		kind = record.KindFunction
	}
	f.define(record.Symbol{Name: name, Kind: kind, Signature: keyword + " " + name + f.valueOf(typ, value)}, doc, s)
	if value != nil && value.Type() == "object" {
		f.objectMethods(value, join(s.parent, name))
	}
}

// patternNames appends the names that a pattern binds.
func (f *file) patternNames(n *sitter.Node, names []string, depth int) []string {
	if n == nil || depth > maxBlocks {
		return names
	}
	switch n.Type() {
	case "identifier", "shorthand_property_identifier_pattern":
		return append(names, f.Text(n))
	case "pair_pattern":
		return f.patternNames(n.ChildByFieldName("value"), names, depth+1)
	case "assignment_pattern", "object_assignment_pattern":
		return f.patternNames(n.ChildByFieldName("left"), names, depth+1)
	case "object_pattern", "array_pattern", "rest_pattern":
		for c := range treesitter.Children(n) {
			names = f.patternNames(c, names, depth+1)
		}
	}
	return names
}

// allExported reports whether everything an ambient block declares is visible
// outside: so it is unless an export list or assignment chooses.
func (f *file) allExported(n *sitter.Node) bool {
	for c := range treesitter.Children(n) {
		if c.Type() != "export_statement" {
			continue
		}
		if c.ChildByFieldName("declaration") == nil && !has(c, "import") {
			return false
		}
	}
	return true
}

func join(parent, name string) string {
	if parent == "" {
		return name
	}
	return parent + "." + name
}
