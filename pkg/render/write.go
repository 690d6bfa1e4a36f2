package render

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"syscall"

	"github.com/pi-project-map/pmap/pkg/atomicfile"
	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
	"github.com/pi-project-map/pmap/pkg/sumfile"
)

// write brings the maps on disk up to the pages. All that can be known to fail
// is found before the first temporary file, and all temporary files are there
// before the first map is replaced.
func (r *run) write(ctx context.Context) error {
	left, err := r.leftovers(ctx)
	if err != nil {
		return err
	}
	todo, err := r.preflight(left.gone)
	if err != nil {
		return err
	}
	sum, gone, err := r.sumChange()
	if err != nil {
		return err
	}
	if len(sum) > 0 || gone {
		if err := r.mayReplace(sumfile.Name); err != nil {
			return err
		}
	}
	if gone {
		left.gone = append(left.gone, sumfile.Name)
	}
	// The notes come first, so that what was paid for is on disk before what can
	// be made again.
	todo = append(sum, todo...)
	for _, p := range left.temps {
		if err := r.tree.Sweep(p); err != nil {
			return fileFailure("remove", p, err)
		}
	}
	staged, err := r.stage(ctx, todo)
	if err == nil {
		staged, err = r.commit(ctx, staged)
	}
	if err != nil {
		return errors.Join(err, r.discard(staged))
	}
	for _, p := range left.gone {
		if err := r.tree.Remove(p); err != nil {
			return fileFailure("remove", p, err)
		}
	}
	return nil
}

// preflight returns the changes that can be made. A place that is taken by
// something that is not this user's file ends the run; a directory that went
// since it was listed is passed over.
func (r *run) preflight(gone []string) ([]change, error) {
	var todo []change
	for _, c := range r.changes {
		if !r.wanted(c.dir) {
			continue
		}
		if r.lost(c.dir) {
			delete(r.notes, c.dir)
			continue
		}
		if err := r.mayReplace(c.path); err != nil {
			return nil, err
		}
		todo = append(todo, c)
	}
	for _, p := range gone {
		if err := r.mayReplace(p); err != nil {
			return nil, err
		}
	}
	return todo, nil
}

// lost reports whether a directory went since it was listed, and says so.
func (r *run) lost(dir string) bool {
	if dir == "." {
		return false
	}
	if _, err := r.tree.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	r.warn(pathname.Quote(dir) + ": the directory is gone, so it gets no map")
	return true
}

// mayReplace says why the file at a path must be left alone, or nil.
func (r *run) mayReplace(p string) error {
	at, err := r.tree.Lstat(p)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fileFailure("look at", p, err)
	}
	switch mode := at.Mode(); {
	case mode&fs.ModeSymlink != 0:
		r.warn(pathname.Quote(p) + ": was a link and is replaced by a file")
		return nil
	case mode.IsDir():
		return taken(p, "a directory")
	case !mode.IsRegular():
		return taken(p, "not a regular file")
	}
	if stat, ok := at.Sys().(*syscall.Stat_t); ok && int(stat.Uid) != os.Geteuid() {
		return taken(p, "another user's file")
	}
	return nil
}

func taken(p, what string) error {
	return record.Failf(record.ExitIO, "map-taken", "move it away, then run again",
		"write %s: it is %s", pathname.Quote(p), what)
}

// stage writes the temporary files. It returns those that exist, also with an
// error.
func (r *run) stage(ctx context.Context, todo []change) ([]atomicfile.Staged, error) {
	staged := make([]atomicfile.Staged, 0, len(todo))
	for _, c := range todo {
		if err := ctx.Err(); err != nil {
			return staged, err
		}
		data, err := r.spool.get(c.data)
		if err != nil {
			return staged, record.Failf(record.ExitIO, "spool", "run again", "read the pages kept: %w", err)
		}
		s, err := r.tree.Stage(c.path, data)
		if errors.Is(err, fs.ErrNotExist) && r.lost(c.dir) {
			continue
		}
		if err != nil {
			return staged, fileFailure("write", c.path, err)
		}
		staged = append(staged, s)
	}
	return staged, nil
}

// commit renames the files into place and returns those that it did not.
func (r *run) commit(ctx context.Context, staged []atomicfile.Staged) ([]atomicfile.Staged, error) {
	for i, s := range staged {
		if err := ctx.Err(); err != nil {
			return staged[i:], err
		}
		if err := r.tree.Commit(s); err != nil {
			if errors.Is(err, fs.ErrNotExist) && r.lost(path.Dir(s.Path)) {
				continue
			}
			return staged[i:], fileFailure("write", s.Path, err)
		}
	}
	return nil, nil
}

func (r *run) discard(staged []atomicfile.Staged) error {
	var all error
	for _, s := range staged {
		if err := r.tree.Discard(s); err != nil && !errors.Is(err, atomicfile.ErrLink) {
			all = errors.Join(all, err)
		}
	}
	return all
}

func fileFailure(act, p string, err error) error {
	var cause *fs.PathError // its own path is a base name, or a temporary file's
	var link *os.LinkError
	if errors.As(err, &cause) {
		err = cause.Err
	} else if errors.As(err, &link) {
		err = link.Err
	}
	return record.Failf(record.ExitIO, "write", hint(p, err), "%s %s: %w", act, pathname.Quote(p), err)
}

func hint(p string, err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.Is(err, syscall.EFBIG):
		return "free some space, then run again"
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return "make the directory " + pathname.Quote(path.Dir(p)) + " writable, then run again"
	case errors.Is(err, atomicfile.ErrLink):
		return "a link has taken the place of a directory since it was listed; run again"
	}
	return "run again when that is mended"
}

func (r *run) warn(message string) {
	if r.cfg.Warn != nil {
		r.cfg.Warn(message)
	}
}
