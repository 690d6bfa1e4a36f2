package rust

import (
	"slices"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
)

// head is what stands above an item.
type head struct {
	doc         string
	test        bool // for tests only
	macroExport bool
	path        string // the file that a path attribute names
	pathIf      bool   // it holds for some configurations only
}

// above gathers the comments and attributes before the next item.
type above struct {
	source
	docs  []string // of doc comments
	plain []string // of other comments right above
	row   uint32   // last row of what came before
	head  head
}

func (s source) above() *above { return &above{source: s} }

func (a *above) comment(n *sitter.Node) {
	raw := strings.TrimSpace(a.Text(n))
	row := n.StartPoint().Row
	switch {
	case inner(raw):
	case outer(raw):
		a.docs = append(a.docs, raw)
	case row > a.row+1 || len(a.plain) == 0 && row == a.row && row > 0: // the latter stands behind an item
		a.plain = nil
		if row > a.row+1 || a.row == 0 {
			a.plain = []string{raw}
		}
	default:
		a.plain = append(a.plain, raw)
	}
	a.row = lastRow(n)
}

// lastRow is the row on which a node ends; a line comment counts its newline.
func lastRow(n *sitter.Node) uint32 {
	if end := n.EndPoint(); end.Column > 0 || end.Row == 0 {
		return end.Row
	}
	return n.EndPoint().Row - 1
}

func outer(raw string) bool {
	return strings.HasPrefix(raw, "///") && !strings.HasPrefix(raw, "////") ||
		strings.HasPrefix(raw, "/**") && !strings.HasPrefix(raw, "/***") && raw != "/**/"
}

func inner(raw string) bool { return strings.HasPrefix(raw, "//!") || strings.HasPrefix(raw, "/*!") }

func (a *above) attribute(n *sitter.Node) {
	a.row = lastRow(n)
	if n.EndByte()-n.StartByte() > 500 {
		return
	}
	text := strings.Join(strings.Fields(a.Text(n)), "")
	text = strings.TrimSuffix(strings.TrimPrefix(text, "#["), "]")
	switch {
	case text == "macro_export" || strings.HasPrefix(text, "macro_export("):
		a.head.macroExport = true
	case text == "cfg(test)" || strings.HasPrefix(text, "cfg(all(test,"), text == "test", strings.HasSuffix(text, "::test"), strings.Contains(text, "::test("), text == "bench":
		a.head.test = true
	case strings.HasPrefix(text, "path="):
		a.head.path, a.head.pathIf = quoted(a.Text(n)), false
	case strings.HasPrefix(text, "cfg_attr(") && strings.Contains(text, ",path=") && a.head.path == "":
		raw := a.Text(n)
		a.head.path, a.head.pathIf = quoted(raw[strings.LastIndex(raw, "path"):]), true
	case strings.HasPrefix(text, `doc="`):
		a.docs = append(a.docs, "/// "+quoted(a.Text(n)))
	}
}

// quoted returns the text of the first string literal, or "" if it has escapes.
func quoted(s string) string {
	_, rest, _ := strings.Cut(s, `"`)
	text, _, ok := strings.Cut(rest, `"`)
	if !ok || strings.Contains(text, `\`) {
		return ""
	}
	return text
}

// take returns what was gathered for n and forgets it.
func (a *above) take(n *sitter.Node) head {
	h := a.head
	h.doc = lang.Doc(strings.Join(a.docs, "\n"))
	if len(a.docs) == 0 && len(a.plain) > 0 && n.StartPoint().Row <= a.row+1 {
		h.doc = lang.Doc(strings.Join(a.plain, "\n"))
	}
	a.docs, a.plain, a.head, a.row = nil, nil, head{}, lastRow(n)
	return h
}

// innerDoc returns the first sentence of the `//!` comments in a module's body.
func (s source) innerDoc(body *sitter.Node) string {
	return lang.Doc(strings.Join(s.innerComments(body), "\n"))
}

func (s source) innerComments(n *sitter.Node) []string {
	var raws []string
	for c := range treesitter.Children(n) {
		switch c.Type() {
		case "line_comment", "block_comment":
			if raw := strings.TrimSpace(s.Text(c)); inner(raw) {
				raws = append(raws, raw)
			}
		case "inner_attribute_item":
		default:
			return raws
		}
	}
	return raws
}

// doc returns the file's inner doc comments, else what the comments at its
// head say that stand above nothing.
func (s source) doc() string {
	if raws := s.innerComments(s.Root); len(raws) > 0 {
		return lang.FileDoc(strings.Join(raws, "\n"))
	}
	raws := s.Header(func(n *sitter.Node) bool { return n.Type() != "inner_attribute_item" })
	return lang.FileDoc(slices.DeleteFunc(raws, func(raw string) bool { return strings.HasPrefix(raw, "///") })...)
}
