package pathname

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A map's line is read by people and models as well as by programs, so a name
// in it must not only come back: it must not look like anything but a name.

// Marker begins the lines by which pmap speaks to an agent.
const Marker = "[pmap:"

// HasMarker reports whether s begins with [Marker] in any letter case.
func HasMarker(s string) bool {
	return len(s) >= len(Marker) && strings.EqualFold(s[:len(Marker)], Marker)
}

// Hidden reports whether a rune shows nothing or changes the order of what is
// shown: control and format characters, variation selectors, fillers.
func Hidden(r rune) bool {
	if r < 0x80 {
		return r < ' ' || r == 0x7f
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp,
		unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// QuoteField is Quote for a name inside a map's line. Quoted too is a name
// that holds "|", "," or a hidden rune, or has a space of any sort outside, with
// those in octal; and one that would read as a marker, comment, link, block of Markdown
// or "…".
func QuoteField(raw string) string {
	if !fieldPlain(raw) {
		return quoteAll(raw, true)
	}
	return raw
}

func fieldPlain(raw string) bool {
	if !plain(raw) {
		return false
	}
	for i, r := range raw {
		if fieldEscapes(raw, i, r) {
			return false
		}
	}
	return raw != "…" && !startsBlock(raw)
}

// fieldEscapes reports whether the rune r at raw[i:] is written in octal inside
// a map's line.
func fieldEscapes(raw string, i int, r rune) bool {
	switch r {
	case '|', ',':
		return true
	case '[':
		return HasMarker(raw[i:])
	case '<':
		return strings.HasPrefix(raw[i:], "<!--")
	case '(':
		return i > 0 && raw[i-1] == ']'
	}
	if unicode.IsSpace(r) && (i == 0 || i+utf8.RuneLen(r) == len(raw)) {
		return true
	}
	return Hidden(r)
}

// startsBlock reports whether Markdown would take the start of s for a
// heading, bullet, rule, quotation, fence, link target or HTML.
func startsBlock(s string) bool {
	if s == "" {
		return false
	}
	n := 1
	for n < len(s) && s[n] == s[0] {
		n++
	}
	switch s[0] {
	case '#', '-', '*', '+', '_':
		return n == len(s) || s[n] == ' '
	case '`', '~':
		return n >= 3
	case '=', '>', '<':
		return true
	case '[':
		return strings.Contains(s, "]:")
	}
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	rest := s[digits:]
	return digits > 0 && digits < 10 && rest != "" && (rest[0] == '.' || rest[0] == ')') &&
		(len(rest) == 1 || rest[1] == ' ')
}

func octalByte(c byte) string {
	return string([]byte{'\\', '0' + c>>6, '0' + c>>3&7, '0' + c&7})
}

// runeAt is the rune at the start of s; broken reports a byte that is not
// UTF-8.
func runeAt(s string) (r rune, n int, broken bool) {
	r, n = utf8.DecodeRuneInString(s)
	return r, n, r == utf8.RuneError && n == 1
}
