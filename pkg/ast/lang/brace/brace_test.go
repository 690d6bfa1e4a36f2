package brace

import (
	"fmt"
	"strings"
	"testing"
)

// plain is a dialect with everything.
var plain = Dialect{
	Nested: true, Quoted: '`', At: true, Directives: map[string]bool{"if": true, "else": true, "endif": true, "pragma": true},
	Open: func(rest string) (Literal, int) {
		switch {
		case strings.HasPrefix(rest, `"""`):
			return Literal{Quote: `"""`, Lines: true, Hole: "${"}, 3
		case rest[0] == '"':
			return Literal{Quote: `"`, Escape: `\`, Hole: "${"}, 1
		}
		return Literal{}, 0
	},
}

// show writes a text's tokens, each bracket with the one that closes it.
func show(s *Source) string {
	var b strings.Builder
	for i, t := range s.Tokens {
		b.WriteString(s.Text[t.Start:t.End])
		if strings.IndexByte("([{", t.Kind) >= 0 {
			fmt.Fprintf(&b, "%d", s.match[i])
		}
		b.WriteByte(' ')
	}
	for _, t := range s.Inside {
		fmt.Fprintf(&b, "in:%s ", s.Text[t.Start:t.End])
	}
	if s.Broken {
		b.WriteString("broken")
	}
	return strings.TrimSpace(b.String())
}

func TestRead(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"words", "a `b c` @d 1x 2.5 é", "a `b c` @d 1x 2 . 5 é"},
		{"marks", "a->b => c::d == != ===", "a -> b => c :: d == != ==="},
		{"comments", "a // {\n/* { /* { */ { */ b", "a b"},
		{"open comment", "a /* b", "a broken"},
		{"strings", `"a\"{" b "c${d{"e}"}(f)}{" g`, `"a\"{" b "c${d{"e}"}(f)}{" g in:d in:f`},
		{"lines", "\"\"\"a\n\"b\"\n\"\"\"\" c", "\"\"\"a\n\"b\"\n\"\"\"\" c"},
		{"unended string", "\"a\nb", "\"a b broken"},
		{"unended hole", "a \"${b", "a \"${b in:b broken"},
		{"pairs", "{ ( [ ] ) }", "{5 (4 [3 ] ) }"},
		{"open parenthesis", "{\n( a\nb }\nc", "{4 (2 a b } c broken"},
		{"stray closers", ") a ] { ) } }", ") a ] {5 ) } } broken"},
		{"open brace by indent", "a {\n  b {\n    if {\n  }\n  c {\n  }\n}\nd", "a {10 b {6 if {5 } c {9 } } d broken"},
		{"directives", "#pragma { x\na # b", "a # b"},
		{"both branches", "#if x\na {}\n#else\nb;\n#endif\nc", "a {2 } b ; c"},
		{"first branch of a split", "#if x\na {\n#else\nb {\n#endif\n}", "a {2 }"},
		{"empty first branch", "#if x\n#else\nb {\n#endif\n}", "b {2 }"},
		{"nested branches", "#if x\n#if y\na;\n#endif\n#else\nb;\n#endif", "a ; b ;"},
		{"unended branch", "#if x\na", "a broken"},
	} {
		if got := show(plain.Read(test.src)); got != test.want {
			t.Errorf("%s: %q gives\n%s, want\n%s", test.name, test.src, got, test.want)
		}
	}
}

func TestAngles(t *testing.T) {
	for _, test := range []struct {
		src  string
		want int
	}{
		{"<a>", 3}, {"<a<b>, c>", 8}, {"<(a < b)>", 7}, {"<a; >", 0}, {"<a {} >", 0}, {"<a) >", 0}, {"<a", 0}, {"a", 0}, {"", 0},
	} {
		s := plain.Read(test.src)
		if got := s.Angles(0, len(s.Tokens)); got != test.want {
			t.Errorf("%q: %d, want %d", test.src, got, test.want)
		}
	}
}

func TestCut(t *testing.T) {
	s := plain.Read("a(b, /* c */ d)\n  e f")
	if got, want := s.Cut(0, 7, func(i int) bool { return s.Plain(i, "e") }), "a(b, d)  "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	s = plain.Read(strings.Repeat("abc ", 10000))
	if got := s.Cut(0, 10000, nil); len(got) > maxCut+4 {
		t.Errorf("%d bytes", len(got))
	}
}

func TestAbove(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{"// a\n// b\nx", "// a\n// b"},
		{"// a\n\n// b\nx", "// b"},
		{"// a\n/// b\nx", "/// b"},
		{"// a\n\nx", ""},
		{"/* a\n*/\n/* b\n*/\nx", "/* b\n*/"},
		{"/* a */ x", "/* a */"},
		{"y // a\nx", ""},
		{"x // a", ""},
	} {
		s := plain.Read(test.src)
		i := strings.Count(test.src, "y")
		if got := s.Above(i); got != test.want {
			t.Errorf("%q: %q, want %q", test.src, got, test.want)
		}
	}
}

func TestHeader(t *testing.T) {
	for _, test := range []struct {
		src     string
		claimed bool
		want    string
	}{
		{"/* a\n */\n\n// b\n// c\nx", false, "/* a\n */|// b\n// c"},
		{"/* a\n */\n\n// b\n// c\nx", true, "/* a\n */"},
		{"// b\n\nx", true, "// b"},
		{"x // b", false, ""},
		{"// b", true, "// b"},
	} {
		if got := strings.Join(plain.Read(test.src).Header(test.claimed), "|"); got != test.want {
			t.Errorf("%q: %q, want %q", test.src, got, test.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("#if a\nb(c<d>) { \"${e}\" } /* f */ `g` @h\n#else\n[1]\n#endif")
	f.Fuzz(func(t *testing.T, src string) {
		s := plain.Read(src)
		end := 0
		for i, token := range s.Tokens {
			if token.Start < end || token.End <= token.Start || token.End > len(src) {
				t.Fatalf("token %d is %v behind %d", i, token, end)
			}
			end = token.End
			if next := s.Behind(i); next <= i || next > len(s.Tokens) {
				t.Fatalf("behind %d is %d", i, next)
			}
			if from, to := s.Inner(i); from > to || to > len(s.Tokens) {
				t.Fatalf("inner of %d is %d to %d", i, from, to)
			}
			s.Above(i)
		}
		s.Header(true)
	})
}
