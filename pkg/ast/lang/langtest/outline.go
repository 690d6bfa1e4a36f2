package langtest

import (
	"fmt"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// Outline writes a record for people: a line for package, doc, each import and
// each symbol, those that are exported with a "+".
func Outline(s record.Syntax) string {
	var b strings.Builder
	if s.State != record.StateOK {
		fmt.Fprintf(&b, "state %s\n", s.State)
	}
	if s.Package != "" {
		fmt.Fprintf(&b, "package %s\n", s.Package)
	}
	if s.Doc != "" {
		fmt.Fprintf(&b, "doc %s\n", s.Doc)
	}
	for _, i := range s.Imports {
		fmt.Fprintln(&b, strings.Join(strings.Fields(fmt.Sprint("import ", i.Raw, " ", i.Form, " ", strings.Join(i.Names, ","))), " "))
	}
	for _, sym := range s.Symbols {
		mark, parent, doc := "-", "", ""
		if sym.Exported {
			mark = "+"
		}
		if sym.Parent != "" {
			parent = sym.Parent + "."
		}
		if sym.Doc != "" {
			doc = " // " + sym.Doc
		}
		fmt.Fprintf(&b, "%s %s %s%s: %s%s\n", mark, sym.Kind, parent, sym.Name, sym.Signature, doc)
	}
	return b.String()
}
