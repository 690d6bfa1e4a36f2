package c

import (
	"sort"
	"strings"
)

// definition is a macro as a file defines it from a place on.
type definition struct {
	at       int      // where its directive begins
	in       []choice // the branches it is in
	text     string   // what follows the name
	undef    bool
	function bool
}

// choice is a branch of a conditional that begins at a place.
type choice struct{ conditional, branch int }

// maxChoices is how deep conditionals nest before macros no longer know which
// branch they are in.
const maxChoices = 16

// macros are those of a file's own.
type macros struct {
	defs  map[string][]definition // in the order of their directives
	turns []turn
}

// turn is a place from which on other branches are read.
type turn struct {
	at int
	in []choice
}

func macrosOf(l *lexed) macros {
	m := macros{defs: map[string][]definition{}}
	var in []choice
	deeper := 0 // conditionals inside the last that counts
	for _, t := range l.tokens {
		if t.kind != kindDirective {
			continue
		}
		keyword, rest := l.directiveName(t)
		switch keyword {
		case "define", "undef":
			name := firstWord(rest)
			text := rest[len(name):]
			m.defs[name] = append(m.defs[name], definition{at: t.start, in: in, text: text, undef: keyword == "undef", function: strings.HasPrefix(text, "(")})
			continue
		case "if", "ifdef", "ifndef":
			if len(in) == maxChoices {
				deeper++
				continue
			}
			in = append(in[:len(in):len(in)], choice{conditional: t.start})
		case "else", "elif", "elifdef", "elifndef":
			if deeper > 0 {
				continue
			}
			if n := len(in); n > 0 {
				in = append([]choice(nil), in...)
				in[n-1].branch++
			}
		case "endif":
			if deeper > 0 {
				deeper--
				continue
			}
			in = in[:max(len(in)-1, 0)]
		default:
			continue
		}
		m.turns = append(m.turns, turn{t.start, in})
	}
	return m
}

// defined returns the macro that a name stands for at a place. What another
// branch of a conditional around the place defines is none.
func (m macros) defined(name string, at int) (definition, bool) {
	list := m.defs[name]
	i := sort.Search(len(list), func(i int) bool { return list[i].at >= at })
	if i == 0 {
		return definition{}, false
	}
	var in []choice
	if n := sort.Search(len(m.turns), func(n int) bool { return m.turns[n].at >= at }); n > 0 {
		in = m.turns[n-1].in
	}
	for i--; i >= max(0, len(list)-maxChoices); i-- {
		if d := list[i]; !excluded(d.in, in) {
			return d, !d.undef
		}
	}
	return definition{}, false
}

// excluded reports whether what is in one list of branches is never read
// together with what is in another.
func excluded(a, b []choice) bool {
	for i := range min(len(a), len(b), maxChoices) {
		if a[i].conditional != b[i].conditional {
			return false
		}
		if a[i].branch != b[i].branch {
			return true
		}
	}
	return false
}

// renamed follows macros that only give another name: that is the one which
// other files link to.
func (m macros) renamed(name string, at int) string {
	for range maxMacroDepth {
		d, ok := m.defined(name, at)
		to := strings.TrimSpace(withoutComments(d.text))
		if !ok || d.function || to == "" || !isNameStart(to[0]) || firstWord(to) != to || keyword(to) {
			break
		}
		name = to
	}
	return name
}
