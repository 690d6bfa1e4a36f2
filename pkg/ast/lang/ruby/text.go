package ruby

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
)

// shortValue is the longest value that a signature shows, in bytes.
const shortValue = 60

// source returns the text of a node without comments and omitted nodes.
func (f *file) source(n *sitter.Node, omit ...*sitter.Node) string {
	if n == nil {
		return ""
	}
	return f.Without(n, omit...)
}

// value returns " = literal" for a short literal.
func (f *file) value(n *sitter.Node) string {
	if n == nil || n.EndByte()-n.StartByte() > shortValue {
		return ""
	}
	switch n.Type() {
	case "integer", "float", "rational", "string", "simple_symbol", "true", "false", "nil", "regex", "unary", "range", "constant",
		"scope_resolution", "symbol_array", "string_array":
		if text := f.Text(n); !strings.Contains(text, "\n") {
			return " = " + text
		}
	case "call": // "text".freeze
		if f.Text(n.ChildByFieldName("method")) == "freeze" && n.ChildByFieldName("arguments") == nil {
			return f.value(n.ChildByFieldName("receiver"))
		}
	}
	return ""
}

// literal returns the text of a string without anything to be evaluated.
func (f *file) literal(n *sitter.Node) (string, bool) {
	if n == nil || n.Type() != "string" {
		return "", false
	}
	text := ""
	for c := range treesitter.Children(n) {
		if c.Type() != "string_content" {
			return "", false
		}
		text += f.Text(c)
	}
	return text, true
}
