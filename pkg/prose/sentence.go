package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentence returns the first sentence of plain text, at most maxChars
// characters: a longer one is cut after a word and ends in "…". A full stop
// inside e.g., etc., U.S., an initial, a version or a file's name ends nothing.
func Sentence(s string, maxChars int) string {
	s = oneLineBounded(s)
	if end := firstSentence(s); end < len(s) {
		s = s[:end]
	}
	if maxChars <= 0 {
		return ""
	}
	chars := 0
	for i := range s {
		if chars++; chars == maxChars+1 {
			return cutChars(s, i, maxChars)
		}
	}
	return s
}

// oneLineBounded folds white space like [Plain], without touching markup.
func oneLineBounded(s string) string {
	s = valid(s)
	if !strings.ContainsFunc(s, func(r rune) bool { return r != ' ' && (unicode.IsSpace(r) || unicode.IsControl(r)) }) {
		return strings.TrimSpace(s)
	}
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}

// cutChars shortens s, whose character number maxChars+1 starts at over.
func cutChars(s string, over, maxChars int) string {
	if maxChars == 1 {
		return "…"
	}
	_, last := utf8.DecodeLastRuneInString(s[:over])
	return atWord(s, over-last) + "…"
}

// firstSentence returns the end of the first sentence of s, len(s) if none.
func firstSentence(s string) int {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if end := sentenceEnd(s, i, r, n); end > 0 {
			return end
		}
		i += n
	}
	return len(s)
}

// lastSentence returns the end of the last sentence of s that is followed by
// a space, 0 if none.
func lastSentence(s string) int {
	last, next := 0, 0
	for {
		end := next + firstSentence(s[next:])
		if end >= len(s) {
			return last
		}
		last = end
		for next = end; next < len(s) && s[next] == ' '; next++ {
		}
	}
}

// sentenceEnd returns where the sentence ends that the character r at i may
// close, or 0.
func sentenceEnd(s string, i int, r rune, n int) int {
	switch r {
	case '。', '！', '？', '｡':
		return afterClosing(s, i+n)
	case '!', '?':
		if end := afterClosing(s, i+n); gapAt(s, end) && i > 0 && s[i-1] != ' ' && !lowerNext(s, end) {
			return end
		}
	case '.':
		if strings.HasPrefix(s[i+n:], ".") {
			return 0 // its last dot decides about an ellipsis
		}
		end := afterClosing(s, i+n)
		if gapAt(s, end) && !unfinished(s, i, end) {
			return end
		}
	}
	return 0
}

func gapAt(s string, i int) bool { return i >= len(s) || s[i] == ' ' }

// afterClosing skips quotes and brackets that belong to the sentence before i.
func afterClosing(s string, i int) int {
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !strings.ContainsRune("\"')]}”’»」』）】", r) {
			break
		}
		i += n
	}
	return i
}

func lowerNext(s string, end int) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(s[min(end, len(s)):], " "))
	return unicode.IsLower(r)
}

// unfinished reports whether the full stop at dot closes no sentence.
func unfinished(s string, dot, end int) bool {
	rest := strings.TrimLeft(s[end:], " ")
	if rest == "" {
		return false
	}
	next, _ := utf8.DecodeRuneInString(rest)
	if strings.ContainsRune(",;:)]–—-", next) {
		return true
	}
	// Words are short; a bound keeps the look back from being quadratic.
	word := s[max(0, dot-24):dot]
	if at := strings.LastIndexByte(word, ' '); at >= 0 {
		word = word[at+1:]
	} else if dot > 24 {
		return false
	}
	word = strings.TrimLeft(word, "([{\"'“‘«*")
	lower := strings.ToLower(word)
	switch {
	case word == "" || strings.HasSuffix(word, "."):
		return !unicode.IsUpper(next)
	case neverLast[lower]:
		return true
	case seldomLast[lower]:
		return !unicode.IsUpper(next)
	case beforeNumber[lower]:
		return unicode.IsDigit(next)
	case strings.Trim(word, "0123456789") == "":
		return dot == len(word) // a list's number
	case dotted(word):
		return true
	}
	return false
}

// dotted reports whether a word is an initial or letters with full stops
// between: J., U.S., a.k.a.
func dotted(word string) bool {
	for i, part := range strings.Split(word, ".") {
		r, n := utf8.DecodeRuneInString(part)
		if n == 0 || n != len(part) || !unicode.IsLetter(r) {
			return false
		}
		if i == 0 && !strings.Contains(word, ".") && (!unicode.IsUpper(r) || r == 'I' || r > unicode.MaxASCII) {
			return false
		}
	}
	return true
}

// Abbreviations, without their last full stop.
var (
	neverLast = words("e.g i.e eg ie vs cf viz ca approx resp incl excl esp mr mrs ms dr prof st gen sen rep rev hon " +
		"w.r.t s.t a.k.a aka viz.. ver vers cont")
	seldomLast = words("etc al inc ltd co corp jr sr bros dept min max misc opt std a.m p.m jan feb mar apr jun jul aug sep sept oct nov dec")
	// beforeNumber are words of their own unless a number follows.
	beforeNumber = words("no nos fig figs eq eqs sec secs ch vol p pp par art ed rev ref refs line v")
)

func words(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}
