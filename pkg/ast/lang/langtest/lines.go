package langtest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/pkg/record"
)

// Lines writes a record for people, with all that a symbol and an import can
// say: symbols with "+" if exported and "!" if default, then imports under
// their form.
func Lines(s record.Syntax) string {
	var b strings.Builder
	if s.State != record.StateOK {
		fmt.Fprintf(&b, "state %s\n", s.State)
	}
	if s.Doc != "" {
		fmt.Fprintf(&b, "doc %s\n", s.Doc)
	}
	for _, y := range s.Symbols {
		symbolLine(&b, y)
	}
	for _, i := range s.Imports {
		importLine(&b, i)
	}
	return b.String()
}

func symbolLine(b *strings.Builder, y record.Symbol) {
	if y.Exported {
		b.WriteByte('+')
	}
	if y.Default {
		b.WriteByte('!')
	}
	name := y.Name
	if y.Parent != "" {
		name = y.Parent + "::" + name
	}
	fmt.Fprintf(b, "%s %s", y.Kind, name)
	if y.From != "" {
		fmt.Fprintf(b, " <- %s %s", y.Of, y.From)
	}
	if y.Signature != "" {
		fmt.Fprintf(b, " | %s", y.Signature)
	}
	if y.Doc != "" {
		fmt.Fprintf(b, " | %s", y.Doc)
	}
	b.WriteByte('\n')
}

func importLine(b *strings.Builder, i record.Import) {
	form := i.Form
	if form == "" {
		form = "import"
	}
	fmt.Fprintf(b, "%s %s", form, i.Raw)
	if i.Names != nil {
		fmt.Fprintf(b, " {%s}", strings.Join(i.Names, " "))
	}
	if i.Reexport {
		b.WriteString(" reexport")
	}
	if i.TypeOnly {
		b.WriteString(" type")
	}
	b.WriteByte('\n')
}

// Names lists the symbols by "Parent.Name".
func Names(s record.Syntax) string {
	var names []string
	for _, y := range s.Symbols {
		name := y.Name
		if y.Parent != "" {
			name = y.Parent + "." + name
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

// Table holds what show says of each text against what it should say; a row is
// its name, the text and that. White space around either does not count.
func Table(t *testing.T, show func(t testing.TB, src string) string, rows [][3]string) {
	t.Helper()
	for _, row := range rows {
		t.Run(row[0], func(t *testing.T) {
			if diff := cmp.Diff(strings.TrimSpace(row[2]), strings.TrimSpace(show(t, row[1]))); diff != "" {
				t.Errorf("%s\n(-want +got)\n%s", row[1], diff)
			}
		})
	}
}
