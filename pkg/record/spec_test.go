package record

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pi-project-map/pmap/pkg/pathname"
)

const specFile = "../../spec/pmap-records.5.md"

// specTables returns the rows of the first table below each heading of the
// specification, cells trimmed, without the table's head.
func specTables(t *testing.T) map[string][][]string {
	t.Helper()
	text, err := os.ReadFile(specFile)
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string][][]string{}
	heading, row := "", 0
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "#"):
			heading, row = strings.TrimLeft(line, "# "), 0
		case strings.HasPrefix(line, "|") && row >= 0:
			if row++; row > 2 {
				cells := strings.Split(strings.Trim(line, "|"), "|")
				for i := range cells {
					cells[i] = strings.TrimSpace(cells[i])
				}
				tables[heading] = append(tables[heading], cells)
			}
		case row > 0:
			row = -1
		}
	}
	return tables
}

// TestSpecNamesEveryMember compares the specification's tables with the
// structs: the same members, in the same order, of the same sort, and left out
// when empty or not.
func TestSpecNamesEveryMember(t *testing.T) {
	tables := specTables(t)
	for heading, rec := range map[string]any{
		"head": Head{}, "options": Options{}, "file": File{}, "dir": Dir{}, "syntax": Syntax{}, "symbol": Symbol{}, "import": Import{},
		"facts": Facts{}, "pair": Pair{}, "note": Note{}, "page": Page{}, "child": Child{}, "pageFile": PageFile{}, "pageSymbol": PageSymbol{},
		"diag": Diag{}, "end": End{}, "finding": Finding{},
	} {
		var want, got []string
		for _, cells := range tables[heading] {
			want = append(want, strings.Join([]string{cells[0], sortOf(cells[1]), cells[2]}, " "))
		}
		for _, f := range reflect.VisibleFields(reflect.TypeOf(rec)) {
			name, omit, _ := strings.Cut(f.Tag.Get("json"), ",")
			opt := ""
			if omit != "" {
				opt = "opt"
			}
			got = append(got, strings.Join([]string{name, wireSort(f.Type), opt}, " "))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-specification +struct):\n%s", heading, diff)
		}
	}
}

// sortOf takes a bound like "≥ 0" and what a string means off a member's type.
func sortOf(cell string) string {
	sort, _, _ := strings.Cut(cell, " ")
	if sort == "array" {
		return strings.Replace(cell, " of line", " of string", 1)
	}
	if sort == "line" || sort == "sha256" {
		return "string"
	}
	return sort
}

func wireSort(typ reflect.Type) string {
	switch typ {
	case reflect.TypeFor[pathname.Path]():
		return "path"
	case reflect.TypeFor[pathname.Text]():
		return "text"
	}
	switch typ.Kind() {
	case reflect.Slice:
		return "array of " + wireSort(typ.Elem())
	case reflect.Map:
		return "object"
	case reflect.Pointer:
		return wireSort(typ.Elem())
	case reflect.Struct:
		if typ == reflect.TypeFor[Options]() {
			return "object"
		}
		return strings.ToLower(typ.Name()[:1]) + typ.Name()[1:]
	case reflect.Int, reflect.Int64:
		return "integer"
	case reflect.Bool:
		return "boolean"
	}
	return typ.Kind().String()
}

// TestSpecNamesEveryWord compares the word lists of the specification with the
// constants, and both with what a reader knows.
func TestSpecNamesEveryWord(t *testing.T) {
	tables := specTables(t)
	for heading, typ := range map[string]string{"Classes": "Class", "Kinds": "Kind"} {
		var want []string
		for _, cells := range tables[heading] {
			want = append(want, cells[0])
			if known := Class(cells[0]).known() || Kind(cells[0]).known(); !known {
				t.Errorf("no reader knows the %s %q", typ, cells[0])
			}
		}
		if diff := cmp.Diff(want, constants(t, typ)); diff != "" {
			t.Errorf("%s (-specification +constants):\n%s", heading, diff)
		}
	}
	text, err := os.ReadFile(specFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, typ := range []string{"Mode", "Picked", "State", "Severity"} {
		for _, word := range constants(t, typ) {
			if !strings.Contains(string(text), "`"+word+"`") {
				t.Errorf("the specification does not name the %s %q", typ, word)
			}
		}
	}
}

// constants returns the values of record.go's constants of a type.
func constants(t *testing.T, typ string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "record.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var values []string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if id, ok := spec.Type.(*ast.Ident); ok && id.Name == typ {
			value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			values = append(values, value)
		}
		return true
	})
	if len(values) == 0 {
		t.Errorf("record.go has no constants of type %s", typ)
	}
	return values
}
