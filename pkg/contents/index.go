package contents

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"sync"

	"github.com/pi-project-map/pmap/pkg/git"
	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/rootfs"
)

// staged reads the contents that git's index names, through one git process.
type staged struct {
	objects map[string]string // path to object

	mu    sync.Mutex
	blobs *git.Blobs
}

func openIndex(ctx context.Context, dir string, environ []string) (source, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("open index: %w", err)
	}
	repo, err := git.Open(ctx, abs, environ)
	if err != nil {
		return nil, fmt.Errorf("open index: %w", err)
	}
	if err := repo.UseStaged(ctx); err != nil {
		return nil, err
	}
	entries, _, err := repo.List(ctx, git.Staged)
	if err != nil {
		return nil, err
	}
	s := &staged{objects: make(map[string]string, len(entries))}
	for _, e := range entries {
		if e.Mode == git.ModeFile || e.Mode == git.ModeExecutable {
			s.objects[e.Path] = e.Object
		}
	}
	if s.blobs, err = repo.Blobs(ctx); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *staged) read(path string, maxBytes int64) ([]byte, error) {
	object, ok := s.objects[path]
	if !ok {
		return nil, fmt.Errorf("find %s in git's index: %w", pathname.Quote(path), fs.ErrNotExist)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	size, blob, err := s.blobs.Open(object)
	if err != nil {
		return nil, fmt.Errorf("read staged %s: %w", pathname.Quote(path), err)
	}
	if size > maxBytes {
		// The object is read to its end so that the next can be asked for.
		if _, err := io.Copy(io.Discard, blob); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("read staged %s: %w", pathname.Quote(path), rootfs.ErrTooLong)
	}
	return io.ReadAll(blob)
}

func (s *staged) close() error { return s.blobs.Close() }
