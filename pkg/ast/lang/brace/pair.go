package brace

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
				s.match[left] = s.unclosed(left, i-1)
			}
			s.match[open[n]] = i
			open = open[:n]
		}
	}
	for _, i := range open {
		s.match[i] = s.unclosed(i, len(s.Tokens))
	}
	return whole && len(open) == 0
}

// maxUnclosed is how many tokens a parenthesis without a partner holds.
const maxUnclosed = 50

// unclosed returns the last token that an open bracket holds: a brace all up to
// the one given, others what is left of their line.
func (s *Source) unclosed(i, last int) int {
	if s.Tokens[i].Kind == '{' {
		return last
	}
	for j := i + 1; j <= last; j++ {
		if j == len(s.Tokens) || s.Tokens[j].First || j == i+maxUnclosed {
			return j - 1
		}
	}
	return last
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

// maxAngles is how many tokens a list of type arguments may have.
const maxAngles = 2000

// pairAngles finds the ">" of each "<" with nothing between them that type
// arguments cannot hold.
func (s *Source) pairAngles() {
	s.angles = make([]int, len(s.Tokens))
	var open []int // also brackets
	for i, t := range s.Tokens {
		switch t.Kind {
		case '<', '(', '[':
			open = append(open, i)
		case '>':
			if n := len(open) - 1; n >= 0 && s.Tokens[open[n]].Kind == '<' {
				if i-open[n] < maxAngles {
					s.angles[open[n]] = i + 1
				}
				open = open[:n]
			}
		case ')', ']':
			open = withoutAngles(s, open)
			if n := len(open) - 1; n >= 0 && closerOf(s.Tokens[open[n]].Kind) == t.Kind {
				open = open[:n]
			}
		case ';', '{', '}':
			open = withoutAngles(s, open)
		}
	}
}

// withoutAngles takes off what is open since the last bracket.
func withoutAngles(s *Source, open []int) []int {
	for len(open) > 0 && s.Tokens[open[len(open)-1]].Kind == '<' {
		open = open[:len(open)-1]
	}
	return open
}
