package rust

import (
	"bytes"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
)

// How long a part of a signature may be, in bytes, before it is left out.
const (
	shortList  = 80 // variants of an enumeration
	shortValue = 40
)

// function returns a function's signature without `fn`, visibility and bounds
// behind the result.
func (s source) function(n *sitter.Node, name string) string {
	var b strings.Builder
	for c := range treesitter.Children(n) {
		if c.Type() == "function_modifiers" {
			b.WriteString(s.text(c) + " ")
		}
	}
	b.WriteString(name + s.text(n.ChildByFieldName("type_parameters")) + s.text(n.ChildByFieldName("parameters")))
	if r := n.ChildByFieldName("return_type"); r != nil {
		b.WriteString(" -> " + s.text(r))
	}
	return b.String()
}

// declared returns an item without visibility, body and where clause.
func (s source) declared(n, body *sitter.Node) string {
	omit := []*sitter.Node{body}
	for c := range treesitter.Children(n) {
		if t := c.Type(); t == "visibility_modifier" || t == "where_clause" {
			omit = append(omit, c)
		}
	}
	return s.Without(n, omit...)
}

// text returns a node's source without comments.
func (s source) text(n *sitter.Node) string {
	if n == nil {
		return ""
	}
	if !bytes.Contains(s.Src[n.StartByte():n.EndByte()], []byte("/")) {
		return s.Text(n)
	}
	return s.Without(n)
}
