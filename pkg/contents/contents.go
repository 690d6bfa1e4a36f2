// Package contents gives a stage the bytes of listed files, from the work tree
// or from git's index, and the text that they are. Start from [Files] and
// [Decode].
//
// Nothing is followed out of the root, and nothing is read beyond the length
// asked for.
package contents

import (
	"context"
	"sync"

	"github.com/pi-project-map/pmap/pkg/record"
	"github.com/pi-project-map/pmap/pkg/rootfs"
)

// Files opens the root with the first file that is read, so that a stream that
// ends early needs none. It is safe for concurrent use.
type Files struct {
	Root    string
	Environ []string // for git
	Index   bool     // read git's index; set before the first file

	once sync.Once
	open source
	err  error
}

// source is where the bytes of listed files come from.
type source interface {
	read(path string, maxBytes int64) ([]byte, error)
	close() error
}

// Read returns a file's bytes; ctx must be the run's, which ends git with it.
func (f *Files) Read(ctx context.Context, path string, maxBytes int64) ([]byte, error) {
	f.once.Do(func() {
		if f.Index {
			f.open, f.err = openIndex(ctx, f.Root, f.Environ)
		} else {
			f.open, f.err = openTree(f.Root)
		}
	})
	if f.err != nil {
		return nil, f.err
	}
	return f.open.read(path, maxBytes)
}

// Close ends what reading began.
func (f *Files) Close() error {
	if f.open == nil {
		return nil
	}
	return f.open.close()
}

// tree reads the work tree.
type tree struct{ root *rootfs.Root }

func openTree(dir string) (source, error) {
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
