package scala

import (
	"slices"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/brace"
	"github.com/pi-project-map/pmap/pkg/record"
)

// headEnd returns where a declaration's head ends that goes on at i: before its
// body or value, or at the end of its line.
func (f *file) headEnd(i, to int) int {
	for n := 0; i < to && n < brace.MaxHead; n++ {
		switch kind := f.Kind(i); {
		case kind == '=' || kind == ';' || kind == '}':
			return i
		case kind == '{' && f.Kind(f.Behind(i)) != '=': // of a body, not of a refined type
			return i
		case f.First(i) && !f.goesOn(i):
			return i
		}
		i = f.Behind(i)
	}
	return min(i, to)
}

// goesOn reports whether the first token of a line belongs to the line before.
func (f *file) goesOn(i int) bool {
	switch f.Kind(i) {
	case '(', '[', ',', '.', brace.Arrow, '&', '|':
		return f.Kind(i-1) != ':' || f.Kind(i) != '('
	case ':':
		return true
	case brace.Word:
		switch f.Word(i) {
		case "extends", "with", "derives":
			return true
		}
	}
	switch f.Kind(i - 1) {
	case ',', '.', '&', '|', brace.Arrow:
		return true
	case ':': // a type, unless it opens a body
		return !f.declares(i)
	}
	return f.Plain(i-1, "extends") || f.Plain(i-1, "with") && !f.declares(i) || f.Kind(i-1) == '<' || f.Kind(i-1) == '>' && f.Kind(i-2) != '='
}

// declares reports whether a line that begins at i may be the first of a body:
// with a declaration, or anything but a type alone.
func (f *file) declares(i int) bool {
	h := f.head(i, len(f.Tokens))
	word := f.Word(h.key)
	if h.key > i || keywords[word] || word == "case" {
		return true
	}
	return f.Kind(i) != brace.Word || !brace.Upper(f.Word(i)) || f.Kind(i+1) == '.' || f.Kind(i+1) == '('
}

// definition reads a def; its name may be an operator.
func (f *file) definition(h head, to int, in owner) int {
	name, i := f.name(h.key+1, to)
	if name == "" {
		return h.key + 1
	}
	s := record.Symbol{Name: name, Kind: record.KindFunction}
	if in.name != "" {
		s.Kind = record.KindMethod
	}
	if name == "this" && in.name != "" {
		s.Name, s.Kind = in.name, record.KindConstructor
	}
	end := f.headEnd(i, to)
	f.add(s, h, end, in)
	if end < to && f.Kind(end) == '{' {
		return f.Behind(end)
	}
	return end
}

// values reads the names that one val or var declares.
func (f *file) values(h head, to int, in owner) int {
	s := record.Symbol{Kind: record.KindProperty}
	if in.name == "" {
		s.Kind = record.KindVariable
		if f.Plain(h.key, "val") {
			s.Kind = record.KindConstant
		}
	}
	word := f.Cut(h.start, h.key+1, f.drop()) + " "
	end := f.headEnd(h.key+1, to)
	i := h.key + 1
	if f.Kind(i) == '(' {
		from, until := f.Inner(i)
		for j := from; j < until; j++ {
			if f.Kind(j) == brace.Word && (f.Kind(j+1) == ',' || j+1 == until || f.Kind(j+1) == ':') && (j == from || f.Kind(j-1) == ',') {
				s.Name, s.Signature = f.Word(j), word+f.Word(j)
				f.add(s, h, j+1, in)
			}
		}
		return end
	}
	for i < end {
		name, next := f.name(i, end)
		if name == "" || f.Kind(next) == '(' || f.Kind(next) == '.' {
			return end // of a pattern
		}
		s.Name = name
		s.Signature = word + name
		if f.Kind(next) == ':' {
			s.Signature += f.Cut(next, end, f.drop())
		}
		f.add(s, h, end, in)
		if f.Kind(next) != ',' {
			return end
		}
		i = next + 1
	}
	return end
}

func (f *file) typeName(h head, to int, in owner) int {
	name, i := f.name(h.key+1, to)
	if name == "" {
		return h.key + 1
	}
	end := f.headEnd(i, to)
	stop := end
	if f.Kind(end) == '=' {
		stop = f.aliasEnd(end+1, to)
	}
	f.add(record.Symbol{Name: name, Kind: record.KindType}, h, stop, in)
	return end
}

// aliasEnd returns where the type ends that a name stands for.
func (f *file) aliasEnd(i, to int) int {
	start := i
	for i < to && f.Kind(i) != ';' && f.Kind(i) != '}' && !(f.First(i) && i > start && !f.goesOn(i)) {
		i = f.Behind(i)
	}
	return min(i, to)
}

// given reads one; without a name it cannot be named.
func (f *file) given(h head, to int, in owner) int {
	i := h.key + 1
	name := i
	if f.Kind(i) == brace.Word {
		i++
	}
	for f.Kind(i) == '[' || f.Kind(i) == '(' {
		i = f.Behind(i)
	}
	end := f.headEnd(h.key+1, to)
	stop := end
	if f.Plain(end-1, "with") {
		stop--
	}
	inner := owner{name: f.Word(name), visible: in.visible && !h.private}
	if f.Kind(name) == brace.Word && f.Kind(i) == ':' && !(f.First(i+1) && f.Kind(i+1) != '=') {
		f.add(record.Symbol{Name: inner.name, Kind: record.KindConstant}, h, stop, in)
	} else {
		inner.visible = false
	}
	return f.body(h, end, to, inner)
}

