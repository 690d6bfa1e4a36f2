package graph

import (
	"bytes"
	"fmt"

	"github.com/go-json-experiment/json"

	"github.com/pi-project-map/pmap/pkg/pathname"
)

// Schema is the version of the JSON form; spec/pmap-graph.5.md describes it.
const Schema = "pmap-graph/1"

type jsonModule struct {
	Path  pathname.Path   `json:"path"`
	Name  string          `json:"name,omitempty"`
	Deps  []pathname.Path `json:"deps,omitempty"`
	Types []pathname.Path `json:"types,omitempty"`
	Ext   []string        `json:"ext,omitempty"`
}

type jsonPackage struct {
	Path   pathname.Path   `json:"path"`
	Module pathname.Path   `json:"module,omitempty"`
	Deps   []pathname.Path `json:"deps,omitempty"`
	Types  []pathname.Path `json:"types,omitempty"`
	Ext    []string        `json:"ext,omitempty"`
}

type jsonCycle struct {
	Packages []pathname.Path   `json:"packages"`
	Round    bool              `json:"round,omitzero"`
	Steps    [][]pathname.Path `json:"steps"`
}

type jsonEntry struct {
	Path    pathname.Path `json:"path"`
	Name    string        `json:"name"`
	Program bool          `json:"program,omitzero"`
}

// json writes one object a line in each list, so that branches merge.
func (g *Graph) json() ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\"schema\":%q", Schema)
	var err error
	list := func(name string, n int, at func(i int) any) {
		fmt.Fprintf(&b, ",\n%q:[", name)
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteByte('\n')
			if err == nil {
				err = json.MarshalWrite(&b, at(i))
			}
		}
		b.WriteString("\n]")
	}
	list("modules", len(g.Modules), func(i int) any {
		m := g.Modules[i]
		return jsonModule{pathname.Path(m.Path), m.Name, to(g.Modules, m, false), to(g.Modules, m, true), m.External}
	})
	list("packages", len(g.Packages), func(i int) any {
		p := g.Packages[i]
		out := jsonPackage{Path: pathname.Path(p.Path), Deps: to(g.Packages, p, false), Types: to(g.Packages, p, true), Ext: p.External}
		if p.Module >= 0 {
			out.Module = pathname.Path(g.Modules[p.Module].Path)
		}
		return out
	})
	list("cycles", len(g.Cycles), func(i int) any { return g.jsonCycle(g.Cycles[i]) })
	list("entries", len(g.Entries), func(i int) any {
		e := g.Entries[i]
		return jsonEntry{pathname.Path(e.Path), e.Name, e.Program}
	})
	b.WriteString("\n}\n")
	if err != nil {
		return nil, fmt.Errorf("write graph: %w", err)
	}
	return b.Bytes(), nil
}

func to(nodes []Node, n Node, typeOnly bool) []pathname.Path {
	var list []pathname.Path
	for _, d := range n.Deps {
		if d.TypeOnly == typeOnly {
			list = append(list, pathname.Path(nodes[d.To].Path))
		}
	}
	return list
}

func (g *Graph) jsonCycle(c Cycle) jsonCycle {
	out := jsonCycle{Round: c.Round}
	for _, p := range c.Packages {
		out.Packages = append(out.Packages, pathname.Path(g.Packages[p].Path))
	}
	for _, s := range c.Steps {
		out.Steps = append(out.Steps, []pathname.Path{pathname.Path(s.From), pathname.Path(s.To)})
	}
	return out
}
