// Package scala reads Scala source, of version 2 and 3: classes, traits,
// objects, enums, givens, extensions, definitions, values and types. It goes
// by the words of declarations rather than a grammar, and by the indent where
// no braces stand.
//
// Exported is what other files can name: everything that is not private. What
// is private to a package can be named in it, what is protected in classes of
// other files. Methods of an extension belong to no type.
package scala

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
		Name: "scala", Version: 1, Suffixes: []string{".scala"}, Langs: []string{"Scala"},
		Extract: func(ctx context.Context, src []byte) (record.Syntax, error) { return extract(ctx, src, false) },
	}, {
		Name: "scala-script", Version: 1, Suffixes: []string{".sc", ".sbt"},
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
	f.out.Doc = lang.FileDoc(f.Header(!f.Plain(0, "package") && !f.Plain(0, "import"))...)
	f.scope(0, len(f.Tokens), owner{visible: !script})
	f.importLines()
	f.out.Imports = f.imports.List()
	f.refs()
	f.Finish(&f.out, f.docs)
	return f.out, ctx.Err()
}

// open recognizes Scala's strings, in which code stands only behind a name
// before the quote, and characters.
func open(rest string) (brace.Literal, int) {
	prefix := 0
	for prefix < min(len(rest), maxPrefix) && letter(rest[prefix]) {
		prefix++
	}
	literal := brace.Literal{}
	if prefix > 0 {
		literal.Hole = "${"
	}
	switch after := rest[prefix:]; {
	case strings.HasPrefix(after, `"""`):
		literal.Quote, literal.Lines = `"""`, true
		return literal, prefix + 3
	case strings.HasPrefix(after, `"`):
		literal.Quote, literal.Escape = `"`, `\`
		return literal, prefix + 1
	case prefix == 0 && character(rest):
		return brace.Literal{Quote: `'`, Escape: `\`}, 1
	}
	return brace.Literal{}, 0
}

// maxPrefix is how long the name before a string may be.
const maxPrefix = 30

func letter(c byte) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' }

// character reports whether a quote begins a character rather than a symbol or
// quoted code.
func character(rest string) bool {
	if !strings.HasPrefix(rest, "'") || len(rest) < 3 {
		return false
	}
	if rest[1] == '\\' {
		return true
	}
	end := strings.IndexByte(rest[1:min(len(rest), 6)], '\'')
	return end == 1 || end > 1 && rest[1] >= 0x80
}

// file is one file while it is being read.
type file struct {
	*brace.Source
	out     record.Syntax
	imports lang.Imports
	known   map[string]bool   // names that the file defines or imports
	docs    map[string]string // of top-level types, with their markers
	depth   int
}

// owner is what holds the declarations being read.
type owner struct {
	name    string // of a type or object, "" at top level
	visible bool
	enum    bool
}
