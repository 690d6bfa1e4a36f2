package graph

import (
	"slices"
	"strings"
)

// Bounds of the page. One that is too long in bytes is made with fewer nodes.
const (
	maxNodes    = 100
	maxModules  = 40
	maxBytes    = 64 << 10
	maxArrows   = 16 // on one line of a page that would be too long
	maxExternal = 40 // names on one line
	maxCycles   = 24
	maxRound    = 8 // packages or steps of a cycle
	maxEntries  = 60
)

const intro = `# Project graph

How to read: ` + "`A -> B, C`" + ` says that source in directory A needs B and C when it runs; after ` + "`types:`" + ` is what it needs for types alone. Tests do not count. Paths are from the project's root, names in parentheses are a manifest's. ` + "`A/…`" + ` is A and all below it, its inner arrows, cycles and packages not shown. A cycle's packages all reach each other; the imports after them prove it. A directory's own ` + "`.pi-map.md`" + ` tells more; source decides.
`

// markdown makes a page that is too long again with shorter lists, and then
// with fewer and fewer nodes.
func (g *Graph) markdown() []byte {
	limit, arrows := maxNodes, len(g.Packages)
	for {
		page := g.page(limit, arrows)
		switch {
		case len(page) <= maxBytes || limit == 1:
			return []byte(page)
		case arrows > maxArrows:
			arrows = maxArrows
		default:
			limit /= 2
		}
	}
}

func (g *Graph) page(limit, arrows int) string {
	var b strings.Builder
	b.WriteString(intro)
	modules, _ := fold(g.Modules, min(limit, maxModules))
	packages, shown := fold(g.Packages, limit)
	section(&b, "modules", lines(modules, arrows, true))
	section(&b, "packages", lines(packages, arrows, false))
	section(&b, "cycles", g.cycleLines(packages, shown))
	section(&b, "entry points", g.entryLines(packages, shown))
	return b.String()
}

func section(b *strings.Builder, heading string, lines []string) {
	b.WriteString("\n## " + heading + "\n\n")
	if len(lines) == 0 {
		b.WriteString("-\n")
	}
	for _, line := range lines {
		b.WriteString("- " + line + "\n")
	}
}

// lines has one line for each node: its arrows, as many of a sort as asked for,
// and, if asked for, the packages from elsewhere that it uses.
func lines(nodes []Node, arrows int, external bool) []string {
	list := make([]string, 0, len(nodes))
	for _, n := range nodes {
		line := n.title()
		if to := targets(nodes, n, arrows, false); to != "" {
			line += " -> " + to
		}
		if to := targets(nodes, n, arrows, true); to != "" {
			line += " | types: " + to
		}
		if external && len(n.External) > 0 {
			line += " | ext: " + some(n.External, foreign, ", ", maxExternal)
		}
		list = append(list, line)
	}
	return list
}

func targets(nodes []Node, n Node, arrows int, typeOnly bool) string {
	var to []Node
	for _, d := range n.Deps {
		if d.TypeOnly == typeOnly {
			to = append(to, nodes[d.To])
		}
	}
	return some(to, Node.label, ", ", arrows)
}

// cycleLines names the cycles that are not folded away.
func (g *Graph) cycleLines(nodes []Node, shown []int) []string {
	var list []string
	for _, c := range g.Cycles {
		first := shown[c.Packages[0]]
		if nodes[first].Folded && !slices.ContainsFunc(c.Packages, func(p int) bool { return shown[p] != first }) {
			continue
		}
		if len(list) == maxCycles {
			return append(list, more)
		}
		list = append(list, g.cycleLine(c))
	}
	return list
}

// cycleLine names the packages of a cycle and then the imports that prove it.
// Inside one package files are called by their names.
func (g *Graph) cycleLine(c Cycle) string {
	file := quoted
	if len(c.Packages) == 1 {
		file = func(path string) string { return quoted(path[strings.LastIndexByte(path, '/')+1:]) }
	}
	step := func(s Step) string { return file(s.From) + " -> " + file(s.To) }
	line := some(c.Packages, func(p int) string { return quoted(g.Packages[p].Path) }, ", ", maxRound) + " | "
	if !c.Round {
		return line + some(c.Steps, step, "; ", maxRound)
	}
	files := make([]string, 0, len(c.Steps)+1)
	for _, s := range c.Steps {
		files = append(files, s.From)
	}
	return line + some(append(files, c.Steps[0].From), file, " -> ", maxRound+1)
}

// entryLines names all that starts a program, and what starts a package unless
// it is folded away.
func (g *Graph) entryLines(nodes []Node, shown []int) []string {
	var list []string
	for _, e := range g.Entries {
		if !e.Program && nodes[shown[e.Package]].Folded {
			continue
		}
		if len(list) == maxEntries {
			return append(list, more)
		}
		line := quoted(e.Path) + " | package"
		if e.Program {
			line = quoted(e.Path) + " | program"
		}
		if base, _, _ := strings.Cut(e.Path[strings.LastIndexByte(e.Path, '/')+1:], "."); e.Name != base {
			line += ": " + foreign(e.Name)
		}
		list = append(list, line)
	}
	return list
}

// some joins what names at most max of the things and says if there are more.
func some[T any](things []T, name func(T) string, sep string, max int) string {
	names := make([]string, 0, min(len(things), max))
	for i, thing := range things {
		if i == max {
			return strings.Join(names, sep) + sep + more
		}
		names = append(names, name(thing))
	}
	return strings.Join(names, sep)
}
