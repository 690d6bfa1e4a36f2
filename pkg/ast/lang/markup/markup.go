// Package markup reads an HTML page's title and description, from its head
// alone, and the scripts and style sheets that it loads.
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
	return []lang.Extractor{{Name: "html", Version: 2, Suffixes: []string{".html", ".htm", ".xhtml"}, Langs: []string{"HTML"}, Extract: extract}}
}

// maxHead is how much of a page is looked at, in bytes.
const maxHead = 64 << 10

var (
	title       = regexp.MustCompile(`(?is)<title\b[^>]*>(.*?)</title>`)
	meta        = regexp.MustCompile(`(?is)<meta\b[^>]*>`)
	description = regexp.MustCompile(`(?i)\bname\s*=\s*["']?description\b`)
	content     = regexp.MustCompile(`(?is)\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)')`)
	loaded      = regexp.MustCompile(`(?is)<!--.*?-->|<(script|link|iframe)\b((?:[^>"']|"[^"]*"|'[^']*')*)>`)
	closing     = regexp.MustCompile(`(?i)</script\b`)
	reference   = regexp.MustCompile(`(?is)(?:^|\s)(src|href|rel)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`)
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
	out := record.Syntax{State: record.StateOK, Doc: f.Summary, Imports: loads(string(src))}
	if f.Title != "" || f.Summary != "" {
		out.Facts = f
	}
	return out, nil
}

// loads lists the scripts, style sheets, manifests and frames of a page.
func loads(page string) []record.Import {
	var imports lang.Imports
	ends := closing.FindAllStringIndex(page, -1)
	code := 0 // up to here it is a script's text
	for _, m := range loaded.FindAllStringSubmatchIndex(page, -1) {
		if m[0] < code || m[2] < 0 {
			continue
		}
		name, attributes := strings.ToLower(page[m[2]:m[3]]), page[m[4]:m[5]]
		if name == "script" {
			for len(ends) > 0 && ends[0][0] < m[1] {
				ends = ends[1:]
			}
			if len(ends) > 0 {
				code = ends[0][0]
			}
		}
		at := map[string]string{}
		for _, m := range reference.FindAllStringSubmatch(attributes, -1) {
			at[strings.ToLower(m[1])] = strings.TrimSpace(html.UnescapeString(m[2] + m[3] + m[4]))
		}
		raw := at["src"]
		if name == "link" {
			switch strings.ToLower(at["rel"]) {
			case "stylesheet", "manifest", "modulepreload", "import":
				raw = at["href"]
			}
		}
		if raw != "" && !action.MatchString(raw) && !strings.ContainsAny(raw, "\n{}%<>") && !strings.HasPrefix(raw, "#") && raw != "about:blank" {
			imports.Add(record.Import{Raw: strings.ToValidUTF8(raw, "\uFFFD")})
		}
	}
	return imports.List()
}

// words makes one line of text; a template's action is none.
func words(s string) string {
	if action.MatchString(s) {
		return ""
	}
	return prose.Cut(strings.Join(strings.Fields(strings.ToValidUTF8(html.UnescapeString(s), "\uFFFD")), " "), lang.MaxDoc)
}
