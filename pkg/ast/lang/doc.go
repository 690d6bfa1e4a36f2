package lang

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/pi-project-map/pmap/pkg/record"
)

// MaxDoc is the longest Doc of a syntax record, in bytes.
const MaxDoc = 1000

// Doc returns the first sentence of a symbol's doc comment, given with its
// markers, or "" if it says nothing about the symbol.
func Doc(raw string) string {
	if raw == "" || banner(raw) {
		return ""
	}
	return Sentence(Comment(raw))
}

// Sentence returns the first sentence of a doc comment without markers.
func Sentence(text string) string {
	for _, paragraph := range paragraphs(text) {
		if licence(paragraph) {
			return ""
		}
		return record.OneLine(firstSentence(plain(paragraph)))
	}
	return ""
}

// FileDoc returns what the comments at the head of a file, given with their
// markers, say about the file: the first paragraph that is no licence, no list
// of authors and no instruction to a tool.
func FileDoc(comments ...string) string {
	for _, raw := range comments {
		if doc := Paragraph(Comment(raw)); doc != "" {
			return doc
		}
	}
	return ""
}

// Paragraph is FileDoc for a text without markers, such as a docstring.
func Paragraph(text string) string {
	legal := false
	for _, paragraph := range paragraphs(text) {
		if licence(paragraph) || (legal && strings.HasPrefix(paragraph, " ")) {
			legal = true
			continue
		}
		legal = false
		paragraph = withoutFileName(paragraph)
		if words(paragraph) < 2 {
			continue
		}
		if doc := record.OneLine(plain(paragraph)); doc != "" {
			return cut(doc)
		}
	}
	return ""
}

// paragraphs splits a comment's words at blank lines and at doc tags; lines
// for tools and tags that describe a part of the symbol are left out.
func paragraphs(text string) []string {
	var all, lines []string
	flush := func() {
		if len(lines) > 0 {
			all = append(all, strings.Join(lines, "\n"))
		}
		lines = nil
	}
	skipping := false // to the end of the paragraph
	for _, line := range strings.Split(text, "\n") {
		line = headline(line)
		if toolLine.MatchString(line) {
			continue
		}
		if tag := docTag.FindStringSubmatch(line); tag != nil {
			flush()
			skipping = !summaryTag(tag[1])
			line = line[len(tag[0]):]
		}
		switch {
		case strings.TrimSpace(line) == "":
			flush()
			skipping = false
		case skipping:
		case len(lines) == 0 && aside.MatchString(line):
			skipping = true
		case len(lines) == 0 && creditLine.MatchString(line):
		default:
			lines = append(lines, inlineTag.ReplaceAllString(line, "$1"))
		}
	}
	flush()
	return all
}

var (
	docTag     = regexp.MustCompile(`^\s*(?:[@\\]|:)([a-z][A-Za-z]*)\b:?\s*`)
	inlineTag  = regexp.MustCompile(`\{@(?:code|link|linkplain|literal|value|inheritDoc)\s*#?([^{}]*)\}`)
	fileName   = regexp.MustCompile(`^\s*(?:(?i:file(?:name)?|module)\s*:\s*)?[\w.+/\\-]*\w\.[A-Za-z+]{1,5}(?:\s*(?:--+|[-:—–])\s+|\s*$|\s*\n)`)
	edgeRule   = regexp.MustCompile(`^\s*[=*#~-]{2,}[+>]?\s+|\s+[=*#~-]{2,}\s*$`)
	editorMode = regexp.MustCompile(`-\*-.*?-\*-`)
	edgeOfLLVM = regexp.MustCompile(`^\s*={2,}-+\s*|\s*-+(?:\*- .*? -\*-)?={2,}/*\s*$`)
)

// headline takes editor modes and ornament off both ends of a line.
func headline(line string) string {
	if !strings.ContainsAny(line, "=*#~-") {
		return line
	}
	line = edgeOfLLVM.ReplaceAllString(line, "")
	line = editorMode.ReplaceAllString(line, "")
	return edgeRule.ReplaceAllString(line, "")
}

func summaryTag(tag string) bool {
	switch tag {
	case "brief", "file", "fileoverview", "overview", "summary", "description", "desc", "short", "remarks", "details", "module", "internal", "note":
		return true
	}
	return false
}

// withoutFileName drops a file's own name in front of what it is.
func withoutFileName(paragraph string) string {
	if at := fileName.FindStringIndex(paragraph); at != nil {
		return strings.TrimLeft(paragraph[at[1]:], "- \n")
	}
	return paragraph
}

// words counts the words that have a letter in them.
func words(s string) int {
	n := 0
	for _, w := range strings.Fields(s) {
		if strings.ContainsFunc(w, unicode.IsLetter) {
			n++
		}
	}
	return n
}

// cut shortens a doc to MaxDoc at a word's end.
func cut(doc string) string {
	if len(doc) <= MaxDoc {
		return doc
	}
	doc = doc[:MaxDoc-len("…")]
	if i := strings.LastIndexByte(doc, ' '); i > 0 {
		doc = doc[:i]
	}
	return strings.ToValidUTF8(doc, "") + "…"
}

// plain and firstSentence stand in for package prose.
func plain(s string) string { return strings.Join(strings.Fields(s), " ") }

func firstSentence(s string) string {
	if i := strings.Index(s, ". "); i >= 0 {
		return s[:i+1]
	}
	return s
}
