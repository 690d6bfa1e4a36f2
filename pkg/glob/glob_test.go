package glob

import (
	"strings"
	"testing"
)

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"foo", "foo", true},
		{"foo", "fo", false},
		{"foo", "foobar", false},
		{"", "", true},
		{"", "x", false},
		{"*", "", true},
		{"*", "a/b", false},
		{"*.go", "x.go", true},
		{"*.go", "d/x.go", false},
		{"d/*.go", "d/x.go", true},
		{"d/*.go", "d/e/x.go", false},
		{"**/x", "x", true},
		{"**/x", "a/b/x", true},
		{"**/x", "a/bx", false},
		{"a/**", "a", false},
		{"a/**", "a/b/c", true},
		{"a/**/b", "a/b", true},
		{"a/**/b", "a/x/y/b", true},
		{"a/**/b", "axb", false},
		{"a**b", "axxb", true},
		{"a**b", "a/b", false},
		{"a**/b", "ax/b", true},
		{"a**/b", "a/x/b", false},
		{"?", "/", false},
		{"a?c", "abc", true},
		{"[a-c]", "b", true},
		{"[a-c]", "d", false},
		{"[!a-c]", "d", true},
		{"[^a-c]", "b", false},
		{"[]]", "]", true},
		{"[]-]", "-", true},
		{"[a-]", "-", true},
		{"[!/]", "/", false},
		{`[\]]`, "]", true},
		{`[a-\c]`, "b", true},
		{"[[:digit:]x]", "7", true},
		{"[[:digit:]x]", "x", true},
		{"[[:nope:]]", "n", false},
		{"[[::]]", ":", false},
		{"[[:]", ":", true},
		{"[[:x]", "x", true},
		{"[abc", "a", false},
		{`\*`, "*", true},
		{`\*`, "x", false},
		{`x\`, "x", false},
		{`x\`, `x\`, false},
		{"caf\xe9*", "caf\xe9.txt", true},
	} {
		if got := Match(c.pattern, c.name); got != c.want {
			t.Errorf("Match(%q, %q) = %t, want %t", c.pattern, c.name, got, c.want)
		}
	}
}

func TestMatchIsBounded(t *testing.T) {
	if Match(strings.Repeat("**/*a*", 200)+"b", strings.Repeat("aa/", 500)) {
		t.Error("a pattern without its last letter in the name matches")
	}
}

func TestDecide(t *testing.T) {
	rules := ParseRules("\ufeff*.log\r\n!keep.log\n# note\n\\#hash\n\\!bang\n/top\nbuild/\ndocs/*.txt\ntrail  \nspace\\ \n")
	for _, c := range []struct {
		path            string
		dir             bool
		picked, decided bool
	}{
		{"x.log", false, true, true},
		{"a/x.log", false, true, true},
		{"a/keep.log", false, false, true},
		{"# note", false, false, false},
		{"#hash", false, true, true},
		{"!bang", false, true, true},
		{"top", false, true, true},
		{"a/top", false, false, false},
		{"a/build", true, true, true},
		{"a/build", false, false, false},
		{"docs/a.txt", false, true, true},
		{"x/docs/a.txt", false, false, false},
		{"trail", false, true, true},
		{"space ", false, true, true},
	} {
		picked, decided := rules.Decide(c.path, c.dir)
		if picked != c.picked || decided != c.decided {
			t.Errorf("Decide(%q, %t) = %t, %t; want %t, %t", c.path, c.dir, picked, decided, c.picked, c.decided)
		}
	}
}

func TestUnder(t *testing.T) {
	rules := ParseRules("legacy/\nsrc/**/*.gen.go\n!src/keep.gen.go")
	for path, want := range map[string]bool{
		"legacy/a/b.go":      true,
		"x/legacy/a.go":      true,
		"legacy":             false,
		"src/a/b.gen.go":     true,
		"src/keep.gen.go":    false,
		"other/src/a.gen.go": false,
	} {
		if got := rules.Under(path); got != want {
			t.Errorf("Under(%q) = %t, want %t", path, got, want)
		}
	}
}

func TestCheck(t *testing.T) {
	for pattern, want := range map[string]string{
		"src/**":  "",
		"!vendor": "",
		"/a/b/":   "",
		"":        "matches nothing",
		"#x":      "matches nothing",
		"!":       "matches nothing",
		"../x":    `component ".."`,
		"a/../b":  `component ".."`,
		"./a":     `component "."`,
		"a//b":    `component ""`,
		"a\x00b":  "control character",
	} {
		err := Check(pattern)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("Check(%q) = %v, want %q", pattern, err, want)
		}
	}
}

func FuzzMatch(f *testing.F) {
	f.Add("**/[a-z]*", "a/b")
	f.Add("[[:alpha:]\\]", "x")
	f.Fuzz(func(t *testing.T, pattern, name string) {
		plain := !strings.ContainsAny(pattern, `*?[\`)
		if got := Match(pattern, name); plain && got != (pattern == name) {
			t.Fatalf("Match(%q, %q) = %t", pattern, name, got)
		}
		ParseRules(pattern).Decide(name, true)
	})
}
