package python

import (
	"context"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/record"
)

// TestHostile feeds shapes that make naive walks recurse or go quadratic.
func TestHostile(t *testing.T) {
	const n = 2_000
	for name, src := range map[string]string{
		"parentheses": "x = " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n),
		"chain":       "x = " + strings.Repeat("a = ", n) + "1",
		"members":     "import a\na" + strings.Repeat(".b", n),
		"ifs":         nested("if x:", n/4),
		"classes":     nested("class A:", n/4),
		"all":         "__all__ = " + strings.Repeat("(", n) + "\"a\"" + strings.Repeat(")", n),
		"sum":         "__all__ = " + strings.Repeat("[\"a\"] + ", n) + "[]",
		"calls":       "f" + strings.Repeat("(1)", n),
		"many":        strings.Repeat("a = 1\n", n),
		"unpacked":    strings.Repeat("(", n) + "a" + strings.Repeat(",)", n) + " = b",
		"dedents":     strings.Repeat("def f():\n  pass\n", n),
		"one line":    "x = \"" + strings.Repeat("a", 500_000) + "\"",
	} {
		start := time.Now()
		checkRecord(t, read(t, src))
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s took %s", name, took)
		}
	}
}

// checkRecord fails unless every text is one line of valid UTF-8 within its
// bounds.
func checkRecord(t *testing.T, s record.Syntax) {
	t.Helper()
	texts := []string{s.Doc}
	for _, y := range s.Symbols {
		if y.Name == "" || y.Kind == "" {
			t.Errorf("symbol without name or kind: %+v", y)
		}
		if len(y.Signature) > lang.MaxSignature {
			t.Errorf("signature of %d bytes", len(y.Signature))
		}
		texts = append(texts, y.Name, y.Signature, y.Parent, y.Of, y.From, y.Doc)
	}
	for _, i := range s.Imports {
		if i.Raw == "" {
			t.Errorf("import without raw text: %+v", i)
		}
		texts = append(append(texts, i.Raw), i.Names...)
	}
	for _, text := range texts {
		if !utf8.ValidString(text) || strings.ContainsAny(text, "\n\r") {
			t.Errorf("text is not one line of UTF-8: %q", text)
		}
	}
}

func FuzzExtract(f *testing.F) {
	for _, src := range []string{
		"__all__ = [\"a\"] + b.__all__\nfrom .x import a as b, *\nimport c.d as e\ne.f()",
		"if TYPE_CHECKING:\n    from a import B\nclass A(B, metaclass=C):\n    x: int = 3\n    def m(self, a, *, b=1) -> int:\n        \"\"\"Doc.\"\"\"",
		"try:\n    import a\nexcept ImportError:\n    a = None\n",
		"@property\ndef f[T](x, /): pass\ntype A[T] = list[T]",
	} {
		f.Add(src)
	}
	e := Extractors()[0]
	f.Fuzz(func(t *testing.T, src string) {
		if !utf8.ValidString(src) || len(src) > 20_000 {
			return
		}
		first, err := e.Extract(context.Background(), []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		checkRecord(t, first)
		again, err := e.Extract(context.Background(), []byte(src))
		if err != nil || show(first) != show(again) {
			t.Errorf("two runs differ (%v)", err)
		}
	})
}

// nested returns a header inside itself.
func nested(header string, depth int) string {
	var b strings.Builder
	for i := range depth {
		b.WriteString(strings.Repeat(" ", i) + header + "\n")
	}
	return b.String() + strings.Repeat(" ", depth) + "pass\n"
}
