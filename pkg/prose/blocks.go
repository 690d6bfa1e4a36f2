package prose

import (
	"strings"
	"unicode"
)

// blocks takes out what marks a line rather than words: headings' and quotes'
// and bullets' marks, rules, fenced code, link definitions, directives.
func blocks(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	fence, directive := "", false
	for line := range strings.SplitSeq(s, "\n") {
		text := strings.TrimSpace(line)
		indented := line != strings.TrimLeft(line, " \t")
		if directive = directive && (indented || text == ""); directive {
			continue
		}
		if fence != "" {
			if strings.HasPrefix(text, fence) {
				fence = ""
			}
			continue
		}
		switch {
		case fenceMark(text) != "":
			fence = fenceMark(text)
		case strings.HasPrefix(text, ".. "):
			directive = true
		case !rule(text) && !linkDefinition(text):
			b.WriteString(lineText(text))
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func fenceMark(text string) string {
	for _, mark := range []string{"```", "~~~"} {
		if rest, ok := strings.CutPrefix(text, mark); ok && !strings.Contains(rest, "`") {
			return mark
		}
	}
	return ""
}

// rule reports whether a line is drawn rather than written: an underline, a
// table's frame, a row of stars.
func rule(text string) bool {
	if strings.Contains(text, "<!--") || strings.Contains(text, "-->") {
		return false
	}
	return len(text) >= 3 && !strings.ContainsFunc(text, func(r rune) bool {
		return r != ' ' && (r >= unicode.MaxASCII || !(unicode.IsPunct(r) || unicode.IsSymbol(r)))
	})
}

// linkDefinition reports whether a line is Markdown's "[name]: target".
func linkDefinition(text string) bool {
	rest, ok := strings.CutPrefix(text, "[")
	name, target, found := strings.Cut(rest, "]:")
	return ok && found && !strings.Contains(name, "[") && strings.Count(strings.TrimSpace(target), " ") == 0
}

// lineText returns a line without the marks before its words.
func lineText(text string) string {
	for i := 0; i < 4 && strings.HasPrefix(text, ">"); i++ {
		text = strings.TrimLeft(text[1:], " \t")
	}
	if rest := strings.TrimLeft(text, "#"); len(text)-len(rest) <= 6 && rest != text && strings.HasPrefix(rest, " ") {
		return strings.TrimSpace(strings.TrimRight(rest, "# "))
	}
	for _, mark := range []string{"- ", "* ", "+ "} {
		if rest, ok := strings.CutPrefix(text, mark); ok {
			text = strings.TrimLeft(rest, " ")
			for _, box := range []string{"[ ] ", "[x] ", "[X] "} {
				text = strings.TrimPrefix(text, box)
			}
			break
		}
	}
	return docTag(text)
}

// docTag takes off a tag that announces the description itself.
func docTag(text string) string {
	if text == "" || (text[0] != '@' && text[0] != '\\') {
		return text
	}
	word, rest, _ := strings.Cut(text[1:], " ")
	if describing[strings.TrimSuffix(word, ":")] {
		return strings.TrimSpace(rest)
	}
	return text
}

// describing holds the documentation tags whose text is the description.
var describing = map[string]bool{
	"brief": true, "short": true, "summary": true, "description": true, "desc": true, "details": true,
	"fileoverview": true, "fileOverview": true, "overview": true, "file-overview": true, "remarks": true,
	"notice": true, "moduledoc": true, "doc": true, "classdesc": true, "note": true,
}
