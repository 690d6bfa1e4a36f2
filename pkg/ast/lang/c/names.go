package c

import "github.com/pi-project-map/pmap/pkg/ast/lang"

// refs returns the names that the file uses and neither defines nor declares
// as a local: whatever stands where a declaration would name it is one.
func (f *file) refs() []string {
	used, known := map[string]bool{}, map[string]bool{}
	for _, s := range f.placed {
		known[s.Name] = true
	}
	for i, t := range f.outline.live {
		if t.kind != kindName {
			continue
		}
		name := f.outline.text(t)
		before := f.kind(i - 1)
		switch {
		case keyword(name) || before == '.' || before == kindArrow:
		case f.declaresLocal(i):
			known[name] = true
		default:
			used[name] = true
		}
	}
	for _, t := range f.tokens {
		if t.kind == kindDirective {
			f.macroRefs(t, used)
		}
	}
	return lang.Refs(used, known)
}

// declaresLocal reports whether the name at i is declared there as a variable or
// parameter: a type is before it, and no parameter list behind.
func (f *file) declaresLocal(i int) bool {
	next := f.kind(i + 1)
	if next == '(' || next == kindScope || next == kindName {
		return false
	}
	j := i - 1
	if f.kind(j) == ',' && next == '=' {
		return true
	}
	for f.kind(j) == '*' || f.kind(j) == '&' {
		j--
	}
	word := f.word(j)
	if word == "" {
		return false
	}
	class := classOf(word)
	if j == i-1 {
		return class == wordBuiltin || class == wordQualifier || class == wordOther && !keyword(word)
	}
	// With a star between them, the type begins something: else it is a product.
	switch before := f.kind(j - 1); before {
	case '{', '}', ';', '(', ',':
		return class != wordOther || !keyword(word)
	case kindName:
		c := classOf(f.word(j - 1))
		return c == wordQualifier || c == wordKey || c == wordBuiltin
	}
	return false
}

// macroRefs adds the names that a macro's body uses.
func (f *file) macroRefs(t token, used map[string]bool) {
	name, rest := f.directiveName(t)
	if name != "define" {
		return
	}
	l := lex([]byte(rest))
	for i, t := range l.tokens {
		if i > 0 && t.kind == kindName && l.tokens[i-1].kind != '.' && l.tokens[i-1].kind != kindArrow {
			if name := l.text(t); len(name) > 2 && !keyword(name) {
				used[name] = true
			}
		}
	}
}
