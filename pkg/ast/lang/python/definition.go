package python

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// scope is what a definition's surroundings decide.
type scope struct {
	parent   string // dotted path of the classes around
	exported bool
	enum     bool // members are values
	typeOnly bool // under `if TYPE_CHECKING`
}

// block reads the statements of a module, of a class's body or of a branch.
func (m *module) block(n *sitter.Node, s scope, depth int) {
	if depth > maxBlocks {
		m.whole = false
		return
	}
	above := m.Comments()
	last := -1 // symbol that the statement before assigned
	for c := range treesitter.Children(n) {
		if treesitter.IsComment(c) {
			above.Add(c)
			continue
		}
		doc := lang.Doc(above.Take(c))
		if text, ok := m.docstring(c); ok {
			if last >= 0 && m.symbols[last].Doc == "" {
				m.symbols[last].Doc = lang.Sentence(text)
			}
			last = -1
			continue
		}
		before := len(m.symbols)
		m.statement(c, doc, s, depth)
		last = -1
		if c.Type() == "expression_statement" && len(m.symbols) == before+1 {
			last = before
		}
	}
}

func (m *module) statement(n *sitter.Node, doc string, s scope, depth int) {
	switch n.Type() {
	case "function_definition":
		m.function(n, doc, "", s)
	case "class_definition":
		m.class(n, doc, s, depth)
	case "decorated_definition":
		m.decorated(n, doc, s, depth)
	case "type_alias_statement":
		m.typeAlias(n, doc, s)
	case "expression_statement":
		for c := range treesitter.Children(n) {
			m.expression(c, doc, s)
		}
	case "import_statement", "import_from_statement", "future_import_statement":
		m.importStatement(n, s.parent == "", s.typeOnly)
	case "if_statement":
		m.condition(n, s, depth)
	case "try_statement", "with_statement", "except_clause", "except_group_clause", "finally_clause", "else_clause",
		"block", "ERROR", "elif_clause":
		m.block(n, s, depth+1)
	}
}

// condition reads the branches of an if. What stands under the main guard is
// no part of the module for others.
func (m *module) condition(n *sitter.Node, s scope, depth int) {
	test := m.Text(n.ChildByFieldName("condition"))
	for c := range treesitter.Children(n) {
		inner := s
		if c.Type() == "block" {
			inner.typeOnly = s.typeOnly || typeChecking(test)
			if mainGuard(test) {
				inner.exported = false
			}
		}
		m.statement(c, "", inner, depth)
	}
}

func typeChecking(test string) bool {
	return test == "TYPE_CHECKING" || strings.HasSuffix(test, ".TYPE_CHECKING")
}

func mainGuard(test string) bool {
	return strings.HasPrefix(test, "__name__") && strings.Contains(test, "__main__")
}

func (m *module) decorated(n *sitter.Node, doc string, s scope, depth int) {
	decorator := ""
	for c := range treesitter.Children(n) {
		switch c.Type() {
		case "decorator":
			name := strings.TrimSpace(strings.TrimPrefix(m.Text(c), "@"))
			name, _, _ = strings.Cut(name, "(")
			decorator += " " + name + " "
		case "function_definition":
			m.function(c, doc, decorator, s)
		default:
			m.statement(c, doc, s, depth)
		}
	}
}

// function adds a function or method. decorators are their names, each
// between spaces.
func (m *module) function(n *sitter.Node, doc, decorators string, s scope) {
	name := m.Text(n.ChildByFieldName("name"))
	if name == "" {
		return
	}
	sym := record.Symbol{Name: name, Kind: record.KindFunction, Parent: s.parent, Exported: s.exported && public(name)}
	sym.Signature = m.signature(n, name, s.parent != "" && !strings.Contains(decorators, " staticmethod "))
	if s.parent != "" {
		sym.Kind = record.KindMethod
		switch {
		case name == "__init__":
			sym.Kind, sym.Exported = record.KindConstructor, s.exported
		case strings.Contains(decorators, "property "):
			sym.Kind, sym.Signature = record.KindProperty, name
			if r := n.ChildByFieldName("return_type"); r != nil {
				sym.Signature += ": " + m.text(r)
			}
		}
	}
	sym.Doc = m.bodyDoc(n, doc)
	m.add(sym)
}

