package merge

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/prose"
	"github.com/pi-project-map/pmap/pkg/record"
)

// roles gives every directory one sentence: what its package, README or
// manifest says, else what it defines, else what its files are. Children come
// before their parents.
func (t *tree) roles() {
	for _, d := range t.dirs {
		if d.noted != nil && d.noted.text != "" {
			d.role = d.noted.text
			continue
		}
		words, f := t.told(d)
		if words != "" {
			d.role, d.told = words, f
			continue
		}
		d.role = prose.Sentence(t.proved(d), maxRole)
	}
}

// told returns the author's words on a directory and the file that has them.
func (t *tree) told(d *dir) (string, *file) {
	var best *file
	words := ""
	order := 0
	take := func(f *file, text string, rank int) {
		text = prose.Sentence(subject(text, f.pkg, d.base(), f.stem(), project(d)), maxRole)
		if text == "" || strings.HasPrefix(text, "|") || same(text, d.base()) || aside(text) || !tells(text, f) {
			return
		}
		if best == nil || rank < order || rank == order && len(text) > len(words) {
			best, words, order = f, text, rank
		}
	}
	for _, f := range d.files {
		text, rank := packageWords(d, f)
		if text != "" {
			take(f, text, rank)
		}
	}
	if f := principal(d); f != nil {
		take(f, f.doc, 15)
	}
	for _, f := range d.files {
		if readme(f) && f.class == record.ClassSymlink {
			if to := t.byPath[path.Join(d.path, f.target)]; to != nil && readme(to) && to.facts != nil {
				f = to
			}
		}
		if readme(f) && f.facts != nil {
			take(f, firstOf(f.facts.Summary, f.doc), 10)
		} else if readme(f) {
			take(f, f.doc, 10)
		}
		if manifest(f) {
			take(f, f.facts.Summary, 20)
		}
	}
	return words, best
}

// project is the name that the nearest manifest declares.
func project(d *dir) string {
	for ; d != nil; d = d.parent {
		for _, f := range d.files {
			if manifest(f) && f.facts.Name != "" {
				return f.facts.Name
			}
		}
	}
	return ""
}

// principal is the source file that a directory is about: the one that has its
// name, or its only one.
func principal(d *dir) *file {
	var only *file
	sources, scripts, tests := 0, 0, 0
	for _, f := range d.files {
		if f.test() {
			tests++
		}
		if f.class == record.ClassDoc && !readme(f) {
			sources++ // then it is about more than that file
		}
		if f.class != record.ClassSource || f.lang == "" || f.void() {
			continue
		}
		if len(f.symbols)+len(f.hidden) == 0 {
			if f.lang == "Shell" {
				scripts++
			}
			continue
		}
		if same(f.stem(), d.base()) {
			return f
		}
		sources++
		only = f
	}
	if sources == 1 && only != nil && d.path != "." && tests <= maxTried && (only.lang != "Shell" || scripts == 0) {
		return only
	}
	return nil
}

// maxTried is how many tests may stand beside the only source file of a
// directory that is not there for the tests.
const maxTried = 2

// aside reports whether words speak of the file they stand in rather than of
// its directory.
func aside(text string) bool {
	lower := strings.ToLower(text)
	for _, start := range [...]string{"this script is", "todo", "note", "see ", "readme "} {
		if strings.HasPrefix(lower, start) {
			return true
		}
	}
	return strings.Contains(lower, "this file") || strings.Contains(lower, "this readme")
}

// packageWords returns the documentation of a package that a file carries, and
// how strongly the file is the place for it.
func packageWords(d *dir, f *file) (string, int) {
	if f.test() {
		return "", 0
	}
	switch f.lang {
	case "Go":
		switch {
		case f.packageDoc == "" || f.pkg != d.pkg && f.base() != "doc.go":
			return "", 0
		case f.base() == "doc.go":
			return f.packageDoc, 0
		case f.stem() == f.pkg || f.stem() == d.base():
			return f.packageDoc, 1
		}
		return f.packageDoc, 2
	case "Python":
		if packageFile(f) {
			return f.doc, 0
		}
	case "Rust":
		switch f.base() {
		case "lib.rs", "mod.rs":
			return f.doc, 0
		case "main.rs":
			return f.doc, 1
		}
	case "JavaScript", "TypeScript", "TSX":
		if f.stem() == "index" {
			return f.doc, 3
		}
	case "Java":
		if f.base() == "package-info.java" {
			return firstOf(f.packageDoc, f.doc), 0
		}
	}
	return "", 0
}

