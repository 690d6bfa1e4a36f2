package csharp

import (
	"regexp"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
)

var (
	cross   = regexp.MustCompile(`<(?:see|seealso|paramref|typeparamref)\s+(?:cref|name|langword|href)\s*=\s*"(?:[A-Z]:)?([^"]*)"\s*/?>`)
	element = regexp.MustCompile(`</?[A-Za-z][^<>]*>`)
)

// plain returns the summary of a documentation comment as plain text with
// markers, or the comment as it is if it is none.
func plain(raw string) string {
	if !strings.HasPrefix(raw, "///") && !strings.HasPrefix(raw, "/**") {
		return raw
	}
	text := lang.Comment(raw)
	if _, after, ok := strings.Cut(text, "<summary>"); ok {
		text, _, _ = strings.Cut(after, "</summary>")
	} else if strings.Contains(text, "<") {
		return "" // it speaks of parameters, or names who inherited its words
	}
	text = cross.ReplaceAllString(text, "$1")
	text = strings.NewReplacer("<para>", "\n\n", "</para>", "\n\n", "<br/>", "\n").Replace(text)
	text = element.ReplaceAllString(text, "")
	text = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&", "&quot;", `"`).Replace(strings.TrimSpace(text))
	return "// " + strings.ReplaceAll(text, "\n", "\n// ")
}

// paragraph returns what the comments at the head of a file say about it.
func paragraph(header []string) string {
	for i, raw := range header {
		header[i] = plain(raw)
	}
	return lang.FileDoc(header...)
}
