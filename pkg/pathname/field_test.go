package pathname

import "testing"

func TestQuoteField(t *testing.T) {
	tests := []struct{ raw, want string }{
		{"tokens.ts", "tokens.ts"},
		{"my file.ts", "my file.ts"},
		{".gitignore", ".gitignore"},
		{"-x", "-x"},
		{"#foo", "#foo"},
		{"[slug].tsx", "[slug].tsx"},
		{"(auth)/[id]/page.tsx", "(auth)/[id]/page.tsx"},
		{"1.md", "1.md"},
		{"__init__.py", "__init__.py"},
		{"größe.go", "größe.go"},
		{"a|b", `"a\174b"`},
		{"a,b", `"a\054b"`},
		{" a ", `"\040a\040"`},
		{" ", `"\040"`},
		{"\u3000a\u3000b\u00a0", `"\343\200\200a` + "\u3000" + `b\302\240"`},
		{"a\nb", `"a\nb"`},
		{"a\"b\\", `"a\"b\\"`},
		{"\xff", `"\377"`},
		{"a\u202eb", `"a\342\200\256b"`},
		{"a\u200bb", `"a\342\200\213b"`},
		{"a\ufe0f", `"a\357\270\217"`},
		{"## dirty", `"## dirty"`},
		{"# role", `"# role"`},
		{"-", `"-"`},
		{"- x", `"- x"`},
		{"---", `"---"`},
		{"```", "\"```\""},
		{"> x", `"> x"`},
		{"===", `"==="`},
		{"<?", `"<?"`},
		{"1. x", `"1. x"`},
		{"[pmap:begin x]", `"\133pmap:begin x]"`},
		{"x[PMAP:end]", `"x\133PMAP:end]"`},
		{"<!-- x", `"\074!-- x"`},
		{"[a](b)", `"[a]\050b)"`},
		{"[a]: b", `"[a]: b"`},
		{"…", `"…"`},
		{"", ""},
	}
	for _, tt := range tests {
		if got := QuoteField(tt.raw); got != tt.want {
			t.Errorf("QuoteField(%q) = %s, want %s", tt.raw, got, tt.want)
		}
		back, err := UnquoteField(tt.want)
		if err != nil || back != tt.raw {
			t.Errorf("UnquoteField(%s) = %q, %v, want %q", tt.want, back, err, tt.raw)
		}
	}
}

func TestUnquoteFieldRefusesOtherSpellings(t *testing.T) {
	for _, s := range []string{"a|b", "a,b", " a", `"a"`, `"a\x"`, `"\141"`, `"a`, "## dirty", "[pmap:x]", "a\u202eb"} {
		if got, err := UnquoteField(s); err == nil {
			t.Errorf("UnquoteField(%q) = %q, want an error", s, got)
		}
	}
}
