package ast

import (
	"context"
	"sync"

	"github.com/pi-project-map/pmap/pkg/record"
	"github.com/pi-project-map/pmap/pkg/rootfs"
)

// files opens the root with the first file that is read, so that a stream that
// ends early needs none. It is safe for concurrent use.
type files struct {
	root    string
	environ []string
	index   bool // read git's index; set before the first file

	once sync.Once
	open contents
	err  error
}

// contents is where the bytes of listed files come from.
type contents interface {
	read(path string, maxBytes int64) ([]byte, error)
	close() error
}

// read returns a file's bytes; ctx must be the run's, which ends git with it.
func (f *files) read(ctx context.Context, path string, maxBytes int64) ([]byte, error) {
	f.once.Do(func() {
		if f.index {
			f.open, f.err = openIndex(ctx, f.root, f.environ)
		} else {
			f.open, f.err = openTree(f.root)
		}
	})
	if f.err != nil {
		return nil, f.err
	}
	return f.open.read(path, maxBytes)
}

func (f *files) close() error {
	if f.open == nil {
		return nil
	}
	return f.open.close()
}

// tree reads the work tree.
type tree struct{ root *rootfs.Root }

func openTree(dir string) (contents, error) {
	root, err := rootfs.Open(dir)
	if err != nil {
		return nil, record.Failf(record.ExitIO, "no-root", "give every stage the same -C", "open root: %w", err)
	}
	return tree{root}, nil
}

func (t tree) read(path string, maxBytes int64) ([]byte, error) {
	return t.root.ReadFile(path, maxBytes)
}

func (t tree) close() error { return t.root.Close() }