func (m *module) class(n *sitter.Node, doc string, s scope, depth int) {
	name := m.Text(n.ChildByFieldName("name"))
	if name == "" {
		return
	}
	bases := n.ChildByFieldName("superclasses")
	sym := record.Symbol{Name: name, Kind: record.KindClass, Parent: s.parent, Exported: s.exported && public(name)}
	sym.Signature = "class " + name + m.text(n.ChildByFieldName("type_parameters"))
	if bases != nil && bases.NamedChildCount() > 0 {
		sym.Signature += m.text(bases)
	}
	inner := scope{parent: join(s.parent, name), exported: sym.Exported, enum: m.enumeration(bases)}
	if inner.enum {
		sym.Kind = record.KindEnum
	}
	sym.Doc = m.bodyDoc(n, doc)
	m.add(sym)
	m.block(n.ChildByFieldName("body"), inner, depth+1)
}

// enumeration reports whether one of a class's bases is one of enum's.
func (m *module) enumeration(bases *sitter.Node) bool {
	for b := range treesitter.Children(bases) {
		if b.EndByte()-b.StartByte() > 40 {
			continue
		}
		name := m.Text(b)
		switch name[strings.LastIndexByte(name, '.')+1:] {
		case "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "TextChoices", "IntegerChoices":
			return true
		}
	}
	return false
}

func (m *module) typeAlias(n *sitter.Node, doc string, s scope) {
	left := n.NamedChild(0)
	if left == nil {
		return
	}
	name, _, _ := strings.Cut(m.Text(left), "[")
	m.add(record.Symbol{
		Name: name, Kind: record.KindType, Parent: s.parent, Exported: s.exported && public(name),
		Signature: m.text(n), Doc: doc,
	})
}

// expression adds what an assignment defines and what it says of __all__.
func (m *module) expression(n *sitter.Node, doc string, s scope) {
	if s.parent == "" && m.readAll(n) {
		return
	}
	if n.Type() != "assignment" {
		return
	}
	value := n.ChildByFieldName("right")
	for range maxBlocks { // a = b = value
		if value == nil || value.Type() != "assignment" {
			break
		}
		value = value.ChildByFieldName("right")
	}
	for range maxBlocks {
		if n == nil || n.Type() != "assignment" {
			break
		}
		m.targets(n.ChildByFieldName("left"), n.ChildByFieldName("type"), value, doc, s, 0)
		n = n.ChildByFieldName("right")
	}
}

func (m *module) targets(left, typ, value *sitter.Node, doc string, s scope, depth int) {
	if left == nil || depth > maxBlocks {
		return
	}
	switch left.Type() {
	case "identifier":
		m.assigned(m.Text(left), typ, value, doc, s)
	case "pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern":
		for c := range treesitter.Children(left) {
			m.targets(c, nil, nil, doc, s, depth+1)
		}
	}
}

func (m *module) assigned(name string, typ, value *sitter.Node, doc string, s scope) {
	sym := record.Symbol{Name: name, Kind: record.KindVariable, Parent: s.parent, Exported: s.exported && public(name), Doc: doc}
	switch {
	case s.enum && !strings.HasPrefix(name, "_"):
		sym.Kind = record.KindConstant
	case s.parent != "":
		sym.Kind = record.KindField
	case name == strings.ToUpper(name) && strings.ToLower(name) != name:
		sym.Kind = record.KindConstant
	case typ != nil && strings.HasSuffix(m.Text(typ), "TypeAlias"):
		sym.Kind = record.KindType
	}
	sym.Signature = name
	if typ != nil {
		sym.Signature += ": " + m.text(typ)
	}
	if value != nil && value.Type() == "lambda" && s.parent == "" {
		sym.Kind, sym.Signature = record.KindFunction, name+"("+m.text(value.ChildByFieldName("parameters"))+")"
	} else {
		sym.Signature += m.valueOf(value)
	}
	m.add(sym)
}

// public reports whether a name is one for others.
func public(name string) bool { return !strings.HasPrefix(name, "_") }

func join(parent, name string) string {
	if parent == "" {
		return name
	}
	return parent + "." + name
}
