package merge

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pi-project-map/pmap/pkg/prose"
	"github.com/pi-project-map/pmap/pkg/record"
)

// purpose says in a model's words, as far as they are borne out, or else in the
// author's own what a file is for, else what kind of
// file it is if that is not source, else nothing.
func (t *tree) purpose(f *file) string {
	if word := sealed(f); word != "" {
		return word
	}
	if f.noted != nil && f.noted.text != "" {
		return f.noted.text
	}
	if bare(f) {
		return ""
	}
	if f.base() == "doc.go" && f.packageDoc != "" {
		return prose.Sentence(subject(f.packageDoc, f.pkg), maxPurpose)
	}
	if said := t.said(f); said != "" {
		return prose.Sentence(said, maxPurpose)
	}
	if t.helper(f) {
		return "test helper"
	}
	if word := classWord(f); word != "" {
		return word
	}
	return t.within(f)
}

// maxInner is how many names stand for a file that offers none.
const maxInner = 4

// within names what a source file that offers nothing, and about which nothing
// is said, keeps to itself: what its neighbours use most.
func (t *tree) within(f *file) string {
	if len(f.inner) == 0 || f.class != record.ClassSource {
		return ""
	}
	inner := slices.Clone(f.inner)
	slices.SortStableFunc(inner, func(a, b name) int { return -cmp.Compare(t.rank(f, a), t.rank(f, b)) })
	names := make([]string, 0, maxInner+1)
	for _, n := range inner {
		if s := t.names.list[n]; !slices.Contains(names, s) {
			names = append(names, s)
		}
		if len(names) > maxInner {
			break
		}
	}
	return "internal: " + commas(names, maxInner)
}

// said finds the author's words on a file that its directory's role does not
// say already.
func (t *tree) said(f *file) string {
	told := f.dir.told == f
	words := []string{f.doc}
	if f.facts != nil {
		words = t.documentWords(f, told)
	} else if !told {
		words = append(words, t.chiefWords(f))
	}
	for _, w := range words {
		w = prose.Sentence(subject(w, f.pkg, f.dir.base(), f.stem(), project(f.dir)), maxRole)
		if w != "" && !(f.dir.told != nil && same(w, f.dir.role)) && tells(w, f) {
			return w
		}
	}
	return ""
}

// unrepeat takes away words that stand above several files of a directory and
// so are about none of them. Files of one family, such as a header and its
// source or one name for several platforms, may say the same.
func (t *tree) unrepeat() {
	for _, d := range t.dirs {
		said := map[string][]*file{}
		for _, f := range d.files {
			if f.doc != "" && f.facts == nil {
				said[letters(f.doc)] = append(said[letters(f.doc)], f)
			}
		}
		for _, files := range said {
			if len(files) < 2 {
				continue
			}
			family := all(files, func(f *file) bool { return f.family() == files[0].family() })
			for _, f := range files {
				if f.test() || !family && !same(f.stem(), d.base()) {
					f.doc = ""
				}
			}
		}
	}
}

// family is what the names of files have in common that belong together.
func (f *file) family() string {
	base := f.base()
	if at := strings.IndexAny(base, "._-"); at > 0 {
		return base[:at]
	}
	return base
}

// documentWords lists what a document or manifest says of itself. A title that
// only repeats the file's name says less than its first sentence.
func (t *tree) documentWords(f *file, told bool) []string {
	title, summary := f.facts.Title, f.facts.Summary
	switch {
	case manifest(f):
		return []string{manifestWord(f)}
	case told:
		return nil // its directory's role says it
	case t.projects[letters(title)] || readme(f) && (commonHeading(title) || same(title, f.dir.base())):
		return []string{summary, f.doc}
	case readme(f):
		return []string{summary, f.doc, title}
	case same(title, f.stem()):
		return []string{summary, f.doc}
	}
	return []string{title, summary, f.doc}
}

