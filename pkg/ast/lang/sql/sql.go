// Package sql reads what SQL scripts of any dialect create: tables with the
// names of their columns, views, types, functions, procedures and triggers, and
// the scripts that they run. It splits a script into statements and looks at
// the head of each CREATE alone, so that no dialect's bodies matter.
package sql

import (
	"bytes"
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/token"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractor of SQL scripts.
func Extractors() []lang.Extractor {
	return []lang.Extractor{{
		Name: "sql", Version: 1, Suffixes: []string{".sql", ".ddl", ".pgsql", ".psql"},
		Langs: []string{"SQL", "PLpgSQL", "PLSQL", "TSQL", "SQLPL"}, Extract: extract,
	}}
}

// dialect returns the rules of a script. A backslash escapes in MySQL alone,
// which tells itself by its quotes; there "#" starts a comment too.
func dialect(src []byte) token.Rules {
	r := token.Rules{Line: []string{"--"}, Block: true, Quotes: "'\"`", Doubled: true}
	if bytes.Contains(src, []byte("`")) || bytes.Contains(src, []byte("ENGINE=")) {
		r.Escapes = true
		r.Line = append(r.Line, "# ")
	}
	return r
}

func extract(ctx context.Context, src []byte) (record.Syntax, error) {
	if err := ctx.Err(); err != nil {
		return record.Syntax{}, err
	}
	rules := dialect(src)
	s := &script{Scanner: rules.Scan(string(src)), at: map[string]int{}}
	s.statements()
	for _, m := range running.FindAllStringSubmatch(s.Src, -1) {
		s.imports.Add(record.Import{Raw: strings.Trim(m[1], `'"`), Form: "include"})
	}
	for _, m := range named.FindAllStringSubmatch(s.Src, -1) {
		s.symbols = append(s.symbols, record.Symbol{Name: m[1], Kind: record.KindFunction, Signature: "query " + m[1], Exported: true})
	}
	runs, attached := rules.Header(s.Src)
	if attached && !s.prepares {
		runs = runs[:len(runs)-1]
	}
	runs = slices.DeleteFunc(runs, steering.MatchString)
	out := record.Syntax{State: record.StateOK, Doc: lang.FileDoc(runs...), Symbols: s.symbols, Imports: s.imports.List()}
	if told := s.told(); out.Doc == "" && len(s.symbols) == 0 && told != "" {
		out.Facts = &record.Facts{Kind: "sql", Title: told}
	}
	return out, nil
}

// running is the line that runs another script, in psql, sqlite3, mysql and
// SQL*Plus.
var running = regexp.MustCompile(`(?m)^(?:\\ir?[ \t]+|\\include(?:_relative)?[ \t]+|\.read[ \t]+|source[ \t]+|\\\.[ \t]+|@@?)('[^'\n]+'|"[^"\n]+"|[\w./\\-]+\.[A-Za-z]+);?[ \t]*\r?$`)

var (
	// named is the comment by which sqlc and its like name a query.
	named = regexp.MustCompile(`(?m)^--[ \t]*name:[ \t]*([A-Za-z_]\w*)[ \t]*(?::\w+|[!?^$#<*]*!?)?[ \t]*\r?$`)
	// steering is a comment that speaks to a tool: migrations, queries with names.
	steering = regexp.MustCompile(`^--[ \t]*(?:\+\w|migrate:|name:|rollback\b|liquibase\b|changeset\b)`)
)

// script is one file while it is read.
type script struct {
	*token.Scanner
	delimiter string // set by MySQL's DELIMITER, else ""
	started   bool
	prepares  bool // the first statement only sets up: a comment above it is the script's
	deeds     []deed
	at        map[string]int // of a name in symbols
	symbols   []record.Symbol
	imports   lang.Imports
}

// next returns the next token. A quotation of PostgreSQL between dollars is one
// String; a line that ends a batch is the mark ";".
func (s *script) next() token.Token {
	t := s.Next()
	batch := token.Token{Kind: token.Mark, Text: ";", Start: t.Start, End: t.End, First: true}
	switch {
	case t.Is("$"):
		if tag := s.tag(t.Start); tag != "" {
			s.Seek(t.Start + len(tag))
			s.Until(tag)
			return token.Token{Kind: token.String, Start: t.Start, End: s.At(), Above: t.Above}
		}
	case !t.First:
	case word(t, "go"), t.Is("/"):
		if strings.TrimSpace(s.line()) == "" {
			return batch
		}
	case word(t, "delimiter"):
		s.delimiter = strings.TrimSpace(s.line())
		s.Seek(s.At() + len(s.line()))
		return batch
	}
	return t
}

// maxTag is the longest name between the dollars of a quotation, in bytes.
const maxTag = 63

// tag returns the "$name$" that opens a quotation at a byte, or "".
func (s *script) tag(at int) string {
	if at > 0 && name(s.Src[at-1]) || strings.HasPrefix(s.delimiter, "$") {
		return ""
	}
	for i := at + 1; i < len(s.Src) && i <= at+maxTag+1; i++ {
		switch c := s.Src[i]; {
		case c == '$':
			return s.Src[at : i+1]
		case !name(c) || i == at+1 && '0' <= c && c <= '9':
			return ""
		}
	}
	return ""
}

func name(c byte) bool {
	return c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// line is what is left of the line.
func (s *script) line() string {
	rest := s.Src[s.At():]
	if end := strings.IndexByte(rest, '\n'); end >= 0 {
		return rest[:end]
	}
	return rest
}

// ends reports whether a token ends a statement, and goes over a delimiter of
// several characters.
func (s *script) ends(t token.Token) bool {
	if s.delimiter == "" || s.delimiter == ";" {
		return t.Is(";")
	}
	if t.Is(";") && t.End-t.Start > 1 {
		return true // the end of a batch
	}
	if strings.HasPrefix(s.Src[t.Start:], s.delimiter) {
		s.Seek(max(s.At(), t.Start+len(s.delimiter)))
		return true
	}
	return false
}

func (s *script) statements() {
	for {
		t := s.next()
		switch {
		case t.Kind == token.End:
			return
		case s.ends(t):
			continue
		case !s.started && (word(t, "set") || word(t, "begin") || word(t, "use") || word(t, "pragma") || word(t, "start")):
			s.prepares = true
			s.finish(t, false)
		case t.First && (t.Is("\\") || t.Is(".") || t.Is("@")): // to the client
			s.Seek(s.At() + len(s.line()))
		case word(t, "create"), word(t, "alter") && s.routine(t):
			s.create(t)
		case word(t, "comment"):
			s.comment()
		default:
			s.note(t)
			s.finish(t, false)
		}
		s.started = true
	}
}

// routine reports whether ALTER defines a routine anew, as T-SQL has it.
func (s *script) routine(t token.Token) bool {
	rest := strings.ToLower(strings.TrimLeft(s.Src[t.End:min(t.End+40, len(s.Src))], " \t"))
	return strings.HasPrefix(rest, "proc") && strings.Contains(s.Src[t.End:min(t.End+400, len(s.Src))], "@")
}

// finish goes to the end of a statement of which t is a part. With bodies, ";"
// inside BEGIN … END or CASE … END ends nothing.
func (s *script) finish(t token.Token, bodies bool) {
	depth := 0
	for ; t.Kind != token.End; t = s.next() {
		switch {
		case s.ends(t):
			if depth <= 0 || t.First && t.End-t.Start > 0 && s.Src[t.Start] != ';' || s.delimiter != "" {
				return
			}
		case !bodies || t.Kind != token.Word:
		case word(t, "begin"), word(t, "case"):
			depth++
		case word(t, "end"):
			at := s.At()
			switch next := s.next(); {
			case word(next, "if"), word(next, "loop"), word(next, "while"), word(next, "repeat"), word(next, "for"):
			default:
				depth--
				if !word(next, "case") {
					s.Seek(at)
				}
			}
		}
	}
}

func word(t token.Token, lower string) bool {
	return t.Kind == token.Word && strings.EqualFold(t.Text, lower)
}
