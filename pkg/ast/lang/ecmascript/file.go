package ecmascript

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// maxSymbols bounds what one file contributes; generated tables have more.
const maxSymbols = 20000

// maxBlocks is how deep statements inside namespaces and blocks are followed.
const maxBlocks = 50

// file is what is known of the file being read.
type file struct {
	*treesitter.Tree
	dialect
	grammar grammar
	module  bool // has import or export statements
	whole   bool // everything parsed, nothing was cut off
	imports lang.Imports
	symbols []record.Symbol
	at      map[key]int        // place in symbols
	locals  map[string]binding // names bound by imports and requires
	renames []rename           // export lists, applied when all is defined
	spaces  map[string]*space  // local names that stand for a whole module
	docs    map[uint32]string  // comments above assignments, by first byte
	taken   map[uint32]bool    // first bytes of requires whose use is known
	paths   map[string]int     // place in symbols by parent and name
}

type key struct{ parent, name string }

// binding is a local name that an import made.
type binding struct {
	raw, form string
	of        string // name in the other module; "*" for the whole of it
	typeOnly  bool
}

// rename is one entry of an export list: the local name and the exported one.
type rename struct{ local, exported string }

// scope is what a statement's surroundings decide.
type scope struct {
	parent    string
	exported  bool // what is declared here is exported
	visible   bool // what an export statement names here is
	ambient   bool
	isolated  bool // inside a namespace: export lists and sources are not the file's
	isDefault bool // the declaration of an export default
}

// add appends a symbol, or unites it with an earlier one of the same name:
// overloads count once, and of merged declarations the stronger kind speaks.
func (f *file) add(s record.Symbol) {
	if s.Name == "" || strings.ContainsAny(s.Name, "\n\r") {
		return
	}
	s.Name = record.OneLine(s.Name)
	s.Signature = lang.Signature(s.Signature)
	k := key{s.Parent, s.Name}
	i, ok := f.at[k]
	if !ok {
		if len(f.symbols) >= maxSymbols {
			f.whole = false
			return
		}
		f.at[k] = len(f.symbols)
		f.paths[join(s.Parent, s.Name)] = len(f.symbols)
		f.symbols = append(f.symbols, s)
		return
	}
	old := &f.symbols[i]
	exported, isDefault := old.Exported || s.Exported, old.Default || s.Default
	doc := old.Doc
	if strength(s.Kind) > strength(old.Kind) {
		*old = s
	}
	old.Exported, old.Default = exported, isDefault
	if old.Doc == "" {
		old.Doc = s.Doc
	}
	if doc != "" {
		old.Doc = doc
	}
}

// strength orders kinds by what a merged declaration is called.
func strength(k record.Kind) int {
	switch k {
	case record.KindClass:
		return 7
	case record.KindFunction, record.KindMethod:
		return 6
	case record.KindEnum:
		return 5
	case record.KindInterface:
		return 4
	case record.KindType:
		return 3
	case record.KindConstant, record.KindVariable:
		return 2
	case record.KindNamespace:
		return 1
	}
	return 0
}

// finish applies the export lists, then takes back what is exported from
// something that is not.
func (f *file) finish() {
	for _, r := range f.renames {
		f.export(r)
	}
	for i := range f.symbols {
		s := &f.symbols[i]
		if s.Parent == "" {
			continue
		}
		owner, ok := f.paths[s.Parent]
		s.Exported = s.Exported && ok && f.symbols[owner].Exported
	}
}

func (f *file) export(r rename) {
	isDefault := r.exported == "default"
	if b, ok := f.locals[r.local]; ok {
		f.reexport(r.local, r.exported, b)
		return
	}
	i, ok := f.at[key{"", r.local}]
	switch {
	case !ok:
		f.add(record.Symbol{Name: r.exported, Kind: record.KindVariable, Exported: true, Default: isDefault})
	case isDefault || r.local == r.exported:
		f.symbols[i].Exported = true
		f.symbols[i].Default = f.symbols[i].Default || isDefault
	default:
		f.exportAs(i, r)
	}
}

// exportAs gives a symbol its exported name; one that has another exported
// name keeps it, and a copy gets the new one.
func (f *file) exportAs(i int, r rename) {
	s := f.symbols[i]
	s.Signature = renamed(s.Signature, r.local, r.exported)
	s.Name = r.exported
	if f.symbols[i].Exported {
		s.Default = false
		f.add(s)
		return
	}
	if _, taken := f.at[key{"", r.exported}]; taken {
		return
	}
	s.Exported = true
	f.symbols[i] = s
	f.at[key{"", r.exported}] = i
	f.paths[r.exported] = i
	for j := range f.symbols {
		if f.symbols[j].Parent == r.local {
			f.symbols[j].Parent = r.exported
		}
	}
}

// reexport adds an alias for a name that an import bound.
func (f *file) reexport(local, exported string, b binding) {
	isDefault := exported == "default"
	if isDefault && local != "" {
		exported = local
	}
	f.add(record.Symbol{Name: exported, Kind: record.KindAlias, Exported: true, Default: isDefault, Of: b.of, From: b.raw})
	f.imports.Add(record.Import{Raw: b.raw, Form: b.form, Names: []string{b.of}, Reexport: true, TypeOnly: b.typeOnly})
}

// renamed puts another name in place of the first whole occurrence of one.
func renamed(signature, from, to string) string {
	for at := 0; ; {
		i := strings.Index(signature[at:], from)
		if i < 0 {
			return signature
		}
		i += at
		end := i + len(from)
		if (i == 0 || !isWord(signature[i-1])) && (end == len(signature) || !isWord(signature[end])) {
			return signature[:i] + to + signature[end:]
		}
		at = end
	}
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// child returns the first child of one of the types.
func child(n *sitter.Node, types ...string) *sitter.Node {
	for c := range treesitter.Children(n) {
		for _, t := range types {
			if c.Type() == t {
				return c
			}
		}
	}
	return nil
}

// has reports whether one of a node's own tokens is the given keyword.
func has(n *sitter.Node, keyword string) bool {
	for i := range int(min(n.ChildCount(), 12)) {
		if c := n.Child(i); c.Type() == keyword || c.IsError() && has(c, keyword) {
			return true
		}
	}
	return false
}

// maxName is the longest text that can be a name or a short path of names.
const maxName = 64

// short returns the source of a node that can be a name, else "".
func (f *file) short(n *sitter.Node) string {
	if n == nil || n.EndByte()-n.StartByte() > maxName {
		return ""
	}
	return f.Text(n)
}

// stringValue returns the text of a string literal or of a template without
// substitutions.
func (f *file) stringValue(n *sitter.Node) (string, bool) {
	if n == nil || n.Type() != "string" && n.Type() != "template_string" || child(n, "template_substitution") != nil {
		return "", false
	}
	text := f.Text(n)
	if len(text) < 2 {
		return "", false
	}
	text = text[1 : len(text)-1]
	if strings.ContainsAny(text, "\\\n\r") {
		return "", false
	}
	return text, true
}
