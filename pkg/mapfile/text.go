package mapfile

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pi-project-map/pmap/pkg/pathname"
)

// Text from outside is data, and whoever wrote it may want it to be read as
// pmap's. The policy: what the eye does not see is dropped, what would be
// structure is made plain, everything else stays as its author wrote it. Each
// function here gives the same text when applied to its own result.

// Longest texts, in characters.
const (
	maxPurpose   = 240
	maxRole      = 200
	maxArch      = 800 // all lines together
	maxSignature = 120
	maxName      = 120 // of an export or a package
	maxTag       = 40
	maxWorkflow  = 160
)

// more stands for what was cut off.
const more = "…"

// prose makes any text one plain line of at most max characters.
func prose(s string, max int) string {
	s = visible(s)
	s = strings.ReplaceAll(s, "|", "/")
	s = defuse(s)
	s = strings.ReplaceAll(s, "](", "] (")
	s = strings.ReplaceAll(s, "]:", "] :")
	s = unblock(s)
	if len(s) > 1 && s[0] == '<' && s[1] != ' ' {
		s = "< " + s[1:] // an HTML block would swallow the lines after it
	}
	return cut(s, max)
}

// code makes a signature one plain line. It stays code: brackets and bars are
// left alone, a symbols line can be split without quoting them.
func code(s string) string {
	return cut(unblock(defuse(visible(s))), maxSignature)
}

// purpose is prose that does not read as one of the fields after it.
func purpose(s string) string {
	s = prose(s, maxPurpose)
	if rest, ok := strings.CutPrefix(s, "exp:"); ok {
		return strings.TrimSpace("exp " + strings.TrimLeft(rest, " "))
	}
	if rest, ok := strings.CutPrefix(s, "dep:"); ok {
		return strings.TrimSpace("dep " + strings.TrimLeft(rest, " "))
	}
	return s
}

// role is prose that ends as a sentence, since "Dep:" may follow it, and does
// not hold that word.
func role(s string) string {
	s = prose(strings.ReplaceAll(visible(s), "Dep:", "dep:"), maxRole)
	if last, _ := utf8.DecodeLastRuneInString(s); s == "" || last == '…' || last == ':' || unicode.Is(unicode.Sentence_Terminal, last) {
		return s
	}
	return prose(s+".", maxRole)
}

// arch returns the lines of a longer text.
func arch(s string) []string {
	var lines []string
	left := maxArch
	for line := range strings.SplitSeq(s, "\n") {
		if left <= 0 || len(lines) == maxArchLines {
			break
		}
		if line = prose(line, left); line != "" {
			lines = append(lines, line)
			left -= utf8.RuneCountInString(line) + 1
		}
	}
	return lines
}

// tag is a word without spaces or brackets.
func tag(s string) string {
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune("<>[]()", r) {
			return -1
		}
		return r
	}, s)
	return strings.ReplaceAll(prose(s, maxTag), " ", "-")
}

// visible drops what is not seen and folds every kind of space.
func visible(s string) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	space := false
	for _, r := range s {
		switch {
		case unicode.IsSpace(r):
			space = true
		case pathname.Hidden(r):
		default:
			if space && b.Len() > 0 {
				b.WriteByte(' ')
			}
			space = false
			b.WriteRune(r)
		}
	}
	return b.String()
}

// isPlain reports whether s is printable ASCII with single spaces inside.
func isPlain(s string) bool {
	last := byte(' ')
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c < ' ' || c >= 0x7f || (c == ' ' && last == ' ') {
			return false
		}
		last = c
	}
	return s == "" || last != ' '
}

// defuse breaks the markers that have a meaning anywhere in a line.
func defuse(s string) string {
	for from := 0; ; {
		i := strings.IndexByte(s[from:], '[')
		if i < 0 {
			break
		}
		i += from
		if pathname.HasMarker(s[i:]) {
			s = s[:i] + "(" + s[i+1:]
		}
		from = i + 1
	}
	return strings.ReplaceAll(s, "<!--", "<! --")
}

// unblock strips from the start of a line what Markdown, or the files' own
// format, would take for structure.
func unblock(s string) string {
	for {
		rest := strings.TrimLeft(s[blockMark(s):], " ")
		if rest == s {
			break
		}
		s = rest
	}
	digits := 0
	for digits < len(s) && digits < 9 && s[digits] >= '0' && s[digits] <= '9' {
		digits++
	}
	if digits > 0 && digits < len(s) && (s[digits] == '.' || s[digits] == ')') && endsWord(s[digits+1:]) {
		return s[:digits] + ":" + s[digits+1:]
	}
	return s
}

// blockMark returns how many bytes at the start of a line open a block: a
// heading, bullet, rule, quotation or fence, or the underline of a heading.
func blockMark(s string) int {
	if s == "" {
		return 0
	}
	n := 1
	for n < len(s) && s[n] == s[0] {
		n++
	}
	switch s[0] {
	case '=', '>':
		return n
	case '`', '~':
		if n >= 3 {
			return n
		}
	case '#', '-', '*', '_', '+':
		if endsWord(s[n:]) {
			return n
		}
	}
	return 0
}

func endsWord(rest string) bool { return rest == "" || rest[0] == ' ' }

// cut shortens s to max characters, at a space if there is one near.
func cut(s string, max int) string {
	if len(s) <= max || utf8.RuneCountInString(s) <= max {
		return s
	}
	end, n := 0, 0
	for i := range s {
		if end = i; n == max-1 {
			break
		}
		n++
	}
	if i := strings.LastIndexByte(s[:end], ' '); i > end-20 && i > 0 {
		end = i
	}
	return strings.TrimRight(s[:end], " ,") + more
}
