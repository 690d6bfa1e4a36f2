package ast

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/contents"
	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

func TestLanguages(t *testing.T) {
	names, claims := map[string]bool{}, map[string]string{}
	for _, e := range Languages() {
		if e.Name == "" || e.Version < 1 || e.Extract == nil || names[e.Name] {
			t.Errorf("extractor %q lacks something or is listed twice", e.Name)
		}
		names[e.Name] = true
		for sort, list := range map[string][]string{"name": e.Names, "suffix": e.Suffixes, "language": e.Langs} {
			for _, claim := range list {
				claim = sort + " " + claim
				if other := claims[claim]; other != "" {
					t.Errorf("%s and %s both claim the %s", other, e.Name, claim)
				}
				claims[claim] = e.Name
			}
		}
		for _, n := range e.Names {
			if _, err := path.Match(n, "x"); err != nil {
				t.Errorf("%s: pattern %q: %v", e.Name, n, err)
			}
		}
		for _, s := range e.Suffixes {
			if !strings.HasPrefix(s, ".") {
				t.Errorf("%s: suffix %q", e.Name, s)
			}
		}
	}
}

func TestPick(t *testing.T) {
	p := newPicker([]lang.Extractor{
		{Name: "js", Suffixes: []string{".js"}, Langs: []string{"JavaScript"}},
		{Name: "decl", Suffixes: []string{".d.ts"}},
		{Name: "ts", Suffixes: []string{".ts"}},
		{Name: "manifest", Names: []string{"package.json"}},
		{Name: "config", Names: []string{"tsconfig*.json"}},
		{Name: "json", Suffixes: []string{".json"}, Langs: []string{"JSON"}},
		{Name: "second", Suffixes: []string{".js"}},
		{Name: "c", Suffixes: []string{".c"}},
		{Name: "cpp", Suffixes: []string{".C"}},
	})
	for _, c := range []struct{ path, lang, want string }{
		{"a/b.js", "", "js"},
		{"a/b.JS", "", "js"},
		{"x.c", "", "c"},
		{"x.C", "", "cpp"},
		{"b.d.ts", "", "decl"},
		{"b.x.ts", "", "ts"},
		{"a/package.json", "JSON", "manifest"},
		{"tsconfig.base.json", "JSON", "config"},
		{"x.json", "", "json"},
		{"tool", "JavaScript", "js"},
		{".js", "", "js"},
		{"a.js/x", "", ""},
		{"x.rb", "Ruby", ""},
	} {
		got := ""
		if e := p.pick(record.File{Path: pathname.Path(c.path), Lang: c.lang}); e != nil {
			got = e.Name
		}
		if got != c.want {
			t.Errorf("pick(%q, %q) = %q, want %q", c.path, c.lang, got, c.want)
		}
	}
}

func TestDecode(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		whole          bool
	}{
		{"plain", "abc é", "abc é", true},
		{"mark", "\xEF\xBB\xBFabc", "abc", true},
		{"little endian", "\xFF\xFEa\x00\xe9\x00", "aé", true},
		{"big endian", "\xFE\xFF\x00a\xd8\x3d\xde\x00", "a😀", true},
		{"no mark", "a\x00b\x00c\x00d\x00", "abcd", true},
		{"no mark, big endian", "\x00a\x00b\x00c\x00d", "abcd", true},
		{"lone surrogate", "\xFF\xFE\x3d\xd8a\x00", "\uFFFDa", false},
		{"odd length", "\xFF\xFEa\x00b", "a", false},
		{"latin-1", "caf\xe9 na\xefve", "café naïve", true},
		{"broken", "é é \xff", "é é \uFFFD", false},
		{"nul", "a\x00b and more", "a b and more", false},
		{"nul and broken", "ab\x00\xff and more", "ab \uFFFD and more", false},
		{"empty", "", "", true},
	} {
		got, whole := contents.Decode([]byte(c.in))
		if string(got) != c.want || whole != c.whole {
			t.Errorf("%s: decode = %q, %v; want %q, %v", c.name, got, whole, c.want, c.whole)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("\xFF\xFEa\x00"))
	f.Add([]byte("caf\xe9 \x00"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		text, whole := contents.Decode(raw)
		if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
			t.Errorf("decode(%q) = %q", raw, text)
		}
		if utf8.Valid(raw) && whole && !bytes.HasPrefix(raw, []byte("\xEF\xBB\xBF")) && !bytes.Equal(raw, text) && bytes.IndexByte(raw, 0) < 0 {
			t.Errorf("decode(%q) changes UTF-8 to %q", raw, text)
		}
	})
}

func TestBound(t *testing.T) {
	s := record.Syntax{
		Doc:     "a\nb\xff",
		Symbols: slices.Repeat([]record.Symbol{{Name: strings.Repeat("é", 300)}}, maxSymbols+1),
		Facts:   &record.Facts{Scripts: []record.Pair{{Key: "a\x1b", Value: "b\nc"}}},
	}
	if bound(&s) {
		t.Error("a list that was cut counts as whole")
	}
	if s.Doc != "a b\uFFFD" || len(s.Symbols) != maxSymbols || s.Facts.Scripts[0] != (record.Pair{Key: "a", Value: "b c"}) {
		t.Errorf("got doc %q, %d symbols, %q", s.Doc, len(s.Symbols), s.Facts.Scripts)
	}
	if got, want := s.Symbols[0].Name, strings.Repeat("é", 198)+"…"; got != want {
		t.Errorf("name has %d bytes, want %d", len(got), len(want))
	}
	if !bound(&record.Syntax{Doc: strings.Repeat("x", 2000)}) {
		t.Error("a shortened text counts as left out")
	}
}

// Constants do not drive types and functions out of a record.
func TestBoundKeepsTypesAndFunctions(t *testing.T) {
	symbols := []record.Symbol{{Name: "First", Kind: record.KindClass}, {Name: "field", Kind: record.KindField, Parent: "First"}}
	symbols = append(symbols, slices.Repeat([]record.Symbol{{Name: "C", Kind: record.KindConstant}}, maxSymbols)...)
	symbols = append(symbols, record.Symbol{Name: "last", Kind: record.KindFunction}, record.Symbol{Name: "method", Kind: record.KindMethod, Parent: "First"})
	s := record.Syntax{Symbols: symbols}
	if bound(&s) {
		t.Error("nothing was left out")
	}
	n := len(s.Symbols)
	if n != maxSymbols || s.Symbols[0].Name != "First" || s.Symbols[1].Name != "field" || s.Symbols[n-1].Name != "last" {
		t.Errorf("%d symbols, from %q to %q", n, s.Symbols[0].Name, s.Symbols[n-1].Name)
	}
}
