// Package glob matches paths with git's wildcard rules, so that a project's
// own globs and its ignore files mean the same. Start from [Match] for one
// pattern and from [Rules] for an ordered list of them.
package glob

import "strings"

// Match reports whether the whole of name matches pattern: "*" and "?" stand
// for characters other than "/", "[a-z]" and "[!a-z]" for one of a set, "**"
// between slashes or at an end for any number of directories, and "\" takes
// the next character as it is. Bytes are compared, not characters. A pattern
// that is not well formed matches nothing.
func Match(pattern, name string) bool {
	m := matcher{pattern: pattern, steps: maxSteps}
	return m.match(0, name) == matched
}

// maxSteps bounds the work of one match: the stars of a hostile pattern make it
// try every split of a name.
const maxSteps = 1 << 17

type verdict int

const (
	differs verdict = iota
	matched
	noStar  // no longer match of an earlier "*" can help
	nothing // no match at all can help
)

type matcher struct {
	pattern string
	steps   int
}

func (m *matcher) match(p int, name string) verdict {
	for ; p < len(m.pattern); p++ {
		if m.steps--; m.steps < 0 {
			return nothing
		}
		c := m.pattern[p]
		if name == "" && c != '*' {
			return nothing
		}
		switch c {
		case '*':
			return m.star(p, name)
		case '?':
			if name[0] == '/' {
				return differs
			}
		case '[':
			end, in := set(m.pattern, p, name[0])
			if end < 0 {
				return nothing
			}
			if !in || name[0] == '/' {
				return differs
			}
			p = end
		case '\\':
			if p++; p == len(m.pattern) || m.pattern[p] != name[0] {
				return differs
			}
		default:
			if c != name[0] {
				return differs
			}
		}
		name = name[1:]
	}
	if name == "" {
		return matched
	}
	return differs
}

// star matches from the "*" at p on.
func (m *matcher) star(p int, name string) verdict {
	first := p
	for p < len(m.pattern) && m.pattern[p] == '*' {
		p++
	}
	rest := m.pattern[p:]
	slashes := p-first >= 2 && (first == 0 || m.pattern[first-1] == '/') &&
		(rest == "" || rest[0] == '/' || strings.HasPrefix(rest, `\/`))
	if slashes && strings.HasPrefix(rest, "/") {
		if v := m.match(p+1, name); v == matched {
			return matched
		}
	}
	if rest == "" {
		if slashes || strings.IndexByte(name, '/') < 0 {
			return matched
		}
		return noStar
	}
	if !slashes && rest[0] == '/' {
		i := strings.IndexByte(name, '/')
		if i < 0 {
			return nothing
		}
		return m.match(p, name[i:])
	}
	for ; name != ""; name = name[1:] {
		v := m.match(p, name)
		if v != differs && (!slashes || v != noStar) {
			return v
		}
		if !slashes && name[0] == '/' {
			return noStar
		}
	}
	return nothing
}

// set reads the bracket expression that opens at p: the index of its closing
// bracket, or -1 if there is none, and whether c is in it.
func set(pattern string, p int, c byte) (end int, in bool) {
	p++
	negated := p < len(pattern) && (pattern[p] == '!' || pattern[p] == '^')
	if negated {
		p++
	}
	prev, ranged := byte(0), false // prev opens a range if ranged
	for first := true; ; first = false {
		if p >= len(pattern) {
			return -1, false
		}
		lo := pattern[p]
		switch {
		case lo == ']' && !first:
			return p, in != negated
		case lo == '[' && p+1 < len(pattern) && pattern[p+1] == ':':
			name, next := className(pattern, p)
			holds, known := class(name, c)
			switch {
			case next < 0, next > p && !known:
				return -1, false
			case next > p:
				in, ranged, p = in || holds, false, next
				continue
			}
		case lo == '-' && ranged && p+1 < len(pattern) && pattern[p+1] != ']':
			p++
			if pattern[p] == '\\' {
				if p++; p >= len(pattern) {
					return -1, false
				}
			}
			in = in || prev <= c && c <= pattern[p]
			ranged = false
			p++
			continue
		case lo == '\\':
			if p++; p >= len(pattern) {
				return -1, false
			}
			lo = pattern[p]
		}
		in, prev, ranged = in || c == lo, lo, true
		p++
	}
}

// className reads "[:name:]" at p and returns the index after it: p itself if
// the bracket there stands for itself, -1 if the expression has no end.
func className(pattern string, p int) (name string, next int) {
	inner, _, closed := strings.Cut(pattern[p+2:], "]")
	if !closed {
		return "", -1
	}
	name, isClass := strings.CutSuffix(inner, ":")
	if !isClass {
		return "", p
	}
	return name, p + 2 + len(inner) + 1
}

// class reports whether c is in a POSIX class, in the C locale.
func class(name string, c byte) (holds, known bool) {
	upper, lower, digit := 'A' <= c && c <= 'Z', 'a' <= c && c <= 'z', '0' <= c && c <= '9'
	graph := '!' <= c && c <= '~'
	switch name {
	case "alnum":
		return upper || lower || digit, true
	case "alpha":
		return upper || lower, true
	case "blank":
		return c == ' ' || c == '\t', true
	case "cntrl":
		return c < ' ' || c == 0x7f, true
	case "digit":
		return digit, true
	case "graph":
		return graph, true
	case "lower":
		return lower, true
	case "print":
		return graph || c == ' ', true
	case "punct":
		return graph && !upper && !lower && !digit, true
	case "space":
		return c == ' ' || '\t' <= c && c <= '\r', true
	case "upper":
		return upper, true
	case "xdigit":
		return digit || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F', true
	}
	return false, false
}
