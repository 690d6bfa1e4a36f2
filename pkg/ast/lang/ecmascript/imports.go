package ecmascript

import (
	"regexp"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// The forms of an import besides import and export statements.
const (
	formRequire   = "require"
	formDynamic   = "dynamic"
	formReference = "reference"
	formStar      = "star" // export * from: apart, since other exports from there name what they pass on
)

// space is a local name that stands for a whole module: what the file reads
// from it are the names it uses.
type space struct {
	raw, form string
	members   map[string]bool
	bare      bool // used other than as ns.member
}

// importStatement adds an import. Inside a module declared by name it binds
// nothing for the file.
func (f *file) importStatement(n *sitter.Node, binds bool) {
	if !binds {
		locals, spaces := f.locals, f.spaces
		f.locals, f.spaces = map[string]binding{}, map[string]*space{}
		defer func() { f.locals, f.spaces = locals, spaces }()
	}
	if r := child(n, "import_require_clause"); r != nil {
		raw, ok := f.stringValue(r.ChildByFieldName("source"))
		if id := child(r, "identifier"); ok && id != nil {
			f.imports.Add(record.Import{Raw: raw, Form: formRequire, TypeOnly: has(n, "type")})
			f.bind(f.Text(id), binding{raw: raw, form: formRequire, of: "*", typeOnly: has(n, "type")})
		}
		return
	}
	raw, ok := f.stringValue(n.ChildByFieldName("source"))
	if !ok {
		return
	}
	i := record.Import{Raw: raw, TypeOnly: has(n, "type")}
	types, values := 0, 0
	for c := range treesitter.Children(child(n, "import_clause")) {
		switch c.Type() {
		case "identifier":
			values++
			i.Names = append(i.Names, "default")
			f.bind(f.Text(c), binding{raw: raw, of: "default", typeOnly: i.TypeOnly})
		case "namespace_import":
			values++
			f.bind(f.Text(child(c, "identifier")), binding{raw: raw, of: "*", typeOnly: i.TypeOnly})
		case "named_imports":
			for _, spec := range specifiers(c) {
				of := f.exportName(spec.ChildByFieldName("name"))
				local := of
				if a := spec.ChildByFieldName("alias"); a != nil {
					local = f.Text(a)
				}
				typeOnly := i.TypeOnly || has(spec, "type")
				if typeOnly {
					types++
				} else {
					values++
				}
				i.Names = append(i.Names, of)
				f.bind(local, binding{raw: raw, of: of, typeOnly: typeOnly})
			}
		}
	}
	i.TypeOnly = i.TypeOnly || types > 0 && values == 0
	f.imports.Add(i)
}

// bind remembers what a local name stands for.
func (f *file) bind(local string, b binding) {
	if local == "" {
		return
	}
	f.locals[local] = b
	if b.of == "*" && f.spaces[local] == nil {
		f.spaces[local] = &space{raw: b.raw, form: b.form, members: map[string]bool{}}
	}
}

// bindRequire binds what a top-level declaration takes from a required module
// and reports whether it does.
func (f *file) bindRequire(name, value *sitter.Node) bool {
	raw, of, ok := f.required(value)
	if !ok {
		return false
	}
	if name.Type() == "identifier" {
		f.bind(f.Text(name), binding{raw: raw, form: formRequire, of: of})
		return true
	}
	if of == "*" && name.Type() == "object_pattern" {
		for _, p := range f.picked(name) {
			f.locals[p.local] = binding{raw: raw, form: formRequire, of: p.exported}
		}
	}
	return true
}

// required takes require('x'), require('x').a and require('x')(…) apart.
func (f *file) required(n *sitter.Node) (raw, of string, ok bool) {
	n = unwrap(n)
	if n == nil {
		return "", "", false
	}
	if n.Type() == "member_expression" {
		raw, of, ok = f.required(n.ChildByFieldName("object"))
		if ok && of == "*" {
			of = f.Text(n.ChildByFieldName("property"))
		}
		return raw, of, ok
	}
	fn := n.ChildByFieldName("function")
	if n.Type() != "call_expression" || fn == nil {
		return "", "", false
	}
	if name := f.short(fn); name != "require" {
		if interop(name) {
			return f.required(n.ChildByFieldName("arguments").NamedChild(0))
		}
		return "", "", false
	}
	raw, ok = f.argument(n)
	f.taken[n.StartByte()] = ok
	return raw, "*", ok
}

// interop reports whether a function is one of those that compilers put around
// require.
func interop(name string) bool {
	name = name[strings.LastIndexByte(name, '.')+1:]
	name = strings.TrimLeft(name, "_")
	return strings.HasPrefix(name, "interopRequire") || name == "importStar" || name == "importDefault" || name == "toESM"
}

// argument returns the literal that is a call's first argument.
func (f *file) argument(n *sitter.Node) (string, bool) {
	for a := range treesitter.Children(n.ChildByFieldName("arguments")) {
		if !treesitter.IsComment(a) {
			return f.stringValue(a)
		}
	}
	return "", false
}

// picked returns what an object pattern takes: names there, and here.
func (f *file) picked(pattern *sitter.Node) []rename {
	var list []rename
	for c := range treesitter.Children(pattern) {
		switch c.Type() {
		case "shorthand_property_identifier_pattern":
			list = append(list, rename{f.Text(c), f.Text(c)})
		case "object_assignment_pattern":
			if left := f.Text(c.ChildByFieldName("left")); left != "" {
				list = append(list, rename{left, left})
			}
		case "pair_pattern":
			name := f.propertyName(c.ChildByFieldName("key"))
			local := ""
			if v := c.ChildByFieldName("value"); v != nil && v.Type() == "identifier" {
				local = f.Text(v)
			}
			if name != "" {
				list = append(list, rename{local, name})
			}
		}
	}
	return list
}

var referenceTag = regexp.MustCompile(`^///\s*<reference\s+(path|types)\s*=\s*["']([^"']+)["']`)

// references reads the triple-slash directives above the first statement.
func (f *file) references() {
	for n := range treesitter.Children(f.Root) {
		if !treesitter.IsComment(n) && n.Type() != "hash_bang_line" {
			return
		}
		m := referenceTag.FindStringSubmatch(f.Text(n))
		if m == nil {
			continue
		}
		if m[1] == "path" && !strings.HasPrefix(m[2], ".") && !strings.HasPrefix(m[2], "/") {
			m[2] = "./" + m[2]
		}
		f.imports.Add(record.Import{Raw: m[2], Form: formReference, TypeOnly: m[1] == "types"})
	}
}
