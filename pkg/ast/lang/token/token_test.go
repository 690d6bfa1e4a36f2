package token

import (
	"fmt"
	"strings"
	"testing"
)

var (
	c   = Rules{Line: []string{"//", "#"}, Block: true, Quotes: `"'`, Escapes: true}
	sql = Rules{Line: []string{"--"}, Block: true, Quotes: "'\"", Doubled: true, Words: "$"}
)

// show writes a text's tokens, comments in angle brackets before theirs.
func show(s *Scanner) string {
	var b strings.Builder
	for {
		t := s.Next()
		if t.Above != "" {
			fmt.Fprintf(&b, "<%s>", t.Above)
		}
		if t.Kind == End {
			return strings.TrimSpace(b.String())
		}
		fmt.Fprintf(&b, "%d:%s ", t.Kind, t.Text)
	}
}

func TestScan(t *testing.T) {
	for _, test := range []struct {
		rules    Rules
		in, want string
	}{
		{c, `a_1 "x\"y" 'z' {é}`, `1:a_1 2:x\"y 2:z 3:{ 1:é 3:}`},
		{c, "// one\n// two\na // behind\nb\n/* c */ c\n\n# far\n\nd", "<// one\n// two>1:a 1:b </* c */>1:c 1:d"},
		{c, "a /* behind\n*/ b", "1:a 1:b"},
		{c, "/* open", "</* open>"},
		{c, `"open`, `2:open`},
		{sql, `'it''s' "a""b" x$1 -- no`, `2:it''s 2:a""b 1:x$1`},
		{Rules{Triple: true, Quotes: `"`}, `"""a "b" c""" "d"`, `2:a "b" c 2:d`},
	} {
		if got := show(test.rules.Scan(test.in)); got != test.want {
			t.Errorf("%q gives %q, want %q", test.in, got, test.want)
		}
	}
}

func TestFirst(t *testing.T) {
	s := c.Scan("a b /* \n */ c\n  d e")
	for _, want := range []bool{true, false, false, true, false} {
		if token := s.Next(); token.First != want {
			t.Errorf("%s is the first of its line: %v", token.Text, token.First)
		}
	}
}

func TestSkip(t *testing.T) {
	s := c.Scan("{ a { ')' } ( ] } b")
	s.Next()
	if !s.Skip() || s.Next().Text != "b" || s.Skip() {
		t.Error("brackets are not skipped")
	}
}

func TestHeader(t *testing.T) {
	for _, test := range []struct {
		in, want string
		attached bool
	}{
		{"// a\n// b\n\n/* c */\nx", "// a\n// b|/* c */", true},
		{"// a\n\nx", "// a", false},
		{"x // a", "", false},
		{"// a", "// a", false},
		{"", "", false},
	} {
		runs, attached := c.Header(test.in)
		if got := strings.Join(runs, "|"); got != test.want || attached != test.attached {
			t.Errorf("header of %q is %q, %v", test.in, got, attached)
		}
	}
}

func FuzzScan(f *testing.F) {
	f.Add("a /* b */ 'c''d' -- e\n\"\"\"f")
	f.Fuzz(func(t *testing.T, src string) {
		for _, r := range []Rules{c, sql, {Triple: true}} {
			r.Header(src)
			s := r.Scan(src)
			for last := -1; ; {
				token := s.Next()
				if token.Kind == End {
					break
				}
				if token.Start <= last || token.End <= token.Start {
					t.Fatalf("token at %d to %d after %d", token.Start, token.End, last)
				}
				last = token.Start
			}
		}
	})
}
