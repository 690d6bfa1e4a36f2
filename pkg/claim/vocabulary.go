package claim

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/pi-project-map/pmap/pkg/record"
)

// Vocabulary is what a file or directory itself says. Names bear claims out;
// sentences, in which whoever wants a model to say something would write it,
// only lend their words to tags.
type Vocabulary struct {
	names map[string]bool // as they stand
	code  map[string]bool // the words of names, in small letters
	words map[string]bool // those, and the words of sentences
	lines map[string]bool // command lines
}

// NewVocabulary returns one without a word.
func NewVocabulary() *Vocabulary {
	return &Vocabulary{names: map[string]bool{}, code: map[string]bool{}, words: map[string]bool{}, lines: map[string]bool{}}
}

// OfFile is the vocabulary of one file. It depends on its path and syntax
// alone.
func OfFile(name, lang string, s record.Syntax) *Vocabulary {
	v := NewVocabulary()
	base := path.Base(name)
	v.Name(name, base, strings.TrimSuffix(base, path.Ext(base)), s.Package)
	v.Text(s.Doc, s.PackageDoc)
	for _, sym := range s.Symbols {
		v.Name(sym.Name, sym.Parent, sym.Of)
		v.Text(sym.Doc, sym.Signature)
	}
	for _, i := range s.Imports {
		v.Name(strings.Trim(i.Raw, `"<>`))
		v.Name(i.Names...)
	}
	v.Name(s.Refs...)
	if s.Facts != nil {
		v.Facts(s.Facts)
	}
	if lang == "Shell" {
		v.Name("sh", "bash")
	}
	return v
}

// Facts takes in what a manifest or document says.
func (v *Vocabulary) Facts(facts *record.Facts) {
	v.Name(facts.Kind, facts.Module, facts.Name)
	v.Text(facts.Title, facts.Summary)
	for _, list := range [][]string{facts.Main, facts.Dependencies, facts.Extends, facts.Members} {
		v.Name(list...)
	}
	for _, pairs := range [][]record.Pair{facts.Exports, facts.Imports, facts.Bin, facts.Paths, facts.Replace, facts.Scripts} {
		for _, p := range pairs {
			v.Name(p.Key, p.Value)
		}
	}
	for _, s := range facts.Scripts {
		v.lines[strings.Join(strings.Fields(s.Value), " ")] = true
	}
}

// Name takes in names, and the words they are made of.
func (v *Vocabulary) Name(names ...string) {
	for _, n := range names {
		if n == "" || v.names[n] {
			continue
		}
		v.names[n] = true
		for _, w := range subwords(n) {
			v.code[w], v.words[w] = true, true
		}
	}
}

// Text takes in the words of sentences.
func (v *Vocabulary) Text(texts ...string) {
	for _, s := range texts {
		for _, w := range subwords(s) {
			v.words[w] = true
		}
	}
}

// BearsOut reports whether a claim is settled by the file itself.
func (v *Vocabulary) BearsOut(c Claim) bool {
	switch c.Kind {
	case Name:
		return v.names[c.Text] || v.named(c.Text)
	case Path, Address:
		return v.names[c.Text]
	case Program:
		return v.code[strings.ToLower(c.Text)]
	case Command:
		return v.lines[c.Text] || v.code[c.Text] // a program alone
	}
	return false
}

// named reports whether all parts of a name are names here: Token.expiry.
func (v *Vocabulary) named(name string) bool {
	list := NameParts(name)
	return len(list) > 1 && !slices.ContainsFunc(list, func(p string) bool { return !v.names[p] })
}

// NameParts takes a qualified name apart.
func NameParts(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return r == '.' || r == ':' || r == '#' })
}

// SpeaksOf reports whether every word of a tag is among the words here, endings
// aside.
func (v *Vocabulary) SpeaksOf(tag string) bool {
	for word := range strings.SplitSeq(tag, "-") {
		if v.words[word] {
			continue
		}
		alike := false
		for p := range v.words {
			alike = alike || akin(p, word)
		}
		if !alike {
			return false
		}
	}
	return true
}

// akin reports whether two words differ in their endings alone, or one begins
// the other: cached and caching, auth and authentication.
func akin(a, b string) bool {
	if a, b = stem(a), stem(b); len(a) > len(b) {
		a, b = b, a
	}
	return len(a) >= minStem && strings.HasPrefix(b, a)
}

// minStem is how many bytes two words must have in common.
const minStem = 4

// stem is a word without its ending.
func stem(word string) string {
	for _, end := range [...]string{"ing", "ion", "ies", "ed", "es", "er", "s", "e", "y"} {
		if s, ok := strings.CutSuffix(word, end); ok && len(s) >= minStem {
			return s
		}
	}
	return word
}

// subwords takes a text apart into words in small letters, names at their humps;
// a name is one word too.
func subwords(s string) []string {
	var list []string
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		lower := strings.ToLower(w)
		list = append(list, lower)
		if lower == w {
			continue
		}
		for _, part := range capitals(w) {
			if part = strings.ToLower(part); part != lower {
				list = append(list, part)
			}
		}
	}
	return list
}

// capitals parts a name where a capital begins a word: HTTP Server, issue Token.
func capitals(w string) []string {
	var list []string
	runes := []rune(w)
	from := 0
	for i := 1; i < len(runes); i++ {
		next := i+1 < len(runes) && unicode.IsLower(runes[i+1])
		if unicode.IsUpper(runes[i]) && (!unicode.IsUpper(runes[i-1]) || next) {
			list = append(list, string(runes[from:i]))
			from = i
		}
	}
	return append(list, string(runes[from:]))
}
