// Package elixir reads Elixir: modules, protocols and implementations with
// their public and private functions, macros, structs and types, and the
// modules that they alias, import, require and use.
package elixir

import (
	"context"
	"fmt"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/elixir"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// maxNesting is how deep modules are followed.
const maxNesting = 50

// Extractors returns the extractor of Elixir files.
func Extractors() []lang.Extractor {
	language := grammar.GetLanguage()
	return []lang.Extractor{{
		Name: "elixir", Version: 1, Suffixes: []string{".ex", ".exs"}, Langs: []string{"Elixir"},
		Extract: func(ctx context.Context, src []byte) (record.Syntax, error) {
			return treesitter.Extract(ctx, language, src, read)
		},
	}}
}

// file is one file while it is read.
type file struct {
	*treesitter.Tree
	out     *record.Syntax
	imports lang.Imports
	seen    map[string]bool // functions by module, name and arity
	tops    int             // modules at the top
}

// module is what stands around a definition.
type module struct {
	name    string
	visible bool // it and all around it have documentation, or do not say @moduledoc false
	doc     string
	hidden  bool // @doc false or @impl stands above: not for callers
	spec    string
	depth   int
}

func read(tree *treesitter.Tree, out *record.Syntax) {
	f := &file{Tree: tree, out: out, seen: map[string]bool{}}
	f.body(tree.Root, &module{visible: true})
	tree.Walk(tree.Root, func(n *sitter.Node) bool {
		if n.Type() == "call" {
			f.directive(n)
		}
		return true
	})
	out.Imports = f.imports.List()
	if out.Doc == "" {
		out.Doc = lang.FileDoc(tree.Header(func(n *sitter.Node) bool { return false })...)
	}
}

// body reads the statements of a module or file.
func (f *file) body(n *sitter.Node, in *module) {
	for c := range treesitter.Children(n) {
		switch c.Type() {
		case "unary_operator":
			f.attribute(c, in)
		case "call":
			f.call(c, in)
		case "ERROR", "block":
			f.body(c, in)
		}
	}
}

// attribute reads "@doc text" and its like, which speak of what follows.
func (f *file) attribute(n *sitter.Node, in *module) {
	operand := n.ChildByFieldName("operand")
	if operand == nil || operand.Type() != "call" {
		return
	}
	arg := argument(operand, 0)
	switch f.Text(operand.ChildByFieldName("target")) {
	case "moduledoc":
		words := f.words(arg)
		if f.Text(arg) == "false" {
			in.visible = false
		}
		if in.name != "" {
			f.describe(in, words)
		}
	case "doc":
		in.doc, in.hidden = lang.Sentence(f.words(arg)), f.Text(arg) == "false"
	case "typedoc":
		in.doc = lang.Sentence(f.words(arg))
	case "impl":
		in.hidden = f.Text(arg) != "false"
	case "type", "opaque":
		f.typed(arg, in)
	case "callback", "macrocallback":
		if name := f.specified(arg); name != "" {
			f.add(record.Symbol{Name: name, Kind: record.KindMethod, Parent: in.name, Signature: "callback " + f.Text(arg), Exported: in.visible, Doc: in.doc})
		}
		in.doc, in.hidden = "", false
	case "spec":
		if name := f.specified(arg); name != "" {
			in.spec = f.Text(arg)
		}
	}
}

// describe gives a module its documentation. That of the only module at the
// top is the file's too.
func (f *file) describe(in *module, words string) {
	for i := range f.out.Symbols {
		if s := &f.out.Symbols[i]; s.Name == in.name && s.Doc == "" && s.Parent == "" {
			s.Doc = lang.Sentence(words)
		}
	}
	if in.depth == 1 && f.tops == 1 {
		f.out.Doc = lang.Paragraph(words)
	}
}

// words returns the text of a string or here-document without its indentation.
func (f *file) words(n *sitter.Node) string {
	if n == nil || n.Type() != "string" && n.Type() != "sigil" {
		return ""
	}
	var b strings.Builder
	for c := range treesitter.Children(n) {
		if c.Type() == "quoted_content" {
			b.WriteString(f.Text(c))
		}
	}
	lines := strings.Split(strings.Trim(b.String(), "\n"), "\n")
	indent := len(lines[0]) - len(strings.TrimLeft(lines[0], " "))
	for i, line := range lines {
		if len(line) >= indent && strings.TrimSpace(line[:indent]) == "" {
			lines[i] = line[indent:]
		}
	}
	return strings.Join(lines, "\n")
}

// typed reads "@type name(a) :: …".
func (f *file) typed(n *sitter.Node, in *module) {
	text := f.Text(n)
	left, _, ok := strings.Cut(text, "::")
	name, _, _ := strings.Cut(strings.TrimSpace(left), "(")
	if ok && in.name != "" {
		f.add(record.Symbol{Name: name, Kind: record.KindType, Parent: in.name, Signature: text, Exported: in.visible, Doc: in.doc})
	}
	in.doc = ""
}

// specified is the name in "name(a) :: b", perhaps with "when …".
func (f *file) specified(n *sitter.Node) string {
	name, _, ok := strings.Cut(f.Text(n), "(")
	if !ok || strings.ContainsAny(name, " \n{[") {
		return ""
	}
	return name
}

// call reads a definition; anything else may hold some.
func (f *file) call(n *sitter.Node, in *module) {
	word := f.Text(n.ChildByFieldName("target"))
	switch word {
	case "defmodule", "defprotocol", "defimpl":
		f.module(n, word, in)
	case "def", "defp", "defmacro", "defmacrop", "defguard", "defguardp", "defdelegate":
		f.function(n, word, in)
		in.doc, in.spec, in.hidden = "", "", false
	case "defstruct", "defexception":
		f.structure(n, word, in)
	case "if", "unless", "for":
		for c := range treesitter.Children(n) {
			if c.Type() == "do_block" {
				f.body(c, in)
			}
		}
	}
}

func (f *file) module(n *sitter.Node, word string, in *module) {
	name := f.Text(argument(n, 0))
	if name == "" || strings.ContainsAny(name, "\n #{") || in.depth == maxNesting {
		return
	}
	name = strings.TrimPrefix(name, "Elixir.")
	if word == "defimpl" {
		name = f.implementation(n, name, in)
	} else if in.name != "" && !strings.HasPrefix(name, "__MODULE__") {
		name = in.name + "." + name
	}
	name = strings.Replace(name, "__MODULE__", in.name, 1)
	kind := map[string]record.Kind{"defmodule": record.KindClass, "defprotocol": record.KindInterface, "defimpl": record.KindClass}[word]
	at := len(f.out.Symbols)
	f.add(record.Symbol{Name: name, Kind: kind, Signature: word + " " + name, Exported: word != "defimpl"})
	if in.depth == 0 && word != "defimpl" {
		if f.tops++; f.tops > 1 {
			f.out.Doc = ""
		}
	}
	if f.out.Package == "" {
		f.out.Package = name
	}
	inner := &module{name: name, visible: in.visible, depth: in.depth + 1}
	for c := range treesitter.Children(n) {
		if c.Type() == "do_block" {
			f.body(c, inner)
		}
	}
	if !inner.visible && at < len(f.out.Symbols) && f.out.Symbols[at].Name == name {
		f.out.Symbols[at].Doc = ""
	}
}

// implementation names what "defimpl Protocol, for: Type" defines.
func (f *file) implementation(n *sitter.Node, protocol string, in *module) string {
	_, of, ok := strings.Cut(f.Text(n.NamedChild(1)), "for:")
	if !ok {
		return protocol + "." + in.name
	}
	return protocol + "." + strings.Join(strings.Fields(strings.TrimSuffix(strings.TrimSpace(of), ")")), " ")
}

// function reads "def name(a, b) when c do". Of the clauses of one function
// the first counts.
func (f *file) function(n *sitter.Node, word string, in *module) {
	head := argument(n, 0)
	for head != nil && head.Type() == "binary_operator" {
		head = head.ChildByFieldName("left")
	}
	if head == nil || in.name == "" {
		return
	}
	name, arity := f.Text(head), 0
	if head.Type() == "call" {
		name = f.Text(head.ChildByFieldName("target"))
		if args := arguments(head); args != nil {
			arity = int(args.NamedChildCount())
		}
	}
	key := fmt.Sprintf("%s.%s/%d", in.name, name, arity)
	if f.seen[key] || strings.ContainsAny(name, " \n") {
		return
	}
	f.seen[key] = true
	kind := record.KindMethod
	if strings.HasPrefix(word, "defmacro") || strings.HasPrefix(word, "defguard") {
		kind = record.KindMacro
	}
	private := strings.HasSuffix(word, "p")
	sig := f.Text(head)
	if in.spec != "" && len(in.spec) < 100 && strings.HasPrefix(in.spec, name+"(") {
		sig = in.spec
	}
	if kind == record.KindMacro {
		sig = strings.TrimSuffix(word, "p") + " " + sig
	}
	f.add(record.Symbol{Name: name, Kind: kind, Parent: in.name, Signature: sig, Exported: !private && !in.hidden && in.visible, Doc: in.doc})
}

// structure adds the fields to the module's signature.
func (f *file) structure(n *sitter.Node, word string, in *module) {
	var fields []string
	if args := arguments(n); args != nil {
		f.Walk(args, func(c *sitter.Node) bool {
			switch c.Type() {
			case "keyword":
				fields = append(fields, strings.TrimRight(f.Text(c), ": \n"))
			case "atom":
				fields = append(fields, strings.TrimPrefix(f.Text(c), ":"))
			case "pair":
				fields = append(fields, strings.TrimRight(f.Text(c.ChildByFieldName("key")), ": \n"))
				return false
			}
			return true
		})
	}
	for i := range f.out.Symbols {
		if s := &f.out.Symbols[i]; s.Name == in.name && s.Parent == "" && len(fields) > 0 {
			s.Signature = lang.Signature(s.Signature + " %{" + strings.Join(fields, ", ") + "}")
			if word == "defexception" {
				s.Signature = strings.Replace(s.Signature, "defmodule", "defexception", 1)
			}
		}
	}
}

func (f *file) add(s record.Symbol) {
	s.Signature = lang.Signature(s.Signature)
	f.out.Symbols = append(f.out.Symbols, s)
}

// directive reads "alias A.{B, C}, as: D", import, require and use, wherever
// they stand.
func (f *file) directive(n *sitter.Node) {
	form := f.Text(n.ChildByFieldName("target"))
	switch form {
	case "alias", "import", "require", "use":
	default:
		return
	}
	arg := argument(n, 0)
	switch {
	case arg == nil:
	case arg.Type() == "alias":
		f.imports.Add(record.Import{Raw: f.Text(arg), Form: form})
	case arg.Type() == "dot":
		left, right := arg.ChildByFieldName("left"), arg.ChildByFieldName("right")
		if left == nil || right == nil || left.Type() != "alias" || right.Type() != "tuple" {
			return
		}
		for c := range treesitter.Children(right) {
			if c.Type() == "alias" {
				f.imports.Add(record.Import{Raw: f.Text(left) + "." + f.Text(c), Form: form})
			}
		}
	}
}

// arguments returns the arguments of a call.
func arguments(n *sitter.Node) *sitter.Node {
	for c := range treesitter.Children(n) {
		if c.Type() == "arguments" {
			return c
		}
	}
	return nil
}

func argument(n *sitter.Node, i int) *sitter.Node {
	if args := arguments(n); args != nil && int(args.NamedChildCount()) > i {
		return args.NamedChild(i)
	}
	return nil
}
