package ruby

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// scope is the body of a class or module while it is read.
type scope struct {
	name      string // with the names around it; empty for the file
	class     bool   // it, or one around it, is a class: what nests is its member
	singleton bool   // inside `class << self`
	hidden    bool   // what follows is private or protected
	condition bool   // under a condition at the top of the file
}

// block reads the statements of the file, of a body or of a branch.
func (f *file) block(n *sitter.Node, in *scope, above *treesitter.Comments) {
	if n == nil {
		return
	}
	if f.depth == maxNesting {
		f.Skip()
		return
	}
	f.depth++
	defer func() { f.depth-- }()
	lost := pieces{file: f, in: in}
	broken := n.Type() == "ERROR"
	for c := range treesitter.All(n) {
		if broken {
			in = lost.next(c)
		}
		switch {
		case !c.IsNamed():
		case treesitter.IsComment(c):
			above.Add(c)
		default:
			f.statement(c, in, above.Take(c))
		}
	}
}

func (f *file) statement(n *sitter.Node, in *scope, comment string) {
	switch n.Type() {
	case "class", "module":
		f.typeDecl(n, in, comment)
	case "singleton_class":
		f.body(n, &scope{name: in.name, class: in.class, singleton: true})
	case "method", "singleton_method":
		f.method(n, in, words(comment), in.hidden && n.Type() == "method")
	case "assignment", "operator_assignment":
		f.assignment(n, in, comment)
	case "alias":
		f.add(record.Symbol{
			Name: f.Text(n.ChildByFieldName("name")), Kind: record.KindMethod, Parent: in.name, Exported: in.name != "" && !in.hidden,
			Signature: lang.Signature(f.Text(n)), Doc: words(comment),
		}, in.singleton)
	case "identifier":
		f.visibility(f.Text(n), in)
	case "call":
		f.call(n, in, words(comment))
	case "if", "unless", "if_modifier", "unless_modifier":
		// A method or constant of the file itself that is there only under a
		// condition is the file's own affair; a class is not.
		if in.name == "" {
			in = &scope{condition: true}
		}
		f.block(n, in, f.Comments())
	case "then", "else", "elsif", "begin", "ensure", "rescue", "body_statement", "ERROR":
		f.block(n, in, f.Comments())
	}
}

// typeDecl reads a class or module and what is in it.
func (f *file) typeDecl(n *sitter.Node, in *scope, comment string) {
	name := strings.Join(strings.Fields(f.Text(n.ChildByFieldName("name"))), "")
	if name == "" {
		return
	}
	inner := &scope{name: join(in.name, name), class: in.class}
	if namespace(n, f) {
		f.body(n, inner)
		return
	}
	s := record.Symbol{Name: inner.name, Kind: record.KindModule, Exported: true, Doc: words(comment)}
	if n.Type() == "class" {
		s.Kind, inner.class = record.KindClass, true
	}
	if in.class {
		s.Name, s.Parent = name, in.name
	} else if f.types++; f.types == 1 {
		f.typeDoc = lang.FileDoc(unfenced(comment))
	}
	s.Signature = lang.Signature(n.Type() + " " + s.Name + " " + f.source(n.ChildByFieldName("superclass")))
	f.add(s, false)
	f.body(n, inner)
}

// body reads what is in a class, module or block; comments in front of its
// first statement stand beside the body.
func (f *file) body(n *sitter.Node, in *scope) {
	above := f.Comments()
	head := n.StartPoint().Row
	for c := range treesitter.Children(n) {
		switch {
		case treesitter.IsComment(c) && c.StartPoint().Row > head:
			above.Add(c)
		case strings.HasSuffix(c.Type(), "body_statement"), c.Type() == "block_body":
			f.block(c, in, above)
		}
	}
}

// namespace reports whether a class or module does nothing but hold others.
func namespace(n *sitter.Node, f *file) bool {
	if n.ChildByFieldName("superclass") != nil {
		return false
	}
	holds := false
	for c := range treesitter.Children(n.ChildByFieldName("body")) {
		switch c.Type() {
		case "comment", "identifier", "empty_statement":
		case "class", "module":
			holds = true
		case "call":
			switch f.Text(c.ChildByFieldName("method")) {
			case "require", "require_relative", "autoload", "extend":
			default:
				return false
			}
		default:
			return false
		}
	}
	return holds
}

// join is a name as it is written from outside of a scope.
func join(in, name string) string {
	if root, ok := strings.CutPrefix(name, "::"); ok || in == "" {
		return root
	}
	return in + "::" + name
}

// assignment adds the constants that a statement sets.
func (f *file) assignment(n *sitter.Node, in *scope, comment string) {
	left, right := n.ChildByFieldName("left"), n.ChildByFieldName("right")
	if left == nil {
		return
	}
	switch left.Type() {
	case "constant", "scope_resolution":
		f.constant(f.Text(left), right, in, comment)
	case "left_assignment_list":
		for c := range treesitter.Children(left) {
			if c.Type() == "constant" {
				f.constant(f.Text(c), nil, in, comment)
			}
		}
	}
}

func (f *file) constant(name string, value *sitter.Node, in *scope, comment string) {
	last := name[strings.LastIndexByte(name, ':')+1:]
	if last == "" || last[0] < 'A' || last[0] > 'Z' {
		return
	}
	s := record.Symbol{Name: name, Kind: record.KindConstant, Parent: in.name, Exported: true, Doc: words(comment)}
	if in.name == "" {
		s.Name = join("", name)
	}
	s.Signature = lang.Signature(s.Name + f.value(value))
	made, block := f.made(value)
	if made == "" {
		s.Exported = !in.condition
		f.add(s, false)
		return
	}
	inner := &scope{name: join(in.name, name), class: true}
	s.Kind, s.Signature = record.KindClass, lang.Signature(s.Name+" = "+made)
	if strings.HasPrefix(made, "Module") {
		s.Kind = record.KindModule
	}
	if in.name != "" && !in.class {
		s.Name, s.Parent = inner.name, ""
	}
	f.add(s, false)
	if block != nil {
		f.body(block, inner)
	}
}

// made returns the call that makes a class, without its block, and the block.
func (f *file) made(n *sitter.Node) (call string, block *sitter.Node) {
	if n == nil || n.Type() != "call" {
		return "", nil
	}
	block = n.ChildByFieldName("block")
	switch f.Text(n.ChildByFieldName("receiver")) + "." + f.Text(n.ChildByFieldName("method")) {
	case "Struct.new", "Class.new", "Module.new", "Data.define":
		return f.source(n, block), block
	}
	return "", nil
}
