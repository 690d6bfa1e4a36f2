package prose

import "strings"

// maxNesting bounds how deep links and tags inside each other are followed.
const maxNesting = 16

// scanner walks over text once and writes what is left of it.
type scanner struct {
	s     string
	pairs []int    // for an opening bracket or run of ticks: index of its partner, else 0
	out   []byte   // what is left, delimiters of emphasis still in it
	drop  [][2]int // ranges of out that turned out to be delimiters
	open  map[mark][]int
	after map[string]int // first index from which a closing text is known to be missing
}

// mark is one spelling of an emphasis delimiter.
type mark struct {
	char byte
	size int
}

// inline takes the markup out of running text.
func inline(s string) string {
	sc := &scanner{s: s, pairs: partners(s), out: make([]byte, 0, len(s)), open: map[mark][]int{}, after: map[string]int{}}
	sc.span(0, len(s), 0)
	return oneLine(sc.text())
}

// partners finds for each opening bracket the closing one and for each run of
// ticks the next run of the same length.
func partners(s string) []int {
	pairs := make([]int, len(s))
	var stacks [3][]int
	const opening, closing = "([{", ")]}"
	ticks := map[int]int{} // length of a run to where the last one started
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '\\':
			i++
		case '(', '[', '{':
			k := strings.IndexByte(opening, c)
			stacks[k] = append(stacks[k], i)
		case ')', ']', '}':
			k := strings.IndexByte(closing, c)
			if n := len(stacks[k]); n > 0 {
				pairs[stacks[k][n-1]] = i
				stacks[k] = stacks[k][:n-1]
			}
		case '`':
			n := runLength(s, i)
			if start, ok := ticks[n]; ok {
				pairs[start] = i
			}
			ticks[n] = i
			i += n - 1
		}
	}
	return pairs
}

func runLength(s string, i int) int {
	n := 1
	for i+n < len(s) && s[i+n] == s[i] {
		n++
	}
	return n
}

// span writes s[lo:hi] without its markup.
func (sc *scanner) span(lo, hi, depth int) {
	for i := lo; i < hi; {
		if n := sc.markup(i, hi, depth); n > 0 {
			i += n
			continue
		}
		sc.out = append(sc.out, sc.s[i])
		i++
	}
}

// markup handles what starts at i and returns how many bytes of it are done
// with; 0 if it is ordinary text.
func (sc *scanner) markup(i, hi, depth int) int {
	if depth > maxNesting {
		return 0
	}
	switch sc.s[i] {
	case '\\':
		return sc.escape(i, hi)
	case '`':
		return sc.code(i, hi)
	case '!':
		return sc.image(i, hi)
	case '[':
		return sc.link(i, hi, depth)
	case '{':
		return sc.braceTag(i, hi)
	case '<':
		return sc.htmlTag(i, hi)
	case '*', '_', '~':
		return sc.emphasis(i, hi)
	case '@':
		return sc.wordTag(i, hi)
	}
	return 0
}

// escape handles Markdown's backslash before punctuation and Doxygen's before
// a word that only changes the font of the next.
func (sc *scanner) escape(i, hi int) int {
	if i+2 < hi && sc.s[i+1] == '\n' { // Markdown's line break
		sc.out = append(sc.out, ' ')
		return 2
	}
	if i+1 < hi && strings.IndexByte("\\`*_{}[]()#+-.!<>|~\"'", sc.s[i+1]) >= 0 {
		sc.out = append(sc.out, sc.s[i+1])
		return 2
	}
	return sc.wordTag(i, hi)
}

// wordTag drops "@p ", "\c ", "\ref " and their like.
func (sc *scanner) wordTag(i, hi int) int {
	if i > 0 && isWord(sc.s[i-1]) {
		return 0
	}
	for _, tag := range []string{"c", "p", "a", "e", "em", "b", "ref", "brief", "link", "endlink"} {
		if rest, ok := strings.CutPrefix(sc.s[i+1:hi], tag); ok && rest != "" && (rest[0] == ' ' || rest[0] == '\n') {
			return len(tag) + 2
		}
	}
	return 0
}

// image drops "![alt](target)" and "![alt][name]".
func (sc *scanner) image(i, hi int) int {
	if i+1 >= hi || sc.s[i+1] != '[' {
		return 0
	}
	end := sc.pairs[i+1]
	if end == 0 || end >= hi {
		return 0
	}
	if target := sc.target(end+1, hi); target > 0 {
		return target - i
	}
	return 0
}

// target returns the end of a link's "(…)" or "[…]" that starts at i, or 0.
func (sc *scanner) target(i, hi int) int {
	if i < hi && (sc.s[i] == '(' || sc.s[i] == '[') && sc.pairs[i] > 0 && sc.pairs[i] < hi {
		return sc.pairs[i] + 1
	}
	return 0
}

// link writes the text of "[text](target)", "[text][name]", of a link to a
// name in brackets alone, and drops footnotes' marks.
func (sc *scanner) link(i, hi, depth int) int {
	end := sc.pairs[i]
	if end == 0 || end >= hi || end == i+1 {
		return 0
	}
	if sc.s[i+1] == '^' {
		return end + 1 - i
	}
	if i > 0 && isWord(sc.s[i-1]) {
		return 0 // an index, not a link
	}
	if target := sc.target(end+1, hi); target > 0 {
		if badge := sc.s[i+1 : end]; !strings.HasPrefix(badge, "![") || sc.pairs[i+2] != end-1 {
			sc.span(i+1, end, depth+1)
		}
		return target - i
	}
	if linkedName(sc.s[i+1 : end]) {
		sc.span(i+1, end, depth+1)
		return end + 1 - i
	}
	return 0
}

// linkedName reports whether brackets hold a name of the source, as godoc and
// rustdoc link it: code, a capital first, or dots or colons inside.
func linkedName(s string) bool {
	if len(s) > 2 && s[0] == '`' && s[len(s)-1] == '`' && strings.Count(s, "`") == 2 {
		return true
	}
	s = strings.TrimPrefix(s, "*")
	if s == "" || !(isWord(s[0])) || (s[0] >= '0' && s[0] <= '9') {
		return false
	}
	for i := range len(s) {
		if !isWord(s[i]) && s[i] != '.' && s[i] != ':' && s[i] != '/' && s[i] != '(' && s[i] != ')' {
			return false
		}
	}
	return (s[0] >= 'A' && s[0] <= 'Z') || strings.Contains(s, "::") || (strings.Contains(s, ".") && !strings.HasSuffix(s, "."))
}

func isWord(c byte) bool {
	return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 0x80
}
