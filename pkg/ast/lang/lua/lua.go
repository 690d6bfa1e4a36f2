// Package lua reads Lua modules: the functions and values of the table that a
// module returns, its globals, and what it requires. A name that is local and
// not returned stays inside.
package lua

import (
	"bytes"
	"context"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/tree-sitter-grammars/tree-sitter-lua/bindings/go"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractor of Lua files.
func Extractors() []lang.Extractor {
	language := sitter.NewLanguage(grammar.Language())
	return []lang.Extractor{{
		Name: "lua", Version: 1, Suffixes: []string{".lua", ".rockspec", ".luau"}, Langs: []string{"Lua", "Luau"},
		Extract: func(ctx context.Context, src []byte) (record.Syntax, error) {
			if bytes.Count(src, []byte("[[")) > bytes.Count(src, []byte("]]"))+maxOpen {
				return record.Syntax{State: record.StateFailed}, nil
			}
			return treesitter.Extract(ctx, language, src, read)
		},
	}}
}

// maxOpen bounds the long strings that do not end: at each the grammar looks
// to the end of the text.
const maxOpen = 200

// file is one module while it is read.
type file struct {
	*treesitter.Tree
	out      *record.Syntax
	imports  lang.Imports
	at       map[string]int    // place in symbols by full name
	local    map[string]bool   // names declared local at the top
	required map[string]string // local names to what they were required from
	returned string            // the name that the module returns
	handed   map[string]string // names in the table that it returns to local ones
}

func read(tree *treesitter.Tree, out *record.Syntax) {
	f := &file{Tree: tree, out: out, at: map[string]int{}, local: map[string]bool{}, required: map[string]string{}, handed: map[string]string{}}
	out.Doc = lang.FileDoc(header(tree)...)
	above := tree.Comments()
	for n := range treesitter.Children(tree.Root) {
		if treesitter.IsComment(n) {
			above.Add(n)
			continue
		}
		f.statement(n, doc(above.Take(n)))
	}
	tree.Walk(tree.Root, func(n *sitter.Node) bool {
		if n.Type() == "function_call" {
			f.call(n)
		}
		return true
	})
	f.finish()
	out.Imports = f.imports.List()
}

// header returns the comments at the top but for what tools read.
func header(tree *treesitter.Tree) []string {
	runs := tree.Header(func(n *sitter.Node) bool {
		if n.Type() != "variable_declaration" {
			return true
		}
		text := tree.Text(n)
		return !strings.Contains(text, "require") && !strings.Contains(text, "{")
	})
	for i, raw := range runs {
		runs[i] = plain(raw)
	}
	return runs
}

func doc(raw string) string { return lang.Doc(plain(raw)) }

// plain takes annotations out of a comment: "---@param x", "-- @return".
func plain(raw string) string {
	if strings.HasPrefix(raw, "--[") {
		raw = strings.TrimLeft(raw[2:], "[=")
		return strings.TrimRight(strings.TrimRight(raw, "- \n"), "]=")
	}
	var lines []string
	for line := range strings.SplitSeq(raw, "\n") {
		text := strings.TrimLeft(strings.TrimSpace(line), "- ")
		switch word, rest, _ := strings.Cut(text, " "); {
		case word == "@module" || word == "@brief" || word == "@tag" || word == "@mod":
			if word == "@brief" && strings.Trim(rest, "[] ") != "" {
				lines = append(lines, "-- "+strings.Trim(rest, "[]"))
			}
		case strings.HasPrefix(word, "@"), word == "vim:", strings.HasPrefix(word, "luacheck"), strings.HasPrefix(word, "stylua"), strings.HasPrefix(word, "selene"):
			lines = append(lines, "--")
		default:
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// statement reads one statement at the top.
func (f *file) statement(n *sitter.Node, doc string) {
	switch n.Type() {
	case "function_declaration":
		name := n.ChildByFieldName("name")
		local := n.ChildCount() > 0 && n.Child(0).Type() == "local"
		f.function(f.Text(name), n.ChildByFieldName("parameters"), local, doc)
	case "variable_declaration":
		for c := range treesitter.Children(n) {
			if c.Type() == "assignment_statement" {
				f.assignment(c, true, doc)
			} else if c.Type() == "variable_list" {
				for v := range treesitter.Children(c) {
					f.local[f.Text(v)] = true
				}
			}
		}
	case "assignment_statement":
		f.assignment(n, false, doc)
	case "return_statement":
		f.result(n)
	case "do_statement", "if_statement":
		for c := range treesitter.Children(n) {
			if c.Type() == "block" || c.Type() == "else_statement" {
				for s := range treesitter.Children(c) {
					if s.Type() == "function_declaration" || s.Type() == "assignment_statement" {
						f.statement(s, "")
					}
				}
			}
		}
	}
}

func (f *file) function(name string, parameters *sitter.Node, local bool, doc string) {
	kind := record.KindFunction
	if strings.Contains(name, ":") {
		kind = record.KindMethod
	}
	f.add(name, record.Symbol{Kind: kind, Signature: lang.Signature(name + f.Text(parameters)), Doc: doc}, local)
}

// add keeps a symbol under its full name until it is known what the module
// returns.
func (f *file) add(name string, s record.Symbol, local bool) {
	if name == "" || strings.ContainsAny(name, "\n \"'[") || len(name) > 200 {
		return
	}
	if local {
		f.local[name] = true
	}
	if at, again := f.at[name]; again {
		if old := &f.out.Symbols[at]; old.Kind == record.KindVariable && s.Kind != record.KindVariable {
			s.Name = name
			*old = s
		}
		return
	}
	s.Name = name
	f.at[name] = len(f.out.Symbols)
	f.out.Symbols = append(f.out.Symbols, s)
}

// assignment reads "a, b.c = x, y".
func (f *file) assignment(n *sitter.Node, local bool, doc string) {
	var names, values []*sitter.Node
	for c := range treesitter.Children(n) {
		for part := range treesitter.Children(c) {
			switch {
			case c.Type() == "variable_list" && part.Type() != "attribute":
				names = append(names, part)
			case c.Type() == "expression_list":
				values = append(values, part)
			}
		}
	}
	for i, name := range names {
		var value *sitter.Node
		if i < len(values) {
			value = values[i]
		}
		f.assign(f.Text(name), value, local, doc)
	}
}

// maxValue is the longest value that a signature shows, in bytes.
const maxValue = 60

func (f *file) assign(name string, value *sitter.Node, local bool, doc string) {
	if local {
		f.local[name] = true
	}
	if value == nil {
		return
	}
	if value.Type() == "function_definition" {
		f.function(name, value.ChildByFieldName("parameters"), local, doc)
		return
	}
	if raw := f.requires(value); raw != "" {
		f.required[name] = raw
		if local {
			return
		}
	}
	sig := name
	if text := f.Text(value); len(text) <= maxValue && !strings.ContainsAny(text, "\n{") {
		sig += " = " + text
	}
	if local && value.Type() != "table_constructor" {
		return // a step
	}
	f.add(name, record.Symbol{Kind: record.KindVariable, Signature: lang.Signature(sig), Doc: doc}, local)
	if value.Type() == "table_constructor" && local {
		for c := range treesitter.Children(value) {
			if key, v := c.ChildByFieldName("name"), c.ChildByFieldName("value"); key != nil && v != nil && v.Type() == "function_definition" {
				f.function(name+"."+f.Text(key), v.ChildByFieldName("parameters"), false, "")
			}
		}
	}
}

// result reads what the module returns: a name, or a table of them.
func (f *file) result(n *sitter.Node) {
	var value *sitter.Node
	f.Walk(n, func(c *sitter.Node) bool {
		if value == nil && c.Type() != "return_statement" && c.Type() != "expression_list" && c.IsNamed() {
			value = c
		}
		return value == nil
	})
	if value == nil {
		return
	}
	switch value.Type() {
	case "identifier":
		f.returned = f.Text(value)
	case "function_definition":
		params := f.Text(value.ChildByFieldName("parameters"))
		f.add("default", record.Symbol{Kind: record.KindFunction, Signature: lang.Signature("default" + params), Default: true}, false)
	case "function_call": // setmetatable(M, …)
		if args := value.ChildByFieldName("arguments"); args != nil && args.NamedChildCount() > 0 && f.Text(value.ChildByFieldName("name")) == "setmetatable" {
			f.returned = f.Text(args.NamedChild(0))
		}
	case "table_constructor":
		for c := range treesitter.Children(value) {
			key, v := f.Text(c.ChildByFieldName("name")), c.ChildByFieldName("value")
			switch {
			case key == "" || v == nil || c.ChildByFieldName("name").Type() != "identifier":
			case v.Type() == "function_definition":
				f.handed[key] = ""
				f.function(key, v.ChildByFieldName("parameters"), false, "")
			case v.Type() == "identifier":
				f.handed[key] = f.Text(v)
			default:
				f.handed[key] = ""
				f.add(key, record.Symbol{Kind: record.KindProperty, Signature: key}, false)
			}
		}
	}
}

// requires returns the module that an expression requires, perhaps for a
// field of it.
func (f *file) requires(n *sitter.Node) string {
	for n != nil && (n.Type() == "dot_index_expression" || n.Type() == "parenthesized_expression") {
		n = n.NamedChild(0)
	}
	if n == nil || n.Type() != "function_call" || f.Text(n.ChildByFieldName("name")) != "require" {
		return ""
	}
	args := n.ChildByFieldName("arguments")
	if args == nil || args.NamedChildCount() != 1 || args.NamedChild(0).Type() != "string" {
		return ""
	}
	return f.Text(args.NamedChild(0).ChildByFieldName("content"))
}

// call notes require, dofile and loadfile anywhere.
func (f *file) call(n *sitter.Node) {
	if raw := f.requires(n); raw != "" {
		f.imports.Add(record.Import{Raw: raw})
		return
	}
	switch f.Text(n.ChildByFieldName("name")) {
	case "dofile", "loadfile":
		if args := n.ChildByFieldName("arguments"); args != nil && args.NamedChildCount() == 1 && args.NamedChild(0).Type() == "string" {
			f.imports.Add(record.Import{Raw: f.Text(args.NamedChild(0).ChildByFieldName("content")), Form: "file"})
		}
	}
}

// finish names symbols as other files do, now that it is known what the module
// returns.
func (f *file) finish() {
	given := map[string]string{} // local name to the one it is returned under
	for name, of := range f.handed {
		if of != "" && (given[of] == "" || name < given[of]) {
			given[of] = name
		}
	}
	kept := f.out.Symbols[:0]
	for _, s := range f.out.Symbols {
		if f.expose(&s, given) {
			kept = append(kept, s)
		}
	}
	f.out.Symbols = kept
}

// expose says how others see a symbol, and whether it is kept at all.
func (f *file) expose(s *record.Symbol, given map[string]string) bool {
	base, member, nested := cut(s.Name)
	switch {
	case s.Name == f.returned && nested == "":
		if s.Kind == record.KindVariable {
			return false // the module itself
		}
		s.Exported, s.Default = true, true
	case nested != "" && base == f.returned:
		sep := nested
		s.Signature = strings.TrimPrefix(s.Signature, base+sep)
		s.Name = member
		if owner, rest, deep := cut(member); deep != "" {
			s.Parent, s.Name = owner, rest
		}
		s.Exported = !strings.HasPrefix(s.Name, "_")
	case nested != "" && s.Kind == record.KindVariable && !f.local[base] && !f.defined(base):
		return false // a setting of someone else's
	case nested != "":
		s.Parent, s.Name = base, member
		_, handed := given[base]
		s.Exported = (handed || !f.local[base]) && !strings.HasPrefix(s.Name, "_")
	case given[s.Name] != "":
		s.Signature = strings.Replace(s.Signature, s.Name, given[s.Name], 1)
		s.Name, s.Exported = given[s.Name], true
	case !f.local[s.Name]:
		s.Exported = true // a global, or a function in the returned table
	}
	return s.Exported || s.Kind != record.KindVariable
}

// defined reports whether the file makes a global of this name.
func (f *file) defined(name string) bool {
	_, ok := f.at[name]
	return ok
}

// cut splits a name at its first dot or colon.
func cut(name string) (base, member, sep string) {
	if i := strings.IndexAny(name, ".:"); i > 0 {
		return name[:i], name[i+1:], name[i : i+1]
	}
	return name, "", ""
}
