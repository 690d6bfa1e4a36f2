package treesitter

import (
	"context"
	"slices"
	"testing"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/javascript"
)

func TestWalkTo(t *testing.T) {
	src := []byte("f(a); g(b, ab); h(b)")
	offsets := Words(src, map[string]bool{"b": true})
	if want := []uint32{8, 18}; !slices.Equal(offsets, want) {
		t.Fatalf("words at %v, want %v", offsets, want)
	}
	tree, err := Parse(context.Background(), javascript.GetLanguage(), src)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	var calls []string
	tree.WalkTo(tree.Root, offsets, func(n *sitter.Node) bool {
		if n.Type() == "call_expression" || n.Type() == "identifier" {
			calls = append(calls, tree.Text(n))
		}
		return true
	})
	if want := []string{"g(b, ab)", "b", "h(b)", "b"}; !slices.Equal(calls, want) {
		t.Errorf("visited %q, want %q", calls, want)
	}
}
