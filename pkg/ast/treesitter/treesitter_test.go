package treesitter

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/java"

	"github.com/pi-project-map/pmap/pkg/record"
)

func parseJava(t testing.TB, src string) *Tree {
	t.Helper()
	tree, err := Parse(context.Background(), java.GetLanguage(), []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tree.Close)
	return tree
}

// classes lists the names of all classes of a tree.
func classes(tree *Tree) string {
	var names []string
	tree.Walk(tree.Root, func(n *sitter.Node) bool {
		if n.Type() == "class_declaration" {
			names = append(names, tree.Text(n.ChildByFieldName("name")))
		}
		return true
	})
	return strings.Join(names, " ")
}

func TestParseIsBounded(t *testing.T) {
	if _, err := Parse(context.Background(), java.GetLanguage(), make([]byte, MaxBytes+1)); !errors.Is(err, ErrTooLong) {
		t.Errorf("error is %v", err)
	}
}

func TestParseEndsWithItsContext(t *testing.T) {
	src := []byte(strings.Repeat("the quick ) brown ( fox { 'jumps ", MaxBytes/40))
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	begin := time.Now()
	_, err := Parse(ctx, java.GetLanguage(), src)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error is %v", err)
	}
	if took := time.Since(begin); took > time.Minute {
		t.Errorf("a parse of 30 ms took %v", took)
	}
	if got := classes(parseJava(t, "class A {}")); got != "A" {
		t.Errorf("the next parse found %q", got)
	}
}

func TestCancelledBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Parse(ctx, java.GetLanguage(), []byte("class A {}")); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}

func TestWalkStopsAtDepth(t *testing.T) {
	tree := parseJava(t, "class A { int x = "+strings.Repeat("(", 100000)+"1"+strings.Repeat(")", 100000)+"; }")
	deepest := 0
	if tree.Walk(tree.Root, func(*sitter.Node) bool { deepest++; return true }) {
		t.Error("the walk says that it was whole")
	}
	if deepest < MaxDepth || deepest > 10*MaxDepth {
		t.Errorf("%d nodes visited", deepest)
	}
}

func TestWalkGoesIntoErrors(t *testing.T) {
	tree := parseJava(t, "class A { void f( { } } ) class B {} (((")
	if got := classes(tree); !strings.Contains(got, "B") || !tree.Broken() {
		t.Errorf("classes %q, broken %v", got, tree.Broken())
	}
}

func TestConflict(t *testing.T) {
	tree := parseJava(t, "class Z {}\n<<<<<<< HEAD\nclass A {\n||||||| base\nclass X {\n=======\nclass B {\n>>>>>>> other\n}\nclass C {}\n")
	if got := classes(tree); got != "Z A C" {
		t.Errorf("classes are %q", got)
	}
	if !tree.Broken() {
		t.Error("a conflict counts as whole")
	}
}

func TestComments(t *testing.T) {
	tree := parseJava(t, "// far\n\n/* near */\n/* er */\nclass A {} // behind\nclass B {}\n/* same line */ class C {}\n\n// last\n")
	c := tree.Comments()
	got := map[string]string{}
	for n := range Children(tree.Root) {
		if IsComment(n) {
			c.Add(n)
		} else {
			got[tree.Text(n.ChildByFieldName("name"))] = c.Take(n)
		}
	}
	if got["A"] != "/* near */\n/* er */" || got["B"] != "" || got["C"] != "/* same line */" {
		t.Errorf("comments are %q", got)
	}
}

func TestHeader(t *testing.T) {
	never := func(*sitter.Node) bool { return false }
	always := func(*sitter.Node) bool { return true }
	for _, test := range []struct {
		src    string
		claims func(*sitter.Node) bool
		want   string
	}{
		{"/* a */\n\n// b\n// c\nclass A {}", never, "/* a */|// b\n// c"},
		{"/* a */\n\n// b\nclass A {}", always, "/* a */"},
		{"// b\n\nclass A {}", always, "// b"},
		{"/* a\n */\n/** b\n */\n// c\nclass A {}", never, "/* a\n */|/** b\n */|// c"},
		{"class A {}\n// b", never, ""},
		{"// b", always, "// b"},
	} {
		if got := strings.Join(parseJava(t, test.src).Header(test.claims), "|"); got != test.want {
			t.Errorf("header of %q is %q, want %q", test.src, got, test.want)
		}
	}
}

func TestWithout(t *testing.T) {
	tree := parseJava(t, "class A /* c */ extends B { int x; }")
	class := tree.Root.NamedChild(0)
	if got := tree.Without(class, class.ChildByFieldName("body"), nil); strings.Join(strings.Fields(got), " ") != "class A extends B" {
		t.Errorf("without is %q", got)
	}
}

func TestExtractState(t *testing.T) {
	add := func(t *Tree, out *record.Syntax) {
		if strings.Contains(string(t.Src), "class") {
			out.Symbols = []record.Symbol{{Name: "A"}}
		}
	}
	for _, test := range []struct {
		src  string
		want record.State
	}{
		{"class A {}", record.StateOK},
		{"", record.StateOK},
		{"class A {} )", record.StatePartial},
		{")", record.StateFailed},
		{strings.Repeat(" ", MaxBytes+1), record.StateFailed},
	} {
		got, err := Extract(context.Background(), java.GetLanguage(), []byte(test.src), add)
		if err != nil || got.State != test.want {
			t.Errorf("state of %.20q is %s, %v, want %s", test.src, got.State, err, test.want)
		}
	}
}

func TestParallel(t *testing.T) {
	var group sync.WaitGroup
	for range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			for range 50 {
				if got := classes(parseJava(t, "class A {} class B { class C {} }")); got != "A B C" {
					t.Errorf("classes are %q", got)
				}
			}
		}()
	}
	group.Wait()
}

func FuzzParse(f *testing.F) {
	f.Add("class A { void f() {} }\n<<<<<<< x\n=======\n>>>>>>> y")
	f.Fuzz(func(t *testing.T, src string) {
		tree, err := Parse(context.Background(), java.GetLanguage(), []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		defer tree.Close()
		tree.Header(func(*sitter.Node) bool { return false })
		tree.Walk(tree.Root, func(n *sitter.Node) bool { return tree.Text(n) != "" })
	})
}
