package markdown

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"
)

var (
	anchor      = regexp.MustCompile(`\s*\{#[\w.-]+\}$`)
	htmlHeading = regexp.MustCompile(`(?is)<h([1-3])\b[^>]*>(.*?)</h[1-3]>`)
	htmlLink    = regexp.MustCompile(`(?is)<a\b[^>]*>.*?</a>`)
	link        = regexp.MustCompile(`!?\[[^\[\]]*\](?:\([^()]*\)|\[[^\[\]]*\])|<https?://[^>]*>|https?://\S+`)
	introducing = regexp.MustCompile(`(?i)^\W*(?:about|introduction|intro|overview|what|why|description|summary|abstract|purpose|background|motivation|general|the)\b`)
)

var (
	definition = regexp.MustCompile(`(?m)^ {0,3}\[([^\[\]\n]+)\]:`)
	shortcut   = regexp.MustCompile(`\[([^\[\]\n]+)\]([^(\[]|$)`)
	module     = regexp.MustCompile(`^(?:import .* from ['"].*['"];?|import ['"].*['"];?)\s*$`)
	callout    = regexp.MustCompile(`(?i)^(?:\[!|[^a-z]*(?:note|warning|important|tip|caution)\b)`)
	notice     = regexp.MustCompile(`(?i)^[^a-z]*(?:note|warning|important|tip|caution|attention)\b\W{0,4}[:!]`)
	ofReadme   = regexp.MustCompile(`(?i)^this readme\b`)
	inserted   = regexp.MustCompile(`(?m)^<!-- ?([\w-]{3,40})[_:-]START ?-->\s*$`)
	dated      = regexp.MustCompile(`^\W*(?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}, \d{4}|\d{4}-\d\d-\d\d)`)
)

// definitions returns the names that "[name]: target" lines define.
func definitions(src []byte) map[string]bool {
	names := map[string]bool{}
	for _, m := range definition.FindAllSubmatch(src, -1) {
		names[strings.ToLower(string(m[1]))] = true
	}
	return names
}

// maxInserted bounds the pieces that tools keep up to date in one document.
const maxInserted = 8

// withoutAsides leaves out what documentation sites add to Markdown: boxes
// between lines of ":::", and MDX's imports and exports; and what a tool puts
// between a comment NAME_START and its NAME_END.
func withoutAsides(src []byte) []byte {
	for range maxInserted {
		at := inserted.FindSubmatchIndex(src)
		if at == nil {
			break
		}
		end := regexp.MustCompile(`(?m)^<!-- ?` + regexp.QuoteMeta(string(src[at[2]:at[3]])) + `[_:-]END ?-->`).FindIndex(src[at[1]:])
		if end == nil {
			break
		}
		src = append(src[:at[0]:at[0]], src[at[1]+end[1]:]...)
	}
	if !bytes.Contains(src, []byte("\n:::")) && !bytes.HasPrefix(src, []byte("import ")) && !bytes.Contains(src, []byte("\nimport ")) && !bytes.HasPrefix(src, []byte(":::")) {
		return src
	}
	out := make([]byte, 0, len(src))
	boxes, fenced := 0, false
	for line := range bytes.Lines(src) {
		text := bytes.TrimSpace(line)
		switch {
		case bytes.HasPrefix(text, []byte("```")):
			fenced = !fenced
		case fenced:
		case bytes.HasPrefix(text, []byte(":::")):
			if len(bytes.Trim(text, ": ")) > 0 {
				boxes++
			} else {
				boxes = max(0, boxes-1)
			}
			line = []byte("\n")
		case module.Match(line):
			line = []byte("\n")
		}
		if boxes == 0 {
			out = append(out, line...)
		}
	}
	if boxes > 0 { // a box without an end is none
		return src
	}
	return out
}

// unwrap takes the brackets off links that are names alone.
func unwrap(raw string, defined map[string]bool) string {
	return shortcut.ReplaceAllStringFunc(raw, func(s string) string {
		m := shortcut.FindStringSubmatch(s)
		if !defined[strings.ToLower(m[1])] {
			return s
		}
		return m[1] + m[2]
	})
}

// introduces reports whether a paragraph under a heading, "" for none, says
// what the document is about.
func introduces(section string) bool {
	return section == "" || introducing.MatchString(section)
}

// menu reports whether a paragraph is made of links: badges, languages to
// choose from, places to go.
func menu(raw string) bool {
	for range 2 { // an image inside a link
		raw = link.ReplaceAllString(raw, "\x00")
	}
	raw = htmlLink.ReplaceAllString(raw, "\x00")
	links := strings.Count(raw, "\x00")
	if links == 0 {
		return false
	}
	words := 0
	for word := range strings.FieldsSeq(strings.ReplaceAll(raw, "\x00", " ")) {
		if strings.ContainsFunc(word, unicode.IsLetter) && !strings.HasPrefix(word, "<") {
			words++
		}
	}
	return words < 4 || words < links
}

// routine reports whether a heading begins a section that any project's page
// has, and not the page.
func routine(title string) bool {
	switch strings.ToLower(title) {
	case "install", "installation", "installing", "usage", "getting started", "quick start", "quickstart", "requirements", "prerequisites", "contents",
		"table of contents", "license", "contributing", "features", "documentation", "example", "examples", "setup", "running", "building":
		return true
	}
	return false
}

// announcement reports whether a paragraph that is all in bold is a sentence: a
// notice to the reader. What a project is stands there without a full stop.
func announcement(raw, words string) bool {
	raw = strings.TrimSpace(raw)
	return strings.HasPrefix(raw, "**") && strings.HasSuffix(raw, "**") && strings.Count(raw, "**") == 2 && strings.HasSuffix(words, ".")
}

// prosaic reports whether words can be a description: no date, no "See also:".
func prosaic(words string) bool {
	if strings.HasPrefix(words, "...") || strings.HasPrefix(words, "…") || dated.MatchString(words) || ofReadme.MatchString(words) || strings.HasSuffix(words, ":") && strings.Count(words, " ") < 4 {
		return false
	}
	letters := 0
	for _, r := range words {
		if unicode.IsLetter(r) {
			letters++
			if r >= 0x2E80 {
				letters += 3 // a character that is a word
			}
		}
	}
	return letters >= 8 && (strings.Contains(words, " ") || letters > len(words))
}

// same reports whether two titles differ in case and punctuation only.
func same(a, b string) bool { return bare(a) == bare(b) }

func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}