// extension reads the methods that are added to a type.
func (f *file) extension(h head, to int, in owner) int {
	i := h.key + 1
	for f.Kind(i) == '[' || f.Kind(i) == '(' {
		i = f.Behind(i)
	}
	if i < to && f.Kind(i) == '{' {
		from, until := f.Inner(i)
		f.scope(from, until, in)
		return f.Behind(i)
	}
	if i < to && f.First(i) && f.Indent(i) > f.Indent(h.start) {
		end := f.indented(i, to, f.Indent(h.start))
		f.scope(i, end, in)
		return end
	}
	return f.declaration(i, to, in)
}

// cases adds the cases of an enum.
func (f *file) cases(h head, to int, in owner) int {
	i := h.key + 1
	for i < to && f.Kind(i) == brace.Word && !f.First(i) {
		end := i + 1
		for end < to && f.Kind(end) != ',' && !(f.First(end) && !f.goesOn(end)) && f.Kind(end) != ';' && f.Kind(end) != '}' {
			end = f.Behind(end)
		}
		f.add(record.Symbol{Name: f.Word(i), Kind: record.KindConstant, Signature: "case " + f.Cut(i, end, f.drop())}, h, end, in)
		if f.Kind(end) != ',' {
			return min(end, to)
		}
		i = end + 1
	}
	return i
}

// importLines reads imports and exports, wherever they stand.
func (f *file) importLines() {
	for i := range f.Tokens {
		if export := f.Plain(i, "export"); (export || f.Plain(i, "import")) && (i == 0 || f.begins(i) || f.Kind(i-1) == '{') {
			form := ""
			if f.Indent(i) > 0 {
				form = "inner"
			}
			for i++; i < len(f.Tokens); i++ {
				i = f.importClause(i, form, export)
				if f.Kind(i) != ',' {
					break
				}
			}
		}
	}
}

// importClause reads one of an import's clauses and returns the index behind.
func (f *file) importClause(i int, form string, export bool) int {
	raw, end := f.path(i)
	imp := record.Import{Raw: raw, Form: form, Reexport: export}
	dot := f.Kind(end-1) == '.'
	switch {
	case dot && f.Kind(end) == '{':
		from, to := f.Inner(end)
		for j := from; j < to; {
			j = f.selector(&imp, j, to)
		}
		end = f.Behind(end)
	case dot && f.Kind(end) == '*':
		imp.Names = []string{"*"}
		end++
	default:
		last := len(raw)
		for last > 0 && raw[last-1] != '.' {
			last--
		}
		name := raw[last:]
		imp.Raw = raw[:max(last-1, 0)]
		if name == "_" || name == "given" {
			name = "*"
		}
		if imp.Raw == "" {
			imp.Raw = name
		} else {
			imp.Names = []string{name}
		}
		f.known[name] = true
		if f.Plain(end, "as") && !f.First(end) {
			f.known[f.Word(end+1)] = true
			end += 2
		}
	}
	f.imports.Add(imp)
	return end
}

// selector reads one name of a list in braces, renamed or not.
func (f *file) selector(imp *record.Import, i, to int) int {
	name := f.Word(i)
	end := i
	for end < to && f.Kind(end) != ',' {
		end = f.Behind(end)
	}
	rename := f.Kind(i+1) == brace.Arrow || f.Plain(i+1, "as")
	switch {
	case f.Kind(i) == '*', name == "_", name == "given":
		name = "*"
	case rename && f.Plain(i+2, "_"):
		name = "" // left out
	case rename:
		f.known[f.Word(i+2)] = true
	}
	if name != "" && !slices.Contains(imp.Names, name) {
		imp.Names = append(imp.Names, name)
		f.known[name] = true
	}
	return end + 1
}

// refs gathers the names that other files of the package may define: those
// written like types, and definitions that are called.
func (f *file) refs() {
	used := map[string]bool{}
	for i, t := range f.Tokens {
		if t.Kind != brace.Word || f.Kind(i-1) == '.' {
			continue
		}
		name := f.Word(i)
		if brace.Upper(name) || (f.Kind(i+1) == '(' || f.Kind(i+1) == '[') && !keywords[name] && !modifiers[name] && !plain[name] {
			used[name] = true
		}
	}
	for _, t := range f.Inside {
		if name := f.Text[t.Start:t.End]; brace.Upper(name) {
			used[name] = true
		}
	}
	f.out.Refs = lang.Refs(used, f.known)
}

// plain are the words before brackets that are no calls.
var plain = map[string]bool{
	"if": true, "while": true, "for": true, "match": true, "catch": true, "try": true, "else": true, "do": true,
	"yield": true, "new": true, "this": true, "super": true, "return": true, "throw": true, "then": true, "with": true,
	"extends": true, "using": true,
}
