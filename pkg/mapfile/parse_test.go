package mapfile

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

func TestParseKeepsDirtyEntries(t *testing.T) {
	pair := build(t, auth(), limits)
	dirty := []Dirty{
		{Time: "2026-01-31T14:32:00Z", File: "tokens.ts", What: "modified"},
		{Time: "2026-01-31T14:33:00Z", File: "a b, c.ts", What: "removed"},
	}
	pair.Index.Dirty, pair.Map.Dirty = dirty, dirty
	want := "2026-01-31T14:32:00Z: tokens.ts modified\n2026-01-31T14:33:00Z: \"a b\\054 c.ts\" removed"
	if got := section(pair.Map.Format(), "dirty"); got != want {
		t.Errorf("dirty is\n%s", got)
	}
	roundTrip(t, pair)
}

// What a hand did to a file without changing its sense is taken, and formatted
// back to what it was.
func TestParseForgives(t *testing.T) {
	pair := build(t, auth(), limits)
	index, text := pair.Index.Format(), pair.Map.Format()
	for name, edit := range map[string]func(string) string{
		"carriage returns":  func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
		"blank lines":       func(s string) string { return strings.ReplaceAll(s, "## ", "\n## ") },
		"space at line end": func(s string) string { return strings.ReplaceAll(s, "\n", " \t\n") },
		"no newline at end": func(s string) string { return strings.TrimSuffix(s, "\n") },
		"no dash":           func(s string) string { return strings.TrimSuffix(s, "-\n") },
		"invisible text":    func(s string) string { return strings.ReplaceAll(s, "JWT", "J\u200bWT") },
	} {
		x, err := ParseIndex([]byte(edit(string(index))))
		if err != nil || !bytes.Equal(x.Format(), index) {
			t.Errorf("%s: index: %v", name, err)
		}
		m, err := ParseMap([]byte(edit(string(text))))
		if err != nil || !bytes.Equal(m.Format(), text) {
			t.Errorf("%s: map: %v", name, err)
		}
	}
}

func TestParseNamesTheLine(t *testing.T) {
	pair := build(t, auth(), limits)
	index, text := string(pair.Index.Format()), string(pair.Map.Format())
	tests := []struct{ from, to, want string }{
		{"# src/auth\n", "# src/other\n", `line 2: expected "# src/auth" before this line`},
		{"dir: src/auth\n", "dir: ../auth\n", `line 2: path ../auth has the component ".."`},
		{"dir: src/auth\n", "", `line 2: expected "dir: " and a path`},
		{"index: src/auth/", "index: src/", `line 3: expected "index: src/auth/.pi-map.index.md"`},
		{"## role\n", "", `line 4: expected "## role"`},
		{"Dep: pkg/src/crypto.", "Dep: pkg/src/crypto", "line 5: dependencies of the role do not end in a full stop"},
		{"Dep: pkg/src", "Dep: ext/src", "line 5: ext/src/crypto is not a dependency inside the project"},
		{"- tokens.ts |", "tokens.ts |", `line 9: line does not start with "- "`},
		{"- tokens.ts |", "- tokens.test.ts |", "line 9: file tokens.test.ts comes twice"},
		{"- tokens.ts |", "- \"tokens.ts\" |", `line 9: name is not spelled as it is written: "\"tokens.ts\""`},
		{"- tokens.ts |", "- a/tokens.ts |", "line 9: name a/tokens.ts is not one component"},
		{"ext/jsonwebtoken", "ext/jsonwebtoken | x", "line 9: line has a field too many"},
		{"ext/jsonwebtoken", "std/x", "line 9: dependency std/x is neither pkg/, ext/ nor unknown"},
		{"exp: issueToken, ", "exp: , ", "line 9: list \"exp: \" has an empty name"},
		{"Role): Middleware | ", "Role): Middleware |", `line 18: symbol has no file`},
		{"## dirty\n-\n", "## dirty\n-\n## more\n", `line 23: expected the end of the file`},
		{"## dirty\n-\n", "## dirty\nsoon: x modified\n", `line 22: "soon" is not a time`},
		{"## dirty\n-\n", "## dirty\n2026-01-31T14:32:00Z: x\n", `line 22: line does not say what happened to the file`},
		{"## dirty\n-\n", "## dirty\n-\nx\n", `line 23: section "dirty" has both lines and a "-"`},
	}
	for _, tt := range tests {
		_, err := ParseMap([]byte(strings.Replace(text, tt.from, tt.to, 1)))
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || err.Error() != tt.want {
			t.Errorf("%q for %q: error is %v, want %s", tt.to, tt.from, err, tt.want)
		}
	}
	for _, tt := range []struct{ from, to, want string }{
		{"| src\n", "| lib\n", "line 6: is not the link to the parent directory"},
		{"- ../.pi-map.index.md | src", "-", "line 7: the link to the parent directory is missing"},
		{"- oauth/.pi", "- ../.pi", `line 8: path .. has the component ".."`},
		{"- oauth/.pi-map.index.md", "- oauth", "line 8: oauth is not the index of a subdirectory"},
		{"map: src/auth/.pi-map.md", "map: .pi-map.md", `line 13: expected "map: src/auth/.pi-map.md"`},
	} {
		if _, err := ParseIndex([]byte(strings.Replace(index, tt.from, tt.to, 1))); fmt.Sprint(err) != tt.want {
			t.Errorf("%q for %q: error is %v, want %s", tt.to, tt.from, err, tt.want)
		}
	}
	for _, empty := range []string{"", "\n\n", "<<<<<<< HEAD\n"} {
		if _, err := ParseMap([]byte(empty)); err == nil {
			t.Errorf("ParseMap(%q) gave no error", empty)
		}
	}
}

