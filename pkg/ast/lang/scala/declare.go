package scala

import (
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/brace"
	"github.com/pi-project-map/pmap/pkg/record"
)

// scope reads the declarations between two tokens. What begins none belongs to
// the value of the one before, and so does what stands further to the right
// than a declaration that a value follows.
func (f *file) scope(from, to int, in owner) {
	if f.depth == brace.MaxNesting {
		f.Broken = true
		return
	}
	f.depth++
	defer func() { f.depth-- }()
	last := -1 // the declaration that has a value
	for i := from; i < to; {
		next := i
		inside := last >= 0 && f.First(i) && f.First(last) && f.Indent(i) > f.Indent(last)
		if !inside && (i == from || f.begins(i)) {
			next = f.declaration(i, to, in)
			if next > i {
				last = -1
				if f.Kind(next) == '=' {
					last = i
				}
			}
		}
		if next == i {
			next = f.Behind(i)
		}
		i = next
	}
}

// begins reports whether a declaration may begin here.
func (f *file) begins(i int) bool {
	switch f.Kind(i - 1) {
	case ';', '}', brace.Arrow: // of a self type
		return true
	case '=', '(', '[', ',', '.':
		return false
	}
	return f.First(i)
}

// head is a declaration up to its keyword.
type head struct {
	start, key int
	private    bool
}

var modifiers = map[string]bool{
	"private": true, "protected": true, "final": true, "sealed": true, "abstract": true, "implicit": true,
	"lazy": true, "override": true, "case": true, "inline": true, "opaque": true, "open": true,
	"transparent": true, "infix": true, "erased": true, "into": true, "tracked": true,
}

var keywords = map[string]bool{
	"class": true, "trait": true, "object": true, "enum": true, "def": true, "val": true, "var": true, "type": true,
	"given": true, "extension": true, "package": true, "import": true, "export": true,
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
		case !modifiers[word] || f.Kind(i+1) == '=' || f.Kind(i+1) == '.' || f.Kind(i+1) == '(':
			return h
		case word == "case" && !f.Plain(i+1, "class") && !f.Plain(i+1, "object"):
			return h
		}
		h.key++
		if f.Kind(h.key) == '[' { // private to a package
			h.key = f.Behind(h.key)
			if f.Plain(h.key-2, "this") {
				h.private = true
			}
			continue
		}
		h.private = h.private || word == "private"
	}
	return h
}

// annotation returns the index behind the annotation at i.
func (f *file) annotation(i int) int {
	i++
	for f.Kind(i) == brace.Word && f.Kind(i+1) == '.' {
		i += 2
	}
	for i++; f.Touches(i) && (f.Kind(i) == '[' || f.Kind(i) == '('); {
		i = f.Behind(i)
	}
	return min(i, len(f.Tokens))
}

