package merge

import (
	"cmp"
	"math/bits"
	"regexp"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// export is one name that a file offers to others.
type export struct {
	name   string // as a map shows it
	given  name   // as other files ask for it
	kind   record.Kind
	origin *file   // where it is defined, nil outside the project
	symbol *symbol // its definition
}

// exports returns what a file offers, the most used first. What tests define
// is for themselves, so only what other files import of them counts.
func (t *tree) exports(f *file) []export {
	if list, done := t.exported[f]; done {
		return list
	}
	var list, spare []export
	seen := map[string]bool{}
	for _, e := range t.offered(f, map[*file]bool{}) {
		switch {
		case seen[e.name] || f.test() && !t.wanted(f, e.given) || t.incidental(f, e):
		case t.unhidden(f, e):
			spare = append(spare, e)
		default:
			list = append(list, e)
		}
		seen[e.name] = true
	}
	t.spared[f] = spare
	slices.SortFunc(list, func(a, b export) int {
		return cmp.Or(
			compareBool(t.aside(f, a), t.aside(f, b)),
			compareBool(!t.unnamed(f, a), !t.unnamed(f, b)),
			-cmp.Compare(t.weighs(f, a), t.weighs(f, b)),
			cmp.Compare(a.weight(), b.weight()),
			strings.Compare(a.name, b.name),
		)
	})
	t.exported[f] = list
	return list
}

// incidental reports whether an export is no name for other files: a program's
// entry, a pattern of file names that gets a type.
func (t *tree) incidental(f *file, e export) bool {
	if f.lang == "Shell" && e.weight() > 0 && f.users == 0 {
		return true // what a script sets for the commands that it runs
	}
	return strings.HasPrefix(e.name, "*") || e.name == "main" && f.main && !isC(f)
}

func isC(f *file) bool { return f.lang == "C" || f.lang == "C++" }

// unhidden reports whether an export is one only because Python hides nothing:
// settings, and what a script works with; or that C links: a program's entry.
// It says nothing about its file.
func (t *tree) unhidden(f *file, e export) bool {
	if isC(f) {
		return e.name == "main" && f.main
	}
	if f.lang != "Python" || t.rank(f, e.given) > 0 {
		return false
	}
	return f.class == record.ClassConfig || e.kind == record.KindVariable && f.users == 0 && loose(f)
}

// loose reports whether a Python file stands in no package.
func loose(f *file) bool {
	return f.dir.path != "." && f.dir.base() != "src" && !slices.ContainsFunc(f.dir.files, packageFile)
}

// unnamed reports whether an export is the one that its file gives whoever
// asks for no name: what a module is about.
func (t *tree) unnamed(f *file, e export) bool {
	return f.lang != "Python" && (t.names.list[e.given] == "default" || e.origin == f && e.symbol != nil && e.symbol.isDefault)
}

// aside reports whether an export is only there because the language hides
// nothing or a tool wants it: a logger that no other file takes, what a
// settings file hands to its tool. Such names come last.
func (t *tree) aside(f *file, e export) bool {
	if e.weight() == plumbing {
		return true
	}
	if strings.HasPrefix(e.name, "__") && (f.lang == "Rust" || f.lang == "Python" && strings.HasSuffix(e.name, "__")) {
		return true
	}
	if e.weight() == 0 || t.rank(f, e.given) > 0 {
		return false
	}
	switch strings.ToLower(e.name) {
	case "log", "logger", "_log":
		return true
	}
	return f.class == record.ClassConfig && t.names.list[e.given] == "default"
}

// weighs ranks an export by its users, here or where it is defined.
func (t *tree) weighs(f *file, e export) int {
	r := t.rank(f, e.given)
	if e.symbol != nil && e.origin != f {
		r = max(r, t.rank(e.origin, t.names.id(e.symbol.name)))
	}
	return r
}

// rank is the number of users in powers of two, so that one edit seldom
// changes an order.
func (t *tree) rank(f *file, n name) int { return power(int(t.usedBy[use{f.id, n}])) }

func power(n int) int { return bits.Len(uint(n)) }

// plumbing is the weight of what nobody looks for: type parameters of Python,
// macros for a header's own use.
const plumbing = 3

// weight puts types and functions before constants, and those before modules.
// Macros of C and aliases of a shell count as constants.
func (e export) weight() int {
	switch e.kind {
	case record.KindConstant, record.KindVariable, record.KindField, record.KindProperty:
		if e.symbol != nil && e.origin != nil && e.origin.lang == "Python" && typeParameter.MatchString(e.symbol.signature) {
			return plumbing
		}
		return 1
	case record.KindMacro:
		switch {
		case strings.HasPrefix(e.name, "_"):
			return plumbing
		case e.symbol != nil && strings.HasPrefix(e.symbol.signature, "#"):
			return 1
		}
	case record.KindModule, record.KindNamespace:
		return 2
	}
	return 0
}

// typeParameter is Python's assignment of a type parameter to its name.
var typeParameter = regexp.MustCompile(`= (?:\w+\.)?(?:TypeVar|ParamSpec|TypeVarTuple)\(`)

// maxPassing bounds the files whose names one file passes on unnamed.
const maxPassing = 1000

// offered lists a file's exports in source order: its own, then those passed
// on without naming them. around holds the files that have been expanded: names
// that come by two ways are the same.
func (t *tree) offered(f *file, around map[*file]bool) []export {
	if around[f] || len(around) == maxPassing {
		return nil
	}
	around[f] = true
	var list []export
	for i := range f.symbols {
		s := &f.symbols[i]
		if s.exported && s.parent == "" {
			list = append(list, t.offer(f, s))
		}
	}
	passing := packageFile(f) && !namesExports(f)
	for i := range f.imports {
		imp := &f.imports[i]
		switch {
		case imp.passesAll(f) || passing && imp.star() && strings.HasPrefix(imp.Raw, ".") && !f.aliases(imp.Raw, "*"):
			for _, h := range imp.to {
				if h.file != nil && slices.Contains(h.names, "*") {
					list = append(list, t.passed(f, h.file, around)...)
				}
			}
		case passing && !imp.TypeOnly && imp.Form == "":
			list = append(list, t.imported(f, imp)...)
		}
	}
	return list
}

// offer describes one exported symbol; an alias takes its kind and signature
// from where it is defined.
func (t *tree) offer(f *file, s *symbol) export {
	e := export{name: s.name, given: t.names.id(s.name), kind: s.kind, origin: f, symbol: s}
	if s.kind == record.KindAlias {
		e.origin, e.symbol = nil, nil
		if s.of == "*" {
			e.kind = record.KindModule
		} else if origin, symbol := t.origin(f, s.name); symbol != nil {
			e.origin, e.symbol, e.kind = origin, symbol, symbol.kind
		}
	}
	if e.name == "default" && f.lang != "Python" {
		e.name = t.defaultName(f, e)
	}
	return e
}

// defaultName names a default export that has no name of its own after what
// it is or where it is from.
func (t *tree) defaultName(f *file, e export) string {
	if e.symbol != nil && e.symbol.name != "default" {
		return e.symbol.name
	}
	if e.origin != nil {
		f = e.origin
	}
	stem := f.stem()
	if stem == "index" && f.dir.path != "." {
		return pathname.Quote(f.dir.base())
	}
	return pathname.Quote(stem)
}

// passed lists what `export *` from g adds to f: everything but a default.
func (t *tree) passed(f, g *file, around map[*file]bool) []export {
	list := t.offered(g, around)
	return slices.DeleteFunc(list, func(e export) bool {
		return t.names.list[e.given] == "default" || e.symbol != nil && e.symbol.isDefault && e.origin == g && f.lang != "Python"
	})
}

// imported lists the public names that a Python package takes out of its own
// modules: without __all__ they are what it offers.
func (t *tree) imported(f *file, imp *imported) []export {
	var list []export
	for _, h := range imp.to {
		if h.file == nil || !f.dir.holds(h.file.path) {
			continue
		}
		for _, n := range h.names {
			if n == "*" || strings.HasPrefix(n, "_") {
				continue
			}
			e := export{name: n, given: t.names.id(n), kind: record.KindModule}
			if origin, symbol := t.origin(h.file, n); symbol != nil {
				e.origin, e.symbol, e.kind = origin, symbol, symbol.kind
			}
			list = append(list, e)
		}
	}
	return list
}

func packageFile(f *file) bool { return f.base() == "__init__.py" || f.base() == "__init__.pyi" }

// namesExports reports whether a Python module says itself what it exports.
func namesExports(f *file) bool {
	return f.symbol("__all__") != nil || slices.ContainsFunc(f.symbols, func(s symbol) bool { return s.kind == record.KindAlias })
}

// passesAll reports whether an import passes on every name. In ES modules a
// form of its own says so: a namespace that goes on under a name is a "*" too.
func (i *imported) passesAll(f *file) bool {
	switch i.Form {
	case "star":
		return true
	case "":
		if f.lang != "Python" {
			return false
		}
	}
	return i.star() && i.Reexport && !f.aliases(i.Raw, "*")
}

func (i *imported) star() bool { return slices.Contains(i.Names, "*") }

// aliases reports whether f passes on, by name, what an import names.
func (f *file) aliases(raw, of string) bool {
	return slices.ContainsFunc(f.symbols, func(s symbol) bool {
		return s.kind == record.KindAlias && s.from == raw && s.of == of
	})
}
