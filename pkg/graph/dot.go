package graph

import (
	"fmt"
	"strings"
)

// maxDrawn bounds the nodes of a picture.
const maxDrawn = 40

// What every picture says first.
const preamble = `// Packages and what they need; dashed: for types alone, red: all reach each other.
// A dashed box is a directory and all below it. What has no arrow is left out.
digraph project {
	rankdir=LR;
	node [shape=box, fontname="sans-serif", fontsize=11, height=0.3];
	edge [color="#555555", arrowsize=0.6];
`

// dot draws modules as boxes round their packages, arrows of types alone
// dashed, arrows between packages that reach each other red.
func (g *Graph) dot() []byte {
	nodes, shown := fold(g.Packages, maxDrawn)
	var b strings.Builder
	b.WriteString(preamble)
	g.clusters(&b, nodes)
	round := g.rounds(shown)
	for i, n := range nodes {
		for _, d := range n.Deps {
			var style string
			switch {
			case d.TypeOnly:
				style = " [style=dashed]"
			case round[[2]int{i, d.To}]:
				style = " [color=\"#cc0000\"]"
			}
			fmt.Fprintf(&b, "\t%s -> %s%s;\n", dotString(n.label()), dotString(nodes[d.To].label()), style)
		}
	}
	b.WriteString("}\n")
	return []byte(b.String())
}

// clusters writes the nodes that have arrows, those of a module together.
func (g *Graph) clusters(b *strings.Builder, nodes []Node) {
	drawn := map[int]bool{}
	for i, n := range nodes {
		for _, d := range n.Deps {
			drawn[i], drawn[d.To] = true, true
		}
	}
	inside := make([][]Node, len(g.Modules)+1)
	for i, n := range nodes {
		if drawn[i] || len(drawn) == 0 {
			inside[n.Module+1] = append(inside[n.Module+1], n)
		}
	}
	for i, list := range inside {
		base := "."
		boxed := i > 0 && len(g.Modules) > 1 && len(list) > 0
		if boxed {
			m := g.Modules[i-1]
			base = m.Path
			fmt.Fprintf(b, "\tsubgraph %s {\n\t\tlabel=%s; color=\"#bbbbbb\"; fontname=\"sans-serif\";\n", dotString("cluster "+m.label()), dotString(m.title()))
		}
		for _, n := range list {
			style := ""
			if n.Folded {
				style = ", style=dashed"
			}
			fmt.Fprintf(b, "\t%s [label=%s%s];\n", dotString(n.label()), dotString(n.within(base)), style)
		}
		if boxed {
			b.WriteString("\t}\n")
		}
	}
}

// within is a node's label as seen from a directory.
func (n Node) within(dir string) string {
	switch {
	case dir == ".":
	case n.Path != dir:
		n.Path = strings.TrimPrefix(n.Path, dir+"/")
	case n.Folded:
		return more
	default:
		n.Path = "."
	}
	return n.label()
}

// rounds returns the arrows between packages that reach each other.
func (g *Graph) rounds(shown []int) map[[2]int]bool {
	component := map[int]int{}
	for i, c := range g.Cycles {
		if len(c.Packages) > 1 {
			for _, p := range c.Packages {
				component[p] = i + 1
			}
		}
	}
	round := map[[2]int]bool{}
	for i, p := range g.Packages {
		for _, d := range p.Deps {
			if c := component[i]; !d.TypeOnly && c != 0 && c == component[d.To] {
				round[[2]int{shown[i], shown[d.To]}] = true
			}
		}
	}
	return round
}

// dotString quotes for DOT, which knows escapes and entities in labels.
func dotString(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;").Replace(s) + `"`
}
