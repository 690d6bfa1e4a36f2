package merge

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/graph"
	"github.com/pi-project-map/pmap/pkg/record"
	"github.com/pi-project-map/pmap/pkg/resolve"
)

// Graph reads what Run reads and writes the graph of the whole project in one
// of [graph.Formats], at once. A stream that gave up has no graph.
func Graph(ctx context.Context, in *record.Reader, w io.Writer, format string) error {
	t, err := read(ctx, in, func(record.Line) error { return nil })
	if err != nil {
		return err
	}
	if !record.Gave(in.Exit()) {
		return nil
	}
	t.link()
	t.entries()
	text, err := t.graph().Write(format)
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return record.Failf(record.ExitIO, "write", "free some space, or write elsewhere", "write graph: %w", err)
	}
	return nil
}

// drawing is what is worked out for a graph: nodes by directory.
type drawing struct {
	*tree
	packages []*dir // by path
	at       map[*dir]int
	modules  []*dir // by path
	moduleAt map[*dir]int
	modName  map[*dir]string
}

func (t *tree) graph() *graph.Graph {
	d := &drawing{tree: t, at: map[*dir]int{}, moduleAt: map[*dir]int{}, modName: map[*dir]string{}}
	d.findPackages()
	d.findModules()
	g := &graph.Graph{Packages: make([]graph.Node, len(d.packages)), Modules: make([]graph.Node, len(d.modules))}
	for i, m := range d.modules {
		g.Modules[i] = graph.Node{Path: m.path, Name: d.modName[m], Module: -1}
	}
	for i, p := range d.packages {
		g.Packages[i] = d.node(p)
	}
	for _, p := range g.Packages {
		m := &g.Modules[p.Module]
		for _, to := range p.Deps {
			if other := g.Packages[to.To].Module; other != p.Module {
				m.Deps = append(m.Deps, graph.Dep{To: other, TypeOnly: to.TypeOnly})
			}
		}
		m.External = append(m.External, p.External...)
	}
	for i := range g.Modules {
		m := &g.Modules[i]
		m.Deps = graph.SortDeps(m.Deps)
		m.External = sorted(m.External)
	}
	g.Cycles = d.cycles()
	g.Entries = d.starts()
	return g
}

// program reports whether a file is one that a program is made of.
func program(f *file) bool {
	if f == nil || f.slash || !f.source() || f.test() {
		return false
	}
	switch f.lang {
	case "Go":
		return f.pkg == f.dir.pkg // another package's file is a generator, left out of the build
	case "", "HTML", "CSS", "SCSS", "Sass", "Less", "Stylus", "PostCSS", "JSON":
		return false
	}
	return true
}

// findPackages finds the directories with source of their own.
func (d *drawing) findPackages() {
	for _, at := range d.dirs {
		if slices.ContainsFunc(at.files, program) {
			d.packages = append(d.packages, at)
		}
	}
	d.at = index(d.packages)
}

// findModules finds the directories whose manifests name what is in them. What
// no manifest covers belongs to the root.
func (d *drawing) findModules() {
	for _, p := range d.packages {
		m := p
		for !d.declares(m) && m.parent != nil {
			m = m.parent
		}
		if _, seen := d.moduleAt[m]; !seen {
			d.moduleAt[m] = 0
			d.modules = append(d.modules, m)
		}
		d.moduleAt[p] = d.moduleAt[m]
	}
	d.moduleAt = index(d.modules)
}

// declares reports whether a manifest in a directory names a package, and
// keeps the name.
func (d *drawing) declares(at *dir) bool {
	if name, seen := d.modName[at]; seen {
		return name != ""
	}
	name := ""
	for _, f := range at.files {
		if f.facts == nil || f.test() || name != "" {
			continue
		}
		switch f.facts.Kind {
		case "gomod":
			name = f.facts.Module
		case "npm", "deno", "cargo", "pyproject", "setup-cfg", "maven", "composer", "gemspec", "pubspec":
			name = f.facts.Name
		case "gradle":
			name = firstOf(f.facts.Name, at.base())
		}
	}
	d.modName[at] = name
	return name != ""
}

func index(dirs []*dir) map[*dir]int {
	slices.SortFunc(dirs, func(a, b *dir) int { return strings.Compare(a.path, b.path) })
	at := make(map[*dir]int, len(dirs))
	for i, d := range dirs {
		at[d] = i
	}
	return at
}

// node is a package with its arrows.
func (d *drawing) node(p *dir) graph.Node {
	m := p
	for {
		if _, ok := d.moduleAt[m]; ok {
			break
		}
		m = m.parent
	}
	n := graph.Node{Path: p.path, Module: d.moduleAt[m]}
	for _, f := range p.files {
		if !program(f) {
			continue
		}
		for _, need := range f.deps {
			if need.tests {
				continue
			}
			if need.target.Kind == resolve.External {
				n.External = append(n.External, need.target.Path)
			}
			if to, ok := d.leads(need); ok && d.packages[to] != p {
				n.Deps = append(n.Deps, graph.Dep{To: to, TypeOnly: need.typeOnly})
			}
		}
	}
	n.Deps = graph.SortDeps(n.Deps)
	n.External = sorted(n.External)
	return n
}

// leads returns the package that a dependency lies in, if it is source.
func (d *drawing) leads(need dep) (int, bool) {
	if need.file != nil && !program(need.file) || need.file == nil && need.dir == nil {
		return 0, false
	}
	to, ok := d.at[need.dirOf()]
	return to, ok
}

// starts lists the files that programs and packages start from.
func (d *drawing) starts() []graph.Entry {
	var list []graph.Entry
	for _, f := range d.files {
		if f.entry != "" && program(f) {
			list = append(list, graph.Entry{Path: f.path, Package: d.at[f.dir], Name: f.entry, Program: f.program})
		}
	}
	slices.SortFunc(list, func(a, b graph.Entry) int {
		return cmp.Or(compareBool(!a.Program, !b.Program), strings.Compare(a.Path, b.Path))
	})
	return list
}

func sorted(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}
