package shape

import (
	"cmp"
	"slices"
	"strings"
)

// finder tries rules on one text.
type finder struct {
	text  string
	small string            // the text in small letters, byte for byte
	lines map[string][]span // that hold one of the hints, by the hints
}

// all returns what a rule takes out.
func (f finder) all(r rule) []span {
	if len(r.hints) == 0 {
		return f.in(r, span{0, len(f.text)}, nil)
	}
	var spans []span
	for _, line := range f.with(r.hints) {
		spans = f.in(r, line, spans)
	}
	return spans
}

// in tries a rule on a part of the text.
func (f finder) in(r rule, part span, spans []span) []span {
	text := f.text[part.from:part.to]
	for _, m := range r.pattern.FindAllStringSubmatchIndex(text, -1) {
		from, to := m[2*r.group], m[2*r.group+1]
		if from < 0 || r.literal && placeholder(text[from:to]) || r.word && expression().MatchString(text[from:to]) {
			continue
		}
		spans = append(spans, span{part.from + from, part.from + to})
	}
	return spans
}

// with returns the lines that hold one of the hints.
func (f finder) with(hints []string) []span {
	key := strings.Join(hints, " ")
	if lines, ok := f.lines[key]; ok {
		return lines
	}
	var lines []span
	for _, hint := range hints {
		lines = append(lines, f.around(hint)...)
	}
	slices.SortFunc(lines, func(a, b span) int { return cmp.Or(a.from-b.from, a.to-b.to) })
	lines = slices.Compact(lines)
	f.lines[key] = lines
	return lines
}

// around returns the lines that hold a hint. A very long line is cut to pieces
// that overlap by what any secret's name and value may take.
func (f finder) around(hint string) []span {
	const most, overlap = 4 << 10, 1 << 10
	var lines []span
	for at := 0; ; {
		i := strings.Index(f.small[at:], hint)
		if i < 0 {
			return lines
		}
		at += i
		line := span{max(strings.LastIndexByte(f.small[:at], '\n')+1, at-overlap), len(f.text)}
		if end := strings.IndexByte(f.small[at:], '\n'); end >= 0 {
			line.to = at + end
		}
		line.to = min(line.to, at+most)
		lines = append(lines, line)
		if at = max(at+len(hint), line.to-overlap); line.to-line.from < most {
			at = max(at, line.to)
		}
	}
}

// lower makes ASCII letters small, byte for byte.
func lower(s string) string {
	small := []byte(s)
	for i, c := range small {
		if c >= 'A' && c <= 'Z' {
			small[i] = c + 'a' - 'A'
		}
	}
	return string(small)
}
