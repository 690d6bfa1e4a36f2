package python

import (
	"bytes"
	"slices"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// formModule is the form of `import a.b`, which binds a module, whatever is
// used of it; `from a import b` may be about a.b alone.
const formModule = "module"

// importStatement adds what an import statement names. At the top level the
// names that it binds may be passed on.
func (m *module) importStatement(n *sitter.Node, top, typeOnly bool) {
	switch n.Type() {
	case "import_statement":
		for c := range treesitter.Children(n) {
			m.importModule(c, top, typeOnly)
		}
	case "future_import_statement":
		m.importFrom(n, "__future__", false, typeOnly)
	case "import_from_statement":
		source := n.ChildByFieldName("module_name")
		if source == nil {
			return
		}
		m.importFrom(n, spaceless(m.Text(source)), top, typeOnly)
	}
}

func (m *module) importModule(n *sitter.Node, top, typeOnly bool) {
	name, local := n, ""
	if n.Type() == "aliased_import" {
		name, local = n.ChildByFieldName("name"), m.Text(n.ChildByFieldName("alias"))
	}
	raw := spaceless(m.Text(name))
	if raw == "" || n.Type() != "aliased_import" && n.Type() != "dotted_name" {
		return
	}
	m.imports.Add(record.Import{Raw: raw, Form: formModule, TypeOnly: typeOnly})
	if top {
		m.aliases = append(m.aliases, alias{raw: raw, form: formModule, of: "*", name: local, kept: local == raw, typeOnly: typeOnly})
		if local == "" && !strings.Contains(raw, ".") {
			m.aliases[len(m.aliases)-1].name = raw
		}
	}
	if local == "" {
		local = raw
	}
	m.spaces[local] = raw
}

func (m *module) importFrom(n *sitter.Node, raw string, top, typeOnly bool) {
	i := record.Import{Raw: raw, TypeOnly: typeOnly}
	started := false // the module's own name comes before the keyword
	for k := range int(n.ChildCount()) {
		c := n.Child(k)
		switch {
		case c.Type() == "import":
			started = true
		case !started:
		case c.Type() == "wildcard_import":
			i.Names = append(i.Names, "*")
			i.Reexport = i.Reexport || top
		case c.Type() == "dotted_name" || c.Type() == "aliased_import":
			of, name := spaceless(m.Text(c)), ""
			if c.Type() == "aliased_import" {
				of, name = spaceless(m.Text(c.ChildByFieldName("name"))), m.Text(c.ChildByFieldName("alias"))
			}
			kept := of == name
			if name == "" {
				name = of
			}
			i.Names = append(i.Names, of)
			if top {
				m.aliases = append(m.aliases, alias{raw: raw, of: of, name: name, kept: kept, typeOnly: typeOnly})
			}
		}
	}
	m.imports.Add(i)
}

// spaceless takes white space and line continuations out of a dotted name.
func spaceless(name string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' || r == '\\' {
			return -1
		}
		return r
	}, name)
}

// search looks at imports inside functions, then for the names used through
// imported modules; the rest of the module is not walked.
func (m *module) search() {
	imports := slices.DeleteFunc(treesitter.Words(m.Src, map[string]bool{"import": true}), m.startsLine)
	var types uint32 // before this byte everything is for type checkers only
	whole := m.WalkTo(m.Root, imports, func(n *sitter.Node) bool {
		switch m.grammar.kind(n) {
		case importing:
			m.importStatement(n, false, n.StartByte() < types)
			return false
		case branching:
			if typeChecking(m.Text(n.ChildByFieldName("condition"))) {
				if b := n.ChildByFieldName("consequence"); b != nil {
					types = max(types, b.EndByte())
				}
			}
		}
		return true
	})
	first := map[string]bool{}
	for local := range m.spaces {
		name, _, _ := strings.Cut(local, ".")
		first[name] = true
	}
	whole = m.WalkTo(m.Root, treesitter.Words(m.Src, first), func(n *sitter.Node) bool {
		if m.grammar.kind(n) == accessing {
			m.access(n)
		}
		return true
	}) && whole
	m.whole = m.whole && whole
}

// startsLine reports whether a word is in a line that starts with an import
// statement, which is known already.
func (m *module) startsLine(at uint32) bool {
	line := m.Src[bytes.LastIndexByte(m.Src[:at], '\n')+1 : at]
	return len(line) == 0 && bytes.HasPrefix(m.Src[at:], []byte("import ")) || bytes.HasPrefix(line, []byte("from ")) || bytes.HasPrefix(line, []byte("import "))
}

// access notes a name used through a module.
func (m *module) access(n *sitter.Node) {
	object, name := n.ChildByFieldName("object"), n.ChildByFieldName("attribute")
	if object == nil || name == nil || object.EndByte()-object.StartByte() > 100 {
		return
	}
	if raw, ok := m.spaces[string(m.Src[object.StartByte():object.EndByte()])]; ok {
		if u := (use{raw, m.Text(name)}); !m.used[u] {
			m.used[u] = true
			m.imports.Add(record.Import{Raw: raw, Form: formModule, Names: []string{u.name}, TypeOnly: true})
		}
	}
}
