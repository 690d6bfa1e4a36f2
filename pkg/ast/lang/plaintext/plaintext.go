// Package plaintext reads the title, the first paragraph and the headings of
// reStructuredText and AsciiDoc, and of a README that is plain text.
package plaintext

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/prose"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns one extractor for each markup.
func Extractors() []lang.Extractor {
	return []lang.Extractor{
		{Name: "restructuredtext", Version: 1, Suffixes: []string{".rst", ".rest"}, Langs: []string{"reStructuredText"}, Extract: with(underlined)},
		{Name: "asciidoc", Version: 1, Suffixes: []string{".adoc", ".asciidoc"}, Langs: []string{"AsciiDoc"}, Extract: with(asciidoc)},
		{Name: "readme", Version: 1, Names: []string{"README", "README.txt", "Readme.txt", "readme.txt", "README.in"}, Extract: with(underlined)},
	}
}

// The bounds on one document: what is read of it, in bytes, and of a heading,
// in characters.
const (
	maxRead    = 256 << 10
	maxHeading = 200
)

// block is a heading or a paragraph.
type block struct {
	text  string
	level int // of a heading, from 1; 0 for a paragraph
}

func with(split func(lines []string) []block) func(context.Context, []byte) (record.Syntax, error) {
	return func(ctx context.Context, src []byte) (record.Syntax, error) {
		if err := ctx.Err(); err != nil {
			return record.Syntax{}, err
		}
		facts := &record.Facts{Kind: "document"}
		out := record.Syntax{State: record.StateOK, Facts: facts}
		if len(src) > maxRead {
			src, out.State = src[:bytes.LastIndexByte(src[:maxRead], '\n')+1], record.StatePartial
		}
		text := strings.ReplaceAll(string(src), "\r\n", "\n")
		for _, b := range split(strings.Split(text, "\n")) {
			switch {
			case b.level > 0:
				title := prose.Sentence(prose.Plain(b.text), maxHeading)
				if title == "" {
					continue
				}
				if facts.Title == "" && facts.Summary == "" {
					facts.Title = title
				}
				out.Symbols = append(out.Symbols, record.Symbol{Name: title, Kind: record.KindHeading})
			case facts.Summary == "" && len(out.Symbols) < 2:
				words := prose.Doc(b.text, lang.MaxDoc)
				if facts.Title == "" && titled(words) {
					facts.Title = words
				} else {
					facts.Summary = words
				}
			}
		}
		out.Doc = facts.Summary
		return out, nil
	}
}

// titled reports whether a first paragraph is a title rather than a sentence.
func titled(words string) bool {
	last, _ := utf8.DecodeLastRuneInString(words)
	return words != "" && len(words) <= 60 && !strings.ContainsRune(".:!?。", last)
}

// underlined splits text whose headings are underlined; each new mark is a
// level below those before it.
func underlined(lines []string) []block {
	var blocks []block
	var paragraph []string
	var marks []string
	flush := func() {
		if len(paragraph) > 0 {
			blocks = append(blocks, block{text: reference.ReplaceAllString(substitution.ReplaceAllString(strings.Join(paragraph, "\n"), ""), "$1$2")})
		}
		paragraph = nil
	}
	for i := 0; i < len(lines); i++ {
		line := strings.TrimRight(lines[i], " \t")
		mark := ruleMark(line)
		switch {
		case line == "":
			flush()
		case strings.HasPrefix(line, ".. ") || line == "..":
			flush()
			i = skipIndented(lines, i)
		case strings.HasPrefix(line, ":") && len(paragraph) == 0 && field.MatchString(line):
		case mark != "" && len(paragraph) == 1 && utf8.RuneCountInString(paragraph[0]) <= len(line)+2:
			level := 0
			for level < len(marks) && marks[level] != mark {
				level++
			}
			if level == len(marks) {
				marks = append(marks, mark)
			}
			blocks, paragraph = append(blocks, block{text: paragraph[0], level: level + 1}), nil
		case mark != "":
			flush()
		default:
			paragraph = append(paragraph, line)
		}
	}
	flush()
	return blocks
}

var (
	field        = regexp.MustCompile(`^:[\w ./-]+:(?:\s|$)`)
	reference    = regexp.MustCompile(`\b([A-Za-z]\w*?)__?([\s.,;:)]|$)`)
	substitution = regexp.MustCompile(`\|\w[\w .-]*\|_?`)
)

// ruleMark returns the character that a line repeats, or "".
func ruleMark(line string) string {
	if len(line) < 3 || strings.Trim(line, line[:1]) != "" || !strings.Contains("=-~^\"'`#*+:._", line[:1]) {
		return ""
	}
	return line[:1]
}

// skipIndented returns the last line that belongs to the directive at i.
func skipIndented(lines []string, i int) int {
	for i+1 < len(lines) && (strings.TrimSpace(lines[i+1]) == "" || lines[i+1][0] == ' ' || lines[i+1][0] == '\t') {
		i++
	}
	return i
}

// asciidoc splits AsciiDoc, without its header's attributes and its blocks of
// code.
func asciidoc(lines []string) []block {
	var blocks []block
	var paragraph []string
	fence := ""
	flush := func() {
		if len(paragraph) > 0 {
			blocks = append(blocks, block{text: asciidocWords(strings.Join(paragraph, "\n"))})
		}
		paragraph = nil
	}
	header := false // between the title and the first empty line
	for _, line := range lines {
		line = strings.TrimRight(line, " \t")
		switch heading := asciidocHeading.FindStringSubmatch(line); {
		case fence != "":
			if line == fence {
				fence = ""
			}
		case delimiter.MatchString(line):
			flush()
			fence = line
		case heading != nil:
			flush()
			blocks = append(blocks, block{text: asciidocWords(heading[2]), level: len(heading[1])})
			header = len(blocks) == 1
		case line == "":
			flush()
			header = false
		case header, asciidocNoise.MatchString(line):
		default:
			paragraph = append(paragraph, line)
		}
	}
	flush()
	return blocks
}

var (
	asciidocHeading = regexp.MustCompile(`^(={1,6}|#{1,6})\s+(\S.*)$`)
	delimiter       = regexp.MustCompile(`^(?:-{4,}|={4,}|\.{4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|\|===|` + "```" + `)$`)
	asciidocNoise   = regexp.MustCompile(`^(?::[\w!-]+:|//|\[.*\]$|image::|ifdef::|ifndef::|endif::|include::|toc::|\.[A-Z])`)
	asciidocLink    = regexp.MustCompile(`(?:link:|xref:)?(?:https?://[^\s\[\]]+|<<[^<>]*>>|[\w./#-]+\.adoc[\w#-]*)\[([^\[\]]*)\]`)
	asciidocImage   = regexp.MustCompile(`image:[^\s\[\]]*\[[^\[\]]*\]`)
)

func asciidocWords(s string) string {
	return asciidocLink.ReplaceAllString(asciidocImage.ReplaceAllString(s, ""), "$1")
}
