package ecmascript

import (
	"bytes"
	"regexp"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
)

// comments keeps the comment above the next node: the last block, or the last
// run of line comments.
type comments struct {
	file        *file
	first, last *sitter.Node // nil if there is none
	behind      uint32       // row after the one on which the node before ended
}

func (f *file) comments() *comments { return &comments{file: f} }

func (c *comments) block(n *sitter.Node) bool {
	return bytes.HasPrefix(c.file.Src[n.StartByte():], []byte("/*"))
}

// add takes a comment and returns the one before it if that is another. A
// comment behind a node on its line belongs to that node.
func (c *comments) add(n *sitter.Node) (before string) {
	row := n.StartPoint().Row
	if row < c.behind {
		return ""
	}
	if c.last != nil && (c.block(n) || c.block(c.last) || row > c.last.EndPoint().Row+1) {
		before = c.raw()
		c.first = nil
	}
	if c.first == nil {
		c.first = n
	}
	c.last = n
	return before
}

func (c *comments) raw() string {
	if c.last == nil {
		return ""
	}
	return string(c.file.Src[c.first.StartByte():c.last.EndByte()])
}

// take returns the comment right above n and forgets it.
func (c *comments) take(n *sitter.Node) string {
	raw := ""
	if c.last != nil && n.StartPoint().Row <= c.last.EndPoint().Row+1 {
		raw = c.raw()
	}
	c.first, c.last, c.behind = nil, nil, n.EndPoint().Row+1
	return raw
}

// doc returns what the comments above the first statement say about the file.
// Words right above a definition are the definition's.
func (f *file) doc() string {
	var raws []string
	above := f.comments()
	for n := range treesitter.Children(f.Root) {
		switch {
		case n.Type() == "hash_bang_line":
		case treesitter.IsComment(n):
			raws = append(raws, above.add(n))
		default:
			if raw := above.raw(); above.take(n) == "" || !f.claims(n) && !heading(raw) || fileTag(raw) {
				raws = append(raws, raw)
			}
			return lang.FileDoc(raws...)
		}
	}
	return lang.FileDoc(append(raws, above.raw())...)
}

// heading reports whether a comment right above imports or re-exports is one
// of those that part them into groups: `// Components`.
func heading(raw string) bool {
	return strings.HasPrefix(raw, "//") && !strings.Contains(raw, "\n") && len(strings.Fields(raw)) < 6
}

// claims reports whether the comment right above a first statement is about
// the statement.
func (f *file) claims(n *sitter.Node) bool {
	switch n.Type() {
	case "import_statement", "expression_statement", "if_statement", "empty_statement":
		return false
	case "export_statement":
		return n.ChildByFieldName("source") == nil
	case "lexical_declaration", "variable_declaration":
		return !bytes.Contains(f.Src[n.StartByte():n.EndByte()], []byte("require("))
	}
	return true
}

var fileTagLine = regexp.MustCompile(`(?m)^[\s*/]*@(file|fileoverview|fileOverview|module|packageDocumentation|overview)\b`)

// fileTag reports whether a comment says itself that it is about the file.
func fileTag(raw string) bool { return fileTagLine.MatchString(raw) }
