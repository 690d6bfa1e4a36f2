package kotlin

import (
	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/brace"
	"github.com/pi-project-map/pmap/pkg/record"
)

// scope reads the declarations between two tokens. What begins none belongs to
// the value of the one before.
func (f *file) scope(from, to int, in owner) {
	if f.depth == brace.MaxNesting {
		f.Broken = true
		return
	}
	f.depth++
	defer func() { f.depth-- }()
	if in.enum {
		from = f.entries(from, to, in)
	}
	for i := from; i < to; {
		next := i
		if i == from || f.begins(i) {
			next = f.declaration(i, to, in)
		}
		if next == i {
			next = f.Behind(i)
		}
		i = next
	}
}

// begins reports whether a declaration may begin here: at the start of a line
// that goes on with nothing, or behind what ends another.
func (f *file) begins(i int) bool {
	switch f.Kind(i - 1) {
	case ';', '}':
		return true
	case '=', '(', ',', '.', ':', '&', '|', '+', '-', '/', '<', brace.Arrow, brace.Equality, brace.Scope:
		return false
	case '*':
		return f.First(i) && f.Kind(i-2) == '.' // of an import
	case brace.Word:
		return f.First(i) && !f.Plain(i-1, "by") && !f.Plain(i-1, "return") && !f.Plain(i-1, "else") && !f.Plain(i-1, "in")
	}
	return f.First(i)
}

// head is a declaration up to its keyword.
type head struct {
	start, key                    int
	private, companion, enum, con bool
}

var modifiers = map[string]bool{
	"public": true, "private": true, "protected": true, "internal": true, "expect": true, "actual": true,
	"final": true, "open": true, "abstract": true, "sealed": true, "const": true, "external": true,
	"override": true, "lateinit": true, "tailrec": true, "vararg": true, "suspend": true, "inner": true,
	"enum": true, "annotation": true, "companion": true, "inline": true, "value": true, "infix": true,
	"operator": true, "data": true, "noinline": true, "crossinline": true, "header": true, "impl": true,
}

// head reads annotations and modifiers.
func (f *file) head(i, to int) head {
	h := head{start: i, key: i}
	for h.key < to {
		i := h.key
		word := f.Word(i)
		switch {
		case f.Kind(i) == '@':
			h.key = f.annotation(i)
			continue
		case word == "context" && f.Kind(i+1) == '(':
			h.key = f.Behind(i + 1)
			continue
		case word == "fun" && f.Plain(i+1, "interface"):
		case !modifiers[word]:
			return h
		}
		h.private = h.private || word == "private"
		h.companion = h.companion || word == "companion"
		h.enum = h.enum || word == "enum"
		h.con = h.con || word == "const"
		h.key++
	}
	return h
}

// annotation returns the index behind the annotation at i.
func (f *file) annotation(i int) int {
	i++
	if f.Kind(i+1) == ':' && f.Kind(i) == brace.Word {
		i += 2
	}
	if f.Kind(i) == '[' {
		return f.Behind(i)
	}
	for f.Kind(i) == brace.Word && f.Kind(i+1) == '.' {
		i += 2
	}
	i++
	i = f.Angles(i, len(f.Tokens))
	if f.Kind(i) == '(' && f.Touches(i) {
		return f.Behind(i)
	}
	return i
}

// declaration reads the one that begins at i, if one does, and returns the
// index behind what it read.
func (f *file) declaration(i, to int, in owner) int {
	h := f.head(i, to)
	word := ""
	if h.key < to {
		word = f.Word(h.key)
	}
	switch word {
	case "package":
		if in.name == "" {
			name, _, end := f.path(h.key + 1)
			f.out.Package = name
			return end
		}
	case "import":
		if in.name == "" {
			return f.importLine(h.key)
		}
	case "class", "interface", "object":
		return f.class(h, to, in)
	case "fun":
		return f.function(h, to, in)
	case "val", "var":
		return f.property(h, to, in)
	case "typealias":
		return f.alias(h, to, in)
	case "constructor":
		if in.name != "" && f.Kind(h.key+1) == '(' {
			end := f.Behind(h.key + 1)
			f.add(record.Symbol{Name: in.name, Kind: record.KindConstructor}, h, end, in)
			return end
		}
	case "init":
		if f.Kind(h.key+1) == '{' {
			return f.Behind(h.key + 1)
		}
	}
	return i
}

