package ecmascript

import (
	"bytes"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// whole stands for module.exports itself where a name of it could stand.
const whole = "="

// memberAssignment adds the methods that scripts give to a function or class
// defined above: A.prototype.m = function, A.m = function.
func (f *file) memberAssignment(n *sitter.Node, doc string) {
	if n == nil || n.Type() != "assignment_expression" {
		return
	}
	if doc != "" {
		f.docs[n.StartByte()] = doc
	}
	left, value := n.ChildByFieldName("left"), unwrap(n.ChildByFieldName("right"))
	if left == nil || value == nil || left.Type() != "member_expression" || !isFunction(value) {
		return
	}
	object, name := left.ChildByFieldName("object"), f.Text(left.ChildByFieldName("property"))
	owner := strings.TrimSuffix(f.short(object), ".prototype")
	i, ok := f.at[key{"", owner}]
	if !ok || f.symbols[i].Kind != record.KindFunction && f.symbols[i].Kind != record.KindClass {
		return
	}
	f.add(record.Symbol{
		Name: name, Kind: record.KindMethod, Parent: owner, Exported: !strings.HasPrefix(name, "_"),
		Signature: f.function(name, value), Doc: lang.Doc(doc),
	})
}

// noteAliases remembers `var app = module.exports = {}`.
func (s *search) noteAliases(name, value *sitter.Node) {
	if !s.commonJS || s.file.module || name.Type() != "identifier" {
		return
	}
	for range maxBlocks {
		if value == nil || value.Type() != "assignment_expression" {
			break
		}
		if s.target(value.ChildByFieldName("left")) == whole {
			s.aliases[s.Text(name)] = true
			return
		}
		value = unwrap(value.ChildByFieldName("right"))
	}
	if value != nil && s.target(value) == whole {
		s.aliases[s.Text(name)] = true
	}
}

// target returns the name that assigning to an expression exports, [whole] for
// module.exports, or "".
func (s *search) target(n *sitter.Node) string {
	if n == nil {
		return ""
	}
	switch n.Type() {
	case "this":
		if n.StartByte() >= s.inside && bytes.Contains(s.Src, []byte("exports")) {
			return whole
		}
	case "identifier":
		if name := s.Text(n); name == "exports" && n.StartByte() >= s.hidden[hiddenExports] || s.aliases[name] {
			return whole
		}
	case "member_expression", "subscript_expression":
		object := n.ChildByFieldName("object")
		name := s.Text(n.ChildByFieldName("property"))
		if n.Type() == "subscript_expression" {
			name, _ = s.stringValue(n.ChildByFieldName("index"))
		}
		if object == nil || name == "" {
			return ""
		}
		if object.Type() == "identifier" && s.short(object) == "module" {
			if name == "exports" && n.StartByte() >= s.hidden[hiddenModule] {
				return whole
			}
			return ""
		}
		if object.Type() != "identifier" && object.Type() != "this" && s.short(object) != "module.exports" {
			return ""
		}
		if s.target(object) == whole {
			return name
		}
	}
	return ""
}

func (s *search) assignment(n *sitter.Node) {
	if !s.commonJS || s.file.module {
		return
	}
	left, value := n.ChildByFieldName("left"), unwrap(n.ChildByFieldName("right"))
	name := s.target(left)
	for range maxBlocks {
		if value != nil && value.Type() == "assignment_expression" {
			value = unwrap(value.ChildByFieldName("right"))
		}
	}
	if name == "" || value == nil {
		return
	}
	if name != whole {
		s.exportNamed(name, value, s.docs[n.StartByte()])
		return
	}
	if left.Type() != "identifier" { // exports = x exports nothing
		s.exportWhole(value, s.docs[n.StartByte()])
	}
}

// exportWhole reads what module.exports becomes.
func (s *search) exportWhole(value *sitter.Node, doc string) {
	if value.Type() == "object" {
		s.exportObject(value)
		return
	}
	if raw, of, ok := s.required(value); ok {
		if of == "*" {
			s.imports.Add(record.Import{Raw: raw, Form: formRequire, Names: []string{"*"}, Reexport: true})
			return
		}
		s.reexport("", "default", binding{raw: raw, form: formRequire, of: of})
		return
	}
	if s.target(value) == whole {
		return
	}
	s.exportValue(value, doc, scope{exported: true, visible: true, isDefault: true}, 0)
}

func (s *search) exportObject(object *sitter.Node) {
	above := s.comments()
	for p := range treesitter.Children(object) {
		if treesitter.IsComment(p) {
			above.add(p)
			continue
		}
		doc := above.take(p)
		switch p.Type() {
		case "shorthand_property_identifier":
			s.renames = append(s.renames, rename{s.Text(p), s.Text(p)})
		case "pair":
			if value := unwrap(p.ChildByFieldName("value")); value != nil {
				s.exportNamed(s.propertyName(p.ChildByFieldName("key")), value, doc)
			}
		case "method_definition":
			name := s.propertyName(p.ChildByFieldName("name"))
			if has(p, "get") {
				if v := unwrap(returned(p)); v != nil {
					s.exportNamed(name, v, doc)
					continue
				}
			}
			if name != "" {
				s.add(record.Symbol{Name: name, Kind: record.KindFunction, Exported: true, Signature: s.function(name, p), Doc: lang.Doc(doc)})
			}
		case "spread_element":
			s.exportAll(unwrap(p.NamedChild(0)))
		}
	}
}

// exportAll passes on everything of a required module.
func (s *search) exportAll(n *sitter.Node) {
	if n == nil {
		return
	}
	raw, of, ok := s.required(n)
	if b, bound := s.locals[s.short(n)]; !ok && bound && n.Type() == "identifier" {
		raw, of, ok = b.raw, b.of, true
	}
	if ok && of == "*" {
		s.imports.Add(record.Import{Raw: raw, Form: formRequire, Names: []string{"*"}, Reexport: true})
	}
}

// exportNamed exports one name.
func (s *search) exportNamed(name string, value *sitter.Node, doc string) {
	if name == "" || name == "__esModule" || value.Type() == "undefined" ||
		value.Type() == "unary_expression" && strings.HasPrefix(s.short(value), "void") {
		return
	}
	if raw, of, ok := s.required(value); ok {
		s.reexport("", name, binding{raw: raw, form: formRequire, of: of})
		return
	}
	if value.Type() == "member_expression" {
		if b, ok := s.locals[s.short(value.ChildByFieldName("object"))]; ok && b.of == "*" && b.form == formRequire {
			b.of = s.short(value.ChildByFieldName("property"))
			s.reexport("", name, b)
			return
		}
	}
	sc := scope{exported: true, visible: true, isDefault: name == "default"}
	switch {
	case sc.isDefault:
		s.exportValue(value, doc, sc, 0)
	case value.Type() == "identifier":
		s.renames = append(s.renames, rename{s.Text(value), name})
	case value.Type() == "class":
		s.class(value, name, doc, sc, 0)
	case isFunction(value):
		s.define(record.Symbol{Name: name, Kind: record.KindFunction, Signature: s.function(name, value)}, doc, sc)
	default:
		s.define(record.Symbol{Name: name, Kind: record.KindConstant, Signature: name + s.valueOf(nil, value)}, doc, sc)
	}
}

// exporting reads the calls that export: Object.defineProperty and
// Object.assign, and the functions that compilers add.
func (s *search) exporting(n, fn *sitter.Node) {
	if !s.commonJS || s.file.module {
		return
	}
	name := s.short(fn)
	if name == "" {
		return
	}
	var args []*sitter.Node
	for a := range treesitter.Children(n.ChildByFieldName("arguments")) {
		if !treesitter.IsComment(a) {
			args = append(args, a)
		}
	}
	if i := strings.LastIndexByte(name, '.'); i >= 0 && strings.HasPrefix(name[i+1:], "__") {
		name = name[i+1:]
	}
	switch {
	case (name == "__exportStar" || name == "_export_star" || name == "__export") && len(args) > 0 && args[0].Type() == "call_expression":
		s.exportAll(args[0])
	case len(args) < 2 || s.target(args[0]) != whole:
	case name == "Object.defineProperty" && len(args) == 3:
		s.exportProperty(args[1], args[2])
	case name == "Object.assign" || name == "Object.defineProperties" || name == "_export" || name == "__export":
		for _, a := range args[1:] {
			if a.Type() == "object" {
				s.exportGetters(a, name)
			} else {
				s.exportAll(unwrap(a))
			}
		}
	}
}

func (s *search) exportProperty(nameNode, descriptor *sitter.Node) {
	name, ok := s.stringValue(nameNode)
	if !ok {
		return
	}
	for p := range treesitter.Children(descriptor) {
		word := s.Text(p.ChildByFieldName("key"))
		value := unwrap(p.ChildByFieldName("value"))
		if p.Type() == "method_definition" {
			word, value = s.Text(p.ChildByFieldName("name")), p
		}
		if value != nil && word == "get" {
			value = unwrap(returned(value))
		} else if word != "value" {
			continue
		}
		if value != nil {
			s.exportNamed(name, value, "")
			return
		}
	}
	if name != "__esModule" && name != "default" {
		s.add(record.Symbol{Name: name, Kind: record.KindVariable, Exported: true})
	}
}

// exportGetters reads an object of names, each given as a function that
// returns it if a compiler's helper takes the object.
func (s *search) exportGetters(object *sitter.Node, helper string) {
	if helper == "Object.assign" {
		s.exportObject(object)
		return
	}
	for p := range treesitter.Children(object) {
		name, value := s.propertyName(p.ChildByFieldName("key")), unwrap(p.ChildByFieldName("value"))
		if p.Type() == "method_definition" {
			name, value = s.propertyName(p.ChildByFieldName("name")), p
		}
		if value == nil {
			continue
		}
		if v := unwrap(returned(value)); v != nil {
			s.exportNamed(name, v, "")
		}
	}
}

// returned returns what a function of one statement returns.
func returned(fn *sitter.Node) *sitter.Node {
	body := fn.ChildByFieldName("body")
	if body == nil || body.Type() != "statement_block" {
		return body
	}
	if body.NamedChildCount() != 1 || body.NamedChild(0).Type() != "return_statement" {
		return nil
	}
	return body.NamedChild(0).NamedChild(0)
}
