package csharp

import (
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/brace"
	"github.com/pi-project-map/pmap/pkg/record"
)

// member reads a method, property, event or field: its name stands before
// what begins parameters, accessors or a value.
func (f *file) member(h head, to int, in owner) int {
	if f.Plain(h.key, "extension") && (f.Kind(h.key+1) == '(' || f.Kind(h.key+1) == '<') {
		return f.extension(h.key, to, in)
	}
	event := f.Plain(h.key, "event")
	for i := h.key; i < to; {
		switch kind := f.Kind(i); kind {
		case brace.Word:
			if f.Plain(i, "operator") {
				return f.operator(h, i, to, in)
			}
			if f.Plain(i, "this") && f.Kind(i+1) == '[' {
				return f.property(h, i, f.Behind(i+1), to, in)
			}
		case '(':
			if i > h.key && (f.Kind(i-1) == brace.Word || f.Kind(i-1) == '>') {
				return f.method(h, i, to, in)
			}
		case '{', brace.Arrow:
			if i == h.key || f.Kind(i-1) != brace.Word {
				f.Broken = true
				return f.Behind(i)
			}
			return f.property(h, i-1, i, to, in)
		case ';', '=', ',':
			if i == h.key || f.Kind(i-1) != brace.Word {
				return f.end(i, to)
			}
			return f.fields(h, i-1, event, to, in)
		case '}', '~':
			if kind == '~' && f.Kind(i+2) == '(' {
				return f.behindBody(f.Behind(i+2), to)
			}
			f.Broken = true
			return i + 1
		}
		if after := f.Angles(i, to); after > i {
			i = after
			continue
		}
		i = f.Behind(i)
	}
	return to
}

// nameBefore returns the name in front of a list of parameters at i, with type
// parameters between them or not.
func (f *file) nameBefore(i, from int) int {
	if f.Kind(i-1) != '>' {
		return i - 1
	}
	depth := 0
	for j := i - 1; j > from; j-- {
		switch f.Kind(j) {
		case '>':
			depth++
		case '<':
			if depth--; depth == 0 {
				return j - 1
			}
		}
	}
	return i - 1
}

func (f *file) method(h head, i, to int, in owner) int {
	name := f.nameBefore(i, h.key)
	end := f.headEnd(f.Behind(i), to)
	s := record.Symbol{Name: f.Word(name), Kind: record.KindMethod}
	stop := end
	if name == h.key {
		s.Kind = record.KindConstructor
		if s.Name != in.name { // half edited, or a macro's like
			f.Broken = true
			return f.behindBody(end, to)
		}
		stop = f.Behind(i)
	}
	if f.Kind(name-1) == '.' { // of an interface, which names it
		return f.behindBody(end, to)
	}
	if behind := f.Behind(i); f.Kind(behind-1) != ')' { // half edited
		f.add(s, h, behind, in)
		return behind
	}
	f.add(s, h, stop, in)
	return f.behindBody(end, to)
}

// behindBody returns the index behind a body at i, or behind the semicolon that
// stands there.
func (f *file) behindBody(i, to int) int {
	switch {
	case i >= to:
		return to
	case f.Kind(i) == '{':
		return f.Behind(i)
	}
	return f.end(i, to)
}

// property reads one, or an indexer, whose name is given and whose accessors
// stand at i.
func (f *file) property(h head, name, i, to int, in owner) int {
	end := f.behindBody(i, to)
	if end < to && f.Kind(i) == '{' && f.Kind(end) == '=' {
		end = f.end(end, to)
	}
	if f.Kind(name-1) == '.' || name == h.key {
		return end
	}
	f.add(record.Symbol{Name: f.Word(name), Kind: record.KindProperty}, h, i, in)
	return end
}

func (f *file) operator(h head, i, to int, in owner) int {
	start := i
	for i++; i < to && (f.Kind(i) != '(' || i == start+1) && f.Kind(i) != ';' && f.Kind(i) != '{'; {
		i++
	}
	end := f.headEnd(i, to)
	f.add(record.Symbol{Name: f.Cut(start, i, nil), Kind: record.KindMethod}, h, end, in)
	return f.behindBody(end, to)
}

// fields adds the names that one declaration of fields or events gives.
func (f *file) fields(h head, name int, event bool, to int, in owner) int {
	s := record.Symbol{Kind: record.KindField}
	if h.fixed {
		s.Kind = record.KindConstant
	}
	if event {
		s.Kind = record.KindProperty
	}
	typ := f.Cut(h.start, name, f.drop(h)) + " "
	for name < to && f.Kind(name) == brace.Word {
		end := name + 1
		for end < to && f.Kind(end) != ',' && f.Kind(end) != ';' && f.Kind(end) != '}' {
			if after := f.Angles(end, to); after > end {
				end = after
				continue
			}
			end = f.Behind(end)
		}
		s.Name = f.Word(name)
		stop := name + 1
		if h.fixed && f.Kind(stop) == '=' && end == stop+2 && end-1 < to && len(f.Cut(end-1, end, nil)) <= 60 {
			stop = end
		}
		if h.open || in.public {
			s.Signature = typ + f.Cut(name, stop, nil)
			f.add(s, h, stop, in)
		}
		if f.Kind(end) != ',' {
			return f.end(end, to)
		}
		name = end + 1
	}
	return f.end(name, to)
}

// extension reads a block of members for another type; they are named through
// the class that holds it.
func (f *file) extension(i, to int, in owner) int {
	end := f.headEnd(i+1, to)
	if end < to && f.Kind(end) == '{' {
		from, until := f.Inner(end)
		f.scope(from, until, in)
		return f.Behind(end)
	}
	return min(end+1, to)
}

// refs gathers the names written like types that stand behind no dot.
func (f *file) refs() {
	used := map[string]bool{}
	for i, t := range f.Tokens {
		if t.Kind == brace.Word && f.Kind(i-1) != '.' && brace.Upper(f.Word(i)) {
			used[f.Word(i)] = true
		}
	}
	for _, t := range f.Inside {
		if name := strings.TrimPrefix(f.Text[t.Start:t.End], "@"); brace.Upper(name) && f.Text[t.Start-1] != '.' {
			used[name] = true
		}
	}
	f.out.Refs = lang.Refs(used, f.known)
}
