package rust

import (
	"strings"
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

// TestHostile feeds shapes that make naive walks recurse or go quadratic.
func TestHostile(t *testing.T) {
	langtest.Shapes(t, Extractors(), 2_000, map[string]func(n int) string{
		"blocks":    func(n int) string { return "fn f() " + strings.Repeat("{", n) + "use a::b;" + strings.Repeat("}", n) },
		"modules":   func(n int) string { return strings.Repeat("mod a {", n) + strings.Repeat("}", n) },
		"macros":    func(n int) string { return strings.Repeat("cfg_x! { pub mod a; ", n) + strings.Repeat("}", n) },
		"use lists": func(n int) string { return "use " + strings.Repeat("a::{", n) + "b" + strings.Repeat("}", n) + ";" },
		"paths":     func(n int) string { return "use " + strings.Repeat("a::", n) + "b;" },
		"types": func(n int) string {
			return "impl " + strings.Repeat("Vec<", n/6) + "A" + strings.Repeat(">", n/6) + " { fn f() {} }"
		},
		"references": func(n int) string { return "impl " + strings.Repeat("&", n) + "A { fn f() {} }" },
		"attributes": func(n int) string { return strings.Repeat("#[cfg(test)]", n) + "fn f() {}" },
		"many":       func(n int) string { return strings.Repeat("pub const A: u8 = 1;", n) },
		"wide":       func(n int) string { return "use a::{" + strings.Repeat("b, ", n) + "c};" },
		"comments":   func(n int) string { return strings.Repeat("/// x\n", n) + "pub fn f() {}" },
		"one line":   func(n int) string { return "const A: &str = \"" + strings.Repeat("a", 250*n) + "\";" },
	})
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(),
		"pub use crate::a::{self, B as C, d::*};\npub(crate) mod x;\n#[path = \"y.rs\"] mod y;",
		"/// Doc.\npub async fn f<T: A>(x: &T) -> R where T: B { use c::d; }",
		"impl<T> A for B<T> { fn m(&self) {} pub const C: u8 = 1; }",
		"cfg_if! { if #[cfg(a)] { mod b; } else { pub use c; } }\nmacro_rules! m { () => {} }",
		"pub enum E { A, B(u8) }\nlazy_static! { pub static ref X: u8 = 1; }\nmod t { use super::super::a; }",
	)
}
