package ruby

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// method adds one method. Those of the file itself can be called from
// everywhere, as long as they are not the main object's own.
func (f *file) method(n *sitter.Node, in *scope, doc string, hidden bool) {
	own := n.Type() == "singleton_method"
	s := record.Symbol{Name: f.Text(n.ChildByFieldName("name")), Kind: record.KindMethod, Parent: in.name, Exported: !hidden, Doc: doc}
	if in.name == "" {
		s.Kind, s.Exported = record.KindFunction, !own && !in.condition
	}
	if s.Name == "initialize" && !own && in.name != "" {
		s.Kind, s.Exported = record.KindConstructor, true
	}
	params := strings.TrimSpace(f.source(n.ChildByFieldName("parameters")))
	if params != "" && params[0] != '(' {
		params = "(" + params + ")"
	}
	s.Signature = s.Name + params
	if own {
		s.Signature = f.Text(n.ChildByFieldName("object")) + "." + s.Signature
	} else if in.singleton {
		s.Signature = "self." + s.Signature
	}
	s.Signature = lang.Signature(s.Signature)
	f.add(s, own || in.singleton)
}

// visibility follows a word that holds for what comes after it.
func (f *file) visibility(word string, in *scope) {
	switch word {
	case "private", "protected":
		in.hidden = true
	case "public", "module_function":
		in.hidden = false
	}
}

// call reads the calls that define something or change who may see it.
func (f *file) call(n *sitter.Node, in *scope, doc string) {
	if n.ChildByFieldName("receiver") != nil {
		return
	}
	name, arguments := f.Text(n.ChildByFieldName("method")), n.ChildByFieldName("arguments")
	if arguments == nil {
		f.visibility(name, in)
		return
	}
	hidden := in.hidden
	switch name {
	case "private", "protected", "private_class_method":
		hidden = true
	case "public", "public_class_method", "module_function":
		hidden = false
	}
	for c := range treesitter.Children(arguments) {
		switch c.Type() {
		case "method", "singleton_method":
			f.method(c, in, doc, hidden)
		case "call":
			f.call(c, &scope{name: in.name, class: in.class, singleton: in.singleton, hidden: hidden}, doc)
		}
	}
	switch name {
	case "attr_reader", "attr_accessor", "attr_writer":
		f.attributes(name, arguments, in, doc)
	case "alias_method", "define_method", "define_singleton_method":
		if names := f.symbols(arguments); len(names) > 0 && in.name != "" {
			own := in.singleton || name == "define_singleton_method"
			f.add(record.Symbol{Name: names[0], Kind: record.KindMethod, Parent: in.name, Exported: !in.hidden, Doc: doc, Signature: names[0]}, own)
		}
	case "private", "protected", "public":
		f.show(arguments, in.name, in.singleton, !hidden)
	case "private_class_method", "public_class_method":
		f.show(arguments, in.name, true, !hidden)
	case "private_constant":
		f.show(arguments, in.name, false, false)
	}
}

// attributes adds what an attribute macro defines.
func (f *file) attributes(macro string, arguments *sitter.Node, in *scope, doc string) {
	if in.name == "" {
		return
	}
	for _, name := range f.symbols(arguments) {
		f.add(record.Symbol{
			Name: name, Kind: record.KindProperty, Parent: in.name, Exported: !in.hidden, Doc: doc, Signature: lang.Signature(macro + " " + name),
		}, in.singleton)
	}
}

// show changes who may see what is already there under the names that are
// given.
func (f *file) show(arguments *sitter.Node, parent string, singleton, exported bool) {
	for _, name := range f.symbols(arguments) {
		for _, k := range []key{{parent, name, singleton}, {"", join(parent, name), false}} {
			if i, ok := f.at[k]; ok && parent != "" {
				f.out.Symbols[i].Exported = exported
			}
		}
	}
}

// symbols returns the names among a call's arguments: symbols, strings and
// arrays of either.
func (f *file) symbols(arguments *sitter.Node) []string {
	var names []string
	f.Walk(arguments, func(n *sitter.Node) bool {
		switch n.Type() {
		case "simple_symbol":
			names = append(names, strings.TrimPrefix(f.Text(n), ":"))
		case "bare_symbol", "bare_string":
			names = append(names, f.Text(n))
		case "string":
			if name, ok := f.literal(n); ok {
				names = append(names, name)
			}
		case "argument_list", "splat_argument", "symbol_array", "string_array", "array":
			return true
		}
		return false
	})
	return names
}
