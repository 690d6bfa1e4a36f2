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
}

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
// first that leave brackets open or close others' ones: the text must nest.
func (l *lexed) live() []token {
	dropped := make([]bool, len(l.tokens))
	var open []branch
	var now nest
	finish := func(b *branch, end int) {
		drop := b.dead
		if !b.dead && !b.read {
			b.read, b.after = true, now
		} else if now != b.before {
			drop = true
		}
		for i := b.start; drop && len(open) <= maxBranches && i < end; i++ {
			dropped[i] = true
		}
		now = b.before
	}
	for i, t := range l.tokens {
		if t.kind != kindDirective {
			now.count(t.kind)
			continue
		}
		name, condition := l.directiveName(t)
		switch name {
		case "if", "ifdef", "ifndef":
			open = append(open, branch{before: now, after: now, start: i + 1,
				dead: name == "if" && condition == "0", settled: name == "if" && condition == "1"})
		case "else", "elif", "elifdef", "elifndef":
			if n := len(open); n > 0 {
				finish(&open[n-1], i)
				open[n-1].start, open[n-1].dead = i+1, open[n-1].settled || (name == "elif" && condition == "0")
			}
		case "endif":
			if n := len(open); n > 0 {
				finish(&open[n-1], i)
				now = open[n-1].after
				open = open[:n-1]
			}
		}
	}
	tokens := make([]token, 0, len(l.tokens))
	for i, t := range l.tokens {
		if t.kind != kindDirective && !dropped[i] {
			tokens = append(tokens, t)
		}
	}
	return tokens
}
