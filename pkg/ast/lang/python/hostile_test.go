package python

import (
	"strings"
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

// TestHostile feeds shapes that make naive walks recurse or go quadratic.
func TestHostile(t *testing.T) {
	langtest.Shapes(t, Extractors(), 2_000, map[string]func(n int) string{
		"parentheses": func(n int) string { return "x = " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n) },
		"chain":       func(n int) string { return "x = " + strings.Repeat("a = ", n) + "1" },
		"members":     func(n int) string { return "import a\na" + strings.Repeat(".b", n) },
		"ifs":         func(n int) string { return nested("if x:", n/4) },
		"classes":     func(n int) string { return nested("class A:", n/4) },
		"all":         func(n int) string { return "__all__ = " + strings.Repeat("(", n) + "\"a\"" + strings.Repeat(")", n) },
		"sum":         func(n int) string { return "__all__ = " + strings.Repeat("[\"a\"] + ", n) + "[]" },
		"calls":       func(n int) string { return "f" + strings.Repeat("(1)", n) },
		"many":        func(n int) string { return strings.Repeat("a = 1\n", n) },
		"unpacked":    func(n int) string { return strings.Repeat("(", n) + "a" + strings.Repeat(",)", n) + " = b" },
		"dedents":     func(n int) string { return strings.Repeat("def f():\n  pass\n", n) },
		"one line":    func(n int) string { return "x = \"" + strings.Repeat("a", 250*n) + "\"" },
	})
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(),
		"__all__ = [\"a\"] + b.__all__\nfrom .x import a as b, *\nimport c.d as e\ne.f()",
		"if TYPE_CHECKING:\n    from a import B\nclass A(B, metaclass=C):\n    x: int = 3\n    def m(self, a, *, b=1) -> int:\n        \"\"\"Doc.\"\"\"",
		"try:\n    import a\nexcept ImportError:\n    a = None\n",
		"@property\ndef f[T](x, /): pass\ntype A[T] = list[T]",
	)
}

// nested returns a header inside itself.
func nested(header string, depth int) string {
	var b strings.Builder
	for i := range depth {
		b.WriteString(strings.Repeat(" ", i) + header + "\n")
	}
	return b.String() + strings.Repeat(" ", depth) + "pass\n"
}
