// Package markdown reads a document's title, its first paragraph of prose and
// its headings. Front matter goes before the text. Badges, menus of links and
// code are no prose. Blocks are goldmark's, words are package prose's.
package markdown

import (
	"bytes"
	"context"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/prose"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractor of Markdown files.
func Extractors() []lang.Extractor {
	return []lang.Extractor{{
		Name: "markdown", Version: 1, Suffixes: []string{".md", ".markdown", ".mdx", ".mdc"}, Langs: []string{"Markdown", "MDX"}, Extract: extract,
	}}
}

// The bounds on one document: what is read of it, and of a heading.
const (
	maxRead    = 256 << 10
	maxHeading = 200 // characters
)

func extract(ctx context.Context, src []byte) (record.Syntax, error) {
	if err := ctx.Err(); err != nil {
		return record.Syntax{}, err
	}
	whole := true
	if len(src) > maxRead {
		src, whole = src[:bytes.LastIndexByte(src[:maxRead], '\n')+1], false
	}
	front, body := frontMatter(src)
	body = withoutAsides(body)
	d := &document{src: body, defined: definitions(body), facts: record.Facts{Kind: "document", Title: front.title, Summary: front.summary, Name: front.name}}
	if !tooDeep(body) {
		d.read(parseBlocks(body))
	} else {
		whole = false
	}
	if d.sections > 0 {
		d.facts.Title = front.title
	}
	for _, words := range []string{d.quote, d.fallback} {
		if d.facts.Summary == "" {
			d.facts.Summary = words
		}
	}
	out := record.Syntax{State: record.StateOK, Doc: d.facts.Summary, Symbols: d.headings, Facts: &d.facts}
	if !whole {
		out.State = record.StatePartial
	}
	return out, nil
}

// parseBlocks finds blocks only: what is inside a line is not looked at.
func parseBlocks(src []byte) ast.Node {
	p := parser.NewParser(parser.WithBlockParsers(
		util.Prioritized(parser.NewSetextHeadingParser(), 100),
		util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(parser.NewListParser(), 300),
		util.Prioritized(parser.NewListItemParser(), 400),
		util.Prioritized(parser.NewCodeBlockParser(), 500),
		util.Prioritized(parser.NewATXHeadingParser(), 600),
		util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
		util.Prioritized(parser.NewBlockquoteParser(), 800),
		util.Prioritized(parser.NewHTMLBlockParser(), 900),
		util.Prioritized(parser.NewParagraphParser(), 1000),
	))
	return p.Parse(text.NewReader(src))
}

// tooDeep reports whether a line opens more blocks inside each other than a
// document has; the block parser takes quadratic time for them.
func tooDeep(src []byte) bool {
	for line := range bytes.SplitSeq(src, []byte("\n")) {
		marks := 0
		for _, c := range line {
			switch c {
			case '>', '-', '*', '+':
				marks++
			case ' ', '\t':
				continue
			}
			if c != '>' && c != '-' && c != '*' && c != '+' {
				break
			}
		}
		if marks > 64 && bytes.Count(line, []byte("- "))+bytes.Count(line, []byte("* "))+bytes.Count(line, []byte("+ "))+bytes.Count(line, []byte(">")) > 64 {
			return true
		}
	}
	return false
}

// document is one file while it is read.
type document struct {
	src       []byte
	facts     record.Facts
	defined   map[string]bool // names of link definitions, in lower case
	headings  []record.Symbol
	above     []string // heading of each level above the current place
	level     int      // of the heading that the title is, 0 for none
	sections  int      // further headings of that level
	addressed int      // paragraphs that speak to the reader
	section   string   // heading below the title that the current place is in
	quote     string   // a quotation and
	fallback  string   // a line of raw HTML: they serve if no paragraph does
}

func (d *document) read(root ast.Node) {
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			d.heading(n.Level, prose.Sentence(prose.Plain(d.text(n)), maxHeading))
		case *ast.HTMLBlock:
			d.html(d.htmlText(n))
		case *ast.Paragraph:
			d.paragraph(d.text(n), &d.facts.Summary)
		case *ast.Blockquote:
			if p, ok := n.FirstChild().(*ast.Paragraph); ok && !callout.MatchString(d.text(p)) {
				into := &d.quote
				if len(d.headings) <= 1 && d.addressed == 0 && d.level <= 1 {
					into = &d.facts.Summary // a motto below the title
				}
				d.paragraph(d.text(p), into)
			}
		}
	}
}

func (d *document) heading(level int, title string) {
	title = strings.TrimSpace(anchor.ReplaceAllString(title, ""))
	if title == "" {
		return
	}
	switch first := len(d.headings) == 0; {
	case first && same(d.facts.Title, title):
	case first && level > 1 && routine(title):
		d.section = title
	case first && d.facts.Title == "" && (level == 1 || d.facts.Summary == "" && d.facts.Name == ""):
		d.facts.Title, d.level = title, level
	case d.level > 1 && level <= d.level:
		d.sections++ // what was taken for the title is one of several sections
		d.section = title
	default:
		d.section = title
	}
	for len(d.above) < level {
		d.above = append(d.above, "")
	}
	parent := ""
	for i := 1; i < level-1; i++ { // the title is above everything: index 0
		if d.above[i] != "" {
			parent = d.above[i]
		}
	}
	d.above = append(d.above[:level-1], title)
	d.headings = append(d.headings, record.Symbol{Name: title, Kind: record.KindHeading, Parent: parent})
}

// maxAddressed is how many paragraphs to the reader go before one that is about
// the document; where there are more, all are.
const maxAddressed = 1

// paragraph takes the first paragraph that introduces the document.
func (d *document) paragraph(raw string, into *string) {
	if *into != "" || d.addressed > maxAddressed || !introduces(d.section) || menu(raw) {
		return
	}
	words := prose.Doc(unwrap(raw, d.defined), lang.MaxDoc)
	if !prosaic(words) || notice.MatchString(raw) || announcement(raw, words) {
		return
	}
	if prose.Address(words) {
		d.addressed++
		return
	}
	*into = words
}

// html reads a title or a line below a logo out of raw HTML.
func (d *document) html(raw string) {
	if at := htmlHeading.FindStringSubmatch(raw); at != nil {
		if title := prose.Plain(at[2]); title != "" {
			d.heading(int(at[1][0]-'0'), prose.Sentence(title, maxHeading))
		}
		raw = strings.Replace(raw, at[0], "", 1)
	}
	if d.fallback != "" || !introduces(d.section) {
		return
	}
	if words := prose.Plain(htmlLink.ReplaceAllString(raw, "")); prosaic(words) {
		d.fallback = prose.Cut(words, lang.MaxDoc)
	}
}

// text returns a block's own lines.
func (d *document) text(n ast.Node) string {
	var b strings.Builder
	lines := n.Lines()
	for i := range lines.Len() {
		line := lines.At(i)
		b.Write(line.Value(d.src))
	}
	return b.String()
}

func (d *document) htmlText(n *ast.HTMLBlock) string {
	s := d.text(n)
	if n.HasClosure() {
		s += string(n.ClosureLine.Value(d.src))
	}
	return s
}
