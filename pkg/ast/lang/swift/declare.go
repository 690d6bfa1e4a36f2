package swift

import (
	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/brace"
	"github.com/pi-project-map/pmap/pkg/record"
)

// scope reads the declarations between two tokens. What begins none belongs to
// the value of the one before, or is a statement.
func (f *file) scope(from, to int, in owner) {
	if f.depth == brace.MaxNesting {
		f.Broken = true
		return
	}
	f.depth++
	defer func() { f.depth-- }()
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

// begins reports whether a declaration may begin here: behind what ends
// another, or at the start of a line that goes on with nothing.
func (f *file) begins(i int) bool {
	switch f.Kind(i - 1) {
	case ';', '}':
		return true
	case '=', '(', ',', '.', ':', '?', '&', '|', '+', '-', '*', '/', '<', brace.Arrow, brace.Equality:
		return f.First(i) && f.Touches(i-1) && f.Kind(i-1) == '?'
	}
	return f.First(i)
}

var modifiers = map[string]bool{
	"public": true, "private": true, "fileprivate": true, "internal": true, "open": true, "package": true,
	"static": true, "final": true, "override": true, "mutating": true, "nonmutating": true, "lazy": true,
	"weak": true, "unowned": true, "required": true, "convenience": true, "indirect": true, "prefix": true,
	"postfix": true, "infix": true, "dynamic": true, "optional": true, "isolated": true, "nonisolated": true,
	"distributed": true, "borrowing": true, "consuming": true, "async": true, "__consuming": true, "__owned": true,
}

var keywords = map[string]bool{
	"class": true, "struct": true, "enum": true, "protocol": true, "actor": true, "extension": true, "func": true,
	"var": true, "let": true, "init": true, "deinit": true, "subscript": true, "typealias": true, "macro": true,
	"associatedtype": true, "case": true, "import": true, "precedencegroup": true, "operator": true,
}

// head is a declaration up to its keyword.
type head struct {
	start, key       int
	hidden, exported bool // private or fileprivate; @_exported or public
	static           bool
}

// head reads attributes and modifiers.
func (f *file) head(i, to int) head {
	h := head{start: i, key: i}
	for h.key < to {
		i := h.key
		word := f.Word(i)
		switch {
		case f.Kind(i) == '@':
			h.exported = h.exported || f.Plain(i+1, "_exported")
			h.key = f.attribute(i)
			continue
		case word == "class" && (keywords[f.Word(i+1)] || modifiers[f.Word(i+1)]):
			h.static = true
		case !modifiers[word]:
			return h
		}
		h.key++
		if f.Kind(h.key) == '(' { // of what may set it
			h.key = f.Behind(h.key)
			continue
		}
		h.hidden = h.hidden || word == "private" || word == "fileprivate"
		h.exported = h.exported || word == "public"
		h.static = h.static || word == "static"
	}
	return h
}

// attribute returns the index behind the attribute at i.
func (f *file) attribute(i int) int {
	i++
	for f.Kind(i) == brace.Word && f.Kind(i+1) == '.' {
		i += 2
	}
	i = f.Angles(i+1, len(f.Tokens))
	if f.Kind(i) == '(' && (f.Touches(i) || f.Plain(i-1, "available")) {
		return f.Behind(i)
	}
	return min(i, len(f.Tokens))
}

// declaration reads the one that begins at i, if one does, and returns the
// index behind what it read.
func (f *file) declaration(i, to int, in owner) int {
	h := f.head(i, to)
	word := ""
	if h.key < to {
		word = f.Word(h.key)
	}
	named := f.Kind(h.key+1) == brace.Word
	switch {
	case word == "import" && in.name == "" && named:
		return f.importLine(h)
	case typeKinds[word] != "" && named:
		return f.typeDecl(h, typeKinds[word], to, in)
	case word == "extension" && named && in.name == "":
		return f.extension(h, to, in)
	case word == "func":
		return f.function(h, to, in)
	case word == "var" || word == "let":
		return f.properties(h, to, in)
	case word == "init" && in.name != "", word == "subscript" && in.name != "":
		return f.initializer(h, to, in)
	case word == "case" && in.kind == record.KindEnum:
		return f.cases(h, to, in)
	case (word == "typealias" || word == "associatedtype" || word == "macro") && named:
		return f.alias(h, to, in)
	case word == "deinit" && f.Kind(h.key+1) == '{':
		return f.Behind(h.key + 1)
	}
	return i
}

var typeKinds = map[string]record.Kind{
	"class": record.KindClass, "actor": record.KindClass, "struct": record.KindStruct, "enum": record.KindEnum,
	"protocol": record.KindInterface,
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
	s.Exported = in.visible && !h.hidden
	s.Doc = lang.Doc(raw)
	if s.Signature == "" {
		s.Signature = f.Cut(h.start, end, f.drop())
	}
	s.Signature = lang.Signature(s.Signature)
	f.out.Symbols = append(f.out.Symbols, s)
	if typeKinds[f.Word(h.key)] != "" || in.name == "" {
		f.known[s.Name] = true
	}
	if in.name == "" && raw != "" {
		f.docs[s.Name] = raw
	}
	return s
}

// drop leaves attributes and the modifiers that say nothing to a reader of
// exported names out of a signature.
func (f *file) drop() func(int) bool {
	until := 0
	return func(i int) bool {
		if f.Kind(i) == '@' && i >= until {
			until = f.attribute(i)
		}
		return i < until || f.Plain(i, "public") || f.Plain(i, "open") || f.Plain(i, "internal") || f.Plain(i, "final")
	}
}

func (f *file) typeDecl(h head, kind record.Kind, to int, in owner) int {
	end := f.headEnd(h.key+2, to)
	s := f.add(record.Symbol{Name: f.Word(h.key + 1), Kind: kind}, h, end, in)
	return f.body(end, to, owner{name: s.Name, visible: s.Exported, kind: kind})
}

// extension reads what is added to a type, which may be one of another file.
func (f *file) extension(h head, to int, in owner) int {
	name := h.key + 1
	for f.Kind(name+1) == '.' && f.Kind(name+2) == brace.Word {
		name += 2
	}
	kind := record.KindClass
	return f.body(f.headEnd(name+1, to), to, owner{name: f.Word(name), visible: in.visible && !h.hidden, kind: kind})
}

func (f *file) body(i, to int, in owner) int {
	if i >= to || f.Kind(i) != '{' {
		return i
	}
	from, until := f.Inner(i)
	f.scope(from, until, in)
	return f.Behind(i)
}
