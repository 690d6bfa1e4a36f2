// Package graphql reads GraphQL: the types of a schema with the names of their
// fields, what can be asked of its roots, and the operations and fragments of
// a client.
package graphql

import (
	"context"
	"regexp"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/structure"
	"github.com/pi-project-map/pmap/pkg/ast/lang/token"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractor of GraphQL files.
func Extractors() []lang.Extractor {
	return []lang.Extractor{{
		Name: "graphql", Version: 1, Suffixes: []string{".graphql", ".gql", ".graphqls"}, Langs: []string{"GraphQL"}, Extract: extract,
	}}
}

var (
	rules = token.Rules{Line: []string{"#"}, Quotes: `"`, Triple: true, Escapes: true}
	// imported is the comment by which loaders and bundlers put files together.
	imported = regexp.MustCompile(`(?m)^\s*#\s*import\s+(?:([\w, *]+?)\s+from\s+)?["']([^"'\n]+)["']`)
)

func extract(ctx context.Context, src []byte) (record.Syntax, error) {
	if err := ctx.Err(); err != nil {
		return record.Syntax{}, err
	}
	f := &file{Scanner: rules.Scan(string(src)), whole: true}
	for _, m := range imported.FindAllStringSubmatch(f.Src, -1) {
		names := strings.FieldsFunc(m[1], func(r rune) bool { return r == ',' || r == ' ' })
		f.imports.Add(record.Import{Raw: m[2], Names: names})
	}
	f.definitions()
	out := record.Syntax{State: record.StateOK, Doc: structure.Detached(imported.ReplaceAll(src, nil), "#"), Symbols: f.symbols, Imports: f.imports.List()}
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
	whole   bool
	symbols []record.Symbol
	imports lang.Imports
}

var kinds = map[string]record.Kind{
	"type": record.KindClass, "input": record.KindStruct, "interface": record.KindInterface, "enum": record.KindEnum,
	"union": record.KindUnion, "scalar": record.KindType, "directive": record.KindMacro, "fragment": record.KindType,
	"query": record.KindFunction, "mutation": record.KindFunction, "subscription": record.KindFunction,
}

// definitions reads the top of the file.
func (f *file) definitions() {
	doc, t := "", f.Next()
	for t.Kind != token.End {
		head := t
		switch {
		case t.Kind == token.String:
			doc = lang.Sentence(t.Text)
			t = f.Next()
			continue
		case t.Is("extend"):
			t = f.Next()
		case t.Is("{"):
			f.asked()
			t = f.Next()
			continue
		}
		if doc == "" {
			doc = lang.Doc(head.Above)
		}
		kind, ok := kinds[t.Text]
		if !ok || t.Kind != token.Word {
			f.whole = f.whole && t.Is("schema")
			t = f.body(f.Next(), nil)
		} else {
			t = f.definition(head, t, kind, doc)
		}
		doc = ""
	}
}

// definition reads one and returns the token after it.
func (f *file) definition(head, word token.Token, kind record.Kind, doc string) token.Token {
	name := f.Next()
	if name.Is("@") { // directive @name
		name = f.Next()
	}
	if name.Is("{") && kind == record.KindFunction {
		f.asked()
		return f.Next()
	}
	if name.Kind != token.Word {
		return f.body(name, nil)
	}
	end, next := name.End, f.Next()
	for next.Kind != token.End && !next.Is("{") && !next.Is("=") && !next.Is("@") && !f.starts(next) {
		if next.Is("(") {
			f.whole = f.Skip() && f.whole
			end = f.At()
		} else {
			end = next.End
		}
		next = f.Next()
	}
	shown := f.Src[head.Start:end]
	s := record.Symbol{Name: name.Text, Kind: kind, Exported: true, Doc: doc}
	b := body{root: kind == record.KindClass && (name.Text == "Query" || name.Text == "Mutation" || name.Text == "Subscription")}
	if kind == record.KindFunction || word.Text == "fragment" {
		next = f.body(next, nil)
	} else {
		at := len(f.symbols)
		next = f.body(next, &b)
		if len(b.names) > 0 {
			shown += " { " + strings.Join(b.names, ", ") + " }"
		}
		f.symbols = append(f.symbols, record.Symbol{})
		copy(f.symbols[at+1:], f.symbols[at:])
		for i := range f.symbols[at+1:] {
			f.symbols[at+1+i].Parent = name.Text
		}
		s.Signature = lang.Signature(shown)
		f.symbols[at] = s
		return next
	}
	s.Signature = lang.Signature(shown)
	f.symbols = append(f.symbols, s)
	return next
}

// asked reads a query without a name: by what it asks for it is known, though
// to nobody else.
func (f *file) asked() {
	fresh := true // at a field rather than at the name behind an alias
	for {
		t := f.Next()
		switch {
		case t.Kind == token.End:
			f.whole = false
			return
		case t.Is("}"):
			return
		case t.Is("{"), t.Is("("), t.Is("["):
			f.whole = f.Skip() && f.whole
		case t.Is(":"), t.Is("@"), t.Is("."):
			fresh = false
			continue
		case t.Kind == token.Word && fresh:
			f.symbols = append(f.symbols, record.Symbol{Name: t.Text, Kind: record.KindFunction, Signature: t.Text})
		}
		fresh = true
	}
}

// starts reports whether a token begins the next definition.
func (f *file) starts(t token.Token) bool {
	if t.Kind == token.String {
		return true
	}
	_, ok := kinds[t.Text]
	return t.Kind == token.Word && t.First && (ok || t.Text == "extend" || t.Text == "schema")
}

// body is what the brackets after a definition's head hold.
type body struct {
	names []string
	root  bool // its fields are what clients ask for
}

// body reads from a token, the first after a head, to the end of the
// definition and returns the token after it.
func (f *file) body(t token.Token, b *body) token.Token {
	for ; t.Kind != token.End && !f.starts(t); t = f.Next() {
		switch {
		case t.Is("("):
			f.whole = f.Skip() && f.whole
		case t.Is("=") && b != nil:
			return f.members(b)
		case t.Is("{"):
			if b == nil {
				f.whole = f.Skip() && f.whole
			} else {
				f.fields(b)
			}
			return f.Next()
		}
	}
	return t
}

// members reads the types of a union.
func (f *file) members(b *body) token.Token {
	for {
		t := f.Next()
		switch {
		case t.Is("|"):
		case t.Kind == token.Word && !f.starts(t):
			b.names = append(b.names, t.Text)
		default:
			return t
		}
	}
}

// fields reads to the closing bracket.
func (f *file) fields(b *body) {
	doc, t := "", f.Next()
	for t.Kind != token.End && !t.Is("}") {
		if t.Kind != token.Word {
			doc = ""
			if t.Kind == token.String {
				doc = lang.Sentence(t.Text)
			}
			t = f.Next()
			continue
		}
		name, end := t, t.End
		if doc == "" {
			doc = lang.Doc(t.Above)
		}
		t = f.Next()
		if t.Is("(") {
			f.whole = f.Skip() && f.whole
			end, t = f.At(), f.Next()
		}
		if t.Is(":") {
			end, t = f.typed(end)
		}
		b.names = append(b.names, name.Text)
		if b.root {
			f.symbols = append(f.symbols, record.Symbol{
				Name: name.Text, Kind: record.KindMethod, Exported: true, Doc: doc, Signature: lang.Signature(f.Src[name.Start:end]),
			})
		}
		doc, t = "", f.rest(t)
	}
	f.whole = f.whole && t.Kind != token.End
}

// typed reads a field's type and returns where it ends and the token after.
func (f *file) typed(end int) (int, token.Token) {
	t := f.Next()
	for t.Is("[") {
		t = f.Next()
	}
	if t.Kind == token.Word {
		end, t = t.End, f.Next()
	}
	for t.Is("]") || t.Is("!") {
		end, t = t.End, f.Next()
	}
	return end, t
}

// rest skips a field's default and directives.
func (f *file) rest(t token.Token) token.Token {
	for {
		switch {
		case t.Is("="):
			if t = f.Next(); t.Is("[") || t.Is("{") {
				f.whole = f.Skip() && f.whole
			}
			t = f.Next()
		case t.Is("@"):
			f.Next()
			if t = f.Next(); t.Is("(") {
				f.whole = f.Skip() && f.whole
				t = f.Next()
			}
		default:
			return t
		}
	}
}
