// Package tokens estimates how many tokens a text is to a model, without a
// vocabulary. Start from [Count] and [Cut].
//
// It cuts the text into the pieces that o200k_base cuts it into before it
// looks anything up (words at changes of case, digits by three, runs of
// punctuation, white space) and charges each by its class and length. The
// charges are fitted to o200k_base and lean to the high side; the tests say by
// how much at most.
package tokens

import (
	"unicode"
	"unicode/utf8"
)

// Charges are in hundredths of a token.
const unit = 100

// Count estimates the tokens of a text.
func Count(text string) int {
	total := 0
	for len(text) > 0 {
		n, charge := piece(text)
		total += charge
		text = text[n:]
	}
	return (total + unit - 1) / unit
}

// Cut returns the longest start of the text that is estimated at no more than
// most tokens, cut between pieces, and whether that is less than all.
func Cut(text string, most int) (string, bool) {
	total := 0
	for at := 0; at < len(text); {
		n, charge := piece(text[at:])
		total += charge
		if total > most*unit {
			return text[:at], true
		}
		at += n
	}
	return text, false
}

// piece returns the length in bytes of the text's first piece and its charge.
func piece(text string) (int, int) {
	if n := random(text); n > 0 {
		return n, n * perRandom
	}
	r, n := utf8.DecodeRuneInString(text)
	switch class(r) {
	case space:
		return blank(text)
	case digit:
		return digits(text)
	case mark:
		return marks(text, 0)
	case ideograph:
		return n, ideographCharge(r)
	case upper, lower, letter:
		return word(text, 0)
	}
	return n, otherCharge(r, n)
}

// The encoded bytes that are told from words: so many characters, among them
// so many digits, capitals and small letters; at most so many are one piece.
const (
	leastRandom = 24
	leastOfEach = 2
	mostRandom  = 64
)

// random returns how much of the text's start looks like base64, in bytes: it
// is cut where no word would be.
func random(text string) int {
	var of [ideograph + 1]int
	n := 0
	for n < len(text) && n < mostRandom {
		c := asciiClass(text[n])
		if c == space || c == other || c == mark && text[n] != '+' && text[n] != '/' && text[n] != '_' && text[n] != '-' {
			break
		}
		of[c]++
		n++
	}
	if n < leastRandom || of[digit] < leastOfEach || of[upper] < leastOfEach || of[lower] < leastOfEach || of[mark] > n/8 {
		return 0
	}
	return n
}

type kind uint8

const (
	other kind = iota
	space
	digit
	mark // ASCII punctuation
	upper
	lower
	letter    // of another alphabet
	ideograph // of a script without spaces between words
)

func class(r rune) kind {
	switch {
	case r < utf8.RuneSelf:
		return asciiClass(byte(r))
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Khmer, unicode.Lao, unicode.Myanmar):
		return ideograph
	case unicode.IsLetter(r), unicode.IsMark(r):
		return letter
	}
	return other
}

func asciiClass(c byte) kind {
	switch {
	case c == ' ' || c >= '\t' && c <= '\r':
		return space
	case c >= '0' && c <= '9':
		return digit
	case c >= 'a' && c <= 'z':
		return lower
	case c >= 'A' && c <= 'Z':
		return upper
	case c < ' ' || c >= 0x7f:
		return other
	}
	return mark
}

// blank is white space: one before a word or mark belongs to it, the rest is a
// piece up to the last line break, or without one.
func blank(text string) (int, int) {
	n, lineEnd := 0, 0
	for n < len(text) && asciiClass(text[n]) == space {
		n++
		if c := text[n-1]; c == '\n' || c == '\r' {
			lineEnd = n
		}
	}
	switch {
	case lineEnd > 0:
		return lineEnd, unit + lineEnd/20*unit
	case n == len(text):
		return n, unit
	case n > 1 && (text[n-1] == ' ' || asciiClass(text[n]) != mark):
		return n - 1, unit + n/60*unit
	case text[0] != ' ' && asciiClass(text[n]) != lower && asciiClass(text[n]) != upper:
		return 1, unit
	}
	r, _ := utf8.DecodeRuneInString(text[1:])
	switch class(r) {
	case upper, lower, letter:
		return word(text, 1)
	case mark:
		return marks(text, 1)
	}
	return 1, unit // before a digit or a script without spaces
}

func digits(text string) (int, int) {
	n := 0
	for n < len(text) && n < 3 && asciiClass(text[n]) == digit {
		n++
	}
	return n, unit
}

// marks is a run of punctuation after skip bytes of space, with the line
// breaks after it; one mark right before a word belongs to the word.
func marks(text string, skip int) (int, int) {
	n := skip
	for n < len(text) && asciiClass(text[n]) == mark {
		n++
	}
	run := n - skip
	if run == 1 && skip == 0 && n < len(text) {
		if r, _ := utf8.DecodeRuneInString(text[n:]); class(r) == lower || class(r) == upper || class(r) == letter {
			return word(text, 1)
		}
	}
	for n < len(text) && (text[n] == '\n' || text[n] == '\r') {
		n++
	}
	return n, markCharge(run)
}

// word is letters after skip bytes of space or one mark: capitals and then
// small letters, as far as the case goes up once.
func word(text string, skip int) (int, int) {
	n := skip
	for n < len(text) && asciiClass(text[n]) == upper {
		n++
	}
	capitals := n - skip
	small, foreign := 0, 0
	for n < len(text) {
		r, size := utf8.DecodeRuneInString(text[n:])
		switch class(r) {
		case lower:
			small++
		case letter:
			foreign += size
		default:
			size = 0
		}
		if size == 0 {
			break
		}
		n += size
	}
	return n, wordCharge(text[:skip], capitals, small, foreign)
}
