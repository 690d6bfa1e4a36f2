// Package golang reads Go source with the standard library's own parser. A
// file that does not parse is read as far as the parser recovers; nesting is
// bounded by the parser. Build constraints are not looked at: every file counts.
package golang

import (
	"bytes"
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"sort"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractors of this folder.
func Extractors() []lang.Extractor {
	return []lang.Extractor{{
		Name:     "go",
		Version:  2,
		Suffixes: []string{".go"},
		Langs:    []string{"Go"},
		Extract:  extract,
	}}
}

const mode = parser.ParseComments | parser.AllErrors

func extract(ctx context.Context, src []byte) (record.Syntax, error) {
	if err := ctx.Err(); err != nil {
		return record.Syntax{}, err
	}
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, "", src, mode)
	if err != nil {
		src = mend(src)
		parsed, _ = parser.ParseFile(fset, "", src, mode)
	}
	if parsed == nil {
		return record.Syntax{State: record.StateFailed}, nil
	}
	f := &file{src: src, base: fset.File(parsed.FileStart), ast: parsed}
	f.docs()
	for _, d := range parsed.Decls {
		f.decl(d)
	}
	f.names()
	f.out.Imports = f.imports.List()
	switch {
	case err == nil:
		f.out.State = record.StateOK
	case f.out.Package == "" && len(f.out.Symbols) == 0:
		f.out.State = record.StateFailed
	default:
		f.out.State = record.StatePartial
	}
	return f.out, nil
}

// file is one file while it is being read.
type file struct {
	src     []byte
	base    *token.File
	ast     *ast.File
	out     record.Syntax
	imports lang.Imports
}

// docs reads the package clause, the package's comment and what stands above
// it on its own.
func (f *file) docs() {
	if f.ast.Name != nil && f.ast.Name.Name != "_" {
		f.out.Package = f.ast.Name.Name
	}
	if f.ast.Doc != nil {
		f.out.PackageDoc = lang.Paragraph(f.ast.Doc.Text())
	}
	for i, group := range f.ast.Comments {
		if group == f.ast.Doc || group.Pos() > f.ast.Package || f.out.Doc != "" {
			break
		}
		text := group.Text()
		if (constrains(group) || constrained(f.ast.Comments[i+1:])) && !strings.HasPrefix(text, "This file ") {
			continue // it says why the file is left out of some builds
		}
		f.out.Doc = lang.Paragraph(text)
	}
}

// constrains reports whether a comment ends in a build constraint.
func constrains(group *ast.CommentGroup) bool {
	return slices.ContainsFunc(group.List, func(c *ast.Comment) bool { return strings.HasPrefix(c.Text, "//go:build ") })
}

// constrained reports whether the next comment is a build constraint.
func constrained(rest []*ast.CommentGroup) bool {
	return len(rest) > 0 && strings.HasPrefix(rest[0].List[0].Text, "//go:build ")
}

// text returns the source between two positions without its comments, its
// line ends turned into the semicolons that they stand for.
func (f *file) text(from, to token.Pos) string {
	start, end := f.offset(from), f.offset(to)
	var b bytes.Buffer
	groups := f.ast.Comments
	i := sort.Search(len(groups), func(i int) bool { return f.offset(groups[i].End()) > start })
	for ; i < len(groups) && f.offset(groups[i].Pos()) < end; i++ {
		for _, c := range groups[i].List {
			if at := f.offset(c.Pos()); at >= start && at < end {
				b.Write(f.src[start:at])
				start = min(f.offset(c.End()), end)
			}
		}
	}
	b.Write(f.src[start:end])
	return semicolons(b.Bytes())
}

func (f *file) offset(p token.Pos) int {
	if !p.IsValid() {
		return 0
	}
	return min(max(int(p)-f.base.Base(), 0), len(f.src))
}

// semicolons writes out the line ends that end a field or method. In what is
// left of a declaration all others follow a bracket, a comma or an operator.
func semicolons(text []byte) string {
	if !bytes.Contains(text, []byte("\n")) {
		return string(text)
	}
	var out []byte
	for line := range bytes.Lines(text) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		if n := len(out); n > 0 {
			if bytes.IndexByte([]byte("{([,|&+-*/=.;:<>"), out[n-1]) < 0 && line[0] != '}' && line[0] != ')' {
				out = append(out, ';')
			}
			out = append(out, ' ')
		}
		out = append(out, line...)
	}
	return string(out)
}
