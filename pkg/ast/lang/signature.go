package lang

import (
	"strings"
	"unicode/utf8"
)

// MaxSignature is the longest signature of a record, in bytes.
const MaxSignature = 400

// Signature makes one line of a declaration's source from which body and
// comments have been cut: white space folded, none inside brackets, no comma
// before a closing bracket or at the end. A text over [MaxSignature] bytes
// ends in "…".
func Signature(source string) string {
	var b strings.Builder
	var last byte // written before the gap
	for i := 0; i < len(source); {
		if isSpace(source[i]) {
			end, newline := i, false
			for end < len(source) && isSpace(source[end]) {
				newline = newline || source[end] == '\n'
				end++
			}
			if end < len(source) && last != 0 && gap(last, source[end], newline) {
				b.WriteByte(' ')
			}
			i = end
			continue
		}
		if source[i] == ',' && closes(strings.TrimLeft(source[i+1:], " \t\r\n,")) {
			i++
			continue
		}
		last = source[i]
		b.WriteByte(last)
		i++
	}
	return clip(strings.TrimRight(strings.TrimSpace(b.String()), ",; "))
}

// gap says whether white space between two characters is kept.
func gap(before, after byte, newline bool) bool {
	if strings.IndexByte("([", before) >= 0 || strings.IndexByte(")],;", after) >= 0 {
		return false
	}
	return !newline || (before != '<' && after != '>')
}

// closes reports whether a closing bracket, or nothing, comes next.
func closes(rest string) bool {
	return rest == "" || strings.IndexByte(")]}>", rest[0]) >= 0
}

func isSpace(c byte) bool { return c <= ' ' || c == 0x7f }

// clip cuts at a character's start.
func clip(s string) string {
	if len(s) <= MaxSignature {
		return s
	}
	end := MaxSignature - len("…")
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return strings.TrimRight(s[:end], " ,") + "…"
}
