// Package tomlfile reads what a TOML file says about itself: its title or
// name and description, or the comment at its top.
package tomlfile

import (
	"context"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/structure"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractor of TOML files.
func Extractors() []lang.Extractor {
	return []lang.Extractor{{Name: "toml", Version: 2, Suffixes: []string{".toml"}, Langs: []string{"TOML"}, Extract: extract}}
}

func extract(ctx context.Context, src []byte) (record.Syntax, error) {
	out, err := structure.Extract(structure.TOML, facts)(ctx, src)
	if doc := structure.Detached(src, "#"); doc != "" {
		out.Doc = doc
	}
	return out, err
}

func facts(n *structure.Node) *record.Facts {
	f := &record.Facts{Kind: "toml", Name: n.Str("name"), Title: n.Str("title"), Summary: n.Str("description")}
	if f.Name == "" && f.Title == "" && f.Summary == "" {
		return nil
	}
	return f
}
