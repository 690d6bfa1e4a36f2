// Package brace cuts texts of languages with braces into tokens, pairs their
// brackets and keeps their comments, for extractors that read declarations by
// their words: where grammars stumble over a body, the declarations around it
// are read all the same. Start from [Dialect.Read].
//
// It takes time in proportion to the text. Strings with code inside, nested
// comments and conditional parts are the dialect's; what is not closed ends
// with the text, and a bracket without a partner is closed where the line's
// indent says so. Then [Source.Broken] is set.
package brace

import "strings"

// Token is a word, number, string or mark.
type Token struct {
	Start, End int
	Kind       byte
	First      bool // the first of its line
	Indent     int  // of its line, in bytes
}

// Kinds of tokens; any other kind is the single character that the token is.
const (
	Word      = 'a' // Text is without the quotes around it
	Number    = '0'
	String    = '"'
	Arrow     = 'A' // -> or =>
	Scope     = 'S' // ::
	Equality  = 'E' // ==, !=, ===, !==
	directive = '#'
)

// Dialect is what sets a language apart.
type Dialect struct {
	Nested bool // comments of "/*" nest
	Quoted byte // what names may be quoted with, 0 for none
	At     bool // a name may start with "@"

	// Open recognizes the start of a string or character and its length.
	Open func(rest string) (Literal, int)

	// Directives are the words behind "#" that make a line one of the
	// compiler's. Whole says that each branch of a conditional holds whole
	// declarations; otherwise only those are read besides the first that do.
	Directives map[string]bool
	Whole      bool
}

// Literal is a string while it is being read.
type Literal struct {
	Quote   string // what ends it
	Lines   bool   // it may run over several lines
	Escape  string // takes the next character in; "" for none
	Doubled bool   // the quote twice stands for one
	Hole    string // what opens code inside, its last character the bracket; "" for none

	depth int // of brackets in the hole, 0 in the text
}

// Source is a text that was read.
type Source struct {
	Text   string
	Tokens []Token
	Inside []Token // names in the code inside strings
	Broken bool    // brackets, strings or comments do not match

	match    []int // of an opening bracket: the index of its closing one
	angles   []int // of a "<" that is closed: the index behind its ">"
	comments []span
}

type span struct{ start, end int }

// Read cuts a text.
func (d *Dialect) Read(text string) *Source {
	l := &lexer{Source: &Source{Text: text}, dialect: d, fresh: true}
	for l.at < len(text) {
		l.next()
	}
	if len(l.open) > 0 {
		l.end()
		l.Broken = true
	}
	l.Source.branches(d.Whole)
	if !l.Source.pair(false) {
		l.Broken = true
		l.Source.pair(true)
	}
	l.Source.pairAngles()
	return l.Source
}

// Kind returns the kind of the token at i, 0 outside of the text.
func (s *Source) Kind(i int) byte {
	if i < 0 || i >= len(s.Tokens) {
		return 0
	}
	return s.Tokens[i].Kind
}

// Word returns the word at i as it names something, "" for other tokens.
func (s *Source) Word(i int) string {
	if s.Kind(i) != Word {
		return ""
	}
	return s.name(s.Tokens[i])
}

func (s *Source) name(t Token) string {
	return strings.TrimPrefix(strings.Trim(s.Text[t.Start:t.End], "`"), "@")
}

// Plain reports whether the token at i is this word and not a quoted name.
func (s *Source) Plain(i int, word string) bool {
	return s.Kind(i) == Word && s.Text[s.Tokens[i].Start:s.Tokens[i].End] == word
}

// First reports whether the token at i is the first of its line.
func (s *Source) First(i int) bool { return i < len(s.Tokens) && s.Tokens[i].First }

// Indent returns how far the line of the token at i is indented, 0 outside of
// the text.
func (s *Source) Indent(i int) int {
	if i < 0 || i >= len(s.Tokens) {
		return 0
	}
	return s.Tokens[i].Indent
}

// Touches reports whether nothing stands between the token at i and the one
// before it.
func (s *Source) Touches(i int) bool {
	return i > 0 && i < len(s.Tokens) && s.Tokens[i-1].End == s.Tokens[i].Start
}

// Behind returns the index behind the bracket that closes the one at i; of any
// other token, the next index.
func (s *Source) Behind(i int) int {
	if i >= len(s.Tokens) {
		return i + 1
	}
	return min(max(s.match[i], i)+1, len(s.Tokens))
}

// Inner returns the tokens between the brackets at i.
func (s *Source) Inner(i int) (from, to int) {
	end := s.Behind(i)
	if s.match[i] < len(s.Tokens) && s.match[i] > i {
		end--
	}
	return min(i+1, end), end
}

// Angles returns the index behind the ">" that closes the "<" at i, i if it is
// none or closes nothing before to.
func (s *Source) Angles(i, to int) int {
	if i < len(s.Tokens) && s.angles[i] > i && s.angles[i] <= to {
		return s.angles[i]
	}
	return i
}

// MaxHead is how many tokens, those in brackets not counted, an extractor looks
// at for the end of a declaration's head.
const MaxHead = 1000

// Item returns the index of the comma that ends an item of a list, or to.
func (s *Source) Item(i, to int) int {
	for i < to && s.Kind(i) != ',' {
		if after := s.Angles(i, to); after > i {
			i = after
			continue
		}
		i = s.Behind(i)
	}
	return min(i, to)
}

// HeadEnd returns where a declaration's head ends that goes on at i: before its
// body or value, or before a line whose first token does not go on with it.
func (s *Source) HeadEnd(i, to int, goesOn func(i int) bool) int {
	for n := 0; i < to && n < MaxHead; n++ {
		switch kind := s.Kind(i); {
		case kind == '{', kind == '=', kind == ';', kind == '}':
			return i
		case s.First(i) && !goesOn(i):
			return i
		}
		if after := s.Angles(i, to); after > i {
			i = after
			continue
		}
		i = s.Behind(i)
	}
	return min(i, to)
}

// maxCut is how many bytes, and tokens, Cut goes on for.
const maxCut = 2000

// Cut returns the source of the tokens from up to to, without those that drop
// marks, comments and white space as one blank.
func (s *Source) Cut(from, to int, drop func(i int) bool) string {
	var b strings.Builder
	last := -1 // the token before, dropped or not
	for i := from; i < min(to, len(s.Tokens), from+maxCut) && b.Len() < maxCut; i++ {
		if last >= 0 && s.Tokens[last].End < s.Tokens[i].Start {
			b.WriteByte(' ')
		}
		last = i
		if drop != nil && drop(i) {
			b.WriteByte(' ')
			continue
		}
		b.WriteString(s.Text[s.Tokens[i].Start:s.Tokens[i].End])
	}
	return b.String()
}
