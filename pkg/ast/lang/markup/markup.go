// Package markup reads an HTML page's title and description. It looks at the
// page's head alone and gives nothing for a page without them.
package markup

import (
	"context"
	"html"
	"regexp"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/prose"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractor of HTML pages.
func Extractors() []lang.Extractor {
	return []lang.Extractor{{Name: "html", Version: 1, Suffixes: []string{".html", ".htm", ".xhtml"}, Langs: []string{"HTML"}, Extract: extract}}
}

// maxHead is how much of a page is looked at, in bytes.
const maxHead = 64 << 10

var (
	title       = regexp.MustCompile(`(?is)<title\b[^>]*>(.*?)</title>`)
	meta        = regexp.MustCompile(`(?is)<meta\b[^>]*>`)
	description = regexp.MustCompile(`(?i)\bname\s*=\s*["']?description\b`)
	content     = regexp.MustCompile(`(?is)\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)')`)
	action      = regexp.MustCompile(`\{\{|\{%|<%|<\?|\$\{`)
)

func extract(ctx context.Context, src []byte) (record.Syntax, error) {
	if err := ctx.Err(); err != nil {
		return record.Syntax{}, err
	}
	head := string(src[:min(len(src), maxHead)])
	f := &record.Facts{Kind: "html"}
	if m := title.FindStringSubmatch(head); m != nil {
		f.Title = words(m[1])
	}
	for _, tag := range meta.FindAllString(head, -1) {
		if m := content.FindStringSubmatch(tag); m != nil && description.MatchString(tag) {
			f.Summary = words(m[1] + m[2])
			break
		}
	}
	out := record.Syntax{State: record.StateOK, Doc: f.Summary}
	if f.Title != "" || f.Summary != "" {
		out.Facts = f
	}
	return out, nil
}

// words makes one line of text; a template's action is none.
func words(s string) string {
	if action.MatchString(s) {
		return ""
	}
	return prose.Cut(strings.Join(strings.Fields(strings.ToValidUTF8(html.UnescapeString(s), "\uFFFD")), " "), lang.MaxDoc)
}
