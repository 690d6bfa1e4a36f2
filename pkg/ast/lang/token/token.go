// Package token cuts texts of languages that are read without a grammar into
// words, strings and marks, and keeps the comments that stand above them. Start
// from [Rules.Scan].
//
// It takes time in proportion to the text and knows nothing of what the tokens
// mean; whatever is not closed ends with the text.
package token

import "strings"

// Rules are what sets the languages apart.
type Rules struct {
	Line    []string // what starts a comment up to the end of its line
	Block   bool     // "/*" to "*/" is a comment
	Quotes  string   // what a string starts and ends with
	Triple  bool     // three double quotes start a string too
	Escapes bool     // a backslash takes the next character into the string
	Doubled bool     // so does a quote its twin
	Words   string   // what a word may hold besides letters, digits and "_"
}

// Kind is what a token is.
type Kind byte

// The kinds.
const (
	End Kind = iota
	Word
	String
	Mark // any other single character
)

// Token is one of them.
type Token struct {
	Kind       Kind
	Text       string // of a String what is between its quotes, as written
	Start, End int    // in bytes, quotes included
	First      bool   // it is the first of its line
	Above      string // the comments right above, or before it on its line, with their markers
}

// Is reports whether a token is a word or mark.
func (t Token) Is(text string) bool { return (t.Kind == Word || t.Kind == Mark) && t.Text == text }

// Scanner yields a text's tokens.
type Scanner struct {
	Src   string
	rules Rules
	at    int
	// The run of comments before at: its bytes, and whether it is open.
	from, to int
	run      bool
	behind   bool // a token stands on this line
}

// Scan starts at a text's beginning.
func (r Rules) Scan(src string) *Scanner { return &Scanner{Src: src, rules: r} }

// At returns where the next token is looked for.
func (s *Scanner) At() int { return s.at }

// Seek goes on at a byte, as if nothing stood before it.
func (s *Scanner) Seek(at int) { s.at, s.run, s.behind = min(max(at, 0), len(s.Src)), false, false }

// Next returns the next token, of kind End after the last.
func (s *Scanner) Next() Token {
	s.skip()
	t := Token{Start: s.at, End: s.at}
	if s.run {
		t.Above = s.Src[s.from:s.to]
	}
	s.run = false
	if s.at >= len(s.Src) {
		return t
	}
	t.First, s.behind = !s.behind, true
	c := s.Src[s.at]
	switch {
	case s.rules.Triple && strings.HasPrefix(s.Src[s.at:], `"""`):
		t.Kind = String
		t.Text = s.until(s.at+3, `"""`)
	case strings.IndexByte(s.rules.Quotes, c) >= 0:
		t.Kind = String
		t.Text = s.quoted(c)
	case s.word(c):
		for s.at < len(s.Src) && s.word(s.Src[s.at]) {
			s.at++
		}
		t.Kind, t.Text = Word, s.Src[t.Start:s.at]
	default:
		s.at++
		t.Kind, t.Text = Mark, s.Src[t.Start:s.at]
	}
	t.End = s.at
	return t
}

// skip goes over white space and comments.
func (s *Scanner) skip() {
	breaks := 0
	for s.at < len(s.Src) {
		switch c := s.Src[s.at]; {
		case c == '\n':
			s.at++
			s.behind = false
			if breaks++; breaks > 1 {
				s.run = false // a blank line
			}
		case c <= ' ':
			s.at++
		default:
			end := s.comment()
			if end == s.at {
				return
			}
			if !s.run && !s.behind {
				s.from, s.run = s.at, true
			}
			s.to, s.at, breaks = end, end, 0
		}
	}
}

// comment returns where the comment ends that starts here, or here.
func (s *Scanner) comment() int {
	rest := s.Src[s.at:]
	if s.rules.Block && strings.HasPrefix(rest, "/*") {
		if end := strings.Index(rest[2:], "*/"); end >= 0 {
			return s.at + 2 + end + 2
		}
		return len(s.Src)
	}
	for _, mark := range s.rules.Line {
		if strings.HasPrefix(rest, mark) {
			if end := strings.IndexByte(rest, '\n'); end >= 0 {
				return s.at + end
			}
			return len(s.Src)
		}
	}
	return s.at
}

func (s *Scanner) word(c byte) bool {
	return c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || strings.IndexByte(s.rules.Words, c) >= 0
}

// quoted reads a string that starts here with a quote.
func (s *Scanner) quoted(quote byte) string {
	start := s.at + 1
	for i := start; i < len(s.Src); i++ {
		switch c := s.Src[i]; {
		case c == '\\' && s.rules.Escapes:
			i++
		case c != quote:
		case s.rules.Doubled && i+1 < len(s.Src) && s.Src[i+1] == quote:
			i++
		default:
			s.at = i + 1
			return s.Src[start:i]
		}
	}
	s.at = len(s.Src)
	return s.Src[start:]
}

// until reads to a mark and over it.
func (s *Scanner) until(start int, mark string) string {
	if n := strings.Index(s.Src[start:], mark); n >= 0 {
		s.at = start + n + len(mark)
		return s.Src[start : start+n]
	}
	s.at = len(s.Src)
	return s.Src[start:]
}

// Until reads from here to a mark and over it, or to the end of the text.
func (s *Scanner) Until(mark string) string { return s.until(s.at, mark) }

// Skip goes over what is between brackets whose opening one was the last
// token. It reports whether they close.
func (s *Scanner) Skip() bool {
	for depth := 1; ; {
		t := s.Next()
		switch {
		case t.Kind == End:
			return false
		case t.Kind != Mark:
		case t.Text == "(" || t.Text == "[" || t.Text == "{":
			depth++
		case t.Text == ")" || t.Text == "]" || t.Text == "}":
			if depth--; depth == 0 {
				return true
			}
		}
	}
}

// Header returns the comments before the first token, one text for each run
// between blank lines, and whether the last stands right above that token.
func (r Rules) Header(src string) (runs []string, attached bool) {
	s := r.Scan(src)
	for {
		before := s.at
		s.Seek(len(src) - len(strings.TrimLeft(src[before:], " \t\r\n\f\v")))
		blank := strings.Count(src[before:s.at], "\n") > 1
		end := s.comment()
		switch {
		case end == s.at:
			return runs, len(runs) > 0 && !blank && s.at < len(src)
		case len(runs) == 0 || blank:
			runs = append(runs, src[s.at:end])
		default:
			last := &runs[len(runs)-1]
			*last += src[before:end]
		}
		s.at = end
	}
}
