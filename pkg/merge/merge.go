// Package merge turns the records of a project's files into one page for each
// directory: roles, purposes, exports, dependencies and what the dependency
// graph proves. Start from [Run].
//
// It is the pipe's barrier: it holds light records of the whole project (names,
// signatures and first sentences, no text) until the stream has ended well,
// because a rank needs every user of a file. It opens no file and invents
// nothing: a sentence in a page is an author's, or is proved by the graph, or is
// a model's and every claim in it is borne out by the tree.
package merge

import (
	"context"
	"slices"

	"github.com/pi-project-map/pmap/pkg/record"
)

// Config is what a caller may set; the project's own options come with the
// head, and nothing in a page depends on anything else.
type Config struct{}

// Run reads head, file, syntax and dir records and writes a page for every
// directory, in the order in which the directories came. Head and diags are
// passed on; any other record ends here. A stream that gave up has no pages.
func Run(ctx context.Context, in *record.Reader, out *record.Writer, _ Config) error {
	t, err := read(ctx, in, out.Copy)
	if err != nil {
		return err
	}
	if !record.Gave(in.Exit()) {
		return nil
	}
	return t.pages(ctx, out)
}

func (t *tree) pages(ctx context.Context, out *record.Writer) error {
	t.link()
	t.count()
	t.relate()
	t.findCycles()
	t.entries()
	t.unrepeat()
	t.prove()
	t.roles()
	for _, d := range t.dirs {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := out.Write(t.page(d)); err != nil {
			return err
		}
		t.forget(d)
		for _, diag := range slices.Concat(unresolved(d), unproved(d)) {
			if err := out.Write(diag); err != nil {
				return err
			}
		}
	}
	return nil
}

// forget drops what was worked out for a directory whose page is written.
func (t *tree) forget(d *dir) {
	delete(t.packages, d)
	for _, f := range d.files {
		delete(t.exported, f)
	}
}
