package graph

import (
	"cmp"
	"slices"
	"strings"
)

// A project may have more packages than a page or a picture bears. Then whole
// directories stand for what is in them. They are opened from the root down,
// those first that hold most arrows for their packages, as long as there is
// room; what holds fewer arrows than packages may take only half of it. So the
// parts of a directory are shown all or none, and a hundred small programs
// beside a library are one node and do not keep the library shut.

// part is a directory on the way to packages.
type part struct {
	path  string
	node  int // the package here, or -1
	below []*part
	open  bool

	packages int // in and below it
	arrows   int // between them
}

// fold returns nodes for at most limit parts of the project, at least one, and
// for every given node which part it is in.
func fold(nodes []Node, limit int) ([]Node, []int) {
	shown := make([]int, len(nodes))
	if len(nodes) <= limit {
		for i := range shown {
			shown[i] = i
		}
		return nodes, shown
	}
	root := parts(nodes)
	root.weigh(nodes)
	open(root, limit)
	var list []Node
	list = gather(list, root, nodes, shown)
	order := sortNodes(list)
	for i := range shown {
		shown[i] = order[shown[i]]
	}
	for i, n := range nodes {
		at := &list[shown[i]]
		for _, d := range n.Deps {
			if to := shown[d.To]; to != shown[i] {
				at.Deps = append(at.Deps, Dep{To: to, TypeOnly: d.TypeOnly})
			}
		}
		at.External = append(at.External, n.External...)
	}
	for i := range list {
		list[i].Deps = SortDeps(list[i].Deps)
		slices.Sort(list[i].External)
		list[i].External = slices.Compact(list[i].External)
	}
	return list, shown
}

// parts builds the tree of directories that lead to packages. A directory that
// holds nothing but one other is left out.
func parts(nodes []Node) *part {
	root := &part{path: ".", node: -1}
	at := map[string]*part{".": root}
	var find func(path string) *part
	find = func(path string) *part {
		if p := at[path]; p != nil {
			return p
		}
		p := &part{path: path, node: -1}
		at[path] = p
		above := find(parent(path))
		above.below = append(above.below, p)
		return p
	}
	for i, n := range nodes {
		find(n.Path).node = i
	}
	return root.squeeze()
}

func (p *part) squeeze() *part {
	for p.node < 0 && len(p.below) == 1 {
		p = p.below[0]
	}
	for i, b := range p.below {
		p.below[i] = b.squeeze()
	}
	return p
}

// weigh counts what is in every part.
func (p *part) weigh(nodes []Node) (inside map[int]bool) {
	inside = map[int]bool{}
	if p.node >= 0 {
		inside[p.node] = true
	}
	for _, b := range p.below {
		for i := range b.weigh(nodes) {
			inside[i] = true
		}
	}
	p.packages, p.arrows = len(inside), 0
	for i := range inside {
		for _, d := range nodes[i].Deps {
			if inside[d.To] {
				p.arrows++
			}
		}
	}
	return inside
}

// rootRoom is how many times more nodes the root may have than others: one node
// for all would say nothing.
const rootRoom = 4

// open marks the parts to look into.
func open(root *part, limit int) {
	total := 1
	for shut := []*part{root}; ; {
		shut = slices.DeleteFunc(shut, func(p *part) bool {
			room := p.room(limit)
			if p == root {
				room = limit * rootRoom
			}
			return len(p.below) == 0 || total+p.added() > room
		})
		if len(shut) == 0 {
			return
		}
		p := slices.MinFunc(shut, func(a, b *part) int {
			return cmp.Or(cmp.Compare(b.arrows*a.packages, a.arrows*b.packages), strings.Compare(a.path, b.path))
		})
		p.open = true
		total += p.added()
		shut = append(slices.DeleteFunc(shut, func(other *part) bool { return other == p }), p.below...)
	}
}

// room is how many nodes there may be after a part is opened.
func (p *part) room(limit int) int {
	if p.arrows < p.packages {
		return limit / 2
	}
	return limit
}

// added is how many more nodes there are when a part is open.
func (p *part) added() int {
	n := len(p.below) - 1
	if p.node >= 0 {
		n++
	}
	return n
}

func gather(list []Node, p *part, nodes []Node, shown []int) []Node {
	if p.node >= 0 && (p.open || len(p.below) == 0) {
		n := nodes[p.node]
		shown[p.node] = len(list)
		list = append(list, Node{Path: n.Path, Name: n.Name, Module: n.Module})
	}
	if p.open {
		for _, b := range p.below {
			list = gather(list, b, nodes, shown)
		}
		return list
	}
	if len(p.below) == 0 {
		return list
	}
	p.within(func(i int) { shown[i] = len(list) })
	folded := Node{Path: p.path, Module: p.module(nodes), Folded: true}
	if p.node >= 0 {
		folded.Name = nodes[p.node].Name
	}
	return append(list, folded)
}

func (p *part) within(visit func(node int)) {
	if p.node >= 0 {
		visit(p.node)
	}
	for _, b := range p.below {
		b.within(visit)
	}
}

// module is the one that everything inside belongs to, or -1.
func (p *part) module(nodes []Node) int {
	module := -2
	p.within(func(i int) {
		if module == -2 {
			module = nodes[i].Module
		}
		if module != nodes[i].Module {
			module = -1
		}
	})
	return module
}

// sortNodes sorts nodes by path and returns where each went.
func sortNodes(list []Node) []int {
	from := make([]int, len(list))
	for i := range from {
		from[i] = i
	}
	slices.SortFunc(from, func(a, b int) int { return strings.Compare(list[a].Path, list[b].Path) })
	sorted, to := make([]Node, len(list)), make([]int, len(list))
	for i, old := range from {
		sorted[i], to[old] = list[old], i
	}
	copy(list, sorted)
	return to
}

func parent(path string) string {
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i]
	}
	return "."
}
