package merge

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/graph/topo"

	"github.com/pi-project-map/pmap/pkg/graph"
)

// Packages that all reach each other when the program runs are a cycle. The
// proof is a shortest way round through files of several packages; where files
// do not go round, a shortest way round through packages, each step shown by
// one import. Rust is left out: modules of a crate need each other by design,
// and crates cannot.

// cycles returns the cycles of packages, and those of files inside one.
func (d *drawing) cycles() []graph.Cycle {
	files := d.fileGraph()
	component := files.components()
	packages, shows := d.packageGraph(files)
	var list []graph.Cycle
	for _, members := range packages.circles() {
		list = append(list, d.proved(files, component, packages, shows, members))
	}
	d.findCycles()
	for _, at := range d.dirs {
		for _, c := range at.cycles {
			if slices.ContainsFunc(c.files, func(f *file) bool { return f.dir != c.files[0].dir }) || !program(c.files[0]) {
				continue
			}
			list = append(list, graph.Cycle{Packages: []int{d.at[c.files[0].dir]}, Round: true, Steps: around(c.files)})
		}
	}
	slices.SortStableFunc(list, func(a, b graph.Cycle) int {
		return cmp.Or(compareBool(len(a.Packages) == 1, len(b.Packages) == 1), cmp.Compare(a.Packages[0], b.Packages[0]))
	})
	return list
}

// fileGraph is which files of source need which when the program runs.
func (d *drawing) fileGraph() *importGraph {
	g := &importGraph{files: d.files, from: map[int64][]int64{}}
	for _, f := range d.files {
		if !program(f) || f.lang == "Rust" {
			continue
		}
		var to []int64
		for _, need := range f.deps {
			if need.file != nil && orders(need) && need.file.lang != "Rust" {
				to = append(to, int64(need.file.id))
			}
		}
		g.ids = append(g.ids, int64(f.id))
		g.from[int64(f.id)] = to
	}
	return g
}

// orders reports whether what needs another must come after it.
func orders(need dep) bool {
	return !need.typeOnly && !need.loose && (need.file == nil || program(need.file))
}

// packageGraph is which packages need which, and for each of these arrows the
// first import that shows it.
func (d *drawing) packageGraph(files *importGraph) (*importGraph, map[[2]int]graph.Step) {
	g := &importGraph{files: d.files, from: map[int64][]int64{}}
	shows := map[[2]int]graph.Step{}
	for i := range d.packages {
		g.ids = append(g.ids, int64(i))
		g.from[int64(i)] = nil
	}
	for _, id := range files.ids {
		f := d.files[id]
		for _, need := range f.deps {
			to, ok := d.leads(need)
			from := d.at[f.dir]
			if !ok || to == from || !orders(need) {
				continue
			}
			if _, shown := shows[[2]int{from, to}]; !shown {
				shows[[2]int{from, to}] = graph.Step{From: f.path, To: need.target.Path}
				g.from[int64(from)] = append(g.from[int64(from)], int64(to))
			}
		}
	}
	return g, shows
}

// circles returns the components of more than one node, each sorted.
func (g *importGraph) circles() [][]int64 {
	var list [][]int64
	for _, component := range topo.TarjanSCC(g) {
		if len(component) < 2 {
			continue
		}
		members := make([]int64, 0, len(component))
		for _, n := range component {
			members = append(members, n.ID())
		}
		slices.Sort(members)
		list = append(list, members)
	}
	return list
}

// components numbers the components of more than one node.
func (g *importGraph) components() map[int64]int {
	component := map[int64]int{}
	for i, members := range g.circles() {
		for _, id := range members {
			component[id] = i + 1
		}
	}
	return component
}

// proved is a cycle of packages with its proof.
func (d *drawing) proved(files *importGraph, component map[int64]int, packages *importGraph, shows map[[2]int]graph.Step, members []int64) graph.Cycle {
	c := graph.Cycle{}
	var ids []int64 // of the files in the packages
	for _, m := range members {
		c.Packages = append(c.Packages, int(m))
		for _, f := range d.packages[m].files {
			ids = append(ids, int64(f.id))
		}
	}
	slices.Sort(ids)
	if round := d.across(files, component, ids); round != nil {
		c.Round, c.Steps = true, around(round)
		return c
	}
	round := packages.shortestRound(members)
	for i, from := range round {
		c.Steps = append(c.Steps, shows[[2]int{int(from), int(round[(i+1)%len(round)])}])
	}
	return c
}

// shortestRound returns the ids of a shortest way round among the members of a
// component, the first of equals.
func (g *importGraph) shortestRound(members []int64) []int64 {
	inside := make(map[int64]bool, len(members))
	for _, id := range members {
		inside[id] = true
	}
	var best []int64
	for _, id := range members[:min(len(members), maxSearched)] {
		if round := g.round(id, inside); best == nil || len(round) < len(best) {
			best = round
		}
	}
	return best
}

// across returns a shortest way round through some files of several packages,
// the first of equals, or nil. It looks at the first arrows between packages.
func (d *drawing) across(files *importGraph, component map[int64]int, ids []int64) []*file {
	var best []int64
	searched := 0
	for _, id := range ids {
		if component[id] == 0 {
			continue
		}
		for _, to := range files.from[id] {
			if d.files[to].dir == d.files[id].dir || component[to] != component[id] {
				continue
			}
			if searched == maxSearched || len(best) == 2 {
				return d.rotated(best)
			}
			searched++
			if way := files.way(to, id, component); best == nil || len(way) < len(best) {
				best = way
			}
		}
	}
	return d.rotated(best)
}

// way returns a shortest way from one node to another of its component, breadth
// first.
func (g *importGraph) way(from, to int64, component map[int64]int) []int64 {
	came := map[int64]int64{from: from}
	for queue := []int64{from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if at == to {
			way := []int64{at}
			for ; at != from; at = came[at] {
				way = append(way, came[at])
			}
			slices.Reverse(way)
			return way
		}
		for _, next := range g.from[at] {
			if _, seen := came[next]; !seen && component[next] == component[from] {
				came[next] = at
				queue = append(queue, next)
			}
		}
	}
	return nil
}

// rotated returns the files of a way round, the first by path in front.
func (d *drawing) rotated(ids []int64) []*file {
	first := 0
	var files []*file
	for i, id := range ids {
		files = append(files, d.files[id])
		if files[i].path < files[first].path {
			first = i
		}
	}
	return slices.Concat(files[first:], files[:first])
}

// around is a way round through files as imports.
func around(files []*file) []graph.Step {
	steps := make([]graph.Step, 0, len(files))
	for i, f := range files {
		steps = append(steps, graph.Step{From: f.path, To: files[(i+1)%len(files)].path})
	}
	return steps
}
