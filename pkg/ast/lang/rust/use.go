package rust

import (
	"bytes"
	"slices"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// leaf is one name of a use tree: its whole path, and what it is called here.
type leaf struct {
	path []string
	as   string
}

// use adds the imports of a use declaration, and the names that it passes on.
func (s source) use(n *sitter.Node, head head, sc scope) {
	visibility := s.visibility(n)
	public := visibility == "pub" && !sc.test
	for _, l := range s.leaves(n.ChildByFieldName("argument"), nil, nil, 0) {
		path := fromFile(l.path, sc.inner)
		if len(path) == 0 {
			continue
		}
		i := record.Import{Raw: strings.Join(path, "::"), Form: "use", Reexport: visibility != "" && visibility != "pub(self)" && !sc.test, TypeOnly: sc.only}
		of := "*"
		if len(path) > 2 || len(path) == 2 && path[0] != "" {
			of = path[len(path)-1]
			i.Raw, i.Names = strings.Join(path[:len(path)-1], "::"), []string{of}
		}
		s.imports.Add(i)
		if !i.Reexport || l.as == "_" || l.as == "" {
			continue
		}
		if of == "self" {
			of = "*"
		}
		s.add(record.Symbol{
			Name: l.as, Kind: record.KindAlias, Parent: sc.parent(), Exported: public, Of: of, From: i.Raw, Doc: head.doc,
		})
	}
}

// leaves lists a use tree's names.
func (s source) leaves(n *sitter.Node, prefix []string, list []leaf, depth int) []leaf {
	if n == nil || depth > treesitter.MaxDepth {
		return list
	}
	switch n.Type() {
	case "identifier", "crate", "self", "super", "scoped_identifier", "metavariable":
		path := s.path(n, prefix)
		name := path[len(path)-1]
		if name == "self" && len(path) > 1 {
			name = path[len(path)-2]
		}
		return append(list, leaf{path, name})
	case "use_as_clause":
		return append(list, leaf{s.path(n.ChildByFieldName("path"), prefix), s.Text(n.ChildByFieldName("alias"))})
	case "use_wildcard":
		return append(list, leaf{append(s.path(n.NamedChild(0), prefix), "*"), ""})
	case "scoped_use_list":
		prefix = s.path(n.ChildByFieldName("path"), prefix)
		return s.leaves(n.ChildByFieldName("list"), prefix, list, depth+1)
	case "use_list":
		for c := range treesitter.Children(n) {
			list = s.leaves(c, prefix, list, depth+1)
		}
	}
	return list
}

// path returns a path's parts behind those of the tree around it. One that
// starts with `::` has an empty first part.
func (s source) path(n *sitter.Node, prefix []string) []string {
	parts := slices.Clone(prefix)
	if n == nil {
		return parts
	}
	text := strings.Map(func(r rune) rune {
		if r <= ' ' {
			return -1
		}
		return r
	}, s.Text(n))
	return append(parts, strings.Split(text, "::")...)
}

// fromFile rewrites a path that starts inside a module written in this file as
// one that starts in the file's own module. The result is empty for a path
// that leads nowhere else.
func fromFile(path, inner []string) []string {
	if len(inner) == 0 || path[0] != "self" && path[0] != "super" {
		return path
	}
	rest := path
	if rest[0] == "self" {
		rest = rest[1:]
	}
	for len(rest) > 0 && rest[0] == "super" && len(inner) > 0 {
		inner, rest = inner[:len(inner)-1], rest[1:]
	}
	if len(rest) > 0 && rest[0] == "super" {
		return rest
	}
	if len(rest) == 0 || len(inner) == 0 && rest[0] == "*" {
		return nil
	}
	return slices.Concat([]string{"self"}, inner, rest)
}

// bodyUses adds the use declarations inside a function's body.
func (s source) bodyUses(body *sitter.Node, sc scope) {
	if body == nil || !bytes.Contains(s.Src[body.StartByte():body.EndByte()], []byte("use ")) {
		return
	}
	whole := s.Walk(body, func(n *sitter.Node) bool {
		if n.Type() == "use_declaration" {
			s.use(n, head{}, scope{inner: sc.inner, test: true, only: sc.only})
			return false
		}
		return true
	})
	s.whole = s.whole && whole
}
