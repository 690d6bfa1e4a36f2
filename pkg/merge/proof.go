package merge

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/claim"
	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
	"github.com/pi-project-map/pmap/pkg/resolve"
)

// lookup is where claims on the whole tree are looked up. It is made only for
// projects that have notes.
type lookup struct {
	t        *tree
	places   map[string][]string // base name to the paths that end in it
	endings  map[string]bool     // of files: ".ts"
	packages map[string]bool     // that are imported or that a manifest lists
	commands map[string]bool     // that manifests offer
	offers   []string            // the same, sorted
	at       *dir                // the directory whose note is looked at, if it is one's
	paths    *claim.Vocabulary   // the words of the paths below it, once they are needed
}

func (t *tree) newLookup() *lookup {
	l := &lookup{t: t, places: map[string][]string{}, endings: map[string]bool{}, packages: map[string]bool{}, commands: map[string]bool{}}
	for _, d := range t.dirs {
		l.places[d.base()] = append(l.places[d.base()], d.path)
		l.command(t.testing(d))
	}
	for _, f := range t.files {
		base := f.base()
		l.places[base] = append(l.places[base], f.path)
		l.endings[path.Ext(base)] = true
		for _, d := range f.deps {
			if d.target.Kind == resolve.External || d.target.Kind == resolve.Standard {
				l.packages[d.target.Path] = true
			}
		}
		l.manifest(f)
	}
	l.offers = slices.Sorted(maps.Keys(l.commands))
	return l
}

func (l *lookup) manifest(f *file) {
	l.command(l.t.running(f))
	if f.facts == nil {
		return
	}
	for _, name := range f.facts.Dependencies {
		l.packages[name] = true
	}
	for _, line := range slices.Concat(l.t.scripts(f), customs(f)) {
		l.command(line)
	}
	runner := l.t.runner(f)
	for _, s := range f.facts.Scripts {
		l.commands[strings.Join(strings.Fields(s.Value), " ")] = true
		if runner != "" {
			l.commands[runner+" "+s.Key] = true
		}
	}
	if runner == "npm run" {
		l.commands["npm test"] = true
	}
}

// command takes in the command of a workflow's line.
func (l *lookup) command(line string) {
	if _, command, ok := strings.Cut(line, ": "); ok {
		command, _, _ = strings.Cut(command, " (in ")
		l.commands[command] = true
	}
}

// file settles what is said of a file.
func (l *lookup) file(f *file) {
	n := f.noted
	n.text = sentences(n.open, func(c claim.Claim) bool { return l.bearsOut(f.dir, c) }, n, maxNotedPurpose)
	n.open = nil
	for _, said := range n.kept.Deps {
		d, proved := l.dependency(f, said)
		if !proved {
			n.doubt(said)
		} else if d != "" && !slices.Contains(n.deps, d) {
			n.deps = append(n.deps, d)
		}
	}
}

// directory settles what is said of a directory.
func (l *lookup) directory(d *dir) {
	n := d.noted
	l.at, l.paths = d, nil
	out := func(c claim.Claim) bool { return l.bearsOut(d, c) }
	n.text = sentences(claim.Split(n.kept.Role), out, n, maxNotedRole)
	room := maxNotedArch
	for line := range strings.SplitSeq(n.kept.Arch, "\n") {
		if line = sentences(claim.Split(line), out, n, room); line != "" && len(line) <= room && len(n.arch) < maxNotedLines {
			n.arch = append(n.arch, line)
			room -= len(line) + 1
		}
	}
	own := l.wordsIn(d)
	for _, said := range n.kept.Tags {
		if tag := tagOf(said); tag != "" && own.SpeaksOf(tag) {
			n.concepts = append(n.concepts, tag)
		} else {
			n.doubt(said)
		}
	}
	for _, said := range n.kept.Workflows {
		if line := l.flow(d, said); line != "" {
			n.flows = append(n.flows, line)
		} else {
			n.doubt(said)
		}
	}
}

// bearsOut reports whether the tree bears a claim out that is made in a
// directory or on a file in it.
func (l *lookup) bearsOut(d *dir, c claim.Claim) bool {
	switch c.Kind {
	case claim.Name:
		return l.named(c.Text)
	case claim.Path:
		return l.placed(d, c.Text) || l.packaged(c.Text)
	case claim.Program:
		return l.at != nil && l.pathWords().BearsOut(c) // a file has no more than its own
	case claim.Command:
		return l.offered(c.Text) || l.at != nil && l.pathWords().BearsOut(c)
	}
	return false // an address stands in the file, or nowhere
}

func (l *lookup) pathWords() *claim.Vocabulary {
	if l.paths == nil {
		l.paths = claim.NewVocabulary()
		for _, f := range l.t.under(l.at) {
			l.paths.Name(l.at.within(f.path))
		}
	}
	return l.paths
}

// named reports whether something in the project has a name, or all parts of
// it are names.
func (l *lookup) named(name string) bool {
	if _, known := l.t.names.ids[name]; known {
		return true
	}
	if len(l.places[name]) > 0 || l.endings[name] && name != "" || l.packages[name] {
		return true
	}
	parts := claim.NameParts(name)
	return len(parts) > 1 && !slices.ContainsFunc(parts, func(p string) bool {
		_, known := l.t.names.ids[p]
		return !known
	})
}

// placed reports whether a path is one of the tree, from the root, from d, or
// the end of one.
func (l *lookup) placed(d *dir, name string) bool {
	file, dir := l.place(d, name)
	if file != nil || dir != nil {
		return true
	}
	clean := path.Clean(strings.TrimPrefix(name, "pkg/"))
	return slices.ContainsFunc(l.places[path.Base(clean)], func(p string) bool { return strings.HasSuffix(p, "/"+clean) })
}