// declaration reads the one that begins at i, if one does, and returns the
// index behind what it read: at "=" if a value follows.
func (f *file) declaration(i, to int, in owner) int {
	h := f.head(i, to)
	word := ""
	if h.key < to && f.Kind(h.key) == brace.Word {
		word = f.Text[f.Tokens[h.key].Start:f.Tokens[h.key].End]
	}
	switch word {
	case "package":
		if in.name == "" {
			return f.packageOf(h, to, in)
		}
	case "class", "trait", "object", "enum":
		return f.class(h, to, in)
	case "def":
		return f.definition(h, to, in)
	case "val", "var":
		return f.values(h, to, in)
	case "type":
		return f.typeName(h, to, in)
	case "given":
		return f.given(h, to, in)
	case "extension":
		if next := f.Kind(h.key + 1); next == '(' || next == '[' {
			return f.extension(h, to, in)
		}
	case "case":
		if in.enum {
			return f.cases(h, to, in)
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
	if s.Signature == "" {
		s.Signature = f.Cut(h.start, end, f.drop())
	}
	s.Signature = lang.Signature(s.Signature)
	f.out.Symbols = append(f.out.Symbols, s)
	f.known[s.Name] = true
	if in.name == "" && raw != "" {
		f.docs[s.Name] = raw
	}
	return s
}

// drop leaves annotations and the modifiers that say nothing to a reader of
// exported names out of a signature.
func (f *file) drop() func(int) bool {
	until := 0
	return func(i int) bool {
		if f.Kind(i) == '@' && i >= until {
			until = f.annotation(i)
		}
		return i < until || f.Plain(i, "final") || f.Plain(i, "override")
	}
}

// packageOf reads a clause, one with its own braces, or a package object.
func (f *file) packageOf(h head, to int, in owner) int {
	if f.Plain(h.key+1, "object") {
		h.key++
		return f.class(h, to, in)
	}
	name, end := f.path(h.key + 1)
	if name == "" {
		return end
	}
	if f.out.Package == "" {
		f.out.Package = name
	} else if f.First(h.start) && f.Indent(h.start) == 0 && f.Kind(end) != '{' {
		f.out.Package += "." + name
	}
	if f.Kind(end) == '{' {
		from, until := f.Inner(end)
		f.scope(from, until, in)
		return f.Behind(end)
	}
	return end
}

// path reads a dotted name that ends with its line.
func (f *file) path(i int) (string, int) {
	var parts []string
	for start := i; f.Kind(i) == brace.Word && (i == start || !f.First(i)); i++ {
		parts = append(parts, f.Word(i))
		if i++; f.Kind(i) != '.' {
			break
		}
	}
	return strings.Join(parts, "."), i
}

// name reads a name, of letters or of operators, and returns the index behind.
func (f *file) name(i, to int) (string, int) {
	start := i
	if f.Kind(i) == brace.Word {
		word := f.Word(i)
		i++
		if !strings.HasSuffix(word, "_") || !f.Touches(i) || !operator(f.Kind(i)) {
			return word, i
		}
	}
	for i < to && (i == start || f.Touches(i)) && operator(f.Kind(i)) {
		i++
	}
	return strings.Trim(f.Cut(start, i, nil), "`"), i
}

func operator(kind byte) bool {
	return strings.IndexByte("+-*/%&|^!~<>=?:#@\\", kind) >= 0 && kind != 0 || kind == brace.Arrow || kind == brace.Scope || kind == brace.Equality
}

// class reads a class, trait, object or enum and what is in it.
func (f *file) class(h head, to int, in owner) int {
	s := record.Symbol{Kind: record.KindClass}
	word := f.Word(h.key)
	switch word {
	case "trait":
		s.Kind = record.KindTrait
	case "enum":
		s.Kind = record.KindEnum
	}
	name, i := f.name(h.key+1, to)
	if name == "" || f.First(h.key+1) {
		return h.key + 1
	}
	s.Name = name
	parameters := i
	end := f.headEnd(i, to)
	stop := end
	if stop > i && f.Kind(stop-1) == ':' && f.First(stop) {
		stop--
	}
	s = f.add(s, h, stop, in)
	inner := owner{name: s.Name, visible: s.Exported, enum: word == "enum"}
	if word != "object" {
		f.fields(parameters, end, inner, strings.Contains(f.Cut(h.start, h.key, nil), "case"))
	}
	return f.body(h, end, to, inner)
}

// body reads what stands in braces at i or, further to the right than the
// declaration, behind a colon or "with".
func (f *file) body(h head, i, to int, in owner) int {
	if i < to && f.Kind(i) == '{' {
		from, until := f.Inner(i)
		f.scope(f.selfType(from, until), until, in)
		return f.Behind(i)
	}
	if i < to && f.First(i) && (f.Kind(i-1) == ':' || f.Plain(i-1, "with")) && f.Indent(i) > f.Indent(h.start) {
		end := f.indented(i, to, f.Indent(h.start))
		f.scope(f.selfType(i, end), end, in)
		return end
	}
	return i
}

// indented returns where the lines end that stand further to the right.
func (f *file) indented(i, to, indent int) int {
	for i < to && !(f.First(i) && f.Indent(i) <= indent) {
		i = f.Behind(i)
	}
	return min(i, to)
}

// selfType returns the index behind "self: T =>" at i.
func (f *file) selfType(i, to int) int {
	if f.Kind(i) != brace.Word || keywords[f.Word(i)] || modifiers[f.Word(i)] {
		return i
	}
	for j := i; j < to && (j == i || !f.First(j)); j = f.Behind(j) {
		if f.Kind(j) == brace.Arrow {
			return j + 1
		}
	}
	return i
}

// fields adds the values that a class's parameters are: all of the first list
// of a case class, and those that are marked.
func (f *file) fields(i, end int, in owner, all bool) {
	for ; i < end && f.Kind(i) != ':' && !f.Plain(i, "extends"); i = f.Behind(i) {
		if f.Kind(i) != '(' {
			continue
		}
		from, to := f.Inner(i)
		for j := from; j < to; {
			comma := j
			for comma < to && f.Kind(comma) != ',' {
				comma = f.Behind(comma)
			}
			h := f.head(j, comma)
			name := h.key
			marked := f.Plain(name, "val") || f.Plain(name, "var")
			if marked {
				name++
			}
			stop := name
			for stop < comma && f.Kind(stop) != '=' {
				stop = f.Behind(stop)
			}
			if (marked || all) && f.Kind(name+1) == ':' {
				f.add(record.Symbol{Name: f.Word(name), Kind: record.KindProperty}, h, stop, in)
			}
			j = comma + 1
		}
		all = false
	}
}
