package treesitter

import (
	"context"
	"errors"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/record"
)

// Extract parses src and has read fill a record from the tree. It sets the
// record's State: failed if the text is too long or read found nothing in a
// text that did not parse, partial if something did not parse or read called
// [Tree.Skip]. The error is ctx's own, or the grammar's being unusable.
func Extract(ctx context.Context, language *sitter.Language, src []byte, read func(*Tree, *record.Syntax)) (record.Syntax, error) {
	tree, err := Parse(ctx, language, src)
	if errors.Is(err, ErrTooLong) {
		return record.Syntax{State: record.StateFailed}, nil
	}
	if err != nil {
		return record.Syntax{}, err
	}
	defer tree.Close()
	var out record.Syntax
	read(tree, &out)
	if err := ctx.Err(); err != nil {
		return record.Syntax{}, err
	}
	switch {
	case !tree.Broken():
		out.State = record.StateOK
	case len(out.Symbols) == 0 && len(out.Imports) == 0 && out.Package == "":
		out.State = record.StateFailed
	default:
		out.State = record.StatePartial
	}
	return out, nil
}

// Skip notes that a part of the tree was not read.
func (t *Tree) Skip() { t.skipped = true }
