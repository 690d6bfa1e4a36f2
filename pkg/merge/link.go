package merge

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
	"github.com/pi-project-map/pmap/pkg/resolve"
)

// dep is one thing that a file depends on.
type dep struct {
	target   resolve.Target
	file     *file // an internal target is one of these two
	dir      *dir
	typeOnly bool // nothing of it remains when the program runs
	loose    bool // no order between the two follows from it
	tests    bool // only the tests in the file need it
}

// link finds out where every import leads and what every file depends on.
func (t *tree) link() {
	list := make([]resolve.File, 0, len(t.files))
	for _, f := range t.files {
		path := f.path
		if f.slash {
			path += "/"
		}
		rf := resolve.File{Path: path, Lang: f.lang, Package: f.pkg, Facts: f.facts}
		for i := range f.imports {
			if f.lang == "Rust" {
				rf.Imports = append(rf.Imports, f.imports[i].Import)
			}
		}
		switch f.lang {
		case "PHP", "Java":
			rf.Names = f.offers()
		case "Kotlin", "Scala", "C#":
			rf.Names, rf.Uses = f.offers(), t.usesOf(f)
		}
		list = append(list, rf)
	}
	r := resolve.New(list)
	for _, f := range t.files {
		t.linkFile(r, f)
	}
	for _, f := range t.files {
		if f.lang == "Python" && slices.ContainsFunc(f.imports, func(i imported) bool { return i.star() }) {
			t.bind(f)
		}
		if f.lang == "C++" {
			f.announce()
		}
	}
}

// constantOfCPP reports whether a symbol is one that other files can name only
// if a header says so.
func constantOfCPP(f *file, s record.Symbol) bool {
	return f.lang == "C++" && s.Kind == record.KindConstant && s.Parent == ""
}

// announce exports the constants of a C++ source that a header which it
// includes declares extern: others belong to the file alone.
func (f *file) announce() {
	for i := range f.symbols {
		s := &f.symbols[i]
		if s.exported || s.kind != record.KindConstant || s.parent != "" {
			continue
		}
		for _, d := range f.deps {
			if d.file == nil {
				continue
			}
			if o := d.file.symbol(s.name); o != nil && o.exported && strings.HasPrefix(o.signature, "extern ") {
				s.exported = true
				break
			}
		}
	}
}

// bind finds where the names come from that a Python module lists in __all__
// and defines by no statement: a module that it imports all names of.
func (t *tree) bind(f *file) {
	for i := range f.symbols {
		s := &f.symbols[i]
		if !s.exported || s.kind != record.KindVariable || s.signature != "" || s.parent != "" {
			continue
		}
		for _, imp := range f.imports {
			if imp.star() && slices.ContainsFunc(imp.to, func(h hop) bool { return h.file != nil && len(t.chain(h.file, s.name, map[use]bool{})) > 0 }) {
				s.kind, s.of, s.from = record.KindAlias, s.name, imp.Raw
				break
			}
		}
	}
}

// offers lists the names that other files can name at top level of f.
func (f *file) offers() []string {
	var list []string
	for _, i := range f.byName {
		if s := &f.symbols[i]; s.exported && (len(list) == 0 || list[len(list)-1] != s.name) {
			list = append(list, s.name)
		}
	}
	return list
}

func (t *tree) usesOf(f *file) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, n := range f.refs {
			if !yield(t.names.list[n]) {
				return
			}
		}
	}
}

func (t *tree) linkFile(r *resolve.Resolver, f *file) {
	at := map[resolve.Target]int{}
	for i := range f.imports {
		imp := &f.imports[i]
		for _, target := range r.Resolve(f.path, f.lang, imp.Import) {
			d := dep{target: target, typeOnly: imp.TypeOnly, tests: f.tries(imp), loose: imp.Form == "mod" || imp.Form == "path"}
			if target.Kind == resolve.Internal {
				d.file, d.dir = t.place(target.Path)
			}
			if d.file == f || d.dir != nil && d.dir == f.dir {
				continue
			}
			if n, seen := at[target]; seen {
				f.deps[n].typeOnly = f.deps[n].typeOnly && d.typeOnly
				f.deps[n].loose = f.deps[n].loose && d.loose
				f.deps[n].tests = f.deps[n].tests && d.tests
				continue
			}
			at[target] = len(f.deps)
			f.deps = append(f.deps, d)
		}
		imp.to = t.hops(r, f, imp.Import)
	}
	slices.SortFunc(f.deps, func(a, b dep) int {
		return cmp.Or(cmp.Compare(kindOrder(a.target.Kind), kindOrder(b.target.Kind)), strings.Compare(a.target.Path, b.target.Path))
	})
	f.deps = slices.Clip(f.deps)
	seen := map[*dir]bool{nil: true}
	for _, d := range f.deps {
		if to := d.dirOf(); !seen[to] && !d.tests {
			seen[to] = true
			f.dirs = append(f.dirs, to)
		}
	}
}

// tries reports whether an import is for the tests that a file of source holds,
// which only Rust's do.
func (f *file) tries(i *imported) bool { return f.lang == "Rust" && i.TypeOnly && !f.test() }

// place returns the listed file or directory at a path.
func (t *tree) place(path string) (*file, *dir) {
	path = strings.TrimSuffix(path, "/")
	if f := t.byPath[path]; f != nil {
		return f, nil
	}
	return nil, t.dirAt[path]
}

// hops says which names an import takes from where. A statement may name
// several modules; then each name is looked up on its own.
func (t *tree) hops(r *resolve.Resolver, f *file, imp record.Import) []hop {
	targets := r.Resolve(f.path, f.lang, imp)
	if len(targets) <= 1 || len(imp.Names) <= 1 {
		return t.hop(nil, targets, imp.Names)
	}
	var list []hop
	for i := range imp.Names {
		one := imp
		one.Names = imp.Names[i : i+1]
		list = t.hop(list, r.Resolve(f.path, f.lang, one), one.Names)
	}
	return list
}

func (t *tree) hop(list []hop, targets []resolve.Target, names []string) []hop {
	for _, target := range targets {
		if target.Kind != resolve.Internal {
			continue
		}
		h := hop{names: names}
		if h.file, h.dir = t.place(target.Path); h.file != nil || h.dir != nil {
			list = append(list, h)
		}
	}
	return list
}

func kindOrder(k resolve.Kind) int {
	return slices.Index([]resolve.Kind{resolve.Internal, resolve.External, resolve.Standard, resolve.Unresolved}, k)
}

// dirOf is the directory that an internal dependency lies in.
func (d dep) dirOf() *dir {
	if d.file != nil {
		return d.file.dir
	}
	return d.dir
}
