// Package yamlfile reads what YAML files of well-known shapes say: workflows,
// compose files, charts, task files, interface descriptions, and the comment
// at the top of any other. It invents nothing for a file of unknown shape.
package yamlfile

import (
	"bytes"
	"context"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/structure"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractor of YAML files.
func Extractors() []lang.Extractor {
	return []lang.Extractor{{Name: "yaml", Version: 2, Suffixes: []string{".yaml", ".yml"}, Langs: []string{"YAML"}, Extract: extract}}
}

func extract(ctx context.Context, src []byte) (record.Syntax, error) {
	if err := ctx.Err(); err != nil {
		return record.Syntax{}, err
	}
	doc := structure.Detached(src, "#")
	if bytes.Contains(src, []byte("{{")) && bytes.Contains(src, []byte("}}")) && template(src) {
		return record.Syntax{State: record.StateOK, Doc: doc}, nil // not YAML before it is filled in
	}
	root, whole := structure.YAML(src)
	out := record.Syntax{State: record.StateOK, Doc: doc}
	switch {
	case root == nil && !comments(src):
		out.State = record.StateFailed
	case root != nil && !whole:
		out.State = record.StatePartial
	}
	for _, s := range shapes {
		if root != nil && s.fits(root) {
			s.read(root, &out)
			break
		}
	}
	if out.Facts != nil {
		out.Facts.Summary = structure.Words(out.Facts.Summary)
		if out.Doc == "" {
			out.Doc = out.Facts.Summary
		}
	}
	return out, nil
}

// template reports whether a line outside a value starts with a template's
// action, as Helm and Jinja have them.
func template(src []byte) bool {
	for line := range bytes.SplitSeq(src, []byte("\n")) {
		line = bytes.TrimLeft(line, " -")
		if bytes.HasPrefix(line, []byte("{{")) || bytes.HasPrefix(line, []byte("{%")) {
			return true
		}
	}
	return false
}

// comments reports whether a file holds nothing else.
func comments(src []byte) bool {
	for line := range bytes.SplitSeq(src, []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' && !bytes.Equal(line, []byte("---")) {
			return false
		}
	}
	return true
}
