// Package protobuf reads Protocol Buffers definitions of every edition: the
// package, messages with the names of their fields, enums, services with their
// calls, and the files imported. Options say how code is generated and are
// left out.
package protobuf

import (
	"context"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/token"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractor of .proto files.
func Extractors() []lang.Extractor {
	return []lang.Extractor{{Name: "protobuf", Version: 1, Suffixes: []string{".proto"}, Langs: []string{"Protocol Buffer"}, Extract: extract}}
}

// maxNesting is how deep messages are followed.
const maxNesting = 50

var rules = token.Rules{Line: []string{"//"}, Block: true, Quotes: `"'`, Escapes: true, Words: "."}

func extract(ctx context.Context, src []byte) (record.Syntax, error) {
	if err := ctx.Err(); err != nil {
		return record.Syntax{}, err
	}
	f := &file{Scanner: rules.Scan(string(src)), whole: true}
	f.block("", 0)
	out := record.Syntax{State: record.StateOK, Doc: f.doc(string(src)), Package: f.pkg, Symbols: f.symbols, Imports: f.imports.List()}
	switch {
	case f.whole:
	case len(f.symbols) == 0:
		out = record.Syntax{State: record.StateFailed}
	default:
		out.State = record.StatePartial
	}
	return out, nil
}

// file is one file while it is read.
type file struct {
	*token.Scanner
	whole    bool
	pkg      string
	first    string // word of the file
	pkgAbove string // the comment on the package
	symbols  []record.Symbol
	imports  lang.Imports
}

// doc is what the comments at the top say, or the one on the package.
func (f *file) doc(src string) string {
	runs, attached := rules.Header(src)
	if attached && f.first != "syntax" && f.first != "edition" && f.first != "package" {
		runs = runs[:len(runs)-1]
	}
	return lang.FileDoc(append(runs, f.pkgAbove)...)
}

// block reads statements up to the end of the text or of the brackets around
// them and returns the names of fields or values. At the top there are none.
func (f *file) block(parent string, depth int) []string {
	var names []string
	for {
		t := f.Next()
		switch {
		case t.Kind == token.End:
			f.whole = f.whole && depth == 0
			return names
		case t.Is("}") && depth > 0:
			return names
		case t.Kind != token.Word:
			f.whole = f.whole && t.Is(";")
		default:
			names = append(names, f.statement(t, parent, depth)...)
		}
	}
}

func (f *file) statement(t token.Token, parent string, depth int) []string {
	if depth == 0 && f.first == "" {
		f.first = t.Text
	}
	next := f.Next()
	switch {
	case depth == 0 && t.Text == "package" && next.Kind == token.Word:
		f.pkg, f.pkgAbove = next.Text, t.Above
	case depth == 0 && t.Text == "import":
		f.imported(next)
		return nil
	case t.Text == "rpc" && next.Kind == token.Word && depth > 0 && f.call(t, next, parent):
		return []string{next.Text}
	case next.Kind == token.Word && f.definition(t, next, parent, depth):
		return nil
	case t.Text == "oneof" && next.Kind == token.Word:
		if f.enter(depth) {
			return f.block(parent, depth+1)
		}
		return nil
	case t.Text == "option", t.Text == "reserved", t.Text == "extensions", t.Text == "syntax", t.Text == "edition":
	case depth > 0:
		return f.field(t, next)
	default:
		f.whole = false
	}
	f.rest(next)
	return nil
}

// definition reads what has a name and a body.
func (f *file) definition(t, name token.Token, parent string, depth int) bool {
	kind, ok := map[string]record.Kind{"message": record.KindStruct, "enum": record.KindEnum, "service": record.KindInterface}[t.Text]
	switch {
	case t.Text == "extend":
		if f.enter(depth) {
			f.block(parent, depth+1)
		}
		return true
	case !ok:
		return false
	}
	at := len(f.symbols)
	f.symbols = append(f.symbols, record.Symbol{Name: name.Text, Kind: kind, Parent: parent, Exported: true, Doc: lang.Doc(t.Above)})
	if !f.enter(depth) { // a field of a type called message, or text that is cut
		f.symbols = f.symbols[:at]
		return true
	}
	full := name.Text
	if parent != "" {
		full = parent + "." + name.Text
	}
	names := f.block(full, depth+1)
	f.symbols[at].Signature = signature(t.Text+" "+name.Text, names)
	return true
}

// signature names what a definition holds.
func signature(head string, names []string) string {
	if len(names) == 0 {
		return lang.Signature(head)
	}
	return lang.Signature(head + " { " + strings.Join(names, ", ") + " }")
}

// enter goes to the next opening bracket of a block. Where a statement ends
// before, or blocks nest too deep, there is none.
func (f *file) enter(depth int) bool {
	for {
		switch t := f.Next(); {
		case t.Is("{") && depth < maxNesting:
			return true
		case t.Is("{"):
			f.whole = false
			f.Skip()
			return false
		case t.Is(";"), t.Kind == token.End:
			return false
		}
	}
}

// call reads "rpc Name(stream Request) returns (Response)". A field of a type
// called rpc is none.
func (f *file) call(t, name token.Token, parent string) bool {
	end := name.End
	at := f.At()
	next := f.Next()
	if !next.Is("(") {
		f.Seek(at)
		return false
	}
	for next.Kind != token.End && !next.Is(";") && !next.Is("{") && !next.Is("}") {
		end = next.End
		next = f.Next()
	}
	if next.Is("{") {
		f.whole = f.Skip() && f.whole
	}
	f.symbols = append(f.symbols, record.Symbol{
		Name: name.Text, Kind: record.KindMethod, Parent: parent, Exported: true, Doc: lang.Doc(t.Above),
		Signature: lang.Signature(f.Src[t.Start:end]),
	})
	return true
}

// field reads "repeated Type name = 1 [options];", "NAME = 1;", or a group,
// and returns the name.
func (f *file) field(t, next token.Token) []string {
	last := t
	for ; next.Kind != token.End; next = f.Next() {
		switch {
		case next.Is("="):
			if last.Kind != token.Word {
				last.Text = ""
			}
			f.rest(next)
			if last.Text == "" {
				return nil
			}
			return []string{last.Text}
		case next.Is(";"):
			return nil
		case next.Is("}"):
			f.whole = false
			return nil
		case next.Is("<"):
			for next.Kind != token.End && !next.Is(">") && !next.Is(";") {
				next = f.Next()
			}
		case next.Is("{"):
			f.whole = f.Skip() && f.whole
			return nil
		}
		last = next
	}
	f.whole = false
	return nil
}

// rest goes to the end of a statement whose next token is given.
func (f *file) rest(t token.Token) {
	for ; t.Kind != token.End; t = f.Next() {
		switch {
		case t.Is(";"):
			return
		case t.Is("{"):
			f.whole = f.Skip() && f.whole
			return
		case t.Is("["):
			f.whole = f.Skip() && f.whole
		}
	}
	f.whole = false
}

func (f *file) imported(t token.Token) {
	public := t.Is("public")
	if t.Kind == token.Word {
		t = f.Next()
	}
	if t.Kind == token.String {
		f.imports.Add(record.Import{Raw: t.Text, Reexport: public})
	}
	f.rest(f.Next())
}
