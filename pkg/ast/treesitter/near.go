package treesitter

import sitter "github.com/smacker/go-tree-sitter"

// WalkTo is [Tree.Walk] for the nodes around given bytes alone: visit sees
// those that hold one of the offsets, which must be in ascending order.
func (t *Tree) WalkTo(n *sitter.Node, offsets []uint32, visit func(*sitter.Node) bool) bool {
	i := 0
	return t.Walk(n, func(c *sitter.Node) bool {
		for i < len(offsets) && offsets[i] < c.StartByte() {
			i++
		}
		return i < len(offsets) && offsets[i] < c.EndByte() && visit(c)
	})
}

// Words returns where the wanted words start in a text, in ascending order. It
// knows nothing of strings and comments.
func Words(src []byte, wanted map[string]bool) []uint32 {
	var found []uint32
	for i := 0; i < len(src); {
		if !wordByte(src[i]) {
			i++
			continue
		}
		start := i
		for i < len(src) && wordByte(src[i]) {
			i++
		}
		if wanted[string(src[start:i])] {
			found = append(found, uint32(start))
		}
	}
	return found
}

func wordByte(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
