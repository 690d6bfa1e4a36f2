package merge

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// holdings names what a directory's subdirectories are, most used first. A
// chain of only children is one name.
func holdings(d *dir) []string {
	weights := map[*dir]int{}
	for _, sub := range d.subs {
		if !strings.HasPrefix(sub.base(), ".") && !strings.HasPrefix(sub.base(), "_") {
			weights[sub] = sub.used
		}
	}
	for _, sub := range d.subs {
		if len(weights) == 0 || len(d.subs) == 1 {
			weights[sub] = sub.used
		}
	}
	var names []string
	for _, sub := range strongest(weights) {
		if len(names) == maxNamed {
			return append(names, "…")
		}
		end := sub
		for len(end.subs) == 1 && len(end.files) == 0 {
			end = end.subs[0]
		}
		names = append(names, pathname.Quote(d.within(end.path)))
	}
	return names
}

// kindsOf says what the files of a directory are that defines nothing: what
// most of them are, by name.
func (t *tree) kindsOf(d *dir) string {
	if len(d.files) == 1 && !manifest(d.files[0]) {
		if said := t.said(d.files[0]); said != "" && !same(said, d.base()) {
			return said
		}
	}
	word, class := commonest(d)
	if class == "" && all(d.files, func(f *file) bool { return strings.HasPrefix(f.base(), ".") || f.lang == "Shell" || readme(f) }) && slices.ContainsFunc(d.files, (*file).source) {
		word = "Scripts: "
	}
	if class == record.ClassDoc {
		names, sep := titles(d), ", "
		if slices.ContainsFunc(names, func(n string) bool { return strings.Contains(n, ",") }) {
			sep = "; "
		}
		return word + joinSome(names, sep, maxNamed)
	}
	var names []string
	for _, second := range []bool{false, true} {
		for _, f := range d.files {
			name := f.base()
			if class != "" {
				name = subjectStem(f)
			}
			if f.void() && len(d.files) > 1 || class != "" && kindOf(f) != class || secondary(f, name) != second || packageFile(f) && len(d.files) > 1 || slices.Contains(names, pathname.Quote(name)) {
				continue
			}
			names = append(names, pathname.Quote(name))
		}
	}
	if len(names) == 0 {
		return ""
	}
	if class == record.ClassTest {
		switch {
		case t.helps(d) && len(names) == 1:
			return "Test helpers: " + t.helpers(d)
		case t.helps(d):
			word = "Test helpers: "
		case len(names) == 1 && secondary(d.files[0], names[0]):
			return "Tests of " + tested(d)
		}
	}
	return word + commas(names, maxNamed)
}

// helps reports whether the files of a directory of tests are there for others:
// most of them export something that other files import.
func (t *tree) helps(d *dir) bool {
	helpers, tests := 0, 0
	for _, f := range d.files {
		switch {
		case !f.test() || f.void():
		case t.helper(f):
			helpers++
		default:
			tests++
		}
	}
	return helpers > tests
}

// helpers names what a directory of tests offers to others.
func (t *tree) helpers(d *dir) string {
	var names []string
	for _, f := range d.files {
		if t.helper(f) {
			for _, e := range t.exports(f) {
				names = append(names, e.name)
			}
		}
	}
	return commas(names, maxNamed)
}

// helper reports whether a test file by its place is no test by its name and
// exports something that other files import.
func (t *tree) helper(f *file) bool {
	if f.class != record.ClassTest || subjectStem(f) != f.stem() || f.lang == "Python" && pytestName(f.base()) {
		return false
	}
	switch strings.ToLower(f.stem()) {
	case "test", "tests":
		return false
	}
	return len(t.exports(f)) > 0
}

// tested names what the tests of a directory are of: the directory, above those
// that are called after tests, or the project.
func tested(d *dir) string {
	for d.parent != nil && trial(d.base()) {
		d = d.parent
	}
	if d.path != "." {
		return pathname.Quote(d.base())
	}
	for _, f := range d.files {
		if manifest(f) && f.facts.Name != "" {
			return pathname.Quote(f.facts.Name)
		}
	}
	return "the project"
}

// titles names documents by their titles, or by their files if those are long
// or absent.
func titles(d *dir) []string {
	var names []string
	for _, last := range []bool{false, true} {
		for _, f := range d.files {
			if f.class != record.ClassDoc || (legal(f.base()) != "" || strings.HasPrefix(f.base(), ".")) != last {
				continue
			}
			name := pathname.Quote(ordinal.ReplaceAllString(f.stem(), ""))
			if f.facts != nil && f.facts.Title != "" && len(f.facts.Title) <= maxTitle && !readme(f) {
				name = f.facts.Title
			}
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// ordinal is the number before a document's name that says its turn.
var ordinal = regexp.MustCompile(`^\d{1,3}[-_.] *`)

// maxTitle is the longest title that goes into a role, in bytes.
const maxTitle = 40

// secondary reports whether a file says little about what its directory is
// for: hidden, or what tests share.
func secondary(f *file, name string) bool {
	if strings.HasPrefix(name, ".") || name == f.base() && f.class == record.ClassConfig {
		return true
	}
	switch strings.ToLower(name) {
	case "conftest", "util", "utils", "helper", "helpers", "common", "compat", "setup", "tests", "test", "main", "mod", "index", "all":
		return f.test()
	}
	return false
}

// commonest returns the class that most files have, and what such files are
// called in a role; no class if it has no such word.
func commonest(d *dir) (string, record.Class) {
	counts := map[record.Class]int{}
	for _, f := range d.files {
		counts[kindOf(f)]++
	}
	if docDir(d.base()) && counts[record.ClassDoc] > 0 { // what they show
		delete(counts, record.ClassBinary)
		delete(counts, record.ClassData)
	}
	best, word := record.ClassSource, ""
	for _, c := range [...]struct {
		class record.Class
		word  string
	}{
		{record.ClassTest, "Tests: "},
		{record.ClassDoc, "Documentation: "},
		{record.ClassConfig, "Configuration: "},
		{record.ClassData, "Data: "},
		{record.ClassNotebook, "Notebooks: "},
		{record.ClassGenerated, "Generated: "},
		{record.ClassBinary, "Binary files: "},
	} {
		if c.class == record.ClassConfig && counts[record.ClassTest] > 0 {
			continue // what the tests are run with
		}
		if counts[c.class] > counts[best] {
			best, word = c.class, c.word
		}
	}
	if word == "" {
		return "Files: ", ""
	}
	return word, best
}

// kindOf is a file's class; a generated test counts as a test.
func kindOf(f *file) record.Class {
	if f.test() {
		return record.ClassTest
	}
	return f.class
}

// subjectStem is the part of a file's name that says what it is about.
func subjectStem(f *file) string {
	stem := f.stem()
	if f.test() {
		for _, mark := range []string{"_test", "_tests", ".test", ".spec", "_spec", "-test", "Test", "Tests"} {
			stem = strings.TrimSuffix(stem, mark)
		}
		stem = strings.TrimPrefix(strings.TrimPrefix(stem, "test_"), "test-")
	}
	if stem == "" {
		return f.base()
	}
	return stem
}
