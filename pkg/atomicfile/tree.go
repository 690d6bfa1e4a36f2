// Package atomicfile replaces files in a directory tree so that every reader,
// and every crash, sees the old bytes or the new ones. Start from [Open]:
// [Tree.Stage] writes a temporary file beside the target, [Tree.Commit] renames
// it, [Tree.Discard] takes it back, and [Tree.Sweep] removes those that a
// killed run left.
//
// Nothing is flushed to the disk: a rename survives a kill, and the files are
// derived, so a power cut costs one more run. No link below the root is ever
// followed, even one that takes a directory's place during the run.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
)

// Tree is an open directory tree. Paths are relative to its root, with "/"
// between components; the root itself is ".". A Tree is for one goroutine.
type Tree struct {
	root  *os.Root
	chain []level // open directories from the root to the one last used
}

type level struct {
	name string
	dir  *os.Root
}

// ErrLink says that a path leads through a link or something else that is not
// a directory.
var ErrLink = errors.New("not a directory of this tree")

// Open opens the tree at a directory; the path itself may be a link.
func Open(dir string) (*Tree, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Tree{root: root}, nil
}

// Close releases the tree's directories.
func (t *Tree) Close() error {
	t.pop(0)
	return t.root.Close()
}

func (t *Tree) pop(depth int) {
	for len(t.chain) > depth {
		last := len(t.chain) - 1
		_ = t.chain[last].dir.Close() // only read from
		t.chain = t.chain[:last]
	}
}

// dir opens a directory, component by component; those that it shares with the
// one last used stay open, which makes a depth-first run cheap.
func (t *Tree) dir(p string) (*os.Root, error) {
	if p == "." {
		return t.root, nil
	}
	names := strings.Split(p, "/")
	shared := 0
	for shared < len(t.chain) && shared < len(names) && t.chain[shared].name == names[shared] {
		shared++
	}
	t.pop(shared)
	at := t.root
	if shared > 0 {
		at = t.chain[shared-1].dir
	}
	for _, name := range names[shared:] {
		sub, err := openDir(at, name)
		if err != nil {
			return nil, fmt.Errorf("open directory %q: %w", p, err)
		}
		t.chain = append(t.chain, level{name, sub})
		at = sub
	}
	return at, nil
}

// openDir opens a subdirectory. What was opened must be what was looked at:
// [os.Root] would follow a link to another place inside the root.
func openDir(parent *os.Root, name string) (*os.Root, error) {
	before, err := parent.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !before.IsDir() {
		return nil, ErrLink
	}
	sub, err := parent.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	after, err := sub.Stat(".")
	if err == nil && !os.SameFile(before, after) {
		err = ErrLink
	}
	if err != nil {
		return nil, errors.Join(err, sub.Close())
	}
	return sub, nil
}

// Lstat describes what is at a path; the directories above it must be real.
func (t *Tree) Lstat(p string) (fs.FileInfo, error) {
	dir, err := t.dir(path.Dir(p))
	if err != nil {
		return nil, err
	}
	return dir.Lstat(path.Base(p))
}

// Remove removes a file; a file that is gone is no error.
func (t *Tree) Remove(p string) error {
	dir, err := t.dir(path.Dir(p))
	if err == nil {
		err = dir.Remove(path.Base(p))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
