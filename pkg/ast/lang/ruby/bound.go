package ruby

import "bytes"

// maxScanned bounds the bytes that the grammar looks at for literals that do
// not end: it looks for the end of each from its start to the end of the file,
// some hundred million bytes a second.
const maxScanned = 1 << 28

// endless reports whether a text has so many starts of literals without an end
// that it takes too long to parse. No program has.
func endless(src []byte) bool {
	starts := bytes.Count(src, []byte("`")) + bytes.Count(src, []byte(`:"`)) + bytes.Count(src, []byte("=begin"))
	for _, brackets := range []string{"[]", "()", "{}", "<>"} {
		if bytes.Count(src, []byte(brackets[:1])) > bytes.Count(src, []byte(brackets[1:])) {
			starts += percents(src, brackets[0])
		}
	}
	return starts*len(src) > maxScanned
}

// percents counts the starts of literals like %w[ with an opening bracket.
func percents(src []byte, open byte) int {
	n := 0
	for i := range src {
		if src[i] != '%' {
			continue
		}
		rest := src[i+1:]
		if len(rest) > 1 && 'A' <= rest[0]&^0x20 && rest[0]&^0x20 <= 'Z' {
			rest = rest[1:]
		}
		if len(rest) > 0 && rest[0] == open {
			n++
		}
	}
	return n
}
