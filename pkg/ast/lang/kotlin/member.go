package kotlin

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
	case ':', '.', ',', '<', '&', '?', brace.Arrow:
		return true
	case brace.Word:
		if f.Plain(i, "where") {
			return true
		}
	}
	switch f.Kind(i - 1) {
	case ':', '.', ',', '<', '&', brace.Arrow:
		return true
	}
	return f.Plain(i-1, "where") || f.Plain(i-1, "by")
}

// beforeAccess returns where between two tokens a property's head ends: before
// what says how it is read and written.
func (f *file) beforeAccess(i, to int) int {
	for ; i < to; i = f.Behind(i) {
		if f.Plain(i, "by") || (f.Plain(i, "get") || f.Plain(i, "set")) && f.Kind(i+1) == '(' {
			return i
		}
	}
	return to
}

// function reads one: its name stands before its parameters, behind a receiver.
func (f *file) function(h head, to int, in owner) int {
	i := f.Angles(h.key+1, to)
	if f.Kind(i) == '@' {
		i = f.annotation(i)
	}
	start := i
	for i < to {
		switch kind := f.Kind(i); {
		case kind == '(' && i > start && f.Kind(i-1) == brace.Word:
			s := record.Symbol{Name: f.Word(i - 1), Kind: record.KindFunction}
			if in.name != "" {
				s.Kind = record.KindMethod
			}
			end := f.headEnd(f.Behind(i), to)
			f.add(s, h, end, in)
			if end < to && f.Kind(end) == '{' {
				return f.Behind(end)
			}
			return end
		case kind == '{', kind == '=', kind == ';', kind == '}':
			return i
		case f.First(i) && i > start && f.Kind(i) == brace.Word && keyword(f.Word(i)):
			return i
		}
		if after := f.Angles(i, to); after > i {
			i = after
			continue
		}
		i = f.Behind(i)
	}
	return min(i, to)
}

// keyword reports whether a word cannot be a name at the start of a line.
func keyword(word string) bool {
	switch word {
	case "fun", "val", "var", "class", "interface", "object", "typealias":
		return true
	}
	return modifiers[word]
}

// property reads one, behind a receiver.
func (f *file) property(h head, to int, in owner) int {
	i := f.Angles(h.key+1, to)
	if f.Kind(i) == '(' {
		if f.Kind(f.Behind(i)) != '.' {
			return f.Behind(i) // of the values that a script takes apart
		}
		i = f.Behind(i) + 1
	}
	name := i
	for i < to && f.Kind(i) == brace.Word {
		name = i
		i = f.Angles(i+1, to)
		if f.Kind(i) == '?' {
			i++
		}
		if f.Kind(i) != '.' {
			break
		}
		i++
	}
	end := f.beforeAccess(name+1, f.headEnd(name+1, to))
	s := record.Symbol{Name: f.Word(name), Kind: record.KindProperty}
	if h.con {
		s.Kind = record.KindConstant
	}
	stop := end
	if h.con && f.Kind(end) == '=' && f.First(end+2) && short(f.Cut(end+1, end+2, nil)) {
		stop = end + 2
	}
	f.add(s, h, stop, in)
	return end
}

// short reports whether a constant's value may stand in its signature.
func short(value string) bool { return len(value) <= 60 && !strings.Contains(value, "\n") }

func (f *file) alias(h head, to int, in owner) int {
	if f.Kind(h.key+1) != brace.Word {
		return h.key + 1
	}
	end := f.headEnd(h.key+2, to)
	if f.Kind(end) == '=' {
		end = f.headEnd(end+1, to)
	}
	f.add(record.Symbol{Name: f.Word(h.key + 1), Kind: record.KindType}, h, end, in)
	return end
}

// path reads a dotted name that ends with its line. all says that ".*" ended it.
func (f *file) path(i int) (name string, all bool, end int) {
	start := i
	var parts []string
	for f.Kind(i) == brace.Word && (i == start || !f.First(i)) {
		parts = append(parts, f.Word(i))
		i++
		if f.Kind(i) != '.' {
			break
		}
		i++
	}
	if f.Kind(i) == '*' && f.Kind(i-1) == '.' {
		all = true
		i++
	}
	return strings.Join(parts, "."), all, i
}

func (f *file) importLine(i int) int {
	raw, all, end := f.path(i + 1)
	name := raw[strings.LastIndexByte(raw, '.')+1:]
	if all {
		name = "*"
	}
	f.imports.Add(record.Import{Raw: raw, Names: []string{name}})
	if f.Plain(end, "as") && f.Kind(end+1) == brace.Word {
		name = f.Word(end + 1)
		end += 2
	}
	f.known[name] = true
	return end
}

// refs gathers the names that other files of the package may define: those
// written like types, and those that are called.
func (f *file) refs() {
	used := map[string]bool{}
	for i, t := range f.Tokens {
		if t.Kind != brace.Word {
			continue
		}
		next := f.Kind(i + 1)
		if name := f.Word(i); brace.Upper(name) || (next == '(' || next == '{') && !keyword(name) && !plain[name] {
			used[name] = true
		}
	}
	for _, t := range f.Inside {
		if name := strings.Trim(f.Text[t.Start:t.End], "`$"); brace.Upper(name) {
			used[name] = true
		}
	}
	f.out.Refs = lang.Refs(used, f.known)
}

// plain are the words before brackets that are no calls.
var plain = map[string]bool{
	"if": true, "when": true, "while": true, "for": true, "catch": true, "try": true, "else": true, "do": true,
	"finally": true, "init": true, "constructor": true, "super": true, "this": true, "return": true, "in": true,
	"is": true, "as": true, "get": true, "set": true, "throw": true,
}
