package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"strings"
)

// tempPrefix and 16 hexadecimal digits make the name of a temporary file. No
// program but this one makes such names, so that a sweep takes nothing else.
const tempPrefix = ".pi-map.tmp-"

// IsTemp reports whether a base name is that of a temporary file.
func IsTemp(name string) bool {
	digits, ok := strings.CutPrefix(name, tempPrefix)
	return ok && len(digits) == 16 && strings.Trim(digits, "0123456789abcdef") == ""
}

// Staged is a file that is written but not yet in its place.
type Staged struct {
	Path string // where it goes
	temp string // base name beside it
}

// Stage writes data beside a path. A file that is there keeps its permissions,
// a new one gets 0644 less the umask. After an error nothing is left.
func (t *Tree) Stage(p string, data []byte) (Staged, error) {
	s, err := t.stage(p, data)
	if errors.Is(err, fs.ErrNotExist) {
		t.pop(0) // a directory that was open is gone; one may stand in its place
		s, err = t.stage(p, data)
	}
	return s, err
}

func (t *Tree) stage(p string, data []byte) (Staged, error) {
	dir, err := t.dir(path.Dir(p))
	if err != nil {
		return Staged{}, err
	}
	perm, keep := fs.FileMode(0o644), false
	if old, err := dir.Lstat(path.Base(p)); err == nil && old.Mode().IsRegular() {
		perm, keep = old.Mode().Perm(), true
	}
	f, temp, err := create(dir, perm)
	if err != nil {
		return Staged{}, fmt.Errorf("write %q: %w", p, err)
	}
	_, err = f.Write(data)
	if err == nil && keep {
		err = f.Chmod(perm)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return Staged{}, errors.Join(fmt.Errorf("write %q: %w", p, err), dir.Remove(temp))
	}
	return Staged{Path: p, temp: temp}, nil
}

// create makes a temporary file. Its name is random and gone after the run:
// nothing that is kept depends on it.
func create(dir *os.Root, perm fs.FileMode) (*os.File, string, error) {
	for range 100 {
		temp := fmt.Sprintf("%s%016x", tempPrefix, rand.Uint64())
		f, err := dir.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		if !errors.Is(err, fs.ErrExist) {
			return f, temp, err
		}
	}
	return nil, "", errors.New("no free name for a temporary file")
}

// Commit puts a staged file in its place, over whatever file or link is there.
func (t *Tree) Commit(s Staged) error {
	dir, err := t.dir(path.Dir(s.Path))
	if err != nil {
		return err
	}
	if err := dir.Rename(s.temp, path.Base(s.Path)); err != nil {
		t.pop(0) // so that the next look is at what is there now
		return fmt.Errorf("replace %q: %w", s.Path, err)
	}
	return nil
}

// Discard removes the temporary file of one that will not be committed.
func (t *Tree) Discard(s Staged) error {
	return t.Remove(path.Join(path.Dir(s.Path), s.temp))
}

// Sweep removes an orphaned temporary file. Anything else at the path is left
// alone: another name, a link, a directory.
func (t *Tree) Sweep(p string) error {
	if !IsTemp(path.Base(p)) {
		return nil
	}
	at, err := t.Lstat(p)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrLink) {
		return nil
	}
	if err != nil || !at.Mode().IsRegular() {
		return err
	}
	return t.Remove(p)
}
