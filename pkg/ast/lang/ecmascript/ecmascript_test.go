package ecmascript

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/pkg/record"
)

// show writes a syntax record as one line for each thing in it: symbols with
// "+" if exported and "!" if default, then imports.
func show(s record.Syntax) string {
	var b strings.Builder
	if s.State != record.StateOK {
		fmt.Fprintf(&b, "state %s\n", s.State)
	}
	if s.Doc != "" {
		fmt.Fprintf(&b, "doc %s\n", s.Doc)
	}
	for _, y := range s.Symbols {
		mark := ""
		if y.Exported {
			mark += "+"
		}
		if y.Default {
			mark += "!"
		}
		name := y.Name
		if y.Parent != "" {
			name = y.Parent + "::" + name
		}
		fmt.Fprintf(&b, "%s%s %s", mark, y.Kind, name)
		if y.From != "" {
			fmt.Fprintf(&b, " <- %s %s", y.Of, y.From)
		}
		if y.Signature != "" {
			fmt.Fprintf(&b, " | %s", y.Signature)
		}
		if y.Doc != "" {
			fmt.Fprintf(&b, " | %s", y.Doc)
		}
		b.WriteByte('\n')
	}
	for _, i := range s.Imports {
		fmt.Fprintf(&b, "import %s", i.Raw)
		if i.Form != "" {
			fmt.Fprintf(&b, " (%s)", i.Form)
		}
		if i.Names != nil {
			fmt.Fprintf(&b, " {%s}", strings.Join(i.Names, " "))
		}
		if i.Reexport {
			b.WriteString(" reexport")
		}
		if i.TypeOnly {
			b.WriteString(" type")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func read(t *testing.T, name, src string) record.Syntax {
	t.Helper()
	for _, e := range Extractors() {
		if e.Name == name {
			s, err := e.Extract(context.Background(), []byte(src))
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
	}
	t.Fatalf("no extractor %q", name)
	return record.Syntax{}
}

type example struct{ name, src, want string }

func check(t *testing.T, dialect string, examples []example) {
	t.Helper()
	for _, e := range examples {
		t.Run(e.name, func(t *testing.T) {
			got := show(read(t, dialect, e.src))
			if diff := cmp.Diff(strings.TrimSpace(e.want), strings.TrimSpace(got)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
