package treesitter

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
)

// IsComment reports whether a node is a comment in any of the grammars.
func IsComment(n *sitter.Node) bool { return strings.HasSuffix(n.Type(), "comment") }

// Comments remembers the comments that stand right above the next node of a
// list of children, so that their words can be attached to it: call Add for a
// comment and Take for any other node, in source order.
type Comments struct {
	tree       *Tree
	start, end uint32 // bytes of the run of comments
	row        uint32 // last row of the run
	marker     string // what starts its comments; "" for a block of several lines
	open       bool
	lastRow    uint32 // last row of the node before
	taken      bool
}

// Comments returns an empty memory.
func (t *Tree) Comments() *Comments { return &Comments{tree: t} }

// Add appends a comment to the run. After a blank line, or where the kind of
// comment changes, a new run begins; a block of several lines is a run of its
// own. A comment behind a node on its line belongs to that node and is passed
// over.
func (c *Comments) Add(n *sitter.Node) {
	if c.taken && n.StartPoint().Row == c.lastRow {
		return
	}
	marker := c.tree.marker(n)
	if !c.follows(n, marker) {
		c.start, c.open = n.StartByte(), true
	}
	c.end, c.row, c.marker = n.EndByte(), lastRow(n), marker
}

// follows reports whether a comment belongs to the run before it.
func (c *Comments) follows(n *sitter.Node, marker string) bool {
	return c.open && n.StartPoint().Row <= c.row+1 && marker == c.marker && marker != ""
}

// marker returns the first two characters of a comment on one line, of one
// that starts with a hash that alone.
func (t *Tree) marker(n *sitter.Node) string {
	if n.StartPoint().Row != lastRow(n) {
		return ""
	}
	if t.Src[n.StartByte()] == '#' {
		return "#"
	}
	return string(t.Src[n.StartByte():min(n.StartByte()+2, n.EndByte())])
}

// lastRow is the row a node ends on. Some grammars count a line comment's or a
// directive's newline in.
func lastRow(n *sitter.Node) uint32 {
	end := n.EndPoint()
	if end.Column == 0 && end.Row > n.StartPoint().Row {
		return end.Row - 1
	}
	return end.Row
}

// Take returns the source of the comments that end on the row above n or on
// its own, with their markers, and forgets them.
func (c *Comments) Take(n *sitter.Node) string {
	raw := ""
	if row := n.StartPoint().Row; c.open && (c.row == row || c.row+1 == row) {
		raw = strings.TrimSpace(string(c.tree.Src[c.start:c.end]))
	}
	c.open, c.taken, c.lastRow = false, true, lastRow(n)
	return raw
}

// Header returns the comments before the first other node, one text for each
// run as [Comments] divides them, with their markers. If the last run stands right
// above that node, claims says whether it is the node's rather than the file's.
func (t *Tree) Header(claims func(first *sitter.Node) bool) []string {
	var runs []string
	c := t.Comments()
	for n := range Children(t.Root) {
		if !IsComment(n) {
			if c.open && n.StartPoint().Row <= c.row+1 && claims(n) {
				return runs
			}
			break
		}
		if c.open && !c.follows(n, t.marker(n)) {
			runs = append(runs, string(t.Src[c.start:c.end]))
		}
		c.Add(n)
	}
	if c.open {
		runs = append(runs, string(t.Src[c.start:c.end]))
	}
	return runs
}

// Without returns the source of n without comments and without the nodes in
// omit, each replaced by a space: a declaration without its body.
func (t *Tree) Without(n *sitter.Node, omit ...*sitter.Node) string {
	type span struct{ start, end uint32 }
	out := map[span][]*sitter.Node{}
	for _, o := range omit {
		if o != nil {
			at := span{o.StartByte(), o.EndByte()}
			out[at] = append(out[at], o)
		}
	}
	var b strings.Builder
	at := n.StartByte()
	skip := func(from, to uint32) {
		if from > at {
			b.Write(t.Src[at:from])
		}
		b.WriteByte(' ')
		at = max(at, to)
	}
	t.Walk(n, func(c *sitter.Node) bool {
		if IsComment(c) {
			skip(c.StartByte(), c.EndByte())
			return false
		}
		for _, o := range out[span{c.StartByte(), c.EndByte()}] {
			if o.Equal(c) {
				skip(c.StartByte(), c.EndByte())
				return false
			}
		}
		return true
	})
	skip(n.EndByte(), n.EndByte())
	return b.String()
}
