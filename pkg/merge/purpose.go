package merge

import (
	"strings"
	"unicode"

	"github.com/pi-project-map/pmap/pkg/prose"
	"github.com/pi-project-map/pmap/pkg/record"
)

// purpose says in the author's own words what a file is for, else what kind of
// file it is if that is not source, else nothing.
func (t *tree) purpose(f *file) string {
	if word := sealed(f); word != "" {
		return word
	}
	if bare(f) {
		return ""
	}
	if said := t.said(f); said != "" {
		return prose.Sentence(said, maxPurpose)
	}
	return classWord(f)
}

// said finds the author's words on a file that its directory's role does not
// say already.
func (t *tree) said(f *file) string {
	told := f.dir.told == f
	words := []string{f.doc}
	if f.packageDoc != "" && f.base() == "doc.go" {
		words = append(words, f.packageDoc)
	}
	if f.facts != nil {
		words = t.documentWords(f, told)
	} else if s := t.chief(f); s != nil {
		words = append(words, s.doc)
	}
	for _, w := range words {
		w = subject(w)
		if w != "" && !(told && w == subject(f.dir.role)) && tells(w, f) {
			return w
		}
	}
	return ""
}

// documentWords lists what a document or manifest says of itself. A title that
// only repeats the file's name says less than its first sentence.
func (t *tree) documentWords(f *file, told bool) []string {
	title, summary := f.facts.Title, f.facts.Summary
	switch {
	case manifest(f):
		return []string{manifestWord(f)}
	case told || same(title, f.stem()) && summary != "":
		return []string{summary, f.doc, title}
	}
	return []string{title, summary, f.doc}
}

// chief is the symbol that a file is about: the one that has its name, its
// only export, or the only type that it exports.
func (t *tree) chief(f *file) *symbol {
	var only, onlyType *symbol
	exports, types := 0, 0
	for i := range f.symbols {
		s := &f.symbols[i]
		if s.parent != "" || s.kind == record.KindAlias {
			continue
		}
		if named(f, s.name) && s.doc != "" {
			return s
		}
		if !s.exported {
			continue
		}
		exports++
		only = s
		if isType(s.kind) {
			types++
			onlyType = s
		}
	}
	switch {
	case exports == 1 && !f.test():
		return only
	case types == 1 && !f.test():
		return onlyType
	}
	return nil
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
	return a != "" && (a == b || a == b+"s")
}

func same(a, b string) bool { return letters(a) == letters(b) }

// letters keeps what two spellings of a name have in common.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// tells reports whether words say more than the file's own name.
func tells(words string, f *file) bool {
	return !same(words, f.stem()) && !same(words, f.base()) && !same(words, f.path)
}

// subject takes off what a map says already: that this is a package, and its
// name.
func subject(s string) string {
	s = strings.TrimSpace(s)
	for _, word := range []string{"Package ", "package ", "Command ", "Module ", "Crate "} {
		rest, ok := strings.CutPrefix(s, word)
		if !ok {
			continue
		}
		_, rest, ok = strings.Cut(rest, " ")
		if !ok || rest == "" {
			return s
		}
		verb, _, _ := strings.Cut(rest, " ")
		switch verb {
		case "is", "are", "has", "and", "for", "of", "in", "to", "that", "which", "with", "from", "uses", "was", "may", "can", "will", "should", "on", "-", "–", "—", ":":
		default:
			return capital(strings.TrimLeft(rest, ":-–— "))
		}
		if verb == "-" || verb == "–" || verb == "—" || verb == ":" {
			return capital(strings.TrimLeft(rest, ":-–— "))
		}
	}
	return s
}

func capital(s string) string {
	for i, r := range s {
		if i == 0 && unicode.IsLower(r) {
			return string(unicode.ToUpper(r)) + s[len(string(r)):]
		}
		break
	}
	return s
}
