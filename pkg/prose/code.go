package prose

import (
	"regexp"
	"strings"
)

// code writes what stands in ticks, as it is. In reStructuredText ticks may be
// a role's argument (:class:`X`) or a link (`text <target>`_).
func (sc *scanner) code(i, hi int) int {
	n := runLength(sc.s, i)
	end := sc.pairs[i]
	if end == 0 || end+n > hi {
		sc.out = append(sc.out, sc.s[i:i+n]...)
		return n
	}
	text, done := sc.s[i+n:end], end+n
	if n == 1 {
		role := sc.dropRole()
		under := 0
		for done+under < hi && under < 2 && sc.s[done+under] == '_' {
			under++
		}
		if role || under > 0 {
			text, done = interpreted(text), done+under
		}
	}
	sc.out = append(sc.out, strings.TrimSpace(text)...)
	return done - i
}

var roleBefore = regexp.MustCompile(`(?:(^|[^\w:]):[A-Za-z][A-Za-z0-9:.+-]{0,38}:|(^|[^\w{}$])\{[a-z][a-z:.-]{0,38}\})$`)

// dropRole takes ":role:", or MyST's "{role}", off the end of what was written.
func (sc *scanner) dropRole() bool {
	if n := len(sc.out); n == 0 || sc.out[n-1] != ':' && sc.out[n-1] != '}' {
		return false
	}
	tail := sc.out[max(0, len(sc.out)-42):]
	at := roleBefore.FindSubmatchIndex(tail)
	if at == nil {
		return false
	}
	sc.out = sc.out[:len(sc.out)-(len(tail)-max(at[3], at[5]))]
	return true
}

// interpreted returns the visible part of a role's or link's text.
func interpreted(text string) string {
	if at := strings.LastIndexByte(text, '<'); at > 0 && strings.HasSuffix(text, ">") {
		return text[:at]
	}
	if name, ok := strings.CutPrefix(text, "~"); ok {
		return name[strings.LastIndexByte(name, '.')+1:]
	}
	return strings.TrimLeft(text, "!.")
}

// braceTag handles Javadoc's and JSDoc's {@code x}, {@link target label}.
func (sc *scanner) braceTag(i, hi int) int {
	end := sc.pairs[i]
	if i+1 >= hi || sc.s[i+1] != '@' || end == 0 || end >= hi {
		return 0
	}
	tag, arg, _ := strings.Cut(strings.ReplaceAll(sc.s[i+2:end], "\n", " "), " ")
	arg = strings.TrimSpace(arg)
	switch tag {
	case "code", "literal", "summary", "index", "systemProperty":
		sc.out = append(sc.out, arg...)
	case "link", "linkplain", "linkcode", "value", "tutorial", "see":
		sc.out = append(sc.out, linkLabel(arg)...)
	}
	return end + 1 - i
}

// linkLabel returns the label of a {@link}'s argument, or a readable target.
func linkLabel(arg string) string {
	if target, label, ok := strings.Cut(arg, "|"); ok {
		if label = strings.TrimSpace(label); label != "" {
			return label
		}
		arg = target
	}
	depth := 0 // spaces inside a parameter list do not end the target
	for i, r := range arg {
		switch {
		case r == '(' || r == '<':
			depth++
		case r == ')' || r == '>':
			depth--
		case r == ' ' && depth <= 0:
			return strings.TrimSpace(arg[i:])
		}
	}
	return strings.ReplaceAll(strings.TrimPrefix(arg, "#"), "#", ".")
}
