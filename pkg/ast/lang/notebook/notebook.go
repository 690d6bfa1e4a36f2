// Package notebook reads Jupyter notebooks: the headings and first paragraph of
// their text, and the imports and definitions of their code where that is
// Python. Outputs are not looked at. A notebook offers nothing to others.
package notebook

import (
	"context"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/markdown"
	"github.com/pi-project-map/pmap/pkg/ast/lang/python"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractor of notebooks.
func Extractors() []lang.Extractor {
	code, text := python.Extractors()[0], markdown.Extractors()[0]
	return []lang.Extractor{{
		Name: "notebook", Version: 1, Suffixes: []string{".ipynb"}, Langs: []string{"Jupyter Notebook"},
		Extract: func(ctx context.Context, src []byte) (record.Syntax, error) { return extract(ctx, code, text, src) },
	}}
}

// document is what is read of a notebook. Format 3 keeps its cells in sheets.
type document struct {
	Cells  []cell `json:"cells"`
	Sheets []struct {
		Cells []cell `json:"cells"`
	} `json:"worksheets"`
	Metadata struct {
		Kernel struct {
			Language string `json:"language"`
			Name     string `json:"name"`
		} `json:"kernelspec"`
		Info struct {
			Name string `json:"name"`
		} `json:"language_info"`
	} `json:"metadata"`
}

type cell struct {
	Type   string `json:"cell_type"`
	Source source `json:"source"`
	Input  source `json:"input"` // code of format 3
}

// source is a text or a list of its lines.
type source string

// UnmarshalJSON takes either.
func (s *source) UnmarshalJSON(b []byte) error {
	var text string
	if json.Unmarshal(b, &text) == nil {
		*s = source(text)
		return nil
	}
	var lines []string
	if err := json.Unmarshal(b, &lines); err != nil {
		return nil // of another shape: nothing to read
	}
	*s = source(strings.Join(lines, ""))
	return nil
}

func (d document) cells() []cell {
	all := d.Cells
	for _, sheet := range d.Sheets {
		all = append(all, sheet.Cells...)
	}
	return all
}

// python reports whether the code is Python. Old notebooks do not say.
func (d document) python() bool {
	for _, name := range []string{d.Metadata.Info.Name, d.Metadata.Kernel.Language, d.Metadata.Kernel.Name} {
		if name != "" {
			return strings.Contains(strings.ToLower(name), "python")
		}
	}
	return true
}

func extract(ctx context.Context, code, text lang.Extractor, src []byte) (record.Syntax, error) {
	if err := ctx.Err(); err != nil {
		return record.Syntax{}, err
	}
	var d document
	if err := json.Unmarshal(src, &d, jsontext.AllowDuplicateNames(true)); err != nil {
		return record.Syntax{State: record.StateFailed}, nil
	}
	var words, lines strings.Builder
	for _, c := range d.cells() {
		switch c.Type {
		case "markdown", "heading":
			words.WriteString(string(c.Source) + "\n\n")
		case "code":
			lines.WriteString(plain(string(c.Source+c.Input)) + "\n\n")
		}
	}
	out, err := text.Extract(ctx, []byte(titled(words.String())))
	if err != nil {
		return record.Syntax{}, err
	}
	if out.Facts != nil {
		out.Facts.Kind = "notebook"
	}
	if !d.python() {
		return out, nil
	}
	read, err := code.Extract(ctx, []byte(lines.String()))
	if err != nil {
		return record.Syntax{}, err
	}
	for _, y := range read.Symbols {
		if y.Kind == record.KindVariable || y.Kind == record.KindConstant {
			continue // steps of a calculation
		}
		y.Exported = false
		out.Symbols = append(out.Symbols, y)
	}
	out.Imports = read.Imports
	if read.State != record.StateOK {
		out.State = record.StatePartial
	}
	return out, nil
}

// bold is a first line that stands for a heading.
var bold = regexp.MustCompile(`^\s*\*\*([^*\n]+)\*\*[ \t]*(?:\r?\n|$)`)

func titled(text string) string { return bold.ReplaceAllString(text, "# $1\n") }

var (
	magic = regexp.MustCompile(`^\s*[%!?]|^[\w.]+\?{1,2}\s*$`)
	// assigned is a line that takes a command's output.
	assigned = regexp.MustCompile(`^(\s*[\w, ]+=\s*)[%!].*$`)
)

// plain takes out the lines that speak to the shell rather than to Python; a
// cell that starts with "%%" is none of it.
func plain(code string) string {
	if head := strings.TrimLeft(code, " \t\r\n"); strings.HasPrefix(head, "%%") {
		first, rest, _ := strings.Cut(head, "\n")
		switch word, _, _ := strings.Cut(strings.TrimPrefix(first, "%%"), " "); word {
		case "time", "timeit", "capture", "prun":
			code = rest
		default:
			return ""
		}
	}
	lines := strings.Split(code, "\n")
	for i, line := range lines {
		switch {
		case magic.MatchString(line):
			indent := len(line) - len(strings.TrimLeft(line, " \t"))
			lines[i] = line[:indent] + "pass"
		case assigned.MatchString(line):
			lines[i] = assigned.ReplaceAllString(line, "${1}None")
		}
	}
	return strings.Join(lines, "\n")
}
