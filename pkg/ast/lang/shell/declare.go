package shell

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// declaration adds the variables that a script exports or makes constant where
// it sets them; one that only grows by its own value is another's.
func (f *file) declaration(n *sitter.Node) {
	kind := record.Kind("")
	word := ""
	for c := range treesitter.All(n) {
		switch c.Type() {
		case "export", "readonly", "declare", "typeset", "local":
			word = c.Type()
			kind = map[string]record.Kind{"export": record.KindVariable, "readonly": record.KindConstant}[word]
		case "word":
			if flags := f.Text(c); strings.HasPrefix(flags, "-") && word != "local" {
				kind = declared(kind, flags)
			}
		case "variable_assignment":
			name := f.Text(c.ChildByFieldName("name"))
			value := f.Text(c.ChildByFieldName("value"))
			if kind != "" && !strings.Contains(value, "$"+name) && !strings.Contains(value, "${"+name) {
				f.symbol(record.Symbol{Name: name, Kind: kind, Signature: lang.Signature(word + " " + name)}, c.StartByte())
			}
		}
	}
}

// declared is what the flags of a declaration make of its variables.
func declared(kind record.Kind, flags string) record.Kind {
	switch {
	case strings.Contains(flags, "r"):
		return record.KindConstant
	case strings.Contains(flags, "x"):
		return record.KindVariable
	case strings.ContainsAny(flags, "nf"): // export -n and -f
		return ""
	}
	return kind
}

// alias adds the words that a script gives a meaning for the command line.
func (f *file) alias(n *sitter.Node) {
	for c := range treesitter.Children(n) {
		text := f.Text(c)
		name, _, ok := strings.Cut(text, "=")
		if c.Type() == "command_name" || !ok || strings.ContainsAny(name, "$`\"'\\ \t\n") {
			continue
		}
		f.symbol(record.Symbol{Name: name, Kind: record.KindMacro, Signature: lang.Signature("alias " + text)}, c.StartByte())
	}
}
