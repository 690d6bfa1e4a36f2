package pathname

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestQuote(t *testing.T) {
	tests := []struct{ raw, want string }{
		{"", ""},
		{".", "."},
		{"src/a b.go", "src/a b.go"},
		{" |,", " |,"},
		{"größe", "größe"},
		{"\u0085\u202e", "\u0085\u202e"},
		{"a\nb", `"a\nb"`},
		{"\a\b\t\v\f\r", `"\a\b\t\v\f\r"`},
		{"\x00\x01\x1b\x7f", `"\000\001\033\177"`},
		{`a"b`, `"a\"b"`},
		{`"ab"`, `"\"ab\""`},
		{`a\b`, `"a\\b"`},
		{`a\n`, `"a\\n"`},
		{"\xff", `"\377"`},
		{"ö\xff", `"ö\377"`},
		{"\xed\xa0\x80", `"\355\240\200"`},
		{"\xc0\xaf", `"\300\257"`},
		{"\uFFFD", "\uFFFD"},
		{"a\xe2\x82", `"a\342\202"`},
		{"\n1", `"\n1"`},
		{"\x011", `"\0011"`},
	}
	for _, tt := range tests {
		if got := Quote(tt.raw); got != tt.want {
			t.Errorf("Quote(%q) = %s, want %s", tt.raw, got, tt.want)
		}
		if got, err := Unquote(tt.want); got != tt.raw || err != nil {
			t.Errorf("Unquote(%s) = %q, %v, want %q", tt.want, got, err, tt.raw)
		}
	}
}

func TestUnquoteRefuses(t *testing.T) {
	for _, s := range []string{
		`"`, `"plain"`, `""`, `"\141\n"`, `"a\x0a"`, `"a\8"`, `"a\400"`, `"a\777"`, `"a\`, `"a\"`, `"a\12"`,
		`"\012"`, `"\n`, `"\n"x`, `"\na"b"`, `"\n\303\266"`, "a\nb", `a\b`, `a"b`, "\xff", "\"\xff\"", "\"\n\"",
	} {
		if got, err := Unquote(s); err == nil {
			t.Errorf("Unquote(%q) = %q, want an error", s, got)
		}
	}
}

func TestCheck(t *testing.T) {
	good := []string{".", "a", "a/b", "a/", "a/b/", "...", "..a", "a..", ".a", "a/...", "\xff", "a\nb", "-x", " "}
	for _, raw := range good {
		if err := Check(raw); err != nil {
			t.Errorf("Check(%q) = %v", raw, err)
		}
	}
	bad := []string{
		"", "/", "/a", "//", "a//b", "a//", "./", "./a", "a/.", "a/./b", "..", "../", "../a", "a/..", "a/../b", "a\x00", "\x00/a",
	}
	for _, raw := range bad {
		if err := Check(raw); err == nil {
			t.Errorf("Check(%q) has no error", raw)
		}
		if text, err := Path(raw).MarshalText(); err == nil {
			t.Errorf("Path(%q) is written as %q", raw, text)
		}
		if err := new(Path).UnmarshalText([]byte(Quote(raw))); err == nil {
			t.Errorf("Path(%q) is read", raw)
		}
	}
}

// TestPathCodec proves that a path is read in its one spelling only, and that
// what is refused leaves the path alone.
func TestPathCodec(t *testing.T) {
	path := Path("old")
	for _, text := range []string{`"plain"`, `a\b`, "a\nb", `"a`, "", "../x", "\xff"} {
		if err := path.UnmarshalText([]byte(text)); err == nil || path != "old" {
			t.Errorf("%q is read as %q, %v", text, path, err)
		}
	}
	for _, raw := range []string{".", "a/b", "sub/", "a\nb", "\xff"} {
		text, err := Path(raw).MarshalText()
		if err != nil || string(text) != Quote(raw) {
			t.Errorf("Path(%q) is written as %q, %v", raw, text, err)
		}
		if err := path.UnmarshalText(text); err != nil || string(path) != raw {
			t.Errorf("%q is read as %q, %v", text, path, err)
		}
	}
}

