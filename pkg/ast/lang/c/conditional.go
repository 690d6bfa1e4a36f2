package c

import (
	"bytes"
	"strings"
)

// directiveName returns a directive's keyword and what follows it.
func (l *lexed) directiveName(t token) (name, rest string) {
	text := bytes.TrimLeft(l.src[t.start+1:t.end], " \t")
	n := 0
	for n < len(text) && isNamePart(text[n]) {
		n++
	}
	return string(text[:n]), strings.TrimSpace(string(text[n:]))
}

// conditional reports whether a place is inside an #if.
func (l *lexed) conditional(at int) bool {
	depth := 0
	for _, t := range l.tokens {
		if t.start >= at {
			break
		}
		if t.kind != kindDirective {
			continue
		}
		switch name, _ := l.directiveName(t); name {
		case "if", "ifdef", "ifndef":
			depth++
		case "endif":
			depth--
		}
	}
	return depth > 0
}

// branch is an open #if with what its branches did to the nesting.
type branch struct {
	before  nest // at the #if
	after   nest // behind the first branch that is read
	read    bool // a branch has been read
	dead    bool // the branch being passed is never compiled
	settled bool // a condition "1" came: what follows is dead
	start   int  // first token of the branch
	inside  bool // a declaration has begun before the #if
	last    bool // the branch being passed is an #else
	parts   []part
}

// part is the tokens of a branch that hold a part of a declaration only.
type part struct{ start, end int }

// nest counts open brackets.
type nest struct{ braces, parens int }

func (n *nest) count(kind byte) {
	switch kind {
	case '{':
		n.braces++
	case '}':
		n.braces--
	case '(':
		n.parens++
	case ')':
		n.parens--
	}
}

// maxBranches is how deep conditionals nest before their branches are no
// longer told apart.
const maxBranches = 200

// live returns the tokens that are read, without directives. All branches of a
// conditional are, except those under a condition "0", and those after the
// first that leave brackets open or close others' ones: the text must nest. Of
// alternatives for a part of a declaration the last is read. KR_headers asks
// for the C of before 1989.
func (l *lexed) live() []token {
	r := reader{lexed: l, dropped: make([]bool, len(l.tokens))}
	for i, t := range l.tokens {
		if t.kind == kindDirective {
			r.directive(i)
		} else {
			r.now.count(t.kind)
			r.last = t.kind
		}
	}
	tokens := make([]token, 0, len(l.tokens))
	for i, t := range l.tokens {
		if t.kind != kindDirective && !r.dropped[i] {
			tokens = append(tokens, t)
		}
	}
	return tokens
}

// reader decides which tokens are read.
type reader struct {
	*lexed
	dropped []bool
	open    []branch
	now     nest
	last    byte // kind of the token before
}

// directive deals with the directive that is token i.
func (r *reader) directive(i int) {
	name, condition := r.directiveName(r.tokens[i])
	switch name {
	case "if", "ifdef", "ifndef":
		r.open = append(r.open, branch{before: r.now, after: r.now, start: i + 1,
			dead:    name == "if" && condition == "0" || name == "ifdef" && condition == "KR_headers",
			settled: name == "if" && condition == "1",
			inside:  r.last != 0 && strings.IndexByte(";{},", r.last) < 0})
	case "else", "elif", "elifdef", "elifndef":
		if n := len(r.open); n > 0 {
			b := &r.open[n-1]
			r.finish(b, i)
			b.start, b.last = i+1, name == "else"
			b.dead = b.settled || (name == "elif" && condition == "0")
		}
	case "endif":
		if n := len(r.open); n > 0 {
			b := &r.open[n-1]
			r.finish(b, i)
			if n := len(b.parts); n > 1 && b.last && b.parts[n-1].start == b.start {
				for _, p := range b.parts[:n-1] {
					r.drop(p)
				}
			}
			r.now = b.after
			r.open = r.open[:n-1]
		}
	}
}

// finish ends the branch of b that is being passed.
func (r *reader) finish(b *branch, end int) {
	p := part{b.start, end}
	switch {
	case !b.dead && !b.read:
		b.read, b.after = true, r.now
	case b.dead || r.now != b.before:
		r.drop(p)
		p.end = p.start
	}
	if b.inside && r.fragment(p) {
		b.parts = append(b.parts, p)
	}
	r.now = b.before
}

func (r *reader) drop(p part) {
	for i := p.start; len(r.open) <= maxBranches && i < p.end; i++ {
		r.dropped[i] = true
	}
}

// fragment reports whether tokens are a part of a declaration: they neither
// end one nor hold a block.
func (r *reader) fragment(p part) bool {
	for _, t := range r.tokens[p.start:p.end] {
		if t.kind == ';' || t.kind == '{' || t.kind == '}' || len(r.open) > maxBranches {
			return false
		}
	}
	return p.start < p.end
}
