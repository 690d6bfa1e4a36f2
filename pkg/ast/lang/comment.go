package lang

import (
	"strings"
	"unicode"
)

// Comment returns the words of a comment, or of several that follow each
// other, as they stand in the source with their markers: `//`, `///`, `//!`,
// `/* */` with or without a column of stars, `#`, `--`, `;`. Lines keep what
// indentation they have beyond one space; lines of nothing but ornament are
// blank, so that they part paragraphs.
func Comment(raw string) string {
	raw = strings.TrimSpace(raw)
	marker := lineMarker(raw)
	lines := strings.Split(strings.ReplaceAll(raw, "\r\n", "\n"), "\n")
	for i, line := range lines {
		lines[i] = bare(line, marker)
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// lineMarker is the character that starts the comment's lines, '*' for a
// block, 0 for text without markers.
func lineMarker(raw string) byte {
	switch {
	case strings.HasPrefix(raw, "/*"), strings.HasPrefix(raw, "(*"):
		return '*'
	case strings.HasPrefix(raw, "//"):
		return '/'
	case strings.HasPrefix(raw, "#"), strings.HasPrefix(raw, "--"), strings.HasPrefix(raw, ";"):
		return raw[0]
	}
	return 0
}

// bare takes the markers off one line.
func bare(line string, marker byte) string {
	line = strings.TrimRightFunc(line, unicode.IsSpace)
	text := strings.TrimLeft(line, " \t")
	if marker == 0 {
		return line
	}
	if strings.HasPrefix(text, "/*") || strings.HasPrefix(text, "//") || strings.HasPrefix(text, "(*") {
		text = strings.TrimLeft(text[1:], string(text[1]))
		text = strings.TrimPrefix(strings.TrimPrefix(text, "!"), "<")
	} else if marker != '/' {
		text = strings.TrimLeft(text, string(marker))
	}
	if marker == '*' || marker == '/' {
		text = trimClose(text)
	}
	if ornament(text) {
		return ""
	}
	return strings.TrimPrefix(strings.TrimRightFunc(text, unicode.IsSpace), " ")
}

func trimClose(text string) string {
	for _, end := range []string{"*/", "*)"} {
		if s, ok := strings.CutSuffix(text, end); ok {
			return strings.TrimRight(s, "* \t")
		}
	}
	if text == "/" { // the star of "*/" went with the column
		return ""
	}
	return text
}

// ornament reports whether a line is a rule or the edge of a box.
func ornament(text string) bool {
	text = strings.TrimSpace(text)
	return text != "" && strings.Trim(text, "*=-#~_/+|.:<>^") == ""
}

// banner reports whether a comment heads a part of a file rather than what
// stands below it: one line of words set off by ornament.
func banner(raw string) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(raw), "\n")
	if ornamentRun(first) < 5 {
		return false
	}
	words := 0
	for _, line := range strings.Split(Comment(raw), "\n") {
		if strings.ContainsFunc(line, unicode.IsLetter) {
			words++
			if strings.HasSuffix(strings.TrimRight(line, "*=-#~_/+ "), ".") {
				return false
			}
		}
	}
	return words <= 1
}

// ornamentRun is the length of the longest run of one ornament character.
func ornamentRun(line string) int {
	longest, run := 0, 0
	for i := range len(line) {
		if i > 0 && line[i] == line[i-1] && strings.IndexByte("*=-#~_/+", line[i]) >= 0 {
			run++
		} else {
			run = 1
		}
		longest = max(longest, run)
	}
	return longest
}
