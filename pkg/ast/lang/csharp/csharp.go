// Package csharp reads C# source: types with their members, delegates,
// namespaces and using directives. It goes by the words of declarations rather
// than a grammar: neither a body that does not parse nor a conditional part
// hides them.
//
// Exported is what other files can name: types at top level, which are
// internal or public, unless their modifier is "file"; members that are not
// private, as they are without a modifier except in an interface. The parts of
// a conditional that are whole declarations are read side by side.
package csharp

import (
	"context"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/brace"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractors of sources and of project files.
func Extractors() []lang.Extractor {
	return []lang.Extractor{
		{Name: "csharp", Version: 1, Suffixes: []string{".cs"}, Langs: []string{"C#"}, Extract: extract},
		{Name: "csproj", Version: 1, Suffixes: []string{".csproj"}, Names: []string{"Directory.Packages.props", "Directory.Build.props"}, Extract: project},
	}
}

func extract(ctx context.Context, src []byte) (record.Syntax, error) {
	if len(src) > brace.MaxBytes {
		return record.Syntax{State: record.StateFailed}, ctx.Err()
	}
	dialect := brace.Dialect{At: true, Open: open, Directives: map[string]bool{
		"if": true, "elif": true, "else": true, "endif": true, "region": true, "endregion": true, "pragma": true,
		"nullable": true, "define": true, "undef": true, "line": true, "error": true, "warning": true,
	}}
	f := &file{Source: dialect.Read(string(src)), known: map[string]bool{}, docs: map[string]string{}}
	h := f.head(0, len(f.Tokens))
	f.out.Doc = paragraph(f.Header(h.kind != ""))
	f.scope(0, len(f.Tokens), owner{visible: true})
	f.out.Imports = f.imports.List()
	f.refs()
	f.Finish(&f.out, f.docs)
	return f.out, ctx.Err()
}

// open recognizes C#'s strings and characters.
func open(rest string) (brace.Literal, int) {
	switch rest[0] {
	case '\'':
		return brace.Literal{Quote: `'`, Escape: `\`}, 1
	case '"', '$', '@':
	default:
		return brace.Literal{}, 0
	}
	n, holes, verbatim := 0, 0, false
	for ; n < len(rest) && n < maxMarks && (rest[n] == '$' || rest[n] == '@'); n++ {
		verbatim = verbatim || rest[n] == '@'
		if rest[n] == '$' {
			holes++
		}
	}
	quotes := 0
	for n+quotes < len(rest) && quotes < maxMarks && rest[n+quotes] == '"' {
		quotes++
	}
	literal := brace.Literal{Quote: `"`, Hole: strings.Repeat("{", holes)}
	switch {
	case quotes == 0:
		return brace.Literal{}, 0
	case quotes >= 3 && !verbatim:
		literal.Quote, literal.Lines = strings.Repeat(`"`, quotes), true
		return literal, n + quotes
	case verbatim:
		literal.Lines, literal.Doubled = true, true
	default:
		literal.Escape = `\`
	}
	return literal, n + 1
}

// maxMarks is how many "$" or quotes may open a string.
const maxMarks = 50

// file is one file while it is being read.
type file struct {
	*brace.Source
	out     record.Syntax
	imports lang.Imports
	known   map[string]bool   // types that the file defines
	docs    map[string]string // of top-level types, with their markers
	depth   int
}

// owner is what holds the declarations being read.
type owner struct {
	name    string // of a type, "" in a namespace
	visible bool
	public  bool // members without a modifier are visible
}
