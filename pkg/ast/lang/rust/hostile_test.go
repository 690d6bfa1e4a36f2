package rust

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
		"blocks":     "fn f() " + strings.Repeat("{", n) + "use a::b;" + strings.Repeat("}", n),
		"modules":    strings.Repeat("mod a {", n) + strings.Repeat("}", n),
		"macros":     strings.Repeat("cfg_x! { pub mod a; ", n) + strings.Repeat("}", n),
		"use lists":  "use " + strings.Repeat("a::{", n) + "b" + strings.Repeat("}", n) + ";",
		"paths":      "use " + strings.Repeat("a::", n) + "b;",
		"types":      "impl " + strings.Repeat("Vec<", 300) + "A" + strings.Repeat(">", 300) + " { fn f() {} }",
		"references": "impl " + strings.Repeat("&", n) + "A { fn f() {} }",
		"attributes": strings.Repeat("#[cfg(test)]", n) + "fn f() {}",
		"many":       strings.Repeat("pub const A: u8 = 1;", n),
		"wide":       "use a::{" + strings.Repeat("b, ", n) + "c};",
		"comments":   strings.Repeat("/// x\n", n) + "pub fn f() {}",
		"one line":   "const A: &str = \"" + strings.Repeat("a", 500_000) + "\";",
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
		"pub use crate::a::{self, B as C, d::*};\npub(crate) mod x;\n#[path = \"y.rs\"] mod y;",
		"/// Doc.\npub async fn f<T: A>(x: &T) -> R where T: B { use c::d; }",
		"impl<T> A for B<T> { fn m(&self) {} pub const C: u8 = 1; }",
		"cfg_if! { if #[cfg(a)] { mod b; } else { pub use c; } }\nmacro_rules! m { () => {} }",
		"pub enum E { A, B(u8) }\nlazy_static! { pub static ref X: u8 = 1; }\nmod t { use super::super::a; }",
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
