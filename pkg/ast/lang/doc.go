package lang

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/pi-project-map/pmap/pkg/prose"
)

const (
	// MaxDoc is the longest Doc of a syntax record, in bytes.
	MaxDoc = 1000
	// MaxSentence is the longest Doc of a symbol, in characters.
	MaxSentence = 240
)

// Doc returns the first sentence of a symbol's doc comment, given with its
// markers, or "" if it says nothing about the symbol.
func Doc(raw string) string {
	if raw == "" || banner(raw) {
		return ""
	}
	return Sentence(Comment(raw))
}

// Sentence is Doc for a text without markers, such as a docstring.
func Sentence(text string) string {
	first, _, _ := strings.Cut(strings.Trim(text, "\n"), "\n\n")
	if task.MatchString(first) {
		return ""
	}
	return prose.Summary(unruled(first), MaxSentence)
}

// Said is the first sentence of a text that its format says is a description:
// nothing in it is taken for a remark, "Run the tests" of a task least of all.
func Said(text string) string { return prose.Sentence(prose.Plain(text), MaxSentence) }

// FileDoc returns what the comments at the head of a file, given with their
// markers, say about the file: the first paragraph that is no licence, no list
// of authors and no instruction to a tool.
func FileDoc(comments ...string) string {
	for _, raw := range comments {
		if doc := Paragraph(Comment(raw)); doc != "" && !shouted(doc) {
			return doc
		}
	}
	return ""
}

// shouted reports whether words head a part of a file: HEADER FILES.
func shouted(doc string) bool { return words(doc) < 4 && strings.ToUpper(doc) == doc }

// Paragraph is FileDoc for a text without markers.
func Paragraph(text string) string {
	doc := prose.Doc(ornate(text), MaxDoc)
	if words(doc) < 2 {
		return ""
	}
	return doc
}

var (
	fileName   = regexp.MustCompile(`^\s*(?:(?i:file(?:name)?|module)\s*:\s*)?[\w.+/\\-]*\w\.[A-Za-z+]{1,5}(?:\s*(?:--+|[-:—–])\s+|\s*$)`)
	edgeRule   = regexp.MustCompile(`^\s*[=*#~-]{3,}[+>]?\s+|\s+[=*#~-]{3,}\s*$`)
	edgeOfLLVM = regexp.MustCompile(`^\s*={2,}-+\s*|\s*-+(?:\*- .*? -\*-)?={2,}/*\s*$`)
	task       = regexp.MustCompile(`^\s*(?:TODO|FIXME|XXX|HACK)\b`)
	editorMode = regexp.MustCompile(`-\*-.*?-\*-`)
)

// ornate takes off what a comment's author put around the words, and the
// paragraphs that are none: a lone word or date, a task, what is set off below
// a licence.
func ornate(text string) string {
	var b strings.Builder
	legal := false
	for _, paragraph := range strings.Split(text, "\n\n") {
		if legal && strings.HasPrefix(strings.TrimLeft(paragraph, "\n"), "  ") {
			continue
		}
		legal = false
		lines := strings.Split(strings.Trim(paragraph, "\n"), "\n")
		for i, line := range lines {
			legal = legal || prose.Licence(line)
			if strings.ContainsAny(line, "=*#~-") {
				lines[i] = unruled(line)
			}
		}
		if !legal {
			lines[0] = lines[0][len(fileName.FindString(lines[0])):]
		}
		if rest := strings.Join(lines, "\n"); words(rest) > 1 && !task.MatchString(rest) {
			b.WriteString(rest)
			b.WriteString("\n\n")
		}
	}
	return b.String()
}

func unruled(line string) string {
	line = edgeOfLLVM.ReplaceAllString(line, "")
	line = editorMode.ReplaceAllString(line, "")
	return edgeRule.ReplaceAllString(line, "")
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
