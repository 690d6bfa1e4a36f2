package csharp

import (
	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/brace"
	"github.com/pi-project-map/pmap/pkg/record"
)

// scope reads the declarations between two tokens.
func (f *file) scope(from, to int, in owner) {
	if f.depth == brace.MaxNesting {
		f.Broken = true
		return
	}
	f.depth++
	defer func() { f.depth-- }()
	for i := from; i < to; {
		next := f.declaration(i, to, in)
		i = max(next, i+1)
	}
}

// head is a declaration up to its keyword or type.
type head struct {
	start, key int
	open       bool // public, protected or internal
	file       bool
	hidden     bool // private
	fixed      bool // const, or static readonly
	kind       record.Kind
	name       int // of a type
}

var modifiers = map[string]bool{
	"public": true, "private": true, "protected": true, "internal": true, "static": true, "readonly": true,
	"const": true, "abstract": true, "virtual": true, "override": true, "sealed": true, "async": true, "extern": true,
	"unsafe": true, "new": true, "partial": true, "volatile": true, "required": true, "file": true, "ref": true,
	"fixed": true, "scoped": true,
}

// head reads attributes and modifiers, and says whether a type is declared.
func (f *file) head(i, to int) head {
	h := head{start: i, key: i}
	static, readonly := false, false
	for h.key < to {
		i := h.key
		word := f.Word(i)
		if f.Kind(i) == '[' {
			h.key = f.Behind(i)
			continue
		}
		if !modifiers[word] {
			break
		}
		h.open = h.open || word == "public" || word == "protected" || word == "internal"
		h.file = h.file || word == "file"
		h.hidden = h.hidden || word == "private"
		h.fixed = h.fixed || word == "const"
		static, readonly = static || word == "static", readonly || word == "readonly"
		h.key++
	}
	h.fixed = h.fixed || static && readonly
	if h.key < to {
		h.kind, h.name = f.typeHead(h.key)
	}
	return h
}

// typeHead returns the kind of type whose keyword stands at i, and its name.
func (f *file) typeHead(i int) (record.Kind, int) {
	kind, name := record.Kind(""), i+1
	switch f.Word(i) {
	case "class":
		kind = record.KindClass
	case "struct":
		kind = record.KindStruct
	case "interface":
		kind = record.KindInterface
	case "enum":
		kind = record.KindEnum
	case "record":
		kind = record.KindClass
		switch {
		case f.Plain(i+1, "class"):
			name++
		case f.Plain(i+1, "struct"):
			kind = record.KindStruct
			name++
		default:
			if next := f.Kind(i + 2); next != '(' && next != '{' && next != ':' && next != '<' && next != ';' {
				return "", 0
			}
		}
	}
	if kind == "" || f.Kind(name) != brace.Word {
		return "", 0
	}
	return kind, name
}

// declaration reads the one that begins at i and returns the index behind it.
func (f *file) declaration(i, to int, in owner) int {
	h := f.head(i, to)
	if h.key >= to {
		return to
	}
	word := f.Word(h.key)
	switch {
	case h.kind != "":
		return f.typeDecl(h, to, in)
	case word == "delegate":
		return f.delegate(h, to, in)
	case in.name == "" && (word == "using" || word == "global" && f.Plain(h.key+1, "using")):
		return f.using(h.key, to)
	case in.name == "" && word == "namespace":
		return f.namespace(h.key, to, in)
	case in.name != "":
		return f.member(h, to, in)
	}
	return f.statement(h.key, to)
}

// statement returns the index behind a statement of a program without a main.
func (f *file) statement(i, to int) int {
	for i < to {
		switch f.Kind(i) {
		case ';':
			return i + 1
		case '{', '}':
			return f.Behind(i)
		}
		i = f.Behind(i)
	}
	return to
}

// end returns the index behind the semicolon that ends what goes on at i.
func (f *file) end(i, to int) int {
	for i < to && f.Kind(i) != ';' {
		if f.Kind(i) == '}' {
			return i
		}
		i = f.Behind(i)
	}
	return min(i+1, to)
}

func (f *file) namespace(i, to int, in owner) int {
	name, end := f.path(i + 1)
	if f.out.Package == "" {
		f.out.Package = name
	}
	if f.Kind(end) == '{' {
		from, until := f.Inner(end)
		f.scope(from, until, in)
		return f.Behind(end)
	}
	return end
}

// path reads a dotted name without type arguments.
func (f *file) path(i int) (string, int) {
	name := ""
	for f.Kind(i) == brace.Word {
		name += f.Word(i)
		i = f.Angles(i+1, len(f.Tokens))
		if f.Kind(i) == brace.Scope { // global::
			name = ""
		} else if f.Kind(i) == '.' {
			name += "."
		} else {
			break
		}
		i++
	}
	return name, i
}

