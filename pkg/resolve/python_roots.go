package resolve

import (
	"path"
	"slices"
	"strings"
)

// pythonRoots are the directories that can be on the module path.
type pythonRoots struct {
	python  *python
	known   map[string]bool              // by a manifest, or the root of the tree
	found   map[string]bool              // above an outermost package
	sources map[string][]string          // by project directory: roots that it adds
	moved   map[string]map[string]string // by project directory: package to a directory of another name
	tops    map[string][]string          // outermost module or package name to roots, sorted
}

const (
	maxRoots      = 64 // roots of other projects that are tried for one name
	maxAddedRoots = 32 // roots that one project may add
)

func newPythonRoots(p *python, files []File) *pythonRoots {
	r := &pythonRoots{
		python: p, known: map[string]bool{".": true}, found: map[string]bool{},
		sources: map[string][]string{}, tops: map[string][]string{}, moved: map[string]map[string]string{},
	}
	r.addSource(".", "src")
	for _, f := range files {
		dir, base := path.Dir(f.Path), path.Base(f.Path)
		if isPythonManifest(base) || base == "manage.py" || base == "requirements.txt" {
			r.known[dir] = true
			r.addSource(dir, "src")
		}
		if isPythonManifest(base) && f.Facts != nil {
			for _, pair := range f.Facts.Paths {
				r.addPath(dir, pair.Key, pair.Value)
			}
		}
	}
	for _, added := range r.sources {
		slices.Sort(added)
	}
	r.findPackages(files)
	return r
}

// addPath enters a directory of packages, or of the one package that is named:
// its own directory, or the one that holds it.
func (r *pythonRoots) addPath(dir, name, value string) {
	at, ok := join(dir, value)
	switch own := "/" + strings.ReplaceAll(name, ".", "/"); {
	case name == "" || !ok || len(name) > maxRaw:
		r.addSource(dir, value)
	case strings.HasSuffix("/"+at, own):
		r.addSource(dir, value+strings.Repeat("/..", strings.Count(own, "/")))
	case r.python.holds[at+own]:
		r.addSource(dir, value)
	case !strings.Contains(name, ".") && r.python.holds[at]:
		if r.moved[dir] == nil {
			r.moved[dir] = map[string]string{}
		}
		if old, taken := r.moved[dir][name]; !taken || at < old {
			r.moved[dir][name] = at
		}
	}
}

func (r *pythonRoots) addSource(dir, value string) {
	root, ok := join(dir, value)
	if !ok || root == dir || len(value) > maxRaw || !r.python.holds[root] {
		return
	}
	if added := r.sources[dir]; len(added) < maxAddedRoots && !slices.Contains(added, root) {
		r.sources[dir] = append(added, root)
	}
	r.known[root] = true
}

// findPackages finds the roots of packages that no manifest speaks of, and
// what each root offers.
func (r *pythonRoots) findPackages(files []File) {
	declared := map[string]bool{} // roots that are sources of a project
	for _, added := range r.sources {
		for _, root := range added {
			declared[root] = true
		}
	}
	for _, f := range files {
		if path.Base(f.Path) != "__init__.py" {
			continue
		}
		root := path.Dir(path.Dir(f.Path))
		if f.Path != "__init__.py" && !r.isPackage(root) && !r.inside(root, declared) {
			r.found[root] = true
		}
	}
	offered := map[string]bool{}
	for _, f := range files {
		if isPython(f.Path) {
			r.offer(f.Path, offered)
		}
	}
	for name, roots := range r.tops {
		slices.Sort(roots)
		r.tops[name] = slices.Compact(roots)
	}
}

func (r *pythonRoots) inside(dir string, roots map[string]bool) bool {
	for d := range upward(dir) {
		if roots[d] {
			return d != dir
		}
	}
	return false
}

// offer enters the outermost names through which a file can be imported.
// offered are the directories whose own names are entered.
func (r *pythonRoots) offer(file string, offered map[string]bool) {
	child := strings.TrimSuffix(file, path.Ext(file))
	for dir := range upward(path.Dir(file)) {
		if r.known[dir] || r.found[dir] {
			name := path.Base(child)
			r.tops[name] = append(r.tops[name], dir)
		}
		if offered[dir] {
			return
		}
		offered[dir], child = true, dir
	}
}

func (r *pythonRoots) isPackage(dir string) bool {
	files := r.python.tree.files
	return files[under(dir, "__init__.py")] || files[under(dir, "__init__.pyi")]
}