func firstOf(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}

// maxNamed is how many names a role made of names has; with fewer than minNamed
// it does not speak for the subdirectories.
const (
	maxNamed = 5
	minNamed = 3
)

// only says what a directory is that has nothing but one subdirectory: what
// that is.
func (t *tree) only(d *dir) string {
	end := d.subs[0]
	for len(end.subs) == 1 && len(end.files) == 0 {
		end = end.subs[0]
	}
	role := "Holds " + pathname.Quote(d.within(end.path))
	if end.told == nil && !strings.HasPrefix(end.role, "Defines ") && !strings.HasPrefix(end.role, "Program ") {
		return role
	}
	if sourceRoot(d.within(end.path)) {
		return end.role
	}
	return role + ": " + end.role
}

// heart is the directory that holds the source of a project or of a part of its
// layout, such as src/main/java, or nil.
func heart(d *dir) *dir {
	if !slices.ContainsFunc(d.files, manifest) && !layout(d.base()) {
		return nil
	}
	in := d
	for {
		next := in.child("src", "main", "java", "kotlin", "scala")
		if next == nil && in != d && len(in.subs) == 1 && len(in.files) == 0 {
			next = in.subs[0]
		}
		if next == nil {
			break
		}
		in = next
	}
	if in == d {
		return nil
	}
	return in
}

// layout reports whether a directory's name is one of those under which every
// project of its kind keeps its source.
func layout(name string) bool {
	switch name {
	case "src", "main", "java", "kotlin", "scala":
		return true
	}
	return false
}

// child returns the first subdirectory of one of these names.
func (d *dir) child(names ...string) *dir {
	for _, name := range names {
		for _, sub := range d.subs {
			if sub.base() == name {
				return sub
			}
		}
	}
	return nil
}

// sourceRoot reports whether a directory only stands between a project and its
// source, so that what one is the other is.
func sourceRoot(name string) bool { return name == "src" || name == "lib" || name == "app" }

// proved says what a directory defines or holds.
func (t *tree) proved(d *dir) string {
	documents, sources, tests, others := 0, 0, 0, 0
	for _, f := range d.files {
		switch {
		case readme(f) || legal(f.base()) != "" || strings.HasPrefix(f.base(), ".") || f.void():
		case f.class == record.ClassDoc:
			documents++
		case f.source():
			sources++
		case f.test():
			tests++
			others++
		case f.class == record.ClassData || f.class == record.ClassBinary:
			others++
		}
	}
	if len(d.subs) == 1 && documents+sources+others == 0 {
		return t.only(d)
	}
	if documents <= sources && (tests <= maxTried || tests < 4*sources) {
		if names := t.defines(d); len(names) > 0 && !t.scattered(d) {
			role := "Defines " + strings.Join(names, ", ")
			if len(names) < minNamed && len(d.subs) > 1 {
				role += "; holds " + strings.Join(holdings(d), ", ")
			}
			return role
		}
		if program := t.program(d); program != "" {
			return program
		}
		if names := t.keeps(d); len(names) > 0 && !t.scattered(d) {
			return "Defines " + strings.Join(names, ", ")
		}
	}
	if kinds := t.kindsOf(d); len(d.subs) == 0 || documents >= len(d.subs) && sources == 0 && docDir(d.base()) || (strings.HasPrefix(kinds, "Tests of ") || strings.HasPrefix(kinds, "Test helpers: ")) && all(t.under(d), plain) || sources > 0 && kinds != "" && t.scattered(d) || documents+others > len(d.subs) && kinds != "" {
		return kinds
	}
	if in := heart(d); in != nil && sources == 0 && (in.told != nil || strings.HasPrefix(in.role, "Program ") || strings.HasPrefix(in.role, "Defines ")) {
		return in.role
	}
	return "Holds " + strings.Join(holdings(d), ", ")
}

