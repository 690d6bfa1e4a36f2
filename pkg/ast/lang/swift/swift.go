// Package swift reads Swift source: types, protocols, extensions, functions
// and properties. It goes by the words of declarations rather than a grammar,
// for a body that does not parse says nothing about them.
//
// Exported is what other files of a module can name: everything that is
// neither private nor fileprivate. What an extension declares belongs to the
// type that it extends; the extension has no name of its own.
package swift

import (
	"context"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/brace"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractors of sources and of package manifests.
func Extractors() []lang.Extractor {
	return []lang.Extractor{
		{Name: "swift", Version: 1, Suffixes: []string{".swift"}, Langs: []string{"Swift"}, Extract: extract},
		{Name: "swiftpm", Version: 1, Names: []string{"Package.swift", "Package@swift-*.swift"}, Extract: manifest},
	}
}

func extract(ctx context.Context, src []byte) (record.Syntax, error) {
	if len(src) > brace.MaxBytes {
		return record.Syntax{State: record.StateFailed}, ctx.Err()
	}
	dialect := brace.Dialect{
		Nested: true, Quoted: '`', Open: open, Whole: true,
		Directives: map[string]bool{"if": true, "elseif": true, "else": true, "endif": true, "sourceLocation": true},
	}
	f := &file{Source: dialect.Read(string(src)), known: map[string]bool{}, docs: map[string]string{}}
	h := f.head(0, len(f.Tokens))
	f.out.Doc = lang.FileDoc(f.Header(keywords[f.Word(h.key)] && !f.Plain(h.key, "import"))...)
	f.scope(0, len(f.Tokens), owner{visible: true})
	f.out.Imports = f.imports.List()
	f.refs()
	f.Finish(&f.out, f.docs)
	return f.out, ctx.Err()
}

// open recognizes Swift's strings, with any number of "#" around them.
func open(rest string) (brace.Literal, int) {
	if rest[0] != '"' && rest[0] != '#' {
		return brace.Literal{}, 0
	}
	marks := rest[:len(rest)-len(strings.TrimLeft(rest[:min(len(rest), maxMarks)], "#"))-(len(rest)-min(len(rest), maxMarks))]
	switch rest = rest[len(marks):]; {
	case strings.HasPrefix(rest, `"""`):
		return brace.Literal{Quote: `"""` + marks, Lines: true, Escape: `\` + marks, Hole: `\` + marks + "("}, len(marks) + 3
	case strings.HasPrefix(rest, `"`):
		return brace.Literal{Quote: `"` + marks, Escape: `\` + marks, Hole: `\` + marks + "("}, len(marks) + 1
	case marks != "" && strings.HasPrefix(rest, "/"):
		return brace.Literal{Quote: "/" + marks, Lines: true, Escape: `\`}, len(marks) + 1
	}
	return brace.Literal{}, 0
}

// maxMarks is how many "#" may stand before a string.
const maxMarks = 50

// file is one file while it is being read.
type file struct {
	*brace.Source
	out     record.Syntax
	imports lang.Imports
	known   map[string]bool   // names that the file defines or imports
	docs    map[string]string // of top-level types, with their markers
	depth   int
}

// owner is the type whose members are read.
type owner struct {
	name    string // "" at top level
	visible bool
	kind    record.Kind
}