func TestParseRefusesHugeFiles(t *testing.T) {
	if _, err := ParseMap(make([]byte, MaxBytes+1)); err == nil {
		t.Error("no error")
	}
}

// words makes text that looks for trouble.
var words = rapid.OneOf(
	rapid.String(),
	rapid.StringOfN(rapid.SampledFrom([]rune("#-*>`~=_+|,:.[]()<!\"\\ \t\n1ab…\u200b\u202eé解")), 0, 40, -1),
	rapid.SampledFrom([]string{"## dirty", "[pmap:x]", "Dep: pkg/a.", "exp: a", "a | b", "-", "…", "<!-- x"}),
)

var name = rapid.Custom(func(t *rapid.T) pathname.Path {
	raw := rapid.OneOf(words, rapid.Map(rapid.SliceOfN(rapid.Byte(), 1, 8), func(b []byte) string { return string(b) })).Draw(t, "raw")
	raw = strings.NewReplacer("/", "-", "\x00", "-").Replace(raw)
	if raw == "" || raw == "." || raw == ".." {
		raw = "x"
	}
	return pathname.Path(raw)
})

var texts = rapid.Map(rapid.SliceOfN(words, 0, 5), func(in []string) []string { return in })

var depTexts = rapid.Custom(func(t *rapid.T) []pathname.Text {
	var out []pathname.Text
	for range rapid.IntRange(0, 6).Draw(t, "n") {
		prefix := rapid.SampledFrom([]string{"pkg/", "ext/", "std/", "?"}).Draw(t, "prefix")
		out = append(out, pathname.Text(prefix+string(name.Draw(t, "dep"))))
	}
	return out
})

var pages = rapid.Custom(func(t *rapid.T) record.Page {
	page := record.Page{
		Path: ".", Role: words.Draw(t, "role"), Deps: depTexts.Draw(t, "deps"),
		Arch: words.Draw(t, "arch"), Tags: texts.Draw(t, "tags"), Workflows: texts.Draw(t, "workflows"),
	}
	if rapid.Bool().Draw(t, "below") {
		page.Path = name.Draw(t, "dir") + "/" + name.Draw(t, "dir")
	}
	for _, n := range rapid.SliceOfNDistinct(name, 0, 4, rapid.ID).Draw(t, "names") {
		page.Children = append(page.Children, record.Child{Name: n, Role: words.Draw(t, "child")})
		page.Files = append(page.Files, record.PageFile{
			Name: n, Purpose: words.Draw(t, "purpose"), Exports: texts.Draw(t, "exports"), Deps: depTexts.Draw(t, "deps"),
		})
		page.Likely = append(page.Likely, n)
		page.Symbols = append(page.Symbols, record.PageSymbol{Name: "x", Signature: words.Draw(t, "signature"), File: n})
	}
	return page
})

func TestPagesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		opts := record.Options{ExportLimit: rapid.IntRange(0, 4).Draw(t, "exports"), SymbolLimit: 3}
		pair, err := New(pages.Draw(t, "page"), opts)
		if err != nil {
			t.Fatalf("new: %v", err)
		}
		roundTrip(t, pair)
	})
}

func FuzzPagesComeBack(f *testing.F) {
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) {
		pair, err := New(pages.Draw(t, "page"), limits)
		if err != nil {
			t.Fatalf("new: %v", err)
		}
		roundTrip(t, pair)
	}))
}

// FuzzParse proves that what is parsed formats to a canonical file.
func FuzzParse(f *testing.F) {
	pair, err := New(auth(), limits)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(pair.Index.Format())
	f.Add(pair.Map.Format())
	f.Fuzz(func(t *testing.T, file []byte) {
		if x, err := ParseIndex(file); err == nil {
			again, err := ParseIndex(x.Format())
			if err != nil || !cmp.Equal(x, again) {
				t.Fatalf("index %q: %v, %s", x.Format(), err, cmp.Diff(x, again))
			}
		}
		if m, err := ParseMap(file); err == nil {
			again, err := ParseMap(m.Format())
			if err != nil || !cmp.Equal(m, again) {
				t.Fatalf("map %q: %v, %s", m.Format(), err, cmp.Diff(m, again))
			}
		}
	})
}
