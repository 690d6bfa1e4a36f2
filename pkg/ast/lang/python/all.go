package python

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// all is what is known of __all__.
type all struct {
	set      bool     // the module has it
	names    []string // in source order
	computed bool     // something other than literals and other modules' __all__ is in it
}

// readAll reads a statement about __all__ and reports whether it is one.
func (m *module) readAll(n *sitter.Node) bool {
	switch n.Type() {
	case "assignment", "augmented_assignment":
		left := n.ChildByFieldName("left")
		if left == nil || m.Text(left) != "__all__" {
			return false
		}
		if n.Type() == "assignment" {
			m.all = all{}
		}
		m.all.set = true
		m.listed(n.ChildByFieldName("right"), 0)
		return true
	case "call":
		fn := n.ChildByFieldName("function")
		if fn == nil || fn.EndByte()-fn.StartByte() > 20 {
			return false
		}
		method, ok := strings.CutPrefix(m.Text(fn), "__all__.")
		if !ok {
			return false
		}
		m.all.set = true
		for a := range treesitter.Children(n.ChildByFieldName("arguments")) {
			if name, ok := m.stringValue(a); ok && method == "remove" {
				m.unlist(name)
				continue
			}
			m.listed(a, 0)
		}
		return true
	}
	return false
}

// listed takes the names from an expression.
func (m *module) listed(n *sitter.Node, depth int) {
	if n == nil || depth > maxBlocks {
		return
	}
	if name, ok := m.stringValue(n); ok {
		m.all.names = append(m.all.names, name)
		return
	}
	switch n.Type() {
	case "list", "tuple", "set", "parenthesized_expression", "list_splat", "expression_list", "binary_operator", "assignment":
		for c := range treesitter.Children(n) {
			m.listed(c, depth+1)
		}
	case "attribute": // other.__all__: those names come through an import
		m.all.computed = m.all.computed || m.Text(n.ChildByFieldName("attribute")) != "__all__"
	case "comment":
	case "call": // list(…), tuple(…), sorted(…)
		fn := n.ChildByFieldName("function")
		switch name := m.Text(fn); name {
		case "list", "tuple", "sorted", "set":
			for c := range treesitter.Children(n.ChildByFieldName("arguments")) {
				m.listed(c, depth+1)
			}
		default:
			m.all.computed = true
		}
	default:
		m.all.computed = true
	}
}

func (m *module) unlist(name string) {
	for i, n := range m.all.names {
		if n == name {
			m.all.names = append(m.all.names[:i:i], m.all.names[i+1:]...)
			return
		}
	}
}

// finish decides what is exported and adds the names that imports pass on.
func (m *module) finish() {
	listed := map[string]bool{}
	for _, name := range m.all.names {
		listed[name] = true
	}
	if m.all.set { // says that what a package imports it does not offer
		m.add(record.Symbol{Name: "__all__", Kind: record.KindVariable})
	}
	if m.all.set && !m.all.computed {
		m.limit(listed)
	}
	for _, a := range m.aliases {
		_, defined := m.at[key{"", a.name}]
		if defined || a.name == "" {
			continue
		}
		exported := listed[a.name] || !m.all.set && a.kept
		if !exported && (m.all.set || !strings.HasPrefix(a.raw, ".") || !public(a.name)) {
			continue
		}
		m.add(record.Symbol{Name: a.name, Kind: record.KindAlias, Exported: exported, Of: a.of, From: a.raw})
		if exported {
			m.imports.Add(record.Import{Raw: a.raw, Form: a.form, Names: []string{a.of}, Reexport: true, TypeOnly: a.typeOnly})
		}
	}
	for _, name := range m.all.names {
		i, ok := m.at[key{"", name}]
		if !ok {
			m.add(record.Symbol{Name: name, Kind: record.KindVariable, Exported: true})
			continue
		}
		m.symbols[i].Exported = true
	}
}

// limit takes back what __all__ does not list, members of it included.
func (m *module) limit(listed map[string]bool) {
	for i := range m.symbols {
		s := &m.symbols[i]
		name := s.Name
		if s.Parent != "" {
			name, _, _ = strings.Cut(s.Parent, ".")
			if listed[name] && strings.HasPrefix(name, "_") {
				s.Exported = public(s.Name)
			}
		}
		s.Exported = s.Exported && listed[name]
	}
}
