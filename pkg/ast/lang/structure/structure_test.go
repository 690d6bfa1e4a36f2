package structure

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/internal/growthtest"
)

func str(s string) *Node    { return &Node{Kind: String, Text: s} }
func scalar(s string) *Node { return &Node{Kind: Scalar, Text: s} }
func list(n ...*Node) *Node { return &Node{Kind: List, Items: n} }
func table(keys string, n ...*Node) *Node {
	return &Node{Kind: Table, Keys: strings.Fields(keys), Items: n}
}

func TestReaders(t *testing.T) {
	for _, c := range []struct {
		name  string
		read  func([]byte) (*Node, bool)
		in    string
		want  *Node
		whole bool
	}{
		{"json", JSON, `{"b": "x", "a": [1, true, null, "é\n"], "c": {}}`,
			table("b a c", str("x"), list(scalar("1"), scalar("true"), &Node{}, str("é\n")), table("")), true},
		{"comments", JSON, "// one\n{ /* two */ \"a\": \"//no /* no */\", // three\n \"b\": [1, /*x*/ ], }",
			table("a b", str("//no /* no */"), list(scalar("1"))), true},
		{"escaped quote", JSON, `{"a": "\"//", "b": ",]"}`, table("a b", str(`"//`), str(",]")), true},
		{"open comment", JSON, `{"a": "b"} /* x`, table("a", str("b")), false},
		{"cut", JSON, `{"a": "b", "c": {"d": [1,`, table("a c", str("b"), table("d", list(scalar("1")))), false},
		{"trailing text", JSON, `{"a": "b"} x`, table("a", str("b")), false},
		{"empty json", JSON, ``, nil, false},

		{"yaml", YAML, "b: x\na: [1, true, ~, 'é']\nc:\n  - d: 2020-01-02\n", table("b a c", str("x"), list(scalar("1"), scalar("true"), &Node{}, str("é")), list(table("d", scalar("2020-01-02")))), true},
		{"alias", YAML, "a: &x {k: v}\nb: *x\n", table("a b", table("k", str("v")), table("k", str("v"))), true},
		{"first document", YAML, "a: b\n---\nc: d\n", table("a", str("b")), true},
		{"broken yaml", YAML, "a: [b\n", nil, false},

		{"toml", TOML, "a = 'x'\nb.c = 1\n[t.u]\nd = [\"y\", {e = true}]\n[[l]]\nf = 1\n[[l]]\nf = 2\n[l.m]\ng = 3\n",
			table("a b t l", str("x"), table("c", scalar("1")), table("u", table("d", list(str("y"), table("e", scalar("true"))))),
				list(table("f", scalar("1")), table("f m", scalar("2"), table("g", scalar("3"))))), true},
		{"broken toml", TOML, "a = 'x'\nb = [\n", table("a", str("x")), false},
	} {
		got, whole := c.read([]byte(c.in))
		if diff := cmp.Diff(c.want, got, cmp.Transformer("keys", func(s []string) string { return strings.Join(s, " ") })); diff != "" || whole != c.whole {
			t.Errorf("%s: whole %v, -want +got:\n%s", c.name, whole, diff)
		}
	}
}

func TestGet(t *testing.T) {
	n, _ := JSON([]byte(`{"a": {"b": ["x", 1, "y"], "s": "t"}, "a2": 1, "k": "1", "k": "2"}`))
	if got := strings.Join(n.Strs("a", "b"), " "); got != "x y" {
		t.Errorf("Strs = %q", got)
	}
	if n.Str("a", "s") != "t" || n.Str("a") != "" || n.Str("a2") != "" || n.Str("none", "x") != "" || n.Has("a", "c") {
		t.Error("Str or Has finds the wrong thing")
	}
	if n.Str("k") != "2" || strings.Join(n.Names(), " ") != "a a2 k" {
		t.Errorf("two equal keys: %q, %q", n.Str("k"), n.Names())
	}
	var none *Node
	if none.Get("a") != nil || none.Names() != nil || none.Elements() != nil {
		t.Error("a nil node holds something")
	}
}

// TestBombs feeds what makes careless readers take all time or memory.
func TestBombs(t *testing.T) {
	laughs := "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	for i := 1; i < 12; i++ {
		ref := "*a" + string(rune('0'+(i-1)%10))
		if i > 10 {
			break
		}
		laughs += "a" + string(rune('0'+i%10)) + ": &a" + string(rune('0'+i%10)) + " [" + strings.Repeat(ref+", ", 9) + ref + "]\n"
	}
	for name, c := range map[string]struct {
		read func([]byte) (*Node, bool)
		in   string
	}{
		"alias bomb":   {YAML, laughs},
		"self":         {YAML, "a: &a [*a]\n"},
		"deep json":    {JSON, strings.Repeat("[", 1<<20)},
		"deep objects": {JSON, strings.Repeat(`{"a":`, 200_000)},
		"deep yaml":    {YAML, strings.Repeat("[", 500_000)},
		"indented":     {YAML, strings.Repeat("- ", 200_000)},
		"deep toml":    {TOML, "a = " + strings.Repeat("[", 1<<20)},
		"long path":    {TOML, "[" + strings.Repeat("a.", 200_000) + "a]\n"},
		"many nodes":   {JSON, "[" + strings.Repeat("1,", 1<<19) + "1]"},
		"comments":     {JSON, strings.Repeat("/*", 1<<19)},
		"commas":       {JSON, "[" + strings.Repeat(", ", 1<<19) + "]"},
	} {
		growthtest.Check(t, name, len(c.in), func(size int) {
			if _, whole := c.read([]byte(c.in[:size])); whole && size == len(c.in) {
				t.Errorf("%s counts as read whole", name)
			}
		})
	}
}

func FuzzReaders(f *testing.F) {
	f.Add([]byte(`{"a": [1, "b"]}`))
	f.Add([]byte("a: &x [b]\nc: *x\n"))
	f.Add([]byte("[a.b]\nc = {d = 1}\n[[e]]\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, read := range []func([]byte) (*Node, bool){JSON, YAML, TOML} {
			if root, whole := read(src); whole && root == nil {
				t.Error("nothing was read, and that whole")
			}
		}
	})
}
