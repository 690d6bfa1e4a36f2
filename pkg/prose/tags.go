package prose

import "strings"

// htmlTag drops a comment or a tag of HTML or of C#'s documentation. What is
// not the name of a known element is text: Map<K, V>, <stdio.h>, a < b.
func (sc *scanner) htmlTag(i, hi int) int {
	s := sc.s[i:hi]
	if strings.HasPrefix(s, "<!--") {
		return sc.through(i, hi, "-->")
	}
	if strings.HasPrefix(s, "<http://") || strings.HasPrefix(s, "<https://") {
		return sc.autolink(i, hi)
	}
	name := tagName(s)
	what, known := elements[strings.ToLower(name)]
	if !known {
		return 0
	}
	end := strings.IndexAny(s[1:], "<>")
	if end < 0 || s[1+end] != '>' {
		return 0
	}
	tag := s[:end+2]
	switch what {
	case apart:
		sc.out = append(sc.out, ' ')
	case naming:
		sc.out = append(sc.out, named(tag)...)
	case silent:
		if tag[1] != '/' && !strings.HasSuffix(tag, "/>") {
			if n := sc.through(i, hi, "</"+name+">"); n > 0 {
				return n
			}
		}
	}
	return len(tag)
}

// through returns the length of what runs from i to the end of the closing
// text, or 0. A text found missing once is not looked for again.
func (sc *scanner) through(i, hi int, closing string) int {
	if from, missing := sc.after[closing]; missing && i >= from {
		return 0
	}
	at := strings.Index(sc.s[i:hi], closing)
	if at < 0 {
		sc.after[closing] = i
		return 0
	}
	return at + len(closing)
}

func (sc *scanner) autolink(i, hi int) int {
	end := strings.IndexAny(sc.s[i:hi], "> \n")
	if end < 0 || sc.s[i+end] != '>' {
		return 0
	}
	sc.out = append(sc.out, sc.s[i+1:i+end]...)
	return end + 1
}

func tagName(s string) string {
	s = strings.TrimPrefix(s[1:min(len(s), 16)], "/")
	for i := range len(s) {
		if c := s[i]; !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' && i > 0) {
			if c == '>' || c == '/' || c == ' ' || c == '\n' || c == '\t' {
				return s[:i]
			}
			return ""
		}
	}
	return ""
}

// named returns what <see cref="T:A.B"/> and its like name.
func named(tag string) string {
	for _, attribute := range []string{"cref=", "langword=", "name="} {
		_, value, ok := strings.Cut(tag, attribute)
		if !ok || value == "" || (value[0] != '"' && value[0] != '\'') {
			continue
		}
		value, _, _ = strings.Cut(value[1:], value[:1])
		if len(value) > 2 && value[1] == ':' {
			value = value[2:]
		}
		return value
	}
	return ""
}

// element says what becomes of a tag.
type element int

const (
	inside element = iota // dropped without a gap
	apart                 // its text stands apart from what is around it
	naming                // its attribute is the text
	silent                // dropped with what it holds
)

var elements = elementTable(map[element]string{
	inside: "a abbr acronym b bdi bdo big cite code dfn del em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr c",
	apart: "address article aside blockquote body br caption center col colgroup dd details div dl dt figcaption figure footer form " +
		"h1 h2 h3 h4 h5 h6 header hr html iframe img input li main nav ol p picture pre section source summary table tbody td " +
		"tfoot th thead tr ul video para remarks returns example item description term list",
	naming: "see seealso paramref typeparamref",
	silent: "script style svg",
})

func elementTable(words map[element]string) map[string]element {
	table := map[string]element{}
	for what, names := range words {
		for name := range strings.FieldsSeq(names) {
			table[name] = what
		}
	}
	return table
}
