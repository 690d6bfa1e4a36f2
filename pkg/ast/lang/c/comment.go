package c

import (
	"bytes"
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

// fileDoc returns what the comments before the first declaration say about the
// file; the last of them is left to that declaration if it stands above it.
func (f *file) fileDoc() string {
	limit := len(f.src)
	if len(f.live) > 0 {
		limit = f.live[0].start
	}
	var runs []string
	for i := 0; i < len(f.comments) && f.comments[i].end <= limit && len(runs) < 50; {
		last := i
		for last+1 < len(f.comments) && f.comments[last+1].end <= limit && f.sameRun(last, last+1) {
			last++
		}
		if end := f.comments[last].end; !f.behindCode(i) && (len(f.live) == 0 || !f.next(end, limit) || f.beforeDirective(end)) {
			runs = append(runs, string(f.src[f.comments[i].start:end]))
		}
		i = last + 1
	}
	return lang.FileDoc(runs...)
}

// beforeDirective reports whether a directive follows a comment.
func (f *file) beforeDirective(end int) bool {
	return bytes.HasPrefix(bytes.TrimSpace(f.src[end:min(end+200, len(f.src))]), []byte("#"))
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
