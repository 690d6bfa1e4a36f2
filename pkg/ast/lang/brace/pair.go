package brace

import "strings"

// maxSearch is how many open brackets are searched for a partner.
const maxSearch = 500

// pair finds the closing bracket of each opening one and reports whether all
// nest. With indented, a brace that starts its line closes the one whose line
// is indented as much, and what was left open inside: so one open brace in a
// body does not swallow the file.
func (s *Source) pair(indented bool) bool {
	s.match = make([]int, len(s.Tokens))
	whole := true
	var open []int
	for i, t := range s.Tokens {
		s.match[i] = -1
		switch t.Kind {
		case '(', '[', '{':
			open = append(open, i)
		case ')', ']', '}':
			n := s.partner(open, t, indented)
			if n < 0 {
				whole = false
				continue
			}
			whole = whole && n == len(open)-1
			for _, left := range open[n+1:] {
				s.match[left] = i - 1
			}
			s.match[open[n]] = i
			open = open[:n]
		}
	}
	for _, i := range open {
		s.match[i] = len(s.Tokens)
	}
	return whole && len(open) == 0
}

// partner returns which of the open brackets t closes, -1 for none.
func (s *Source) partner(open []int, t Token, indented bool) int {
	for n := len(open) - 1; n >= max(len(open)-maxSearch, 0); n-- {
		o := s.Tokens[open[n]]
		switch {
		case o.Kind != '{' && closerOf(o.Kind) == t.Kind:
			return n
		case o.Kind != '{':
			continue
		case t.Kind != '}':
			return -1 // a stray parenthesis does not end a block
		case !indented || !t.First || o.Indent == t.Indent:
			return n
		case o.Indent < t.Indent:
			return -1
		}
	}
	return -1
}

// branch is one part of a conditional among the tokens kept so far.
type branch struct {
	start int  // of the part that is being read
	first bool // it is the first part
	whole bool // all parts before it held whole declarations or nothing
	empty bool // they held nothing
}

// branches takes the directives out, and with them the parts of conditionals
// which would not stand beside the first.
func (s *Source) branches(all bool) {
	kept := s.Tokens[:0]
	var open []branch
	for _, t := range s.Tokens {
		if t.Kind != directive || t.End-t.Start == 1 {
			kept = append(kept, t)
			continue
		}
		switch word(s.Text[t.Start:t.End]) {
		case "if":
			open = append(open, branch{start: len(kept), first: true, whole: true, empty: true})
		case "elif", "elseif", "else", "endif":
			if len(open) == 0 {
				s.Broken = true
				continue
			}
			b := &open[len(open)-1]
			whole := all || isWhole(kept[b.start:])
			if !b.first && !b.empty && !(b.whole && whole) {
				kept = kept[:b.start]
			}
			b.empty = b.empty && len(kept) == b.start
			b.whole = b.whole && whole
			b.start, b.first = len(kept), false
			if strings.HasPrefix(word(s.Text[t.Start:t.End]), "end") {
				open = open[:len(open)-1]
			}
		}
	}
	s.Broken = s.Broken || len(open) > 0
	s.Tokens = kept
}

// isWhole reports whether tokens are declarations from their start to their
// end: brackets match and the last one ends a declaration.
func isWhole(tokens []Token) bool {
	if len(tokens) == 0 {
		return true
	}
	depth := 0
	for _, t := range tokens {
		switch t.Kind {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	last := tokens[len(tokens)-1].Kind
	return depth == 0 && (last == ';' || last == '}')
}
