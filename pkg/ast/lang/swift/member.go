package swift

import (
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/brace"
	"github.com/pi-project-map/pmap/pkg/record"
)

// headEnd returns where a declaration's head ends that goes on at i.
func (f *file) headEnd(i, to int) int { return f.HeadEnd(i, to, f.goesOn) }

// goesOn reports whether the first token of a line belongs to the line before.
func (f *file) goesOn(i int) bool {
	switch f.Kind(i) {
	case ':', '.', ',', '<', '&', '>', brace.Arrow, brace.Equality:
		return true
	case '(':
		return f.Kind(i-1) == brace.Word || f.Kind(i-1) == '>'
	case brace.Word:
		switch f.Word(i) {
		case "where", "throws", "rethrows", "async":
			return true
		}
	}
	switch f.Kind(i - 1) {
	case ':', ',', '.', '&', '<', brace.Arrow, brace.Equality:
		return true
	}
	return f.Plain(i-1, "where") || f.Plain(i-1, "some") || f.Plain(i-1, "any") || f.Kind(i-1) == '@'
}

// function reads one; its name may be an operator.
func (f *file) function(h head, to int, in owner) int {
	i := h.key + 1
	start := i
	for i++; i < to && f.Kind(start) != brace.Word && f.Touches(i) && f.Kind(i) != '(' && f.Kind(i) != brace.Word; {
		i++
	}
	if i-start > 1 && f.Kind(i-1) == '<' { // of its type parameters
		i--
	}
	parameters := f.Angles(i, to)
	if f.Kind(parameters) != '(' || start >= to {
		return h.key + 1
	}
	s := record.Symbol{Name: strings.Trim(f.Cut(start, i, nil), "`"), Kind: record.KindFunction}
	if in.name != "" {
		s.Kind = record.KindMethod
	}
	end := f.headEnd(f.Behind(parameters), to)
	f.add(s, h, end, in)
	if end < to && f.Kind(end) == '{' {
		return f.Behind(end)
	}
	return end
}

// initializer reads an initializer or a subscript, which have no names.
func (f *file) initializer(h head, to int, in owner) int {
	i := h.key + 1
	for f.Kind(i) == '?' || f.Kind(i) == '!' {
		i++
	}
	i = f.Angles(i, to)
	if f.Kind(i) != '(' {
		return h.key + 1
	}
	s := record.Symbol{Name: f.Word(h.key), Kind: record.KindConstructor}
	if s.Name == "subscript" {
		s.Kind = record.KindMethod
	}
	end := f.headEnd(f.Behind(i), to)
	f.add(s, h, end, in)
	if end < to && f.Kind(end) == '{' {
		return f.Behind(end)
	}
	return end
}

// properties reads the names that one `var` or `let` declares.
func (f *file) properties(h head, to int, in owner) int {
	kind := record.KindProperty
	switch fixed := f.Plain(h.key, "let"); {
	case fixed && (in.name == "" || h.static):
		kind = record.KindConstant
	case in.name == "":
		kind = record.KindVariable
	}
	word := f.Cut(h.start, h.key+1, f.drop()) + " "
	for i := h.key + 1; i < to; {
		if f.Kind(i) == '(' {
			i = f.tuple(h, i, word, kind, in)
		} else if f.Kind(i) != brace.Word {
			return i
		}
		end := f.listEnd(i+1, to)
		if f.Kind(i) == brace.Word {
			stop := end
			if kind == record.KindConstant && f.Kind(end) == '=' && f.literal(end+1) {
				stop = end + 2
			}
			f.add(record.Symbol{Name: f.Word(i), Kind: kind, Signature: word + f.Cut(i, stop, nil)}, h, end, in)
		}
		if f.Kind(end) == '=' {
			end = f.value(end+1, to)
		}
		if end >= to || f.Kind(end) != ',' {
			return f.accessors(end, to)
		}
		i = end + 1
		h.start, h.key = i, i // the comment is the first name's
	}
	return to
}

// tuple adds the names of a pattern like (a, b) and returns its last token.
func (f *file) tuple(h head, i int, word string, kind record.Kind, in owner) int {
	from, to := f.Inner(i)
	for j := from; j < to; j++ {
		if f.Kind(j) == brace.Word && (f.Kind(j+1) == ',' || j+1 == to) {
			f.add(record.Symbol{Name: f.Word(j), Kind: kind, Signature: word + f.Word(j)}, h, j+1, in)
		}
	}
	return f.Behind(i) - 1
}

// listEnd is headEnd for one of several names.
func (f *file) listEnd(i, to int) int {
	end := f.headEnd(i, to)
	for i < end && f.Kind(i) != ',' {
		if after := f.Angles(i, to); after > i {
			i = after
			continue
		}
		i = f.Behind(i)
	}
	return min(i, end)
}

