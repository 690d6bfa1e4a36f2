// Package shape knows secrets by what they look like: keys by their prefixes
// and frames, credentials in addresses and command lines, values by the names
// they are given to. Start from [Redact].
//
// It errs on the side of taking out: a value that is assigned to the name of a
// secret goes even if it is a word.
package shape

import (
	"sort"
	"strings"
)

// Mark stands where a secret stood.
const Mark = "[redacted]"

// Form says how values stand in a text.
type Form int

// The forms. In settings every word after the name of a secret is its value;
// in a program only literals and what cannot be a name are.
const (
	Program Form = iota
	Settings
)

// Redact returns the text with a [Mark] in place of each secret and of each of
// known, which others have found in it. A private key that is cut off is a
// secret too.
func Redact(text string, form Form, known ...string) string {
	var spans []span
	for _, secret := range known {
		if !expression().MatchString(secret) {
			spans = everywhere(spans, text, secret)
		}
	}
	found := finder{text: text, small: lower(text), lines: map[string][]span{}}
	for _, rule := range rules() {
		if rule.settings && form != Settings {
			continue
		}
		for _, s := range found.all(rule) {
			spans = append(spans, s)
			if value := text[s.from:s.to]; len(value) >= leastRepeated && (!rule.word || strings.ContainsAny(value, "0123456789")) {
				spans = everywhere(spans, text, text[s.from:s.to])
			}
		}
	}
	return replace(text, spans)
}

// span is a piece of the text, in bytes.
type span struct{ from, to int }

// leastRepeated is the length from which a secret is looked for in the rest of
// the text: a shorter one may be part of any word.
const leastRepeated = 8

func everywhere(spans []span, text, secret string) []span {
	if secret = strings.TrimSpace(secret); secret == "" {
		return spans
	}
	for at := 0; ; {
		i := strings.Index(text[at:], secret)
		if i < 0 {
			return spans
		}
		at += i
		spans = append(spans, span{at, at + len(secret)})
		at += len(secret)
	}
}

// replace puts one mark in the place of each run of spans that touch.
func replace(text string, spans []span) string {
	if len(spans) == 0 {
		return text
	}
	sort.Slice(spans, func(i, j int) bool { return spans[i].from < spans[j].from })
	var out strings.Builder
	at, end := 0, -1
	for _, s := range spans {
		if s.from > end {
			if end >= 0 {
				at = end
			}
			out.WriteString(text[at:s.from])
			out.WriteString(Mark)
			at = s.from
		}
		end = max(end, s.to)
	}
	out.WriteString(text[end:])
	return out.String()
}
