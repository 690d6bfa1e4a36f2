package structure

import (
	"github.com/pelletier/go-toml/v2/unstable"
)

// TOML reads a TOML file.
func TOML(src []byte) (root *Node, whole bool) {
	root = &Node{Kind: Table}
	if nested(src) {
		return root, false
	}
	p := unstable.Parser{}
	p.Reset(src)
	b := newBudget()
	table := root
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table:
			table = descend(root, keys(e), false, b)
		case unstable.ArrayTable:
			table = descend(root, keys(e), true, b)
		case unstable.KeyValue:
			assign(table, e, b, 1)
		}
		if !b.whole {
			return root, false
		}
	}
	return root, p.Error() == nil
}

func keys(e *unstable.Node) []string {
	var path []string
	for it := e.Key(); it.Next(); {
		path = append(path, string(it.Node().Data))
	}
	return path
}

// descend returns the table at a path, made where it is missing; the last one
// of a list of tables stands for the list.
func descend(n *Node, path []string, list bool, b *budget) *Node {
	for i, key := range path {
		next := n.Get(key)
		last := list && i == len(path)-1
		if next != nil && next.Kind == List && len(next.Items) > 0 && !last {
			next = next.Items[len(next.Items)-1]
		}
		switch {
		case !b.take(i):
			return n
		case last && (next == nil || next.Kind != List):
			next = &Node{Kind: List}
			n.add(key, next)
		case !last && (next == nil || next.Kind != Table):
			next = &Node{Kind: Table}
			n.add(key, next)
		}
		if last {
			next.Items = append(next.Items, &Node{Kind: Table})
			next = next.Items[len(next.Items)-1]
		}
		n = next
	}
	return n
}

// assign puts a key's value into a table.
func assign(table *Node, e *unstable.Node, b *budget, depth int) {
	path := keys(e)
	if len(path) == 0 {
		return
	}
	table = descend(table, path[:len(path)-1], false, b)
	if v := tomlValue(e.Value(), b, depth+1); v != nil {
		table.add(path[len(path)-1], v)
	}
}

func tomlValue(v *unstable.Node, b *budget, depth int) *Node {
	if !b.take(depth) {
		return nil
	}
	switch v.Kind {
	case unstable.String:
		return &Node{Kind: String, Text: string(v.Data)}
	case unstable.Array:
		n := &Node{Kind: List}
		for it := v.Children(); it.Next(); {
			if it.Node().Kind == unstable.Comment {
				continue
			}
			if item := tomlValue(it.Node(), b, depth+1); item != nil {
				n.Items = append(n.Items, item)
			}
		}
		return n
	case unstable.InlineTable:
		n := &Node{Kind: Table}
		for it := v.Children(); it.Next(); {
			if it.Node().Kind == unstable.KeyValue {
				assign(n, it.Node(), b, depth+1)
			}
		}
		return n
	}
	return &Node{Kind: Scalar, Text: string(v.Data)}
}
