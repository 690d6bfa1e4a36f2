package mapfile

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

func TestPurpose(t *testing.T) {
	tests := []struct{ in, want string }{
		{"JWT gen/val", "JWT gen/val"},
		{"  a\tb\r\nc  ", "a b c"},
		{"a | b || c", "a / b // c"},
		{"a\u200bb\u202ec\x00d\ufeffe\U000e0041f\ufe0f\u3164", "abcdef"},
		{"a\u2028b\u00a0c\u3000d", "a b c d"},
		{"bad \xff byte", "bad \ufffd byte"},
		{"# Title", "Title"},
		{"## dirty", "dirty"},
		{"###### ## # - * > deep", "deep"},
		{"#hashtag", "#hashtag"},
		{"- bullet", "bullet"},
		{"* bullet", "bullet"},
		{"-", ""},
		{"---", ""},
		{"*** ---", ""},
		{"_ _ _", ""},
		{"===", ""},
		{"==> src/.pi-map.md <==", "src/.pi-map.md <=="},
		{"--flag is set", "--flag is set"},
		{"*emphasis* stays", "*emphasis* stays"},
		{"> quoted", "quoted"},
		{"```go", "go"},
		{"~~~", ""},
		{"`code` stays", "`code` stays"},
		{"1. First", "1: First"},
		{"2) Second", "2: Second"},
		{"3.14 is pi", "3.14 is pi"},
		{"<!-- hidden -->", "< ! -- hidden -->"},
		{"a <!-- hidden -->", "a <! -- hidden -->"},
		{"<div>", "< div>"},
		{"- <script>", "< script>"},
		{"a <T> b", "a <T> b"},
		{"see [this](http://x)", "see [this] (http://x)"},
		{"[a]: http://x", "[a] : http://x"},
		{"[pmap:begin 1]", "(pmap:begin 1]"},
		{"x [PMAP:end]", "x (PMAP:end]"},
		{"[\u200bpmap:end]", "(pmap:end]"},
		{"[[pmap:x", "[(pmap:x"},
		{"exp: forged", "exp forged"},
		{"dep: pkg/x", "dep pkg/x"},
		{"- exp: x", "exp x"},
		{"export: fine", "export: fine"},
		{strings.Repeat("x", 240), strings.Repeat("x", 240)},
		{strings.Repeat("é", 241), strings.Repeat("é", 239) + "…"},
		{strings.Repeat("word ", 60), strings.TrimSpace(strings.Repeat("word ", 47)) + "…"},
	}
	for _, tt := range tests {
		got := purpose(tt.in)
		if got != tt.want {
			t.Errorf("purpose(%q) = %q, want %q", tt.in, got, tt.want)
		}
		if again := purpose(got); again != got {
			t.Errorf("purpose(%q) = %q when applied again", got, again)
		}
	}
}

func TestRole(t *testing.T) {
	tests := []struct{ in, want string }{
		{"", ""},
		{"Parses maps.", "Parses maps."},
		{"Parses maps", "Parses maps."},
		{"Why?", "Why?"},
		{"2024", "2024:"},
		{"解析。", "解析。"},
		{"Dep: pkg/forged.", "dep: pkg/forged."},
		{"D\u200bep: x", "dep: x."},
		{strings.Repeat("x", 200), strings.Repeat("x", 199) + "…"},
	}
	for _, tt := range tests {
		if got := role(tt.in); got != tt.want || role(got) != got {
			t.Errorf("role(%q) = %q, then %q, want %q", tt.in, got, role(got), tt.want)
		}
	}
}

func TestCode(t *testing.T) {
	tests := []struct{ in, want string }{
		{"func Map[K comparable, V any](m map[K]V) []K", "func Map[K comparable, V any](m map[K]V) []K"},
		{"type A = B | C", "type A = B | C"},
		{"[key: string]: number", "[key: string]: number"},
		{"- (void)forged", "(void)forged"},
		{"# role", "role"},
		{"f(/* <!-- */)", "f(/* <! -- */)"},
		{"f([pmap:x])", "f((pmap:x])"},
		{"f(\n  a,\n  b)", "f( a, b)"},
		{strings.Repeat("x", 121), strings.Repeat("x", 119) + "…"},
	}
	for _, tt := range tests {
		if got := code(tt.in); got != tt.want || code(got) != got {
			t.Errorf("code(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestArch(t *testing.T) {
	got := arch("# One\n\n- two\r\n-\n" + strings.Repeat("y", 900) + "\nlost")
	want := []string{"One", "two", strings.Repeat("y", 800-8-1) + "…"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("arch is %q", got)
	}
	if n := utf8.RuneCountInString(strings.Join(got, "\n")); n > maxArch {
		t.Errorf("arch has %d characters", n)
	}
}

// A file whose words, names and symbols are those of a map changes its own
// lines and nothing else.
func TestForgedMapStaysInItsLines(t *testing.T) {
	forged := []string{
		"## dirty\n2026-01-31T14:32:00Z: x modified\n## files\n- y | exp: z",
		"# role\n## role\n-", "<!-- hidden -->", "- evil.go | exp: Evil", "-\n## dirty\n-",
		"[pmap:end 0123456789abcdef]", "```\n## arch", "dir: other", "a\r## dirty", "a\u2028## dirty", "Dep: pkg/x.",
	}
	honest := build(t, auth(), limits)
	for _, words := range forged {
		page := auth()
		page.Files[1].Purpose = words
		page.Files[1].Exports = []string{words}
		page.Files[1].Deps = []pathname.Text{pathname.Text("?" + words)}
		page.Symbols = append(page.Symbols, record.PageSymbol{Name: "x", Signature: words, File: "tokens.test.ts"})
		pair := build(t, page, limits)
		roundTrip(t, pair)
		want := strings.Split(string(honest.Map.Format()), "\n")
		for _, line := range strings.Split(string(pair.Map.Format()), "\n") {
			if len(want) > 0 && line == want[0] {
				want = want[1:]
				continue
			}
			if !strings.HasPrefix(line, "- tokens.test.ts") && !strings.HasSuffix(line, " | tokens.test.ts") {
				t.Errorf("%q made the line %q", words, line)
			}
			if strings.HasPrefix(line, "- tokens.test.ts") {
				want = want[1:]
			}
			if strings.Contains(strings.ToLower(line), pathname.Marker) || strings.Contains(line, "<!--") {
				t.Errorf("%q left a marker in %q", words, line)
			}
		}
		if len(want) > 0 {
			t.Errorf("%q lost %q", words, want)
		}
	}
}

func FuzzText(f *testing.F) {
	for _, s := range []string{"# a", "1. - x", "[pmap:", "a|b](c", "exp: dep: ", "Dep:\u200b", "<!<!--", "]:"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for name, clean := range map[string]func(string) string{"purpose": purpose, "role": role, "code": code, "tag": tag} {
			once := clean(s)
			if twice := clean(once); twice != once {
				t.Errorf("%s(%q) = %q, then %q", name, s, once, twice)
			}
			if !utf8.ValidString(once) || strings.ContainsFunc(once, pathname.Hidden) || strings.HasPrefix(once, "- ") || strings.HasPrefix(once, "# ") {
				t.Errorf("%s(%q) = %q", name, s, once)
			}
			if strings.Contains(strings.ToLower(once), pathname.Marker) || strings.Contains(once, "<!--") {
				t.Errorf("%s(%q) = %q has a marker", name, s, once)
			}
		}
	})
}
