// Package shell reads POSIX shell and bash scripts: their functions, aliases,
// exported and constant variables, the files they source and what the comment
// at their top says. Nothing is expanded: a file whose name holds a variable
// stands as it is written.
package shell

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/bash"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractor of shell scripts.
func Extractors() []lang.Extractor {
	language := bash.GetLanguage()
	return []lang.Extractor{{
		Name: "shell", Version: 2, Suffixes: []string{".sh", ".bash", ".zsh", ".ksh", ".bats"}, Langs: []string{"Shell"},
		Extract: func(ctx context.Context, src []byte) (record.Syntax, error) { return extract(ctx, language, src) },
	}}
}

const (
	maxSymbols = 20000 // what one script contributes
	maxName    = 200   // bytes of a name
	maxHeading = 400   // bytes of a line that can start a function
)

// maxHereDocs bounds the here-documents of a script: the grammar takes time in
// the square of their number, a fifth of a second for so many.
const maxHereDocs = 2000

func extract(ctx context.Context, language *sitter.Language, src []byte) (record.Syntax, error) {
	if bytes.Count(src, []byte("<<")) > maxHereDocs {
		return record.Syntax{State: record.StateFailed}, nil
	}
	tree, err := treesitter.Parse(ctx, language, src)
	if errors.Is(err, treesitter.ErrTooLong) {
		return record.Syntax{State: record.StateFailed}, nil
	}
	if err != nil {
		return record.Syntax{}, err
	}
	defer tree.Close()
	f := &file{Tree: tree, at: map[string]int{}}
	whole := tree.Walk(tree.Root, f.visit)
	if tree.Broken() {
		f.recover()
		whole = false
	}
	out := record.Syntax{State: record.StateOK, Doc: header(string(src)), Symbols: f.list(), Imports: f.imports.List()}
	if !whole {
		out.State = record.StatePartial
	}
	return out, nil
}

// file is one script while it is read.
type file struct {
	*treesitter.Tree
	symbols []placed
	at      map[string]int // of a name in symbols
	imports lang.Imports
	comment []string // the comment lines just above
	row     uint32   // below the comment
}

// placed is a symbol and the byte where it stands.
type placed struct {
	record.Symbol
	at uint32
}

// visit handles one node; the functions of functions are their own business.
func (f *file) visit(n *sitter.Node) bool {
	switch n.Type() {
	case "comment":
		if row := n.StartPoint().Row; row != f.row || n.StartPoint().Column > 0 && len(f.comment) == 0 {
			f.comment = nil
		}
		f.comment, f.row = append(f.comment, f.Text(n)), n.EndPoint().Row+1
		return false
	case "function_definition":
		f.function(n)
		f.inside(n)
		return false
	case "command":
		f.command(n)
		return true
	case "declaration_command":
		f.declaration(n)
		return true
	case "program", "ERROR", "if_statement", "else_clause", "elif_clause", "list", "redirected_statement", "compound_statement",
		"case_statement", "case_item", "for_statement", "c_style_for_statement", "while_statement", "do_group", "negated_command", "pipeline", "subshell":
		return true
	}
	return false
}

func (f *file) function(n *sitter.Node) {
	doc := ""
	if f.row == n.StartPoint().Row {
		doc = lang.Doc(strings.Join(f.comment, "\n"))
	}
	f.comment = nil
	f.add(f.Text(n.ChildByFieldName("name")), n.StartByte(), doc)
}

// inside finds what a function sources when it is called.
func (f *file) inside(n *sitter.Node) {
	if !f.Walk(n, func(c *sitter.Node) bool {
		if c.Type() == "command" {
			f.source(c)
		}
		return true
	}) {
		f.Skip()
	}
}

// add adds a function. Whoever sources the script has all of them.
func (f *file) add(name string, at uint32, doc string) {
	f.symbol(record.Symbol{Name: name, Kind: record.KindFunction, Signature: name + "()", Doc: doc}, at)
}

// symbol adds a symbol; of several under one name a function counts, else the
// first.
func (f *file) symbol(s record.Symbol, at uint32) {
	if s.Name == "" || len(s.Name) > maxName {
		return
	}
	s.Exported = true
	i, ok := f.at[s.Name]
	switch {
	case !ok && len(f.symbols) == maxSymbols:
		f.Skip()
	case !ok:
		f.at[s.Name] = len(f.symbols)
		f.symbols = append(f.symbols, placed{s, at})
	case s.Kind == record.KindFunction && f.symbols[i].Kind != record.KindFunction:
		f.symbols[i] = placed{s, at}
	case f.symbols[i].Doc == "":
		f.symbols[i].Doc = s.Doc
	}
}

// list returns the symbols in source order.
func (f *file) list() []record.Symbol {
	slices.SortStableFunc(f.symbols, func(a, b placed) int { return cmp.Compare(a.at, b.at) })
	var list []record.Symbol
	for _, p := range f.symbols {
		list = append(list, p.Symbol)
	}
	return list
}

func (f *file) command(n *sitter.Node) {
	if f.Text(n.ChildByFieldName("name")) == "alias" {
		f.alias(n)
	}
	f.source(n)
}

// source finds "source file" and ". file".
func (f *file) source(n *sitter.Node) {
	if name := f.Text(n.ChildByFieldName("name")); name != "source" && name != "." {
		return
	}
	for c := range treesitter.Children(n) {
		if c.Type() == "command_name" {
			continue
		}
		if raw := unquoted(f.Text(c)); raw != "" && len(raw) < 400 && !strings.ContainsAny(raw, "\n") {
			f.imports.Add(record.Import{Raw: raw, Form: "source"})
		}
		return
	}
}

func unquoted(s string) string {
	if len(s) > 1 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		s = s[1 : len(s)-1]
	}
	return s
}

var (
	synopsis = regexp.MustCompile(`(?i)^(?:usage|synopsis)\s*:`)
	dashes   = regexp.MustCompile(`^[\w./-]+(?:\.sh)?\s+(?:--?|[–—:])\s+`)
)

// header is what the comment at the top says of the script: its first
// paragraph, or the line after a synopsis.
func header(src string) string {
	var lines []string
	begun, apart := false, false
	for line := range strings.SplitSeq(src, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "#!"):
			continue
		case strings.HasPrefix(line, "#"):
			begun = true
		case line != "":
			// A comment right above a command is the command's, unless it
			// stands at the very top.
			for apart && !strings.HasPrefix(line, "set ") && len(lines) > 0 && lines[len(lines)-1] != "#" {
				lines = lines[:len(lines)-1]
			}
			return words(lines)
		case begun:
			line, apart = "#", true
		default:
			apart = true
		}
		if line != "" && !synopsis.MatchString(strings.TrimLeft(line, "# ")) {
			lines = append(lines, line)
		}
	}
	return words(lines)
}

func words(lines []string) string {
	doc := lang.FileDoc(strings.Join(lines, "\n"))
	if at := dashes.FindStringIndex(doc); at != nil {
		doc = doc[at[1]:]
	}
	return doc
}
