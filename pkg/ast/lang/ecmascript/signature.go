package ecmascript

import (
	"bytes"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
)

// How long a part of a signature may be, in bytes, before it is left out.
const (
	shortType  = 100 // right side of a type alias
	shortList  = 80  // members of an enumeration
	shortValue = 40  // constants and defaults of parameters
)

// function returns the signature of anything with parameters.
func (f *file) function(name string, n *sitter.Node) string {
	var b strings.Builder
	if has(n, "async") {
		b.WriteString("async ")
	}
	if has(n, "*") {
		b.WriteString("*")
	}
	b.WriteString(name)
	if has(n, "?") {
		b.WriteString("?")
	}
	b.WriteString(f.text(n.ChildByFieldName("type_parameters")))
	if p := n.ChildByFieldName("parameter"); p != nil { // x => …
		b.WriteString("(" + f.Text(p) + ")")
	} else {
		b.WriteString(f.text(n.ChildByFieldName("parameters")))
	}
	b.WriteString(f.text(n.ChildByFieldName("return_type")))
	return b.String()
}

// head returns a declaration up to its body, without decorators.
func (f *file) head(n, body *sitter.Node) string {
	start, end := n.StartByte(), n.EndByte()
	for c := range treesitter.Children(n) {
		if c.Type() == "decorator" {
			start = c.EndByte()
			continue
		}
		break
	}
	if body != nil {
		end = body.StartByte()
	}
	return f.between(n, start, end)
}

// alias returns a type alias with its right side if that is short.
func (f *file) alias(n *sitter.Node) string {
	value := n.ChildByFieldName("value")
	if value == nil {
		return f.text(n)
	}
	left := strings.TrimRight(lang.Signature(f.between(n, n.StartByte(), value.StartByte())), " =")
	right := strings.TrimPrefix(lang.Signature(f.text(value)), "| ")
	if len(right) > shortType {
		return left
	}
	return left + " = " + right
}

// valueOf tells a variable's type, or its value if that is short and says
// something: a literal, or what made it.
func (f *file) valueOf(typ, value *sitter.Node) string {
	if typ != nil {
		return f.text(typ)
	}
	if value == nil {
		return ""
	}
	switch value.Type() {
	case "number", "string", "true", "false", "null", "unary_expression", "regex", "template_string":
		if text := f.text(value); len(text) <= shortValue && !strings.Contains(text, "\n") {
			return " = " + text
		}
	case "call_expression":
		if text, ok := f.callee(value.ChildByFieldName("function")); ok {
			return " = " + text + "(…)"
		}
	case "new_expression":
		if text, ok := f.callee(value.ChildByFieldName("constructor")); ok {
			return " = new " + text + "(…)"
		}
	case "identifier", "member_expression":
		if text, ok := f.callee(value); ok {
			return " = " + text
		}
	}
	return ""
}

// callee returns a name or a path of names.
func (f *file) callee(n *sitter.Node) (string, bool) {
	text := f.Text(n)
	if text == "" || len(text) > shortValue {
		return "", false
	}
	for i := range len(text) {
		if !isWord(text[i]) && text[i] != '.' {
			return "", false
		}
	}
	return text, true
}

func (f *file) text(n *sitter.Node) string {
	if n == nil {
		return ""
	}
	return f.between(n, n.StartByte(), n.EndByte())
}

// between returns a part of n without comments; bodies and long defaults in it
// are cut down to "…".
func (f *file) between(n *sitter.Node, start, end uint32) string {
	part := f.Src[start:end]
	if !bytes.ContainsAny(part, "{/=") {
		return string(part)
	}
	var b strings.Builder
	at := start
	hole := func(c *sitter.Node, fill string) bool {
		if c.StartByte() >= at && c.EndByte() <= end {
			b.Write(f.Src[at:c.StartByte()])
			b.WriteString(fill)
			at = c.EndByte()
		}
		return false
	}
	f.Walk(n, func(c *sitter.Node) bool {
		if c.EndByte() <= start || c.StartByte() >= end {
			return false
		}
		switch c.Type() {
		case "comment":
			return hole(c, " ")
		case "statement_block", "class_body":
			return hole(c, "{…}")
		case "decorator":
			return hole(c, "")
		case "object", "array", "call_expression", "string", "template_string", "new_expression":
			if c.EndByte()-c.StartByte() > shortValue && !c.Equal(n) {
				return hole(c, "…")
			}
		}
		return true
	})
	b.Write(f.Src[at:max(at, end)])
	return b.String()
}

func isFunction(n *sitter.Node) bool {
	switch n.Type() {
	case "arrow_function", "function_expression", "function", "generator_function", "function_declaration", "generator_function_declaration":
		return true
	}
	return false
}

// unwrap takes parentheses, casts and await off an expression.
func unwrap(n *sitter.Node) *sitter.Node {
	for range maxBlocks {
		if n == nil {
			return nil
		}
		switch n.Type() {
		case "parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression", "await_expression":
			n = n.NamedChild(0)
		case "type_assertion":
			n = n.NamedChild(1)
		default:
			return n
		}
	}
	return n
}
