package c

import (
	"bytes"
	"regexp"
	"sort"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
)

// docAt returns the first sentence of what is said of the declaration from
// start to end: right above it or, with behind, after it on its line.
func (f *file) docAt(start, end int, behind bool) string {
	if doc := lang.Doc(f.above(start)); doc != "" {
		return doc
	}
	if !behind {
		return ""
	}
	i := sort.Search(len(f.comments), func(i int) bool { return f.comments[i].start >= end })
	if i < len(f.comments) {
		c := f.comments[i]
		if gap := f.src[end:c.start]; bytes.IndexByte(gap, '\n') < 0 && len(bytes.Trim(gap, " \t,;")) == 0 {
			return lang.Doc(string(f.src[c.start:c.end]))
		}
	}
	return ""
}

// above returns the comments that stand right above a place, with markers.
func (f *file) above(start int) string {
	last := sort.Search(len(f.comments), func(i int) bool { return f.comments[i].end > start }) - 1
	if last < 0 || !f.next(f.comments[last].end, start) || f.behindCode(last) {
		return ""
	}
	first := last
	for first > 0 && f.sameRun(first-1, first) && last-first < 200 {
		first--
	}
	return string(f.src[f.comments[first].start:f.comments[last].end])
}

// next reports whether only blanked text, and no blank line, is between a
// comment's end and a declaration.
func (f *file) next(end, start int) bool {
	gap := f.src[end:start]
	if len(gap) > 2000 || len(bytes.TrimSpace(f.outline.out[end:start])) > 0 {
		return false
	}
	lines := bytes.Split(gap, []byte("\n"))
	for i, line := range lines {
		if i > 0 && i < len(lines)-1 && len(bytes.TrimSpace(line)) == 0 {
			return false
		}
	}
	return true
}

// behindCode reports whether a comment follows something on its line.
func (f *file) behindCode(i int) bool {
	at := f.comments[i].start
	line := bytes.LastIndexByte(f.src[max(0, at-1000):at], '\n') + 1 + max(0, at-1000)
	return len(bytes.TrimSpace(f.src[line:at])) > 0
}

// sameRun reports whether two comments read on: line comments under each
// other, or blocks of one line each.
func (f *file) sameRun(a, b int) bool {
	x, y := f.comments[a], f.comments[b]
	gap := f.src[x.end:y.start]
	if bytes.Count(gap, []byte("\n")) != 1 || len(bytes.TrimSpace(gap)) > 0 || f.behindCode(a) {
		return false
	}
	one, two := f.src[x.start:x.end], f.src[y.start:y.end]
	return len(one) > 1 && len(two) > 1 && one[1] == two[1] && bytes.IndexByte(one, '\n') < 0 && bytes.IndexByte(two, '\n') < 0
}

// fileDoc returns what the comments before the first token of code say about
// the file. An include guard is no code. The last comment is left to the
// declaration or macro that it stands right above, if there is one.
func (f *file) fileDoc() string {
	limit, claim := f.firstCode()
	var runs []string
	for i := 0; i < len(f.comments) && f.comments[i].end <= limit && len(runs) < 50; {
		last := i
		for last+1 < len(f.comments) && f.comments[last+1].end <= limit && f.sameRun(last, last+1) {
			last++
		}
		end := f.comments[last].end
		claimed := claim == always || claim == later && i > 0
		if raw := string(f.src[f.comments[i].start:end]); !f.behindCode(i) && (!claimed || !f.next(end, limit) || bytes.IndexByte(f.src[end:limit], '#') >= 0 || fileTag.MatchString(raw)) {
			runs = append(runs, raw)
		}
		i = last + 1
	}
	return lang.FileDoc(runs...)
}

var fileTag = regexp.MustCompile(`[@\\]file\b`)

// claim says whether what stands right below a comment claims it. A condition
// does not claim the first comment of a file.
type claim int

const (
	never claim = iota
	later
	always
)

// firstCode returns where a file's first token of code is, and what it claims.
func (f *file) firstCode() (limit int, claims claim) {
	for i, t := range f.tokens {
		if t.kind != kindDirective {
			return t.start, always
		}
		name, rest := f.directiveName(t)
		switch {
		case name == "pragma" && rest == "once":
		case i < 2 && f.header && f.guard(name, rest):
		case name == "define" || name == "undef":
			return t.start, always
		case strings.HasPrefix(name, "if"):
			return t.start, later
		default:
			return t.start, never
		}
	}
	return len(f.src), never
}

// guard reports whether a directive is half of an include guard.
func (f *file) guard(name, rest string) bool {
	if len(f.tokens) < 2 || f.tokens[1].kind != kindDirective {
		return false
	}
	open, macro := f.directiveName(f.tokens[0])
	next, defined := f.directiveName(f.tokens[1])
	macro = strings.TrimSuffix(strings.TrimPrefix(strings.ReplaceAll(macro, " ", ""), "!defined("), ")")
	return (open == "ifndef" || open == "if") && next == "define" && macro != "" && strings.HasPrefix(defined+" ", macro+" ")
}

// withoutComments takes comments out of a short piece of source.
func withoutComments(text string) string {
	if !strings.Contains(text, "/") {
		return text
	}
	l := lex([]byte(text))
	out := []byte(text)
	for _, c := range l.comments {
		for i := c.start; i < c.end; i++ {
			out[i] = ' '
		}
	}
	return string(out)
}
