package mapfile

import (
	"fmt"
	"slices"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
	"pgregory.net/rapid"
)

// structure lists the headings that a Markdown parser sees in a file, and
// whatever else of structure there is besides paragraphs and flat lists.
func structure(file []byte) (headings, others []string) {
	doc := goldmark.DefaultParser().Parse(text.NewReader(file))
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			line := ""
			if n.Lines().Len() > 0 {
				at := n.Lines().At(0)
				line = string(at.Value(file))
			}
			headings = append(headings, fmt.Sprintf("%d %s", n.Level, line))
		case *ast.List:
			if n.Parent().Kind() != ast.KindDocument || n.Marker != '-' {
				others = append(others, "List")
			}
		case *ast.Document, *ast.Paragraph, *ast.TextBlock, *ast.ListItem, *ast.Text, *ast.String, *ast.Emphasis, *ast.CodeSpan, *ast.AutoLink, *ast.RawHTML:
		default:
			others = append(others, n.Kind().String())
		}
		return ast.WalkContinue, nil
	})
	return headings, others
}

// Whatever the page says, a Markdown parser sees pmap's own structure. What
// signatures do inside their line is their own: code may look like a link.
func TestMarkdownSeesOnlyOurStructure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		page := pages.Draw(t, "page")
		page.Symbols = nil
		pair, err := New(page, limits)
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"2 role", "2 parent", "2 children", "2 files", "2 links", "2 workflows", "2 dirty"}
		headings, others := structure(pair.Index.Format())
		if len(headings) == 0 || !slices.Equal(headings[1:], want) || len(others) > 0 {
			t.Fatalf("index has headings %q and %q\n%s", headings, others, pair.Index.Format())
		}
		want = []string{"2 role", "2 files", "2 arch", "2 tags", "2 symbols", "2 workflows", "2 dirty"}
		headings, others = structure(pair.Map.Format())
		if len(headings) == 0 || !slices.Equal(headings[1:], want) || len(others) > 0 {
			t.Fatalf("map has headings %q and %q\n%s", headings, others, pair.Map.Format())
		}
	})
}