// own is the directory above the outermost package that a file lies in; for a
// file outside of packages, its own.
func (r *pythonRoots) own(from string) string {
	dir := path.Dir(from)
	for dir != "." && r.isPackage(dir) {
		dir = path.Dir(dir)
	}
	return dir
}

// near lists the roots that a file sees by where it lies, the nearest first.
func (r *pythonRoots) near(from string) []string {
	var roots []string
	for dir := range upward(r.own(from)) {
		if len(roots) == 0 || r.known[dir] || r.found[dir] {
			roots = append(roots, dir)
		}
		roots = append(roots, r.sources[dir]...)
	}
	return roots
}

// pythonMatch is how far a dotted name leads from a root.
type pythonMatch struct {
	depth   int    // parts that lead to something, up to the last module
	file    string // of the last module, or "" if only submodules are files
	module  string // its path without ending
	whole   bool   // every part was found
	regular bool   // the first part is a package or module of its own, no mere directory
}

// at follows a dotted name from a root, as deep as there are modules. A
// directory without __init__.py counts only for what is found below it.
func (p *python) at(root string, parts, names []string) pythonMatch {
	m := pythonMatch{module: root}
	at := root
	for i, part := range parts {
		at = under(at, part)
		file := p.module(at)
		if file == "" && !p.holds[at] {
			return m
		}
		if file != "" {
			m.depth, m.file, m.module = i+1, file, at
			m.regular = m.regular || i == 0
		}
	}
	m.whole = m.module == at
	if slices.ContainsFunc(names, func(n string) bool { return p.submodule(at, n) != "" }) {
		if m.module != at {
			m.file = "" // of a directory, only its modules can be imported
		}
		m.depth, m.module, m.whole = len(parts)+1, at, true
	}
	return m
}

// movedTo follows a name whose package a project keeps in a directory of
// another name.
func (p *python) movedTo(dir string, parts, names []string) pythonMatch {
	for d := range upward(dir) {
		at, ok := p.roots.moved[d][parts[0]]
		if !ok {
			continue
		}
		m := p.at(at, parts[1:], names)
		if m.module == at {
			m.file, m.whole = p.module(at), len(parts) == 1
		}
		m.depth, m.regular = m.depth+1, true
		if m.file != "" || m.depth > 1 {
			return m
		}
	}
	return pythonMatch{}
}

// elsewhere looks in the roots of other projects of the tree. A name that the
// importing project requires is another project's only if that project bears
// the name of a requirement.
func (p *python) elsewhere(dir string, parts, names []string, required bool) pythonMatch {
	var best pythonMatch
	nearest, tied := -1, false
	tops := p.roots.tops[parts[0]]
	for _, root := range tops[:min(len(tops), maxRoots)] {
		if required && !p.requiredProject(dir, root) || isApart(root) && !strings.HasPrefix(root, under(dir, "")) {
			continue
		}
		m := p.at(root, parts, names)
		if m.depth == 0 || m.depth < best.depth {
			continue
		}
		shared := sharedDepth(dir, root)
		if m.depth > best.depth || shared > nearest {
			best, nearest, tied = m, shared, false
		} else if shared == nearest {
			tied = true
		}
	}
	if tied || len(tops) > maxRoots {
		return pythonMatch{}
	}
	return best
}

// isApart reports whether a directory is of tests or examples, whose modules
// only what stands above them may mean.
func isApart(dir string) bool {
	for part := range strings.SplitSeq(dir, "/") {
		switch part {
		case "test", "tests", "testing", "fixtures", "example", "examples", "sample", "samples", "docs", "doc":
			return true
		}
	}
	return false
}

// requiredProject reports whether the project of a root is one that dir's
// projects require.
func (p *python) requiredProject(dir, root string) bool {
	for d := range upward(root) {
		for _, name := range p.names[d] {
			if p.declaresDist(dir, name) {
				return true
			}
		}
	}
	return false
}

// sibling looks beside a file of a package, where it finds modules when it is
// run as a script.
func (p *python) sibling(dir string, parts, names []string, required bool) pythonMatch {
	if required || !p.roots.isPackage(dir) {
		return pythonMatch{}
	}
	return p.at(dir, parts, names)
}

// sharedDepth is how many leading directories two paths share.
func sharedDepth(a, b string) int {
	n := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			n++
		}
	}
	if a == b || strings.HasPrefix(a, b+"/") || strings.HasPrefix(b, a+"/") {
		n++
	}
	return n
}
