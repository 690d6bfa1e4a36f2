package ruby

import (
	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/record"
)

// pieces follows what is left of classes and methods that did not parse
// whole: their words, with the statements that did in the same list. Where a
// class ends is not known; the rest of the list is taken to be inside.
type pieces struct {
	file   *file
	in     *scope
	before *sitter.Node // the last node
}

// next returns the scope that a node of the list belongs to.
func (p *pieces) next(n *sitter.Node) *scope {
	kind, last := n.Type(), ""
	if p.before != nil {
		last = p.before.Type()
	}
	name := ""
	if kind == "constant" || kind == "scope_resolution" || kind == "identifier" {
		name = p.file.Text(n)
	}
	switch {
	case last == "module" && kind == "constant":
		p.in = &scope{name: join(p.in.name, name), class: p.in.class}
	case last == "class" && (kind == "constant" || kind == "scope_resolution"):
		s := record.Symbol{Name: join(p.in.name, name), Kind: record.KindClass, Exported: true}
		if p.in.class {
			s.Name, s.Parent = name, p.in.name
		}
		s.Signature = lang.Signature("class " + s.Name)
		p.file.add(s, false)
		p.in = &scope{name: join(p.in.name, name), class: true}
	case last == "def" && kind == "identifier":
		s := record.Symbol{Name: name, Kind: record.KindMethod, Parent: p.in.name, Exported: !p.in.hidden, Signature: name}
		if p.in.name == "" {
			s.Kind = record.KindFunction
		}
		p.file.add(s, p.in.singleton)
	}
	p.before = n
	return p.in
}
