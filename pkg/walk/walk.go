// Package walk turns a directory into records: what is listed, what kind of
// file each is, and the hash of its bytes. Start from [Run].
//
// In a git work tree the list is git's; elsewhere the same ignore rules hold.
// A tree may come from anyone: links are never followed, nothing but regular
// files is opened, files that hold secrets are not opened at all, and memory
// does not grow with a file's size.
package walk

import (
	"context"
	"io"

	"golang.org/x/sync/errgroup"

	"github.com/pi-project-map/pmap/pkg/record"
)

// Config says what to walk.
type Config struct {
	Root     string    // directory, as given
	Operands []string  // paths to pick, relative to Root or absolute
	Names    io.Reader // more operands, or nil
	NUL      bool      // Names end with NUL bytes, not newlines
	Index    bool      // read staged contents
	Force    bool      // accept "/" and the home directory as root
	Environ  []string  // the process's environment, for git and the home directory
	Workers  int       // files read at once; 0 takes one for each processor
}

// window is how many files may be read ahead of the one whose record is
// written next.
const window = 256

// Run writes the tree's records to out: the head, then files and directories
// depth first.
func Run(ctx context.Context, out *record.Writer, cfg Config) error {
	root, err := openRoot(cfg)
	if err != nil {
		return err
	}
	asked, err := operands(root, cfg)
	if err != nil {
		return err
	}
	l, err := list(ctx, root, cfg)
	if err != nil {
		return err
	}
	defer l.source.close()
	entries := arrange(l.entries, l.settings)
	head := record.Head{Schema: record.Schema, Mode: l.mode, Options: l.settings.Options()}
	if err := out.Write(head); err != nil {
		return err
	}
	for _, d := range l.notes {
		if err := out.Write(d); err != nil {
			return err
		}
	}
	w := &writer{out: out, picks: newPicks(asked, entries)}
	return stream(ctx, w, l.source, entries, cfg.Workers)
}

// source is where contents come from: a disk or an index.
type source interface {
	descend(parent *folder, name string) *folder
	look(ctx context.Context, it *item, buf *[]byte) error
	workers(asked int) int
	close()
}

// stream looks at the entries, several at once, and writes their records in
// order.
func stream(ctx context.Context, w *writer, src source, entries []entry, workers int) error {
	queue := make(chan *item, window) // to the writer, in order
	work := make(chan *item, window)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(queue)
		defer close(work)
		return plan(entries, src, func(it *item) error {
			select {
			case queue <- it:
			case <-ctx.Done():
				return ctx.Err()
			}
			select {
			case work <- it:
			case <-ctx.Done():
				return ctx.Err()
			}
			return nil
		})
	})
	for range src.workers(workers) {
		group.Go(func() error {
			var buf []byte
			for it := range work {
				err := src.look(ctx, it, &buf)
				close(it.done)
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
	group.Go(func() error {
		for it := range queue {
			select {
			case <-it.done:
			case <-ctx.Done():
				return ctx.Err()
			}
			if err := w.write(it); err != nil {
				return err
			}
		}
		return nil
	})
	return group.Wait()
}