// add completes a symbol whose head ends before a token and adds it.
func (f *file) add(s record.Symbol, h head, end int, in owner) record.Symbol {
	if s.Name == "" || s.Name == "_" {
		return s
	}
	raw := f.Above(h.start)
	if raw == "" {
		raw = f.Above(h.key)
	}
	s.Parent = in.name
	s.Exported = in.visible && !h.private
	s.Doc = lang.Doc(raw)
	s.Signature = lang.Signature(f.signature(h.start, end))
	f.out.Symbols = append(f.out.Symbols, s)
	f.known[s.Name] = true
	if in.name == "" && raw != "" {
		f.docs[s.Name] = raw
	}
	return s
}

// signature cuts a head without annotations and the modifier that is the rule.
func (f *file) signature(from, to int) string {
	until := 0
	return f.Cut(from, to, func(i int) bool {
		if f.Kind(i) == '@' && i >= until {
			until = f.annotation(i)
		}
		return i < until || f.Plain(i, "public")
	})
}

// class reads a class, interface or object and what is in it.
func (f *file) class(h head, to int, in owner) int {
	s := record.Symbol{Kind: record.KindClass}
	if f.Plain(h.key, "interface") {
		s.Kind = record.KindInterface
	}
	if h.enum {
		s.Kind = record.KindEnum
	}
	i := h.key + 1
	inner := in
	anonymous := h.companion && (f.Kind(i) != brace.Word || f.First(i))
	if !anonymous {
		if f.Kind(i) != brace.Word {
			return h.key + 1
		}
		s.Name = f.Word(i)
		i = f.Angles(i+1, to)
	}
	parameters := f.parameters(i, to)
	if parameters > 0 {
		i = f.Behind(parameters)
	}
	end := f.headEnd(i, to)
	if anonymous {
		inner.visible = in.visible && !h.private
	} else {
		s = f.add(s, h, end, in)
		inner = owner{name: s.Name, visible: s.Exported, enum: h.enum}
	}
	if parameters > 0 {
		f.fields(parameters, inner)
	}
	if end < to && f.Kind(end) == '{' {
		from, until := f.Inner(end)
		f.scope(from, until, inner)
		return f.Behind(end)
	}
	return end
}

// parameters finds the bracket of the primary constructor's parameters behind
// a class's name, 0 if there are none.
func (f *file) parameters(i, to int) int {
	at := i
	for at < to {
		switch word := f.Word(at); {
		case f.Kind(at) == '@':
			at = f.annotation(at)
		case modifiers[word], word == "constructor" && f.Kind(at+1) == '(':
			at++
			if word == "constructor" {
				return at
			}
		case f.Kind(at) == '(' && at == i:
			return at
		default:
			return 0
		}
	}
	return 0
}

// fields adds the properties that a primary constructor declares.
func (f *file) fields(i int, in owner) {
	from, to := f.Inner(i)
	for j := from; j < to; {
		end := f.Item(j, to)
		if h := f.head(j, end); f.Plain(h.key, "val") || f.Plain(h.key, "var") {
			stop := h.key
			for stop < end && f.Kind(stop) != '=' {
				stop = f.Behind(stop)
			}
			f.add(record.Symbol{Name: f.Word(h.key + 1), Kind: record.KindProperty}, h, stop, in)
		}
		j = end + 1
	}
}

// entries adds what an enum lists and returns the index behind.
func (f *file) entries(from, to int, in owner) int {
	for i := from; i < to; {
		if f.Kind(i) == ';' {
			return i + 1
		}
		h := head{start: i, key: i}
		for f.Kind(h.key) == '@' {
			h.key = f.annotation(h.key)
		}
		if f.Kind(h.key) != brace.Word || keyword(f.Word(h.key)) && f.Kind(h.key+1) == brace.Word {
			return i
		}
		end := h.key + 1
		if f.Kind(end) == '(' {
			end = f.Behind(end)
		}
		f.add(record.Symbol{Name: f.Word(h.key), Kind: record.KindConstant}, h, min(end, to), in)
		if f.Kind(end) == '{' {
			end = f.Behind(end)
		}
		if f.Kind(end) == ',' {
			end++
		} else if f.Kind(end) != ';' {
			return end
		}
		i = end
	}
	return to
}
