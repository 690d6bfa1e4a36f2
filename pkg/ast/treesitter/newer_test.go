package treesitter

import (
	"context"
	"testing"

	grammar "github.com/tree-sitter/tree-sitter-php/bindings/go"
)

func TestNewer(t *testing.T) {
	language := Newer(grammar.LanguagePHP())
	tree, err := Parse(context.Background(), language, []byte("<?php enum E { const A = 1; case B; function f() { return 'x'; } }"))
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	if tree.Broken() {
		t.Error("the tree has errors")
	}
	if n := tree.Root.NamedChild(1); n.Type() != "enum_declaration" || tree.Text(n.ChildByFieldName("name")) != "E" {
		t.Errorf("the second node is %s", n.Type())
	}
}

func TestHashComments(t *testing.T) {
	tree, err := Parse(context.Background(), Newer(grammar.LanguagePHP()), []byte("<?php\n# a\n#\n## b\nclass A {}\n"))
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	c := tree.Comments()
	for n := range Children(tree.Root) {
		if IsComment(n) {
			c.Add(n)
		} else if got, want := c.Take(n), "# a\n#\n## b"; n.Type() == "class_declaration" && got != want {
			t.Errorf("the comment is %q, want %q", got, want)
		}
	}
}