// commonHeading reports whether a heading stands in any README.
func commonHeading(title string) bool {
	switch strings.ToLower(title) {
	case "usage", "installation", "install", "getting started", "quick start", "quickstart", "overview", "introduction", "readme", "about", "build", "building", "license", "contents":
		return true
	}
	return false
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

// tells reports whether words say more than the file's own name, and all of it,
// and are about more than a part of it.
func tells(words string, f *file) bool {
	lower := strings.ToLower(words)
	if strings.HasPrefix(lower, "note:") || strings.HasPrefix(lower, "note that") || ofPart.MatchString(lower) || f.facts == nil && isASCII(words) && len(letters(words)) < 4 {
		return false
	}
	if prose.Address(words) || f.facts == nil && prose.Remark(words) {
		return false
	}
	if f.facts == nil && (same(plainName(lower), f.stem()) || same(plainName(lower), f.dir.base())) {
		return false
	}
	return !strings.HasSuffix(words, ":") && !same(words, f.stem()) && !same(words, f.base()) && !same(words, f.path)
}

// plainName takes off what is said of any file: "Cookie utilities." is its name.
func plainName(lower string) string {
	kept := strings.Fields(lower)
	return strings.Join(slices.DeleteFunc(kept, func(w string) bool {
		switch strings.Trim(w, ".,:") {
		case "a", "an", "the", "this", "is", "for", "of", "and", "utility", "utilities", "utils", "util", "helper", "helpers", "function", "functions",
			"module", "package", "library", "file", "class", "code", "related", "stuff", "methods", "header":
			return true
		}
		return false
	}), " ")
}

// ofPart is how words begin that are about one declaration.
var ofPart = regexp.MustCompile(`\bthis (?:structure|struct|function|macro|typedef|variable|constant|field|define|callback)\b`)

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII })
}

// subject takes off what a map says already: that this is a package, and its
// name. "Package x reads" becomes "Reads", "Package x is a reader" "A reader".
func subject(s string, names ...string) string {
	for _, start := range []string{"This is a ", "This is an ", "This is the "} {
		if rest, ok := strings.CutPrefix(s, start); ok {
			return capital(strings.TrimPrefix(start, "This is ") + rest)
		}
	}
	words := strings.SplitN(strings.TrimSpace(s), " ", 3)
	if len(words) < 3 {
		return s
	}
	if words[0] == "This" && !strings.HasPrefix(words[2], "is ") {
		verb, _, more := strings.Cut(words[2], " ")
		if more && strings.HasSuffix(verb, "s") && len(verb) > 3 && verb != "does" && slices.Contains(selfNames[:], words[1]) {
			return capital(words[2])
		}
		return s
	}
	known := func(w string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return n != "" && same(n, w) })
	}
	kind := func(w string) bool {
		return slices.Contains([]string{"package", "module", "crate", "library", "command"}, strings.ToLower(w))
	}
	rest := words[2]
	switch {
	case kind(words[0]) && known(words[1]):
	case strings.EqualFold(words[0], "the") && known(words[1]):
		var third string
		if third, rest, _ = strings.Cut(rest, " "); !kind(third) {
			return s
		}
	case known(words[0]) && strings.Trim(words[1], ":-–—") == "":
		if strings.Contains(rest, " "+words[1]+" ") {
			return s // an insertion: the sentence goes on after it
		}
		return capital(rest)
	default:
		return s
	}
	rest = strings.TrimLeft(rest, ":-–— ")
	verb, after, _ := strings.Cut(rest, " ")
	switch verb {
	case "is", "are", "was":
		return capital(after)
	case "and", "for", "of", "in", "to", "that", "which", "with", "from", "can", "may", "will", "should", "on", "has", "":
		return s
	}
	return capital(rest)
}

// selfNames are the words by which a comment means what it stands in.
var selfNames = [...]string{"module", "file", "package", "crate", "script", "library", "program", "class", "directory", "folder", "header", "document", "example", "sample", "demo"}

func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if !unicode.IsLower(r) {
		return s
	}
	return string(unicode.ToUpper(r)) + s[size:]
}
