package c

import "bytes"

// token is one lexical element. Comments and white space are none; a whole
// preprocessor directive is one.
type token struct {
	start, end int
	kind       byte
	margin     bool // its line starts in the first column
}

// Kinds of tokens that are not a single character of punctuation.
const (
	kindName      = 'a'
	kindNumber    = '0'
	kindString    = '"'
	kindChar      = '\''
	kindDirective = '#'
	kindScope     = 'S' // ::
	kindArrow     = 'A' // ->
	kindOperator  = 'o' // two characters or more, comparisons among them
)

// span is a comment's place.
type span struct{ start, end int }

// lexed is a source text cut into tokens.
type lexed struct {
	src      []byte
	tokens   []token
	comments []span
}

func (l *lexed) text(t token) string { return string(l.src[t.start:t.end]) }

// lexer holds the place in the text.
type lexer struct {
	lexed
	at        int
	line      int  // where the line begins
	lineStart bool // only white space since the line's start
}

func lex(src []byte) lexed {
	l := &lexer{lexed: lexed{src: src}, lineStart: true}
	for l.at < len(src) {
		l.next()
	}
	return l.lexed
}

func (l *lexer) next() {
	c := l.src[l.at]
	start := l.at
	switch {
	case c == '\n':
		l.at++
		l.line, l.lineStart = l.at, true
		return
	case c <= ' ' || c == '\\' || c == 0x7f:
		l.at++
		return
	case c == '/' && l.comment():
		l.comments = append(l.comments, span{start, l.at})
		l.passed(start)
		return
	case c == '#' && l.lineStart:
		l.directive()
	case isNameStart(c):
		l.name()
	case c >= '0' && c <= '9':
		l.number()
	case c == '"' || c == '\'':
		l.quoted(c)
		l.add(start, c)
	default:
		l.punctuation()
	}
	l.lineStart = false
}

func (l *lexer) add(start int, kind byte) {
	l.tokens = append(l.tokens, token{start, l.at, kind, l.src[l.line] > ' '})
	l.passed(start)
}

// passed notes the line ends in what was read since start.
func (l *lexer) passed(start int) {
	if i := bytes.LastIndexByte(l.src[start:l.at], '\n'); i >= 0 {
		l.line = start + i + 1
	}
}

func isNameStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$' || c >= 0x80
}

func isNamePart(c byte) bool { return isNameStart(c) || c >= '0' && c <= '9' }

// comment passes over a comment, if there is one.
func (l *lexer) comment() bool {
	rest := l.src[l.at:]
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		l.toLineEnd()
		return true
	case bytes.HasPrefix(rest, []byte("/*")):
		if end := bytes.Index(rest[2:], []byte("*/")); end >= 0 {
			l.at += end + 4
		} else {
			l.at = len(l.src)
		}
		return true
	}
	return false
}

// toLineEnd goes to the newline that no backslash continues.
func (l *lexer) toLineEnd() {
	for l.at < len(l.src) && l.src[l.at] != '\n' {
		l.at += l.continued()
	}
	l.at = min(l.at, len(l.src))
}

// continued is the length of a line continuation, 1 if there is none.
func (l *lexer) continued() int {
	rest := l.src[l.at:]
	switch {
	case bytes.HasPrefix(rest, []byte("\\\n")):
		return 2
	case bytes.HasPrefix(rest, []byte("\\\r\n")):
		return 3
	}
	return 1
}

// directive reads to the line's end; comments inside may run over lines.
func (l *lexer) directive() {
	start := l.at
	for l.at < len(l.src) && l.src[l.at] != '\n' {
		switch c := l.src[l.at]; {
		case c == '/' && l.at+1 < len(l.src) && l.src[l.at+1] == '/':
			l.add(start, kindDirective)
			comment := l.at
			l.toLineEnd()
			l.comments = append(l.comments, span{comment, l.at})
			return
		case c == '/':
			comment := l.at
			if l.comment() {
				l.comments = append(l.comments, span{comment, l.at})
			} else {
				l.at++
			}
		case c == '"':
			l.quoted(c)
		default:
			l.at = min(l.at+l.continued(), len(l.src))
		}
	}
	l.add(start, kindDirective)
}

func (l *lexer) name() {
	start := l.at
	for l.at < len(l.src) && isNamePart(l.src[l.at]) {
		l.at++
	}
	if l.at < len(l.src) && (l.src[l.at] == '"' || l.src[l.at] == '\'') {
		switch string(l.src[start:l.at]) {
		case "R", "LR", "uR", "UR", "u8R":
			if l.src[l.at] == '"' {
				l.raw()
				l.add(start, kindString)
				return
			}
		case "L", "u", "U", "u8":
			quote := l.src[l.at]
			l.quoted(quote)
			l.add(start, quote)
			return
		}
	}
	l.add(start, kindName)
}

// raw reads a raw string from its quote on.
func (l *lexer) raw() {
	rest := l.src[l.at:]
	open := bytes.IndexByte(rest[:min(len(rest), 20)], '(')
	if open < 0 {
		l.quoted('"')
		return
	}
	closer := append(append([]byte{')'}, rest[1:open]...), '"')
	end := bytes.Index(rest[open:], closer)
	if end < 0 {
		l.at = len(l.src)
		return
	}
	l.at += open + end + len(closer)
}

func (l *lexer) number() {
	start := l.at
	for l.at < len(l.src) {
		c := l.src[l.at]
		separator := c == '\'' && l.at+1 < len(l.src) && isNamePart(l.src[l.at+1])
		if !isNamePart(c) && c != '.' && !separator {
			break
		}
		l.at++
	}
	l.add(start, kindNumber)
}

// quoted reads a string or character, at most to the line's end.
func (l *lexer) quoted(quote byte) {
	l.at++
	for l.at < len(l.src) {
		switch c := l.src[l.at]; {
		case c == quote:
			l.at++
			return
		case c == '\n':
			return
		case c == '\\':
			l.at++
			if l.at < len(l.src) && l.src[l.at] == '\r' {
				l.at++
			}
		}
		l.at++
	}
	l.at = min(l.at, len(l.src))
}

func (l *lexer) punctuation() {
	start := l.at
	rest := l.src[l.at:]
	kind := rest[0]
	l.at++
	if len(rest) > 1 {
		switch pair := string(rest[:2]); pair {
		case "::":
			kind = kindScope
		case "->":
			kind = kindArrow
		case "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "|=", "&=", "^=", "%=", "&&", "||", "++", "--":
			kind = kindOperator
		}
		if kind != rest[0] {
			l.at++
		}
	}
	l.add(start, kind)
}
