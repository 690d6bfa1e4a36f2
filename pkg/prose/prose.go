// Package prose turns an author's comment or paragraph into the short plain
// text of a map. [Plain] takes Markdown, HTML, reStructuredText, Javadoc and
// rustdoc markup out, [Paragraph] finds the first paragraph that says
// something, [Sentence] takes the first sentence of plain text, and
// [Boilerplate] knows the lines of a comment that say nothing about the file:
// licences, editor settings, lint directives, generators' marks.
//
// [Doc] and [Summary] put them together for a whole comment whose markers have
// been taken off. Input is hostile: every function takes linear time, looks at
// no more than [MaxInput] bytes and returns valid UTF-8 on one line.
package prose

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxInput is how much of a text is looked at, in bytes. A text that says what
// a file is for says it earlier than that.
const MaxInput = 64 << 10

// Plain returns s without markup, on one line: links become their text, images
// and badges vanish, code loses its ticks but is otherwise left alone, and so
// are names that only look like markup: snake_case, Map<K, V>, *args.
func Plain(s string) string { return inline(blocks(valid(s))) }

// Doc returns the first paragraph of a comment that is not [Boilerplate], as
// plain text of at most maxBytes bytes. The comment comes without its markers.
func Doc(comment string, maxBytes int) string {
	return Paragraph(withoutBoilerplate(valid(comment)), maxBytes)
}

// Summary returns the first sentence of [Doc], at most maxChars characters.
func Summary(comment string, maxChars int) string { return Sentence(Doc(comment, MaxInput), maxChars) }

// valid bounds s and makes it UTF-8.
func valid(s string) string {
	if len(s) > MaxInput {
		s = s[:MaxInput]
		for i := 0; i < utf8.UTFMax && len(s) > 0; i++ {
			if r, n := utf8.DecodeLastRuneInString(s); r != utf8.RuneError || n != 1 {
				break
			}
			s = s[:len(s)-1]
		}
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// oneLine decodes entities and folds runs of space and control characters to
// one space. Characters without width are left out: they hide text.
func oneLine(s string) string {
	if strings.IndexByte(s, '&') >= 0 {
		s = html.UnescapeString(s)
	}
	var b strings.Builder
	b.Grow(len(s))
	gap := false
	for _, r := range s {
		switch {
		case unicode.IsSpace(r) || unicode.IsControl(r):
			gap = true
			continue
		case unicode.Is(unicode.Cf, r):
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte(' ')
		}
		gap = false
		b.WriteRune(r)
	}
	return b.String()
}
