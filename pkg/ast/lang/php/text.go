package php

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
)

// shortValue is the longest value that a signature shows, in bytes.
const shortValue = 60

// visibility returns the access modifier of a member or of a promoted
// parameter; the one for writing alone does not count.
func (f *file) visibility(n *sitter.Node) string {
	for c := range treesitter.Children(n) {
		if c.Type() == "visibility_modifier" {
			if text := strings.ToLower(f.Text(c)); !strings.Contains(text, "(") {
				return text
			}
		}
	}
	return "public"
}

func (f *file) attributes(n *sitter.Node) []*sitter.Node {
	if a := n.ChildByFieldName("attributes"); a != nil {
		return []*sitter.Node{a}
	}
	return nil
}

// omitted lists what a function's signature leaves out: its body, attributes,
// what a caller does not see of its parameters, and the words that all have.
func (f *file) omitted(n *sitter.Node) []*sitter.Node {
	omit := []*sitter.Node{n.ChildByFieldName("body")}
	for c := range treesitter.All(n) {
		switch c.Type() {
		case "attribute_list", "function", "final_modifier":
			omit = append(omit, c)
		case "visibility_modifier":
			if strings.EqualFold(f.Text(c), "public") {
				omit = append(omit, c)
			}
		}
	}
	for p := range treesitter.Children(n.ChildByFieldName("parameters")) {
		for c := range treesitter.Children(p) {
			switch c.Type() {
			case "attribute_list", "visibility_modifier", "readonly_modifier", "property_hook_list":
				omit = append(omit, c)
			}
		}
	}
	return omit
}

// value returns " = literal" for a short literal.
func (f *file) value(n *sitter.Node) string {
	if n == nil || n.EndByte()-n.StartByte() > shortValue {
		return ""
	}
	switch n.Type() {
	case "string", "encapsed_string", "integer", "float", "boolean", "null", "unary_op_expression", "binary_expression",
		"class_constant_access_expression":
		if text := f.Text(n); !strings.Contains(text, "\n") {
			return " = " + text
		}
	}
	return ""
}

// literal returns the text of a string without variables and escapes.
func (f *file) literal(n *sitter.Node) (string, bool) {
	if n == nil || n.Type() != "string" && n.Type() != "encapsed_string" {
		return "", false
	}
	text := f.Text(n)
	if len(text) < 2 || text[0] != text[len(text)-1] {
		return "", false
	}
	for c := range treesitter.Children(n) {
		if c.Type() != "string_content" {
			return "", false
		}
	}
	return text[1 : len(text)-1], true
}

// name returns a qualified name without the leading backslash, white space and
// comments.
func (f *file) name(n *sitter.Node) string {
	if n == nil {
		return ""
	}
	text := f.Text(n)
	if strings.ContainsAny(text, " \t\r\n/#") {
		text = strings.Join(strings.Fields(f.Without(n)), "")
	}
	return strings.TrimPrefix(text, `\`)
}
