// Package dune reads the build files of OCaml's dune: libraries, executables
// and what they link.
package dune

import (
	"context"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/structure"
	"github.com/pi-project-map/pmap/pkg/ast/lang/token"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractor of dune and dune-project files.
func Extractors() []lang.Extractor {
	return []lang.Extractor{{Name: "dune", Version: 1, Names: []string{"dune", "dune-project"}, Langs: []string{"Dune"}, Extract: extract}}
}

var rules = token.Rules{Line: []string{";"}, Quotes: `"`, Escapes: true, Words: "-.+/:=%{}&!?*<>@~"}

func extract(ctx context.Context, src []byte) (record.Syntax, error) {
	if err := ctx.Err(); err != nil {
		return record.Syntax{}, err
	}
	f := &file{Scanner: rules.Scan(string(src)), facts: &record.Facts{Kind: "dune"}}
	out := record.Syntax{State: record.StateOK, Doc: structure.Detached(src, ";"), Facts: f.facts}
	for t := f.Next(); t.Kind != token.End; t = f.Next() {
		if t.Is("(") && !f.stanza() {
			out.State = record.StatePartial
		}
	}
	f.facts.Dependencies = structure.Sorted(f.facts.Dependencies)
	f.facts.Title = title(f.facts)
	if out.Doc == "" {
		out.Doc = structure.Words(f.facts.Summary)
	}
	return out, nil
}

// title says what a file without a description builds.
func title(f *record.Facts) string {
	words := []string{"library", f.Name}
	switch {
	case f.Summary != "":
		return ""
	case len(f.Exports) > 1:
		words = []string{"libraries"}
		for _, lib := range f.Exports {
			words = append(words, lib.Key)
		}
	case len(f.Exports) == 1:
	case len(f.Bin) > 0:
		words = []string{"program"}
		for _, bin := range f.Bin {
			words = append(words, bin.Key)
		}
	case f.Name != "":
		words[0] = "project"
	default:
		return ""
	}
	return strings.Join(words, " ")
}

// file is one file while it is read.
type file struct {
	*token.Scanner
	facts *record.Facts
}

// stanza reads "(kind (field value…)…)" after its bracket. It reports whether
// it closes.
func (f *file) stanza() bool {
	kind := f.Next()
	if kind.Is(")") {
		return true
	}
	values, whole := []string(nil), true
	for {
		t := f.Next()
		switch {
		case t.Kind == token.End:
			return false
		case t.Is(")"):
			f.plain(kind.Text, values)
			return whole
		case t.Is("("):
			whole = f.field(kind.Text) && whole
		default:
			values = append(values, t.Text)
		}
	}
}

// plain takes what a stanza without fields says.
func (f *file) plain(kind string, values []string) {
	switch {
	case len(values) == 0:
	case kind == "include_subdirs" && values[0] != "no":
		f.facts.Members = []string{"**"} // modules of one library in all directories below
	case kind == "name":
		f.facts.Name = values[0]
	}
}

// field reads one field of a stanza.
func (f *file) field(kind string) bool {
	key := f.Next()
	if key.Kind != token.Word {
		return key.Is(")") || f.Skip()
	}
	var values []string
	for {
		t := f.Next()
		switch {
		case t.Kind == token.End:
			return false
		case t.Is(")"):
			f.take(kind, key.Text, values)
			return true
		case t.Is("("):
			first := f.Next()
			if first.Is("re_export") {
				first = f.Next()
			}
			if first.Is(")") {
				continue
			}
			if first.Kind == token.Word && first.Text != "select" {
				values = append(values, first.Text)
			}
			if !f.Skip() {
				return false
			}
		default:
			values = append(values, t.Text)
		}
	}
}

func (f *file) take(kind, key string, values []string) {
	switch {
	case len(values) == 0:
	case kind == "library" && key == "name":
		f.facts.Exports = append(f.facts.Exports, record.Pair{Key: values[0]})
		if f.facts.Name == "" {
			f.facts.Name = values[0]
		}
	case (kind == "executable" || kind == "executables") && (key == "name" || key == "names"):
		for _, name := range values {
			f.facts.Bin = append(f.facts.Bin, record.Pair{Key: name, Value: name + ".ml"})
		}
	case kind == "library" && key == "synopsis" || kind == "package" && key == "synopsis":
		if f.facts.Summary == "" {
			f.facts.Summary = strings.ReplaceAll(values[0], `\n`, " ")
		}
	case key == "libraries" || kind == "package" && key == "depends":
		f.facts.Dependencies = append(f.facts.Dependencies, values...)
	case kind == "package" && key == "name" && f.facts.Name == "":
		f.facts.Name = values[0]
	}
}
