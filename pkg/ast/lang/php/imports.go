package php

import (
	"path"
	"strconv"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// use reads one statement that imports names: of classes and namespaces, of
// functions, of constants; alone, in lists and in groups.
func (f *file) use(n *sitter.Node) {
	form, prefix := f.form(n), ""
	for c := range treesitter.Children(n) {
		switch c.Type() {
		case "namespace_name":
			prefix = f.name(c) + `\`
		case "namespace_use_clause":
			// The word before the first clause of a list holds for all of it.
			if t := f.form(c); t != "" {
				form = t
			}
			f.clause(c, prefix, form)
		case "namespace_use_group":
			for clause := range treesitter.Children(c) {
				own := form
				if t := f.form(clause); t != "" {
					own = t
				}
				f.clause(clause, prefix, own)
			}
		}
	}
}

// form is what a statement or clause imports, if that is said.
func (f *file) form(n *sitter.Node) string {
	switch strings.ToLower(f.Text(n.ChildByFieldName("type"))) {
	case "function":
		return "function"
	case "const":
		return "const"
	}
	return ""
}

func (f *file) clause(n *sitter.Node, prefix, form string) {
	if n.Type() != "namespace_use_clause" || n.NamedChildCount() == 0 {
		return
	}
	name := f.name(n.NamedChild(0))
	if name == "" || strings.HasSuffix(name, `\`) {
		return
	}
	raw := prefix + name
	last := raw[strings.LastIndexByte(raw, '\\')+1:]
	f.imports.Add(record.Import{Raw: raw, Form: form, Names: []string{last}})
	if alias := f.Text(n.ChildByFieldName("alias")); alias != "" {
		last = alias
	}
	f.known[last] = true
}

// search looks below the declarations: for files that are included and for
// the types that are used.
func (f *file) search() {
	used := map[string]bool{}
	whole := f.Walk(f.Root, func(n *sitter.Node) bool {
		switch n.Type() {
		case "include_expression", "include_once_expression", "require_expression", "require_once_expression":
			f.include(n)
		case "namespace_use_declaration", "string", "comment", "text":
			return false
		case "named_type", "object_creation_expression", "class_constant_access_expression", "scoped_call_expression",
			"scoped_property_access_expression", "base_clause", "class_interface_clause", "use_declaration", "attribute", "type_list":
			f.usedTypes(n, used)
		case "binary_expression":
			if right := n.ChildByFieldName("right"); right != nil && right.Type() == "name" && f.Text(n.ChildByFieldName("operator")) == "instanceof" {
				used[f.Text(right)] = true
			}
		}
		return true
	})
	if !whole {
		f.Skip()
	}
	f.out.Refs = lang.Refs(used, f.known)
}

// include adds a file that is named by a literal path, which may start at the
// directory of the file itself.
func (f *file) include(n *sitter.Node) {
	if n.NamedChildCount() == 0 {
		return
	}
	p, ok := f.path(n.NamedChild(0), 0)
	if !ok || p.text == "" || strings.ContainsAny(p.text, "\n\r\x00") {
		return
	}
	raw := p.text
	if p.here {
		if raw = path.Clean(raw); !strings.HasPrefix(raw, "../") {
			raw = "./" + raw
		}
	}
	f.imports.Add(record.Import{Raw: raw, Form: "include"})
}

// place is a path that is known without running the file; here says that it
// starts at the file's own directory.
type place struct {
	text string
	here bool
}

func (f *file) path(n *sitter.Node, depth int) (place, bool) {
	if n == nil || depth > maxNesting {
		return place{}, false
	}
	switch n.Type() {
	case "parenthesized_expression":
		return f.path(n.NamedChild(0), depth+1)
	case "string", "encapsed_string":
		text, ok := f.literal(n)
		return place{text: text}, ok
	case "name":
		return place{text: ".", here: true}, strings.EqualFold(f.Text(n), "__DIR__")
	case "binary_expression":
		if f.Text(n.ChildByFieldName("operator")) != "." {
			return place{}, false
		}
		left, ok := f.path(n.ChildByFieldName("left"), depth+1)
		right, ok2 := f.path(n.ChildByFieldName("right"), depth+1)
		return place{text: left.text + right.text, here: left.here}, ok && ok2 && !right.here
	case "function_call_expression":
		return f.dirname(n, depth)
	}
	return place{}, false
}

// dirname evaluates dirname(__FILE__), dirname(__DIR__) and dirname of either
// with a number of levels.
func (f *file) dirname(n *sitter.Node, depth int) (place, bool) {
	arguments := n.ChildByFieldName("arguments")
	if !strings.EqualFold(strings.TrimPrefix(f.Text(n.ChildByFieldName("function")), `\`), "dirname") || arguments == nil || arguments.NamedChildCount() == 0 {
		return place{}, false
	}
	levels := 1
	if arguments.NamedChildCount() > 1 {
		count, err := strconv.Atoi(f.Text(arguments.NamedChild(1)))
		if err != nil || count < 1 || count > maxNesting {
			return place{}, false
		}
		levels = count
	}
	of := arguments.NamedChild(0).NamedChild(0)
	from, ok := place{text: ".", here: true}, true
	if of != nil && of.Type() == "name" && strings.EqualFold(f.Text(of), "__FILE__") {
		levels--
	} else {
		from, ok = f.path(of, depth+1)
	}
	return place{text: path.Join(from.text, strings.Repeat("../", levels)), here: from.here}, ok && from.here
}

// usedTypes notes the names of types right below a node.
func (f *file) usedTypes(n *sitter.Node, used map[string]bool) {
	for c := range treesitter.Children(n) {
		if name := f.Text(c); c.Type() == "name" && upper(name) {
			used[name] = true
		}
		if strings.HasPrefix(n.Type(), "scoped_") || n.Type() == "class_constant_access_expression" {
			return // what follows is a member
		}
	}
}

// upper reports whether a name is written like a type's.
func upper(name string) bool { return name != "" && name[0] >= 'A' && name[0] <= 'Z' }
