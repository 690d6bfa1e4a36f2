package brace

import "strings"

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
