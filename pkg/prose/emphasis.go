package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// emphasis handles a run of stars, underscores or tildes. The run is written;
// it is dropped once its partner is found, so that a lone one stays.
func (sc *scanner) emphasis(i, hi int) int {
	n := runLength(sc.s, i)
	n = min(n, hi-i)
	key := mark{sc.s[i], n}
	before, _ := utf8.DecodeLastRuneInString(sc.s[:i])
	after, _ := utf8.DecodeRuneInString(sc.s[i+n:])
	start := len(sc.out)
	sc.out = append(sc.out, sc.s[i:i+n]...)
	if n > 3 || (key.char == '~' && n != 2) {
		return n
	}
	if stack := sc.open[key]; len(stack) > 0 && closes(before, after, key) && !dunder(key, sc.out[stack[len(stack)-1]+n:start]) {
		from := stack[len(stack)-1]
		sc.open[key] = stack[:len(stack)-1]
		sc.drop = append(sc.drop, [2]int{from, from + n}, [2]int{start, start + n})
		return n
	}
	if closes(after, before, key) {
		sc.open[key] = append(sc.open[key], start)
	}
	return n
}

// closes reports whether a delimiter whose inner neighbour is in and whose
// outer one is out may end emphasis; for the start the two change places.
// Letters outside make it part of a name, except in scripts without spaces.
func closes(in, out rune, key mark) bool {
	if in == utf8.RuneError || unicode.IsSpace(in) {
		return false
	}
	if out == utf8.RuneError || unicode.IsSpace(out) || strings.ContainsRune(".,;:!?()[]{}\"'*_~-–—…", out) {
		return true
	}
	return out >= 0x2E80 || (key.size == 2 && out > unicode.MaxASCII)
}

// dunder reports whether two double underscores are part of a name, as in
// Python's __init__.
func dunder(key mark, inner []byte) bool {
	if key != (mark{'_', 2}) {
		return false
	}
	for _, c := range inner {
		if !isWord(c) || c >= 'A' && c <= 'Z' {
			return false
		}
	}
	return true
}

// text returns what was written without the delimiters.
func (sc *scanner) text() string {
	if len(sc.drop) == 0 {
		return string(sc.out)
	}
	for _, d := range sc.drop {
		for i := d[0]; i < d[1] && i < len(sc.out); i++ {
			sc.out[i] = 0xFF // in no UTF-8 text
		}
	}
	kept := sc.out[:0]
	for _, c := range sc.out {
		if c != 0xFF {
			kept = append(kept, c)
		}
	}
	return string(kept)
}