func (l *lookup) place(d *dir, name string) (*file, *dir) {
	if strings.HasPrefix(name, "/") || name == "" {
		return nil, nil
	}
	for _, p := range []string{name, strings.TrimPrefix(name, "pkg/"), path.Join(d.path, name)} {
		if f, sub := l.t.place(path.Clean(p)); f != nil || sub != nil {
			return f, sub
		}
	}
	return nil, nil
}

// packaged reports whether a package, or a part of one, is used or listed.
func (l *lookup) packaged(name string) bool {
	if name, _ = strings.CutPrefix(name, "ext/"); l.packages[name] {
		return true
	}
	for i := len(name) - 1; i > 0; i-- {
		if name[i] == '/' && strings.Contains(name[:i], ".") && l.packages[name[:i]] {
			return true // a Go module's package
		}
	}
	return false
}

// offered reports whether a command line is one that the project offers, or the
// start of one.
func (l *lookup) offered(line string) bool {
	at, found := slices.BinarySearch(l.offers, line+" ")
	return found || l.commands[line] || at < len(l.offers) && strings.HasPrefix(l.offers[at], line+" ")
}

// wordsIn is the vocabulary of a directory: what its files offer, what their
// authors say of them, what is below it.
func (l *lookup) wordsIn(d *dir) *claim.Vocabulary {
	v := claim.NewVocabulary()
	v.Text(d.path)
	for _, sub := range d.subs {
		v.Text(sub.base())
	}
	for _, f := range l.t.under(d) {
		if f.noted != nil {
			v.Text(f.noted.concepts...)
		}
	}
	for _, f := range d.files {
		v.Text(f.base(), f.doc, f.packageDoc, f.lang)
		for i := range f.symbols {
			v.Text(f.symbols[i].name, f.symbols[i].doc)
		}
		for _, dep := range f.deps {
			v.Text(dep.target.Path, frameworkWord(dep.target))
		}
		if f.facts != nil {
			v.Facts(f.facts)
		}
	}
	return v
}

// flow returns a workflow that claims nothing but a place in the tree to go to,
// a command that the project offers, or both; or nothing.
func (l *lookup) flow(d *dir, said string) string {
	said = strings.ReplaceAll(said, "`", "")
	head, command, offers := strings.Cut(said, ": ")
	task, route, leads := strings.Cut(head, " -> ")
	if offers && !l.commands[strings.TrimSpace(command)] || leads && !l.routed(d, route) || !offers && !leads || letters(task) == "" {
		return ""
	}
	for _, s := range claim.Split(task) {
		if slices.ContainsFunc(s.Claims, func(c claim.Claim) bool { return !l.bearsOut(d, c) }) {
			return ""
		}
	}
	return record.OneLine(said)
}

func (l *lookup) routed(d *dir, route string) bool {
	route = strings.TrimSpace(route)
	if file, dir := l.place(d, strings.TrimSuffix(route, "/")); file != nil || dir != nil {
		return true
	}
	return len(l.places[route]) > 0 || l.placed(d, route) || l.commands[route]
}

// dependency looks a dependency up that a model claims. What the imports say
// already is proved and adds nothing; beyond that a file of the project counts
// if this one uses a name that it alone defines or, being a manifest, lists it.
func (l *lookup) dependency(f *file, said string) (pathname.Text, bool) {
	name := strings.Trim(strings.TrimSpace(said), "`'\"")
	for _, prefix := range []string{"ext/", "std/"} {
		name = strings.TrimPrefix(name, prefix)
	}
	if name == "" {
		return "", false
	}
	for _, d := range f.deps {
		if d.target.Kind != resolve.Internal && (within(name, d.target.Path) || within(d.target.Path, name) || path.Base(d.target.Path) == name) {
			return "", true
		}
	}
	for i := range f.imports {
		if raw := f.imports[i].Raw; strings.Trim(raw, `"<>`) == name || slices.Contains(f.imports[i].Names, name) {
			return "", true
		}
	}
	if f.facts != nil && slices.Contains(f.facts.Dependencies, name) {
		return pathname.Text("ext/" + name), true
	}
	to, in := l.place(f.dir, name)
	switch {
	case to == f:
		return "", true
	case to != nil:
		return l.internal(f, to)
	case in != nil:
		return "", slices.ContainsFunc(f.deps, func(d dep) bool { at := d.dirOf(); return at != nil && in.above(at) })
	}
	return "", false
}

// within reports whether a package is part of another, or is it.
func within(name, of string) bool { return name == of || strings.HasPrefix(name, of+"/") }

func (l *lookup) internal(f, to *file) (pathname.Text, bool) {
	if slices.ContainsFunc(f.deps, func(d dep) bool { return d.file == to || d.dir != nil && d.dir == to.dir }) {
		return "", true
	}
	whole := pathname.Text("pkg/" + to.path)
	if to.dir == f.dir && to.pkg == f.pkg {
		definers := l.t.definers(f.dir)
		for _, n := range f.refs {
			if at := definers[n]; len(at) == 1 && at[0] == to {
				return whole, true
			}
		}
	}
	if f.facts == nil {
		return "", false
	}
	lists := func(value string) bool { return f.dir.within(to.path) == path.Clean(value) }
	pairs := slices.Concat(f.facts.Exports, f.facts.Imports, f.facts.Bin, f.facts.Paths, f.facts.Replace)
	return whole, slices.ContainsFunc(slices.Concat(f.facts.Main, f.facts.Extends, f.facts.Members), lists) ||
		slices.ContainsFunc(pairs, func(p record.Pair) bool { return lists(p.Value) })
}
