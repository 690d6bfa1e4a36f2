package merge

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// A symbol belongs to the file that defines it: what a file passes on is in
// its exports, not here.

type ranked struct {
	record.PageSymbol
	rank, weight int
	kind         record.Kind
	script       bool // ES
	generated    bool
	local        bool   // a shell function that no other script uses
	header       bool   // C: declares what another file may define
	key          string // what is shown once: overloads, a Go name for several platforms
}

// symbols lists what a directory's files define for others, best first, and
// after it the methods of these types in the order of their source.
func (t *tree) symbols(d *dir) []record.PageSymbol {
	methods := map[string][]record.PageSymbol{}
	for _, f := range d.files {
		if f.test() {
			continue
		}
		for i := range f.symbols {
			if s := &f.symbols[i]; s.parent != "" && s.exported && !customary(s) {
				key := owner(f, s.parent)
				methods[key] = append(methods[key], pageSymbol(f, s, s.name))
			}
		}
	}
	list := t.ranking(d)
	out := make([]record.PageSymbol, 0, len(list))
	alike := map[string]int{}
	for _, r := range list {
		if r.local { // its signature says no more than its name
			continue
		}
		if alike[r.Signature]++; alike[r.Signature] <= maxAlike || r.header {
			out = append(out, r.PageSymbol)
		}
	}
	for _, r := range list {
		told := map[string]bool{} // a method of C++ is declared, and defined elsewhere
		for _, m := range methods[r.key] {
			if !told[m.Signature] {
				told[m.Signature] = true
				out = append(out, m)
			}
		}
	}
	return out
}

// maxAlike is in how many files the same signature is shown. Where more have it,
// as commands have one that runs them, the files' exports say so.
const maxAlike = 2

// ranking lists the top-level symbols of a directory, best first, each once.
func (t *tree) ranking(d *dir) []ranked {
	var list []ranked
	for _, f := range d.files {
		if f.test() || f.class == record.ClassConfig {
			continue
		}
		for _, e := range t.exports(f) {
			if e.origin == f && e.symbol != nil && !nameless(e) && (e.weight() == plumbing || !t.aside(f, e)) {
				list = append(list, ranked{
					PageSymbol: pageSymbol(f, e.symbol, e.name),
					rank:       t.rank(f, e.given),
					weight:     e.weight(),
					kind:       e.kind,
					script:     ecmascript(f.lang),
					header:     header(f),
					generated:  f.class == record.ClassGenerated,
					local:      f.lang == "Shell" && t.rank(f, e.given) == 0,
					key:        owner(f, e.name),
				})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b ranked) int {
		return cmp.Or(
			cmp.Compare(a.weight, b.weight),
			-cmp.Compare(a.rank, b.rank),
			compareBool(a.generated, b.generated),
			strings.Compare(a.Name, b.Name),
			compareBool(a.header, b.header),
			strings.Compare(string(a.File), string(b.File)),
		)
	})
	seen := map[string]bool{}
	return slices.DeleteFunc(list, func(r ranked) bool {
		again := seen[r.key]
		seen[r.key] = true
		return again
	})
}

func ecmascript(lang string) bool {
	switch lang {
	case "TypeScript", "TSX", "JavaScript", "JSX":
		return true
	}
	return false
}

// nameless reports whether a definition has nothing to show: a module, which
// its directory or file is, a value that only its file's name stands for, a name
// that is listed and nowhere defined.
func nameless(e export) bool {
	if e.kind == record.KindVariable && e.symbol.signature == "" {
		return true
	}
	return e.kind == record.KindModule || e.weight() > 0 && e.symbol.name == "default"
}

// owner is the key of a top-level name: in Go the package has it, not the file;
// in C the file that defines it or the header that declares it.
func owner(f *file, name string) string {
	switch f.lang {
	case "Go":
		return f.pkg + "." + name
	case "C", "C++":
		return "c." + name
	}
	return f.base() + "/" + name
}

func pageSymbol(f *file, s *symbol, name string) record.PageSymbol {
	signature := s.signature
	switch {
	case signature == "":
		signature = name
	case s.name == "default" && name != "default":
		signature = strings.Replace(signature, "default", name, 1)
	case s.parent != "" && f.lang != "Go":
		sep := "."
		switch f.lang {
		case "C++", "C", "Rust", "PHP":
			sep = "::"
		}
		signature = qualified(s, sep)
	}
	return record.PageSymbol{Name: name, Signature: signature, File: pathname.Path(f.base()), Parent: s.parent}
}

// qualified puts the type before the name in a method's signature, and calls a
// constructor by its type's name.
func qualified(s *symbol, sep string) string {
	at := strings.Index(s.signature, s.name+"(")
	if at < 0 {
		at = strings.Index(s.signature, s.name)
	}
	switch {
	case at < 0 || s.name == s.parent || strings.HasSuffix(s.signature[:at], sep):
		return s.signature
	case s.kind == record.KindConstructor || s.name == "__init__" || s.name == "constructor":
		return s.signature[:at] + s.parent + s.signature[at+len(s.name):]
	}
	return s.signature[:at] + s.parent + sep + s.signature[at:]
}

// customary reports whether every type may have such a method.
func customary(s *symbol) bool {
	switch s.name {
	case "toString", "equals", "hashCode", "String", "Error", "__repr__", "__str__", "__eq__", "__hash__", "__len__", "fmt", "eq", "hash", "drop", "clone":
		return true
	}
	return strings.HasPrefix(s.name, "__") && s.name != "__init__" && s.name != "__call__"
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
