package brace

import "strings"

// lexer holds the place in the text.
type lexer struct {
	*Source
	dialect *Dialect
	at      int
	fresh   bool // only white space since the line's start
	line    int  // where the line begins
	indent  int

	open  []Literal // the strings that at lies in
	start int       // of the outermost
}

func (l *lexer) next() {
	if n := len(l.open); n > 0 && l.open[n-1].depth == 0 {
		l.inString(&l.open[n-1])
		return
	}
	switch c := l.Text[l.at]; {
	case c == '\n':
		l.at++
		l.line, l.fresh = l.at, true
	case c <= ' ' || c == 0x7f:
		l.at++
	case c == '/' && l.comment():
	case c == '#' && l.fresh && l.directive():
	case l.literal():
	case nameByte(c) && (c < '0' || c > '9') || c == '@' && l.dialect.At && l.at+1 < len(l.Text) && nameByte(l.Text[l.at+1]):
		l.name()
	case c == l.dialect.Quoted && c != 0:
		l.quotedName(c)
	case c >= '0' && c <= '9':
		l.number()
	default:
		l.mark(c)
	}
}

func nameByte(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// add ends a token. In the code inside a string only names are kept.
func (l *lexer) add(start int, kind byte) {
	if len(l.open) > 0 {
		if kind == Word {
			l.Inside = append(l.Inside, Token{Start: start, End: l.at, Kind: kind})
		}
		return
	}
	if l.fresh {
		l.indent = start - l.line
	}
	l.Tokens = append(l.Tokens, Token{Start: start, End: l.at, Kind: kind, First: l.fresh, Indent: l.indent})
	l.fresh = false
}

func (l *lexer) name() {
	start := l.at
	for l.at++; l.at < len(l.Text) && nameByte(l.Text[l.at]); {
		l.at++
	}
	l.add(start, Word)
}

func (l *lexer) quotedName(quote byte) {
	start := l.at
	end := strings.IndexAny(l.Text[start+1:], string(quote)+"\n")
	if end <= 0 || l.Text[start+1+end] != quote {
		l.at++
		l.add(start, quote)
		return
	}
	l.at = start + end + 2
	l.add(start, Word)
}

func (l *lexer) number() {
	start := l.at
	for l.at < len(l.Text) && nameByte(l.Text[l.at]) {
		l.at++
	}
	l.add(start, Number)
}

// mark reads one character, or two that mean something else together.
func (l *lexer) mark(c byte) {
	start := l.at
	rest := l.Text[start:]
	kind := c
	l.at++
	switch {
	case strings.HasPrefix(rest, "->"), strings.HasPrefix(rest, "=>"):
		kind = Arrow
	case strings.HasPrefix(rest, "::"):
		kind = Scope
	case strings.HasPrefix(rest, "=="), strings.HasPrefix(rest, "!="):
		kind = Equality
	}
	if kind != c {
		l.at++
	}
	if kind == Equality && l.at < len(l.Text) && l.Text[l.at] == '=' {
		l.at++
	}
	if n := len(l.open); n > 0 {
		l.hole(&l.open[n-1], c)
	}
	l.add(start, kind)
}

// hole counts the brackets of the kind that opened the code inside a string.
func (l *lexer) hole(s *Literal, c byte) {
	opener := s.Hole[len(s.Hole)-1]
	switch c {
	case opener:
		s.depth++
	case closerOf(opener):
		s.depth--
	}
}

func closerOf(opener byte) byte {
	switch opener {
	case '(':
		return ')'
	case '[':
		return ']'
	}
	return '}'
}

// comment passes over a comment, if there is one.
func (l *lexer) comment() bool {
	rest := l.Text[l.at:]
	start := l.at
	switch {
	case strings.HasPrefix(rest, "//"):
		if end := strings.IndexByte(rest, '\n'); end >= 0 {
			l.at += end
		} else {
			l.at = len(l.Text)
		}
	case strings.HasPrefix(rest, "/*"):
		l.block()
	default:
		return false
	}
	if len(l.open) == 0 {
		l.comments = append(l.comments, span{start, l.at})
	}
	if i := strings.LastIndexByte(l.Text[start:l.at], '\n'); i >= 0 {
		l.line, l.fresh = start+i+1, true
	}
	return true
}

// block passes over a comment that may hold others.
func (l *lexer) block() {
	l.at += 2
	for depth := 1; depth > 0; {
		rest := l.Text[l.at:]
		next := strings.IndexAny(rest, "*/")
		switch {
		case next < 0 || next+1 >= len(rest):
			l.at, l.Broken = len(l.Text), true
			return
		case rest[next:next+2] == "*/":
			depth--
			l.at += next + 2
		case rest[next:next+2] == "/*" && l.dialect.Nested:
			depth++
			l.at += next + 2
		default:
			l.at += next + 1
		}
	}
}

// directive reads a line of the compiler's as one token.
func (l *lexer) directive() bool {
	if len(l.open) > 0 || len(l.dialect.Directives) == 0 {
		return false
	}
	line, _, _ := strings.Cut(l.Text[l.at:], "\n")
	if !l.dialect.Directives[word(line)] {
		return false
	}
	start := l.at
	l.at += len(line)
	l.add(start, directive)
	return true
}

// word is the first word of a directive.
func word(line string) string {
	line = strings.TrimLeft(line[1:], " \t")
	end := 0
	for end < len(line) && nameByte(line[end]) {
		end++
	}
	return line[:end]
}

// literal opens a string, if one starts here.
func (l *lexer) literal() bool {
	literal, n := l.dialect.Open(l.Text[l.at:])
	if n == 0 || len(l.open) == maxOpen {
		return false
	}
	if len(l.open) == 0 {
		l.start = l.at
	}
	l.open = append(l.open, literal)
	l.at += n
	return true
}

// maxOpen is how deep strings may nest in the code inside of strings.
const maxOpen = 100

// inString reads on in a string: a run of characters, an escape, the start of
// code, or its end.
func (l *lexer) inString(s *Literal) {
	rest := l.Text[l.at:]
	switch {
	case s.Hole != "" && strings.HasPrefix(rest, s.Hole):
		l.openHole(s, rest)
	case s.Escape != "" && strings.HasPrefix(rest, s.Escape):
		l.at = min(l.at+len(s.Escape)+1, len(l.Text))
	case strings.HasPrefix(rest, s.Quote):
		l.at += len(s.Quote)
		if s.Doubled && strings.HasPrefix(rest[len(s.Quote):], s.Quote) {
			l.at += len(s.Quote)
			return
		}
		for len(s.Quote) > 2 && strings.HasPrefix(l.Text[l.at:], `"`) {
			l.at++ // the last of a run of quotes ends the string
		}
		l.end()
	case rest[0] == '\n' && !s.Lines:
		l.Broken = true
		l.end()
	default:
		l.at++
	}
}

// openHole begins the code inside a string. Where a brace alone does so, two
// of them are one of the text.
func (l *lexer) openHole(s *Literal, rest string) {
	run := len(s.Hole)
	if s.Hole[0] == '{' {
		run = len(rest) - len(strings.TrimLeft(rest, "{"))
		if s.Escape+s.Quote == `\"` && run%2 == 0 || s.Doubled && run%2 == 0 {
			l.at += run
			return
		}
	}
	l.at += run
	s.depth = strings.Count(s.Hole, s.Hole[len(s.Hole)-1:])
}

// end closes the innermost string; the outermost is a token.
func (l *lexer) end() {
	l.open = l.open[:len(l.open)-1]
	if len(l.open) > 0 {
		return
	}
	start := l.start
	l.add(start, String)
	if i := strings.LastIndexByte(l.Text[start:l.at], '\n'); i >= 0 {
		l.line = start + i + 1
	}
}
