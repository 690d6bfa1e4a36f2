// Package redact takes secrets out of text by what they look like, before the
// text leaves the process. Start from [New] and [Redactor.Text].
//
// It errs on the side of taking out: a value that is assigned to the name of a
// secret goes even if it is a word. It knows nothing of file names: whole files
// that hold secrets are never read in the first place.
package redact

import (
	"fmt"
	"sort"
	"strings"

	"github.com/zricethezav/gitleaks/v8/detect"
)

// Mark stands where a secret stood.
const Mark = "[redacted]"

// Redactor is safe for concurrent use.
type Redactor struct{ maintained *detect.Detector }

// New returns a Redactor with gitleaks' rules and this package's own.
func New() (*Redactor, error) {
	d, err := detect.NewDetectorDefaultConfig()
	if err != nil {
		return nil, fmt.Errorf("read rules for secrets: %w", err)
	}
	d.IgnoreGitleaksAllow = true // a repository does not decide what leaves
	return &Redactor{maintained: d}, nil
}

// Form says how values stand in a text.
type Form int

// The forms. In settings every word after the name of a secret is its value;
// in a program only literals and what cannot be a name are.
const (
	Program Form = iota
	Settings
)

// Text returns the text with a [Mark] in place of each secret. A private key
// that is cut off is a secret too.
func (r *Redactor) Text(text string, form Form) string {
	var spans []span
	for _, f := range r.maintained.DetectString(text) {
		if expression().MatchString(f.Secret) {
			continue
		}
		spans = everywhere(spans, text, f.Secret)
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
