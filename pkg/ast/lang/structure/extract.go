package structure

import (
	"context"

	"github.com/pi-project-map/pmap/pkg/prose"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extract makes an extractor's function from a reader and from what to take
// out of the tree; facts may return nil for a file that says nothing of use.
func Extract(read func([]byte) (*Node, bool), facts func(*Node) *record.Facts) func(context.Context, []byte) (record.Syntax, error) {
	return func(ctx context.Context, src []byte) (record.Syntax, error) {
		if err := ctx.Err(); err != nil {
			return record.Syntax{}, err
		}
		root, whole := read(src)
		if root == nil {
			return record.Syntax{State: record.StateFailed}, nil
		}
		out := record.Syntax{State: record.StateOK, Facts: facts(root)}
		if !whole {
			out.State = record.StatePartial
		}
		if out.Facts != nil {
			out.Facts.Summary = Words(out.Facts.Summary)
			out.Doc = out.Facts.Summary
		}
		return out, nil
	}
}

// Words makes a description plain text.
func Words(s string) string { return prose.Cut(prose.Plain(s), 1000) }
