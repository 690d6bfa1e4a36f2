// Package kotlin reads Kotlin source: classes, interfaces, objects, functions,
// properties and type aliases. It goes by the words of declarations rather
// than a grammar, for a body that does not parse says nothing about them.
//
// Exported is what other files can name: everything that is not private. What
// is internal can be named in the whole module, what is protected in classes
// of other files. Members of a companion without a name belong to its class,
// extensions to no type.
package kotlin

import (
	"context"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/brace"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractors of this folder.
func Extractors() []lang.Extractor {
	return []lang.Extractor{{
		Name: "kotlin", Version: 1, Suffixes: []string{".kt"}, Langs: []string{"Kotlin"},
		Extract: func(ctx context.Context, src []byte) (record.Syntax, error) { return extract(ctx, src, false) },
	}, {
		Name: "kotlin-script", Version: 1, Suffixes: []string{".kts"},
		Extract: func(ctx context.Context, src []byte) (record.Syntax, error) { return extract(ctx, src, true) },
	}}
}

// extract reads a text. Nobody can name what a script declares.
func extract(ctx context.Context, src []byte, script bool) (record.Syntax, error) {
	if len(src) > brace.MaxBytes {
		return record.Syntax{State: record.StateFailed}, ctx.Err()
	}
	dialect := brace.Dialect{Nested: true, Quoted: '`', Open: open}
	f := &file{Source: dialect.Read(string(src)), known: map[string]bool{}, docs: map[string]string{}}
	f.out.Doc = lang.FileDoc(f.Header(!f.Plain(0, "package") && !f.Plain(0, "import") && !f.fileAnnotation())...)
	f.scope(0, len(f.Tokens), owner{visible: !script})
	f.out.Imports = f.imports.List()
	f.refs()
	f.Finish(&f.out, f.docs)
	return f.out, ctx.Err()
}

// fileAnnotation reports whether the text begins with "@file:".
func (f *file) fileAnnotation() bool {
	return f.Kind(0) == '@' && f.Plain(1, "file") && f.Kind(2) == ':'
}

// open recognizes Kotlin's strings, whose code inside may be marked by more
// than one "$", and characters.
func open(rest string) (brace.Literal, int) {
	marks := 0
	for marks < min(len(rest), maxMarks) && rest[marks] == '$' {
		marks++
	}
	hole := strings.Repeat("$", max(marks, 1)) + "{"
	switch rest = rest[marks:]; {
	case strings.HasPrefix(rest, `"""`):
		return brace.Literal{Quote: `"""`, Lines: true, Hole: hole}, marks + 3
	case strings.HasPrefix(rest, `"`):
		return brace.Literal{Quote: `"`, Escape: `\`, Hole: hole}, marks + 1
	case marks == 0 && rest[0] == '\'':
		return brace.Literal{Quote: `'`, Escape: `\`}, 1
	}
	return brace.Literal{}, 0
}

// maxMarks is how many "$" may stand before a string.
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
	enum    bool
}
