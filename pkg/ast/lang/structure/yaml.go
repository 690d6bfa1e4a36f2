package structure

import (
	"bytes"

	"gopkg.in/yaml.v3"
)

// maxYAML is the longest YAML that is read, in bytes: its parser takes a
// second for some ten megabytes and more for hostile ones.
const maxYAML = 512 << 10

// YAML reads the first document of a YAML file.
func YAML(src []byte) (root *Node, whole bool) {
	if len(src) > maxYAML || nested(src) {
		return nil, false
	}
	defer func() {
		if recover() != nil { // the parser gives up that way on some broken input
			root, whole = nil, false
		}
	}()
	var doc yaml.Node
	if err := yaml.NewDecoder(bytes.NewReader(src)).Decode(&doc); err != nil {
		return nil, false
	}
	b := newBudget()
	root = yamlNode(&doc, b, 0)
	return root, b.whole && root != nil
}

func yamlNode(y *yaml.Node, b *budget, depth int) *Node {
	if !b.take(depth) {
		return nil
	}
	switch y.Kind {
	case yaml.DocumentNode:
		if len(y.Content) == 1 {
			return yamlNode(y.Content[0], b, depth+1)
		}
	case yaml.AliasNode:
		return yamlNode(y.Alias, b, depth+1)
	case yaml.ScalarNode:
		switch y.ShortTag() {
		case "!!str":
			return &Node{Kind: String, Text: y.Value}
		case "!!null":
			return &Node{Kind: Null}
		}
		return &Node{Kind: Scalar, Text: y.Value}
	case yaml.SequenceNode:
		n := &Node{Kind: List}
		for _, c := range y.Content {
			item := yamlNode(c, b, depth+1)
			if item == nil {
				break
			}
			n.Items = append(n.Items, item)
		}
		return n
	case yaml.MappingNode:
		n := &Node{Kind: Table}
		for i := 0; i+1 < len(y.Content); i += 2 {
			item := yamlNode(y.Content[i+1], b, depth+1)
			if item == nil {
				break
			}
			n.add(y.Content[i].Value, item)
		}
		return n
	}
	return &Node{Kind: Null}
}

// nested reports whether brackets open deeper than a parser that calls itself
// can follow safely.
func nested(src []byte) bool {
	depth := 0
	for _, c := range src {
		switch c {
		case '[', '{':
			if depth++; depth > 1000 {
				return true
			}
		case ']', '}':
			depth = max(0, depth-1)
		}
	}
	return false
}
