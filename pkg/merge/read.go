package merge

import (
	"context"
	"errors"
	"io"

	"github.com/pi-project-map/pmap/pkg/record"
)

// read takes in a whole stream; head and diags go to pass.
func read(ctx context.Context, in *record.Reader, pass func(record.Line) error) (*tree, error) {
	t := newTree()
	for {
		l, err := in.Next()
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if l.Type == record.TypeHead || l.Type == record.TypeDiag {
			err = pass(l)
		} else {
			err = t.collect(l)
		}
		if err != nil {
			return nil, err
		}
	}
}
