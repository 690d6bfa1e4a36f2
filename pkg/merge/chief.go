package merge

import (
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// maxBeside is how many functions a file may export beside the one type that
// it is about.
const maxBeside = 3

// chief is the symbol that a file is clearly about: the one that has its name,
// its only export, the only type that it exports beside a few functions. In a
// Go file that exports nothing, whose comments name what they are on, it may be
// the first public method or the only name.
func (t *tree) chief(f *file) *symbol {
	if f.test() {
		return nil
	}
	var exported, types, methods, others []*symbol
	for i := range f.symbols {
		s := &f.symbols[i]
		switch {
		case s.kind == record.KindAlias:
		case s.parent != "" && s.exported && s.doc != "":
			methods = append(methods, s)
		case s.parent != "":
		case !s.exported && s.doc != "":
			others = append(others, s)
		case s.exported:
			exported = append(exported, s)
			if isType(s.kind) {
				types = append(types, s)
			}
		}
	}
	if s := namesake(f, exported); s != nil && !(len(types) > 1 && strings.HasPrefix(s.doc, "Base ")) {
		return s
	}
	switch functions := len(exported) - len(types) - constants(exported); {
	case f.lang == "Shell":
	case len(exported) == 1 && (constants(exported) == 0 || f.lang == "Go" && speaksOf(exported[0].doc, exported[0].name)):
		return exported[0]
	case f.lang == "C": // a header's only type is seldom what it is about
	case len(types) == 1 && functions <= maxBeside && !(failure(types[0]) && functions > 0):
		return types[0]
	case len(exported) > 0:
	case namesake(f, others) != nil:
		return namesake(f, others)
	case f.lang != "Go":
	case len(methods) > 0:
		return methods[0]
	case len(others) == 1 && f.sole:
		return others[0]
	}
	return nil
}

// chiefWords are the words on a file's chief symbol or, if it has none, on the
// type that comes nearest to being it. Its name goes before them where they
// would be taken for the whole file's.
func (t *tree) chiefWords(f *file) string {
	s := t.chief(f)
	whole := s != nil && (t.alone(f) || related(f.stem(), s.name))
	if s == nil {
		s = t.foremost(f)
	}
	switch {
	case s == nil:
		return ""
	case whole || s.doc == "" || speaksOf(strings.ToLower(s.doc), strings.ToLower(s.name)):
		return s.doc
	}
	return s.name + ": " + s.doc
}

// alone reports whether a file exports one thing of its own.
func (t *tree) alone(f *file) bool {
	own := 0
	for _, e := range t.exports(f) {
		if e.origin == f {
			own++
		}
	}
	return own == 1
}

// foremost is the type of several that has the file's name in its own, the most
// used and shortest of them, or else what other files use more than any other
// type.
func (t *tree) foremost(f *file) *symbol {
	if f.test() || f.lang == "C" {
		return nil
	}
	stem := strings.TrimSuffix(f.stem(), "s")
	var near, first *symbol
	used, nearness, types := 0, 0, 0
	for i, e := range t.exports(f) {
		if e.origin != f || e.symbol == nil || !isType(e.kind) {
			continue
		}
		types++
		r := t.rank(f, e.given)
		switch {
		case i == 0:
			used, first = r, e.symbol
		case r == used:
			first = nil
		}
		if !related(stem, e.name) && !(anonymous(stem) && same(e.name, f.dir.base())) {
			continue
		}
		if strings.HasPrefix(letters(e.name), letters(stem)) {
			r += begins
		}
		if near == nil || r > nearness || r == nearness && len(e.name) < len(near.name) {
			near, nearness = e.symbol, r
		}
	}
	switch {
	case near != nil && !failure(near):
		return near
	case first != nil && types <= maxTypes && !failure(first):
		return first
	}
	return nil
}

// maxTypes is how many types a file may export that one of them speaks for
// which is not called after it.
const maxTypes = 3

// begins counts more than any number of users, in powers of two.
const begins = 64

// anonymous reports whether a file may be called so in any directory.
func anonymous(stem string) bool {
	switch stem {
	case "mod", "lib", "main", "index", "__init__", "type", "base", "core", "util":
		return true
	}
	return false
}

// related reports whether a name has its file's in it, or the other way round.
func related(stem, name string) bool {
	if anonymous(stem) {
		return false
	}
	a, b := letters(stem), letters(name)
	return len(a) > 2 && len(b) > 2 && (strings.Contains(a, b) || strings.Contains(b, a))
}

// failure reports whether a type only tells what may go wrong.
func failure(s *symbol) bool {
	for _, word := range []string{"Error", "Exception", "Warning"} {
		if strings.HasSuffix(s.name, word) || strings.HasSuffix(s.signature, word+")") {
			return true
		}
	}
	return false
}

func constants(symbols []*symbol) int {
	n := 0
	for _, s := range symbols {
		switch s.kind {
		case record.KindConstant, record.KindVariable, record.KindMacro:
			n++
		}
	}
	return n
}

// namesake is the documented one of some symbols with the file's name, a type
// before a function.
func namesake(f *file, symbols []*symbol) *symbol {
	var best *symbol
	for _, s := range symbols {
		if s.doc != "" && named(f, s.name) && !(f.lang == "C" && constants([]*symbol{s}) > 0) && (best == nil || isType(s.kind) && !isType(best.kind)) {
			best = s
		}
	}
	return best
}

// speaksOf reports whether a Go comment is on the name that it stands above:
// it starts with the name, perhaps after an article.
func speaksOf(doc, name string) bool {
	for _, article := range []string{"A ", "An ", "The ", "a ", "an ", "the "} {
		doc = strings.TrimPrefix(doc, article)
	}
	rest, ok := strings.CutPrefix(doc, name)
	return ok && (rest == "" || rest[0] == ' ' || rest[0] == ',' || rest[0] == ':')
}

func isType(k record.Kind) bool {
	switch k {
	case record.KindClass, record.KindInterface, record.KindStruct, record.KindEnum, record.KindTrait, record.KindUnion, record.KindType:
		return true
	}
	return false
}

// named reports whether a symbol has its file's name, letters' case, word
// breaks and a plural aside.
func named(f *file, name string) bool {
	a, b := letters(f.stem()), letters(name)
	return a != "" && (a == b || a == b+"s" || a+"s" == b)
}
