package ecmascript

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// class adds a class and its members.
func (f *file) class(n *sitter.Node, name, doc string, s scope, depth int) {
	body := n.ChildByFieldName("body")
	signature := f.head(n, body)
	if own := n.ChildByFieldName("name"); own == nil {
		signature = strings.Replace(signature, "class", "class "+name, 1)
	} else if old := f.Text(own); old != name {
		signature = renamed(signature, old, name)
	}
	f.define(record.Symbol{Name: name, Kind: record.KindClass, Signature: signature}, doc, s)
	if name == "" {
		name = "default"
	}
	f.members(body, name, s, depth+1)
}

// members adds what a class or interface body declares.
func (f *file) members(body *sitter.Node, owner string, s scope, depth int) {
	if depth > maxBlocks {
		f.whole = false
		return
	}
	above := f.comments()
	for m := range treesitter.Children(body) {
		if treesitter.IsComment(m) {
			above.add(m)
			continue
		}
		if m.Type() == "decorator" {
			continue
		}
		f.member(m, above.take(m), join(s.parent, owner))
	}
}

func (f *file) member(m *sitter.Node, doc, owner string) {
	nameNode := m.ChildByFieldName("name")
	if nameNode == nil {
		nameNode = m.ChildByFieldName("property")
	}
	name := f.propertyName(nameNode)
	if name == "" {
		return
	}
	sym := record.Symbol{Name: name, Parent: owner, Doc: lang.Doc(doc)}
	sym.Exported = !f.private(m, name)
	value := unwrap(m.ChildByFieldName("value"))
	switch m.Type() {
	case "method_definition", "method_signature", "abstract_method_signature":
		sym.Kind, sym.Signature = f.method(m, name)
	case "public_field_definition", "field_definition", "property_signature":
		sym.Kind, sym.Signature = record.KindField, f.field(m, name)
		if value != nil && isFunction(value) {
			sym.Kind, sym.Signature = record.KindMethod, f.function(name, value)
		}
	default:
		return
	}
	f.add(sym)
}

func (f *file) method(m *sitter.Node, name string) (record.Kind, string) {
	prefix := ""
	switch {
	case name == "constructor" && m.Type() != "method_signature" || name == "constructor" && has(m, "public"):
		return record.KindConstructor, f.function(name, m)
	case has(m, "get"), has(m, "set"):
		if has(m, "static") {
			prefix = "static "
		}
		return record.KindProperty, prefix + name + f.text(m.ChildByFieldName("return_type"))
	case has(m, "static"):
		prefix = "static "
	}
	return record.KindMethod, prefix + f.function(name, m)
}

func (f *file) field(m *sitter.Node, name string) string {
	prefix := ""
	for _, word := range []string{"static", "readonly"} {
		if has(m, word) {
			prefix += word + " "
		}
	}
	if has(m, "?") {
		name += "?"
	}
	return prefix + name + f.text(m.ChildByFieldName("type"))
}

func (f *file) private(m *sitter.Node, name string) bool {
	if strings.HasPrefix(name, "#") {
		return true
	}
	access := f.Text(child(m, "accessibility_modifier"))
	return access == "private" || access == "protected"
}

// propertyName returns a member's name, or "" for a computed one.
func (f *file) propertyName(n *sitter.Node) string {
	if n == nil {
		return ""
	}
	switch n.Type() {
	case "property_identifier", "private_property_identifier", "identifier", "shorthand_property_identifier":
		return f.Text(n)
	case "string":
		name, _ := f.stringValue(n)
		return name
	}
	return ""
}

// objectMethods adds the functions of an object literal as its methods.
func (f *file) objectMethods(object *sitter.Node, owner string) {
	above := f.comments()
	for m := range treesitter.Children(object) {
		if treesitter.IsComment(m) {
			above.add(m)
			continue
		}
		doc := above.take(m)
		var name, signature string
		switch m.Type() {
		case "method_definition":
			name = f.propertyName(m.ChildByFieldName("name"))
			signature = f.function(name, m)
		case "pair":
			value := unwrap(m.ChildByFieldName("value"))
			if value == nil || !isFunction(value) {
				continue
			}
			name = f.propertyName(m.ChildByFieldName("key"))
			signature = f.function(name, value)
		}
		if name != "" {
			f.add(record.Symbol{Name: name, Kind: record.KindMethod, Parent: owner, Exported: true, Signature: signature, Doc: lang.Doc(doc)})
		}
	}
}
