package python

import (
	"bytes"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
)

// shortValue is the longest value that a signature shows, in bytes.
const shortValue = 40

// signature returns `name(params) -> type`; a method's own object is left out
// as callers do not write it.
func (m *module) signature(n *sitter.Node, name string, bound bool) string {
	var b strings.Builder
	for i := range int(min(n.ChildCount(), 3)) {
		if n.Child(i).Type() == "async" {
			b.WriteString("async ")
		}
	}
	b.WriteString(name + m.text(n.ChildByFieldName("type_parameters")))
	params := lang.Signature(m.text(n.ChildByFieldName("parameters")))
	if bound {
		params = withoutSelf(params)
	}
	b.WriteString(params)
	if r := n.ChildByFieldName("return_type"); r != nil {
		b.WriteString(" -> " + m.text(r))
	}
	return b.String()
}

func withoutSelf(params string) string {
	for _, self := range []string{"(self", "(cls", "(mcs", "(metacls"} {
		rest, ok := strings.CutPrefix(params, self)
		if !ok {
			continue
		}
		if rest = strings.TrimPrefix(rest, ", /"); strings.HasPrefix(rest, ")") {
			return "()" + rest[1:]
		}
		if after, ok := strings.CutPrefix(rest, ","); ok {
			return "(" + strings.TrimPrefix(after, " ")
		}
	}
	return params
}

// text returns the source of a node without comments; long values in it are
// cut down to "…".
func (m *module) text(n *sitter.Node) string {
	if n == nil {
		return ""
	}
	part := m.Src[n.StartByte():n.EndByte()]
	if !bytes.ContainsAny(part, "#=\\") {
		return string(part)
	}
	var b strings.Builder
	at := n.StartByte()
	hole := func(c *sitter.Node, fill string) bool {
		b.Write(m.Src[at:c.StartByte()])
		b.WriteString(fill)
		at = c.EndByte()
		return false
	}
	m.Walk(n, func(c *sitter.Node) bool {
		switch c.Type() {
		case "comment", "line_continuation":
			return hole(c, " ")
		case "call", "dictionary", "list", "tuple", "set", "string", "concatenated_string", "lambda", "list_comprehension":
			if c.EndByte()-c.StartByte() > shortValue && !c.Equal(n) {
				return hole(c, "…")
			}
		}
		return true
	})
	b.Write(m.Src[at:n.EndByte()])
	return b.String()
}

// valueOf tells an assigned value if that is short and says something: a
// literal, a name, or what made it.
func (m *module) valueOf(n *sitter.Node) string {
	if n == nil {
		return ""
	}
	switch n.Type() {
	case "integer", "float", "string", "true", "false", "none", "unary_operator", "identifier", "attribute", "ellipsis",
		"subscript", "binary_operator", "tuple":
		if n.EndByte()-n.StartByte() <= shortValue {
			if text := m.text(n); !strings.Contains(text, "\n") {
				return " = " + text
			}
		}
	case "call":
		if fn := n.ChildByFieldName("function"); fn != nil && fn.EndByte()-fn.StartByte() <= shortValue {
			if text := m.Text(fn); !strings.ContainsAny(text, "\n()") {
				return " = " + text + "(…)"
			}
		}
	}
	return ""
}

// bodyDoc returns the first sentence of a definition's docstring, else that of
// the comment above it.
func (m *module) bodyDoc(n *sitter.Node, above string) string {
	for c := range treesitter.Children(n.ChildByFieldName("body")) {
		if treesitter.IsComment(c) {
			continue
		}
		if text, ok := m.docstring(c); ok {
			if doc := lang.Sentence(text); doc != "" {
				return doc
			}
		}
		break
	}
	return above
}

// docstring returns the words of a statement that is nothing but a string.
func (m *module) docstring(n *sitter.Node) (string, bool) {
	if n.Type() != "expression_statement" || n.NamedChildCount() != 1 || n.NamedChild(0).Type() != "string" {
		return "", false
	}
	s := n.NamedChild(0)
	first, last := s.Child(0), s.Child(int(s.ChildCount())-1)
	if first == nil || last == nil || first.Type() != "string_start" || last.Type() != "string_end" || last.StartByte() < first.EndByte() {
		return "", false
	}
	return dedent(string(m.Src[first.EndByte():last.StartByte()])), true
}

// dedent takes the indentation that all lines but the first have off them.
func dedent(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\t", "        "), "\n")
	indent := -1
	for _, line := range lines[1:] {
		if trimmed := strings.TrimLeft(line, " "); strings.TrimSpace(trimmed) != "" && (indent < 0 || len(line)-len(trimmed) < indent) {
			indent = len(line) - len(trimmed)
		}
	}
	for i, line := range lines {
		if i > 0 && indent > 0 && len(line) >= indent {
			line = line[indent:]
		}
		lines[i] = strings.TrimRight(line, " \r")
	}
	lines[0] = strings.TrimLeft(lines[0], " ")
	return strings.Join(lines, "\n")
}

// stringValue returns the text of a plain string literal.
func (m *module) stringValue(n *sitter.Node) (string, bool) {
	if n == nil || n.Type() != "string" {
		return "", false
	}
	text := strings.TrimLeft(m.Text(n), "uUrRbB")
	if len(text) < 2 || text[0] != text[len(text)-1] || strings.ContainsAny(text, "\\\n{") {
		return "", false
	}
	return strings.Trim(text, text[:1]), true
}
