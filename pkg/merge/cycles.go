package merge

import (
	"cmp"
	"slices"
	"strings"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/iterator"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
)

// cycle is a way round through files that import each other when the program
// runs. It is a shortest one of its component.
type cycle struct {
	files []*file // in the order of their imports; the last imports the first
	more  bool    // the component has further files
}

// findCycles hangs every cycle on the deepest directory that holds all of it.
func (t *tree) findCycles() {
	g := newImportGraph(t)
	for _, component := range topo.TarjanSCC(g) {
		if len(component) < 2 {
			continue
		}
		members := make([]int32, 0, len(component))
		for _, n := range component {
			members = append(members, int32(n.ID()))
		}
		slices.Sort(members)
		c := g.shortest(members)
		if len(c.files) == 0 {
			continue
		}
		d := c.files[0].dir
		for _, f := range c.files {
			for !d.above(f.dir) {
				d = d.parent
			}
		}
		d.cycles = append(d.cycles, c)
	}
	for _, d := range t.dirs {
		slices.SortFunc(d.cycles, func(a, b cycle) int {
			return cmp.Or(cmp.Compare(len(a.files), len(b.files)), strings.Compare(a.files[0].path, b.files[0].path))
		})
	}
}

// importGraph is the graph of files whose order of loading matters, as gonum
// reads graphs.
type importGraph struct {
	files []*file
	ids   []int64
	from  map[int64][]int64
}

func newImportGraph(t *tree) *importGraph {
	g := &importGraph{files: t.files, from: map[int64][]int64{}}
	for _, f := range t.files {
		if f.test() || mutual(f.lang) {
			continue
		}
		var to []int64
		for _, d := range f.deps {
			if d.file != nil && !d.typeOnly && !d.loose && !d.file.test() {
				to = append(to, int64(d.file.id))
			}
		}
		g.ids = append(g.ids, int64(f.id))
		g.from[int64(f.id)] = to
	}
	return g
}

// mutual reports whether files of a language use each other freely, so that a
// cycle among them says nothing.
func mutual(lang string) bool {
	switch lang {
	case "Go", "Rust", "Java", "Kotlin", "Scala", "C#", "Swift":
		return true
	}
	return false
}

// maxSearched bounds the components searched from every member for the
// shortest way round; of larger ones only the first members are tried.
const maxSearched = 64

// shortest returns a shortest way round among the members of a component, the
// first of equals in the members' order.
func (g *importGraph) shortest(members []int32) cycle {
	inside := make(map[int64]bool, len(members))
	for _, id := range members {
		inside[int64(id)] = true
	}
	var best []int64
	for i, id := range members {
		if i == maxSearched || len(best) == 2 {
			break
		}
		if round := g.round(int64(id), inside); len(round) > 0 && (best == nil || len(round) < len(best)) {
			best = round
		}
	}
	c := cycle{more: len(best) < len(members)}
	for _, id := range best {
		c.files = append(c.files, g.files[id])
	}
	return c
}

// round returns a shortest way from a file back to itself, breadth first.
func (g *importGraph) round(start int64, inside map[int64]bool) []int64 {
	came := map[int64]int64{}
	for queue := []int64{start}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, to := range g.from[at] {
			if to == start {
				var way []int64
				for ; at != start; at = came[at] {
					way = append(way, at)
				}
				way = append(way, start)
				slices.Reverse(way)
				return way
			}
			if _, seen := came[to]; !seen && inside[to] {
				came[to] = at
				queue = append(queue, to)
			}
		}
	}
	return nil
}

// The methods that gonum asks of a directed graph.

func (g *importGraph) Node(id int64) graph.Node {
	if _, ok := g.from[id]; !ok {
		return nil
	}
	return simple.Node(id)
}

func (g *importGraph) Nodes() graph.Nodes { return nodes(g.ids) }

func (g *importGraph) From(id int64) graph.Nodes { return nodes(g.from[id]) }

func (g *importGraph) To(id int64) graph.Nodes {
	var list []int64
	for _, from := range g.ids {
		if slices.Contains(g.from[from], id) {
			list = append(list, from)
		}
	}
	return nodes(list)
}

func (g *importGraph) HasEdgeFromTo(from, to int64) bool { return slices.Contains(g.from[from], to) }

func (g *importGraph) HasEdgeBetween(a, b int64) bool {
	return g.HasEdgeFromTo(a, b) || g.HasEdgeFromTo(b, a)
}

func (g *importGraph) Edge(from, to int64) graph.Edge {
	if !g.HasEdgeFromTo(from, to) {
		return nil
	}
	return simple.Edge{F: simple.Node(from), T: simple.Node(to)}
}

func nodes(ids []int64) graph.Nodes {
	list := make([]graph.Node, 0, len(ids))
	for _, id := range ids {
		list = append(list, simple.Node(id))
	}
	return iterator.NewOrderedNodes(list)
}
