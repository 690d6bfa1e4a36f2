package merge

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/pi-project-map/pmap/pkg/claim"
	"github.com/pi-project-map/pmap/pkg/record"
	"github.com/pi-project-map/pmap/pkg/resolve"
)

// vocabulary is what a file or directory itself says: the names in it, and the
// words that those and the authors' sentences are made of.
type vocabulary struct {
	names map[string]bool // as they stand
	parts map[string]bool // words in small letters
	said  []string        // texts in which an address may stand
	lines map[string]bool // command lines
}

func newVocabulary() *vocabulary {
	return &vocabulary{names: map[string]bool{}, parts: map[string]bool{}, lines: map[string]bool{}}
}

// wordsOf is the vocabulary of one file. It depends on its path and syntax
// alone.
func wordsOf(f *file, s record.Syntax) *vocabulary {
	v := newVocabulary()
	v.name(f.base(), f.stem(), s.Package)
	v.text(f.path, s.Doc, s.PackageDoc)
	for _, sym := range s.Symbols {
		v.name(sym.Name, sym.Parent, sym.Of)
		v.text(sym.Doc, sym.Signature)
	}
	for _, i := range s.Imports {
		v.name(strings.Trim(i.Raw, `"<>`))
		v.name(i.Names...)
		v.text(i.Raw, frameworkWord(resolve.Target{Kind: resolve.External, Path: i.Raw}))
	}
	v.name(s.Refs...)
	if s.Facts != nil {
		v.facts(s.Facts)
	}
	if f.lang == "Shell" {
		v.text("shell sh bash")
	}
	return v
}

func (v *vocabulary) facts(facts *record.Facts) {
	v.name(facts.Module, facts.Name)
	v.text(facts.Kind, facts.Title, facts.Summary)
	for _, list := range [][]string{facts.Main, facts.Dependencies, facts.Extends, facts.Members} {
		v.name(list...)
	}
	for _, pairs := range [][]record.Pair{facts.Exports, facts.Imports, facts.Bin, facts.Paths, facts.Replace, facts.Scripts} {
		for _, p := range pairs {
			v.name(p.Key, p.Value)
		}
	}
	for _, s := range facts.Scripts {
		v.lines[strings.Join(strings.Fields(s.Value), " ")] = true
	}
}

// name takes in names, and the words they are made of.
func (v *vocabulary) name(names ...string) {
	for _, n := range names {
		if n != "" {
			v.names[n] = true
			v.text(n)
		}
	}
}

func (v *vocabulary) text(texts ...string) {
	for _, s := range texts {
		if s == "" {
			continue
		}
		if strings.ContainsAny(s, ":@") {
			v.said = append(v.said, s)
		}
		for _, w := range subwords(s) {
			v.parts[w] = true
		}
	}
}

// bearsOut reports whether a claim is settled by the file itself.
func (v *vocabulary) bearsOut(c claim.Claim) bool {
	switch c.Kind {
	case claim.Name:
		return v.names[c.Text] || v.named(c.Text)
	case claim.Path:
		return v.names[c.Text]
	case claim.Address:
		return slices.ContainsFunc(v.said, func(s string) bool { return mentions(s, c.Text) })
	case claim.Program:
		return v.parts[strings.ToLower(c.Text)]
	case claim.Command:
		return v.lines[c.Text]
	}
	return false
}

// named reports whether all parts of a name are names here: Token.expiry.
func (v *vocabulary) named(name string) bool {
	list := nameParts(name)
	return len(list) > 1 && !slices.ContainsFunc(list, func(p string) bool { return !v.names[p] })
}

// nameParts takes a qualified name apart.
func nameParts(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return r == '.' || r == ':' || r == '#' })
}

// mentions reports whether an address stands in a text as a whole.
func mentions(text, address string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], address)
		if i < 0 {
			return false
		}
		from += i + len(address)
		if from == len(text) || strings.ContainsRune(" )>\"'`,;|", rune(text[from])) || strings.HasPrefix(text[from:], ". ") || text[from:] == "." {
			return true
		}
	}
}

// speakOf reports whether every word of a tag is among the words here, endings
// aside.
func (v *vocabulary) speakOf(tag string) bool {
	for word := range strings.SplitSeq(tag, "-") {
		if v.parts[word] {
			continue
		}
		alike := false
		for p := range v.parts {
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
		for _, part := range humps(w) {
			if part = strings.ToLower(part); part != lower {
				list = append(list, part)
			}
		}
	}
	return list
}

// humps parts a name where a capital begins a word: HTTP Server, issue Token.
func humps(w string) []string {
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

var (
	identifier = regexp.MustCompile(`^[\pL_$][\pL\pN_$.?!-]{0,63}$`)
	tagWord    = regexp.MustCompile(`^[\pL\pN][\pL\pN+#.]*(-[\pL\pN][\pL\pN+#.]*){0,2}$`)
)

// maxTag is the longest tag that a model gives, in bytes.
const maxTag = 30

// tagOf makes a tag of a concept, or nothing of one that is no short name.
func tagOf(concept string) string {
	words := strings.FieldsFunc(strings.ToLower(concept), func(r rune) bool { return r == ' ' || r == '-' || r == '_' || r == '/' })
	tag := strings.Trim(strings.Join(words, "-"), ".")
	if len(tag) > maxTag || !tagWord.MatchString(tag) {
		return ""
	}
	return tag
}