func docDir(base string) bool {
	switch strings.ToLower(base) {
	case "doc", "docs", "documentation", "guide", "guides", "manual":
		return true
	}
	return false
}

// plain reports whether a file is a test or no source.
func plain(f *file) bool { return f.test() || !f.source() }

// scattered reports whether a directory's files stand side by side, as scripts
// and examples do: several, of which no name is used elsewhere, or which all
// define the same name, as commands do. Then the names of the files say more
// than those in them.
func (t *tree) scattered(d *dir) bool {
	sources, alike, uses := 0, 0, 0
	offered := map[string]int{} // by how many files
	for _, f := range d.files {
		if f.class != record.ClassSource {
			continue
		}
		sources++
		if f.users > 0 {
			uses++
		}
		for _, e := range t.exports(f) {
			if e.origin == f {
				offered[e.name]++
			}
		}
		if slices.ContainsFunc(t.exports(f), func(e export) bool { return named(f, e.name) }) {
			alike++
		}
	}
	least, most := minScattered, 0
	if choreDir(d.base()) || trial(d.base()) {
		least, most = 2, sources/4 // one may check or use another
	}
	for _, files := range offered { // one name for all: they are told by their own
		if files >= minScattered && files >= sources-1 {
			return true
		}
	}
	return uses <= most && sources >= least && alike*2 < sources
}

// minScattered is how many files it takes to stand side by side.
const minScattered = 3

// keeps names the types and functions of a directory that offers nothing
// beyond its package.
func (t *tree) keeps(d *dir) []string {
	var list []ranked
	for _, f := range d.files {
		if f.class != record.ClassSource {
			continue
		}
		for _, n := range f.inner {
			list = append(list, ranked{PageSymbol: record.PageSymbol{Name: t.names.list[n]}, rank: t.rank(f, n)})
		}
	}
	slices.SortFunc(list, func(a, b ranked) int {
		return cmp.Or(-cmp.Compare(a.rank, b.rank), strings.Compare(a.Name, b.Name))
	})
	var names []string
	for _, r := range list {
		if len(names) < maxNamed && !slices.Contains(names, r.Name) {
			names = append(names, r.Name)
		}
	}
	return names
}

// defines names what a directory's files define for others, most used first.
func (t *tree) defines(d *dir) []string {
	var names []string
	list := t.ranking(d)
	main := func(r ranked) bool {
		return r.rank > 0 && mainType(r.kind) && !(r.kind == record.KindInterface && r.script) // which types options there
	}
	if count(list, main) >= minNamed { // they say more than what is done with them
		slices.SortStableFunc(list, func(a, b ranked) int { return compareBool(!main(a), !main(b)) })
	}
	for _, r := range list {
		if len(names) == maxNamed || r.weight > 0 && r.rank == 0 && len(names) == 0 {
			break // constants that nobody uses are settings of a tool
		}
		if r.local {
			continue
		}
		if !slices.Contains(names, r.Name) {
			names = append(names, r.Name)
		}
	}
	return names
}

// mainType reports whether a symbol is a type with parts or methods of its own.
func mainType(k record.Kind) bool {
	switch k {
	case record.KindClass, record.KindStruct, record.KindInterface, record.KindTrait:
		return true
	}
	return false
}

func count(list []ranked, holds func(ranked) bool) int {
	n := 0
	for _, r := range list {
		if holds(r) {
			n++
		}
	}
	return n
}

// program says that a directory is a program, after the file it starts from.
func (t *tree) program(d *dir) string {
	var programs []string
	for _, f := range d.files {
		if f.program {
			programs = append(programs, f.entry)
		}
	}
	if len(programs) > 1 {
		return "Programs " + commas(programs, maxNamed)
	}
	for _, f := range d.files {
		if f.entry != "" {
			if said := t.said(f); said != "" {
				return said
			}
			if f.program {
				return "Program " + f.entry
			}
			if len(d.subs) > 1 {
				return "Package " + f.entry + "; holds " + strings.Join(holdings(d), ", ")
			}
			return "Package " + f.entry
		}
	}
	return ""
}