// literal reports whether one short literal is all of a value.
func (f *file) literal(i int) bool {
	kind := f.Kind(i)
	if kind != brace.Number && kind != brace.String || f.Kind(i+1) != 0 && !f.First(i+1) && f.Kind(i+1) != '}' {
		return false
	}
	text := f.Cut(i, i+1, nil)
	return len(text) <= 60 && !strings.Contains(text, "\n")
}

// value returns the index behind a value that begins at i: at a comma, or
// where the line ends and the next declaration begins.
func (f *file) value(i, to int) int {
	start := i
	for i < to && f.Kind(i) != ',' && f.Kind(i) != ';' {
		if i > start && f.First(i) && f.begins(i) && f.declares(i, to) {
			return i
		}
		if after := f.Angles(i, to); after > i && f.Touches(i) {
			i = after
			continue
		}
		i = f.Behind(i)
	}
	return min(i, to)
}

// declares reports whether a declaration stands at i.
func (f *file) declares(i, to int) bool {
	h := f.head(i, to)
	return h.key < to && keywords[f.Word(h.key)]
}

// accessors passes over the braces of a computed or observed property.
func (f *file) accessors(i, to int) int {
	if i < to && f.Kind(i) == '{' {
		return f.Behind(i)
	}
	return i
}

// cases adds the cases of an enum.
func (f *file) cases(h head, to int, in owner) int {
	for i := h.key + 1; i < to && f.Kind(i) == brace.Word; {
		end := i + 1
		if f.Kind(end) == '(' && f.Touches(end) {
			end = f.Behind(end)
		}
		stop := end
		if f.Kind(end) == '=' {
			end = f.value(end+1, to)
			if end == stop+2 {
				stop = end
			}
		}
		f.add(record.Symbol{Name: f.Word(i), Kind: record.KindConstant, Signature: "case " + f.Cut(i, stop, nil)}, h, end, in)
		if f.Kind(end) != ',' {
			return end
		}
		i = end + 1
		h.start, h.key = i, i // the comment is the first name's
	}
	return min(h.key, to)
}

func (f *file) alias(h head, to int, in owner) int {
	s := record.Symbol{Name: f.Word(h.key + 1), Kind: record.KindType}
	if f.Plain(h.key, "macro") {
		s.Kind = record.KindMacro
	}
	end := f.headEnd(h.key+2, to)
	if f.Kind(end) == '=' && s.Kind == record.KindType {
		end = f.headEnd(end+1, to)
	}
	f.add(s, h, end, in)
	return end
}

func (f *file) importLine(h head) int {
	i := h.key + 1
	kinds := map[string]bool{"typealias": true, "struct": true, "class": true, "enum": true, "protocol": true, "let": true, "var": true, "func": true}
	symbol := kinds[f.Word(i)] && f.Kind(i+1) == brace.Word && !f.First(i+1)
	if symbol {
		i++
	}
	parts := []string{f.Word(i)}
	for i++; f.Kind(i) == '.' && f.Kind(i+1) == brace.Word; i += 2 {
		parts = append(parts, f.Word(i+1))
	}
	imp := record.Import{Reexport: h.exported}
	if symbol && len(parts) > 1 {
		imp.Names = parts[len(parts)-1:]
		parts = parts[:len(parts)-1]
		f.known[imp.Names[0]] = true
	}
	imp.Raw = strings.Join(parts, ".")
	f.imports.Add(imp)
	return i
}

// refs gathers the names that other files of the module may define: those
// written like types, and functions that are called.
func (f *file) refs() {
	used := map[string]bool{}
	for i, t := range f.Tokens {
		if t.Kind != brace.Word {
			continue
		}
		name := f.Word(i)
		if brace.Upper(name) || f.Kind(i+1) == '(' && f.Kind(i-1) != '.' && !keywords[name] && !plain[name] {
			used[name] = true
		}
	}
	for _, t := range f.Inside {
		if name := strings.Trim(f.Text[t.Start:t.End], "`"); brace.Upper(name) {
			used[name] = true
		}
	}
	f.out.Refs = lang.Refs(used, f.known)
}

// plain are the words before brackets that are no calls.
var plain = map[string]bool{
	"if": true, "guard": true, "switch": true, "while": true, "for": true, "return": true, "in": true, "is": true,
	"as": true, "try": true, "await": true, "throw": true, "catch": true, "self": true, "super": true, "where": true,
	"throws": true, "private": true, "fileprivate": true, "unowned": true, "public": true, "internal": true,
}