// using reads a directive: of a namespace, of a type's static members, or an
// alias.
func (f *file) using(i, to int) int {
	for f.Plain(i, "global") || f.Plain(i, "using") || f.Plain(i, "unsafe") {
		i++
	}
	imp := record.Import{}
	if f.Plain(i, "static") {
		imp.Form = "static"
		i++
	}
	if f.Kind(i) == brace.Word && f.Kind(i+1) == '=' {
		f.known[f.Word(i)] = true
		imp.Form = "alias"
		i += 2
	}
	name, end := f.path(i)
	if f.Kind(end) == ';' {
		imp.Raw = name
		f.imports.Add(imp)
	}
	return f.end(end, to)
}

// add completes a symbol whose head ends before a token and adds it.
func (f *file) add(s record.Symbol, h head, end int, in owner) record.Symbol {
	if s.Name == "" {
		return s
	}
	raw := f.Above(h.start)
	if raw == "" {
		raw = f.Above(h.key)
	}
	s.Parent = in.name
	switch {
	case in.name == "":
		s.Exported = in.visible && !h.file && (h.open || !h.hidden)
		f.docs[s.Name] = plain(raw)
	default:
		s.Exported = in.visible && (h.open || in.public && !h.hidden)
	}
	s.Doc = lang.Doc(plain(raw))
	if s.Signature == "" {
		s.Signature = f.Cut(h.start, end, f.drop(h))
	}
	s.Signature = lang.Signature(s.Signature)
	f.out.Symbols = append(f.out.Symbols, s)
	return s
}

// drop leaves attributes and the modifiers that say nothing to a reader of
// exported names out of a signature.
func (f *file) drop(h head) func(int) bool {
	until := h.start
	return func(i int) bool {
		if i >= until && f.Kind(i) == '[' && (i < h.key || f.Kind(i-1) == '(' || f.Kind(i-1) == ',') {
			until = f.Behind(i)
		}
		if i < until {
			return true
		}
		switch f.Word(i) {
		case "public", "internal", "sealed", "partial", "async", "virtual", "override", "readonly", "new", "extern", "unsafe", "volatile":
			return i < h.key
		}
		return false
	}
}

// headEnd returns where a declaration's head ends that goes on at i: before its
// body, value or semicolon.
func (f *file) headEnd(i, to int) int {
	for n := 0; i < to && n < brace.MaxHead; n++ {
		switch f.Kind(i) {
		case '{', '}', ';', '=':
			return i
		case brace.Arrow:
			return i
		}
		if after := f.Angles(i, to); after > i {
			i = after
			continue
		}
		i = f.Behind(i)
	}
	return to
}

func (f *file) typeDecl(h head, to int, in owner) int {
	end := f.headEnd(h.name+1, to)
	s := f.add(record.Symbol{Name: f.Word(h.name), Kind: h.kind}, h, end, in)
	f.known[s.Name] = true
	inner := owner{name: s.Name, visible: s.Exported, public: h.kind == record.KindInterface}
	if at := f.Angles(h.name+1, to); f.Plain(h.key, "record") && f.Kind(at) == '(' {
		f.positional(at, inner)
	}
	if end >= to || f.Kind(end) != '{' {
		return min(end+1, to)
	}
	from, until := f.Inner(end)
	if h.kind == record.KindEnum {
		f.values(from, until, inner)
	} else {
		f.scope(from, until, inner)
	}
	return f.Behind(end)
}

func (f *file) delegate(h head, to int, in owner) int {
	end := f.headEnd(h.key+1, to)
	i := h.key + 1
	for i < end && !(f.Kind(i) == '(' && i > h.key+1 && (f.Kind(i-1) == brace.Word || f.Kind(i-1) == '>')) {
		i = f.Behind(i)
	}
	if i < end {
		name := f.nameBefore(i, h.key)
		s := f.add(record.Symbol{Name: f.Word(name), Kind: record.KindType}, h, end, in)
		f.known[s.Name] = true
	}
	return min(end+1, to)
}

// positional adds the properties that a record's parameters are.
func (f *file) positional(i int, in owner) {
	from, to := f.Inner(i)
	for j := from; j < to; {
		end := f.Item(j, to)
		stop := j
		for stop < end && f.Kind(stop) != '=' {
			stop = f.Behind(stop)
		}
		h := f.head(j, stop)
		h.open = true
		if stop > h.key+1 {
			f.add(record.Symbol{Name: f.Word(stop - 1), Kind: record.KindProperty}, h, stop, in)
		}
		j = end + 1
	}
}

// values adds the members of an enum.
func (f *file) values(from, to int, in owner) {
	for i := from; i < to; {
		end := f.Item(i, to)
		h := f.head(i, end)
		h.open = true
		if f.Kind(h.key) == brace.Word && h.key < end {
			stop := h.key + 1
			if f.Kind(stop) == '=' && end == stop+2 {
				stop = end
			}
			f.add(record.Symbol{Name: f.Word(h.key), Kind: record.KindConstant}, h, stop, in)
		}
		i = end + 1
	}
}
