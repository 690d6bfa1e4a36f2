// Package jsonfile reads what a JSON file says about itself: the title and
// description of a schema or an interface, the name and description of a
// manifest of a kind that has no folder of its own. It invents nothing.
package jsonfile

import (
	"context"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/structure"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractor of JSON files.
func Extractors() []lang.Extractor {
	return []lang.Extractor{{
		Name: "json", Version: 1, Suffixes: []string{".json", ".jsonc", ".webmanifest"},
		Langs: []string{"JSON", "JSON with Comments"}, Extract: extract,
	}}
}

func extract(ctx context.Context, src []byte) (record.Syntax, error) {
	out, err := structure.Extract(structure.JSON, facts)(ctx, src)
	if out.Doc == "" {
		out.Doc = structure.Header(src, "//")
	}
	return out, err
}

func facts(n *structure.Node) *record.Facts {
	f := &record.Facts{Kind: "json", Title: n.Str("title"), Summary: n.Str("description")}
	switch {
	case n.Has("openapi") || n.Has("swagger"):
		f.Kind, f.Title, f.Summary = "openapi", n.Str("info", "title"), n.Str("info", "description")
	case n.Has("$schema") || n.Has("$id"):
		// Editors' settings name a schema too: only what has words is said.
	case n.Has("name") && n.Has("version") && n.Has("description"):
		f.Name = n.Str("name")
	default: // the words may be messages for users
		return nil
	}
	if f.Title == "" && f.Summary == "" && f.Name == "" {
		return nil
	}
	return f
}