func TestTextCodec(t *testing.T) {
	for _, raw := range []string{"", "/etc", "../..", "a\nb", "\xff"} {
		text, err := Text(raw).MarshalText()
		if err != nil || string(text) != Quote(raw) {
			t.Errorf("Text(%q) is written as %q, %v", raw, text, err)
		}
		var back Text
		if err := back.UnmarshalText(text); err != nil || string(back) != raw {
			t.Errorf("Text %q is read as %q, %v", text, back, err)
		}
	}
	var text Text
	if err := text.UnmarshalText([]byte("\xff")); err == nil || text != "" {
		t.Errorf("a byte that is not UTF-8 is read as %q, %v", text, err)
	}
}

// names draws byte strings in which the bytes that matter are frequent.
func names() *rapid.Generator[string] {
	piece := rapid.OneOf(
		rapid.SampledFrom([]string{
			`"`, `\`, "\n", "\x00", "\x7f", "\xff", "\xc3", "ö", "\u202e", "|", ",", " ", "/", "[pmap:", "<!--", "](", "…",
			"#", "-", "`", "0", "1.", ">", "=", "n", "\\n", "\\012", "\u00a0",
		}),
		rapid.String(),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 6), func(b []byte) string { return string(b) }),
	)
	return rapid.Map(rapid.SliceOfN(piece, 0, 5), func(p []string) string { return strings.Join(p, "") })
}

// TestRoundTrip holds for every byte string and both forms: it comes back, its
// spelling is printable UTF-8 on one line, and what is plain is left alone.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raw := names().Draw(t, "raw")
		checkRoundTrip(t, raw, Quote(raw), Unquote)
		checkRoundTrip(t, raw, QuoteField(raw), UnquoteField)
		if field := QuoteField(raw); Quote(raw) != raw && field == raw {
			t.Errorf("QuoteField(%q) leaves alone what Quote does not", raw)
		}
	})
}

type errorer interface {
	Errorf(format string, args ...any)
}

func checkRoundTrip(t errorer, raw, text string, unquote func(string) (string, error)) {
	if back, err := unquote(text); back != raw || err != nil {
		t.Errorf("%q is spelled %q and comes back as %q, %v", raw, text, back, err)
	}
	if !utf8.ValidString(text) {
		t.Errorf("%q is spelled %q, which is not UTF-8", raw, text)
	}
	if i := strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }); i >= 0 {
		t.Errorf("%q is spelled %q, with a control character", raw, text)
	}
}

// TestFieldIsSafe says what a name inside a map's line can never show.
func TestFieldIsSafe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raw := names().Draw(t, "raw")
		text := QuoteField(raw)
		lower := strings.ToLower(text)
		for _, bad := range []string{"|", ",", "[pmap:", "<!--", "](", "\u202e"} {
			if strings.Contains(lower, bad) {
				t.Errorf("%q is spelled %q, with %q", raw, text, bad)
			}
		}
		if strings.TrimSpace(text) != text {
			t.Errorf("%q is spelled %q, with a space outside", raw, text)
		}
	})
}

// TestOneSpelling holds for every text: if it is read at all, it is the text
// that is written.
func TestOneSpelling(t *testing.T) {
	escape := rapid.SampledFrom([]string{`\n`, `\"`, `\\`, `\a`, `\012`, `\377`, `\141`, `\174`, `\x`, `a`, `ö`, `|`, `"`, "\xff", "\n"})
	rapid.Check(t, func(t *rapid.T) {
		text := `"` + strings.Join(rapid.SliceOfN(escape, 0, 6).Draw(t, "escapes"), "") + `"`
		checkOneSpelling(t, text)
	})
}

func checkOneSpelling(t errorer, text string) {
	if raw, err := Unquote(text); err == nil && Quote(raw) != text {
		t.Errorf("%q is read as %q, which is spelled %q", text, raw, Quote(raw))
	}
	if raw, err := UnquoteField(text); err == nil && QuoteField(raw) != text {
		t.Errorf("field %q is read as %q, which is spelled %q", text, raw, QuoteField(raw))
	}
}

func FuzzCodec(f *testing.F) {
	for _, s := range []string{"", "a", `"a\nb"`, "a\nb", "\xff", `"\377"`, `"\`, "a|b", "[pmap:x]", "\u202e"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		checkRoundTrip(t, s, Quote(s), Unquote)
		checkRoundTrip(t, s, QuoteField(s), UnquoteField)
		checkOneSpelling(t, s)
	})
}
