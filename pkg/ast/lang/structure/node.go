// Package structure reads JSON, JSON with comments, YAML and TOML into one
// ordered tree, so that a manifest's extractor says what it wants and not how
// the file is spelled. Start from [JSON], [YAML] and [TOML].
//
// Text that does not parse gives the part before the fault. Depth and number
// of nodes are bounded, and an alias counts for all that it stands for.
package structure

import "slices"

// Kind is what a node is.
type Kind int

// The kinds. A Scalar is a number, truth value or date, as it is written.
const (
	Null Kind = iota
	String
	Scalar
	List
	Table
)

// The bounds on one file.
const (
	maxDepth = 100
	maxNodes = 200_000
)

// Node is one value. The methods take a nil Node for one that is not there.
type Node struct {
	Kind  Kind
	Text  string   // of a String or Scalar
	Keys  []string // of a Table; the last of two equal keys counts
	Items []*Node  // of a List or Table
}

// Get follows keys through tables.
func (n *Node) Get(keys ...string) *Node {
	for _, key := range keys {
		if n == nil || n.Kind != Table {
			return nil
		}
		at := -1
		for i := len(n.Keys) - 1; i >= 0 && at < 0; i-- {
			if n.Keys[i] == key {
				at = i
			}
		}
		if at < 0 {
			return nil
		}
		n = n.Items[at]
	}
	return n
}

// Str returns the text of a String at keys, else "".
func (n *Node) Str(keys ...string) string {
	if n = n.Get(keys...); n == nil || n.Kind != String {
		return ""
	}
	return n.Text
}

// Strs returns the texts of a List's Strings at keys; a String alone is a list
// of one.
func (n *Node) Strs(keys ...string) []string {
	n = n.Get(keys...)
	switch {
	case n == nil:
		return nil
	case n.Kind == String:
		return []string{n.Text}
	case n.Kind != List:
		return nil
	}
	var all []string
	for _, item := range n.Items {
		if item.Kind == String {
			all = append(all, item.Text)
		}
	}
	return all
}

// Elements returns the items of a List at keys.
func (n *Node) Elements(keys ...string) []*Node {
	if n = n.Get(keys...); n == nil || n.Kind != List {
		return nil
	}
	return n.Items
}

// Names returns the keys of a Table at keys, in source order, each once.
func (n *Node) Names(keys ...string) []string {
	if n = n.Get(keys...); n == nil || n.Kind != Table {
		return nil
	}
	seen := make(map[string]bool, len(n.Keys))
	var names []string
	for _, key := range n.Keys {
		if !seen[key] {
			seen[key] = true
			names = append(names, key)
		}
	}
	return names
}

// Has reports whether there is anything at keys.
func (n *Node) Has(keys ...string) bool { return n.Get(keys...) != nil }

// add appends a member to a table.
func (n *Node) add(key string, value *Node) {
	n.Keys = append(n.Keys, key)
	n.Items = append(n.Items, value)
}

// Sorted returns names sorted, each once, without empty ones.
func Sorted(names []string) []string {
	names = slices.DeleteFunc(slices.Clone(names), func(s string) bool { return s == "" })
	slices.Sort(names)
	if names = slices.Compact(names); len(names) == 0 {
		return nil
	}
	return names
}

// budget counts down what may still be made of a file.
type budget struct {
	nodes int
	whole bool
}

func newBudget() *budget { return &budget{nodes: maxNodes, whole: true} }

// take reports whether one more node may be made at a depth.
func (b *budget) take(depth int) bool {
	b.nodes--
	if b.nodes < 0 || depth > maxDepth {
		b.whole = false
		return false
	}
	return true
}
