package walk

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime"

	"golang.org/x/sys/unix"

	"github.com/pi-project-map/pmap/pkg/git"
	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// disk reads files from the work tree.
type disk struct {
	root string
	max  int       // bytes of a file that is read whole
	repo *git.Tree // nil without git
}

func (d *disk) close() {}

func (d *disk) workers(asked int) int {
	if asked > 0 {
		return min(asked, window)
	}
	return runtime.GOMAXPROCS(0)
}

func (d *disk) descend(parent *folder, name string) *folder {
	if parent == nil {
		f := &folder{path: "."}
		f.handle, f.err = os.OpenFile(d.root, openPath|unix.O_CLOEXEC, 0)
		return f
	}
	f := &folder{path: join(parent.path, name), parent: parent, err: parent.err}
	if parent.handle != nil {
		f.handle, f.err = openAt(parent.handle, name, openPath)
	}
	return f
}

func (d *disk) look(ctx context.Context, it *item, buf *[]byte) error {
	if it.ends {
		return d.leave(ctx, it)
	}
	switch it.entry.kind {
	case unreadable:
		path := it.entry.path
		if it.entry.about != "" {
			path = it.entry.about
		}
		it.say(record.SeverityError, "unreadable", path, "cannot be read: "+it.entry.reason, record.ExitPartial)
		return nil
	case odd:
		it.odd(it.entry.path)
		return nil
	}
	if it.folder.handle == nil {
		d.unreachable(it)
		return nil
	}
	switch it.entry.kind {
	case collapsed:
		d.collapsed(it)
	case boundary:
		d.boundary(it)
	default:
		return d.leaf(ctx, it, buf)
	}
	return nil
}

// unreachable is for what lies in a directory that cannot be opened. If that is
// because the directory is gone or is a link by now, so is what was in it.
func (d *disk) unreachable(it *item) {
	if missing(it.folder.err) {
		it.vanished()
		return
	}
	it.refused(it.folder.err)
}

func (d *disk) collapsed(it *item) {
	e := it.entry
	there := e.inside == nil
	for _, path := range e.inside {
		if _, err := statBelow(it.folder.handle, below(path, it.folder.path)); !missing(err) {
			there = true
			break
		}
	}
	if _, err := statAt(it.folder.handle, base(e.path)); missing(err) {
		return
	}
	if there {
		it.file = record.File{Path: pathname.Path(e.path + "/"), Class: record.ClassCollapsed, Reason: e.reason}
	}
}

func (d *disk) boundary(it *item) {
	e := it.entry
	dir, err := openAt(it.folder.handle, base(e.path), openPath)
	if missing(err) {
		it.vanished()
		return
	}
	reason := e.reason
	if err == nil {
		defer dir.Close()
		if reason == "" {
			reason = repository(dir)
		}
	}
	if reason == "" {
		reason = "embedded repository"
	}
	it.file = record.File{Path: pathname.Path(e.path + "/"), Class: record.ClassBoundary, Reason: reason}
}

func (d *disk) leaf(ctx context.Context, it *item, buf *[]byte) error {
	path, name := it.entry.path, base(it.entry.path)
	st, err := statAt(it.folder.handle, name)
	if err != nil {
		if missing(err) {
			it.vanished()
		} else {
			it.refused(err)
		}
		return nil
	}
	switch kindOf(st) {
	case unix.S_IFREG:
		if secret(path) {
			it.file = record.File{Path: pathname.Path(path), Class: record.ClassSecret}
			return nil
		}
		return d.read(ctx, it, buf)
	case unix.S_IFLNK:
		target, err := linkAt(it.folder.handle, name)
		if err != nil {
			it.vanished()
			return nil
		}
		it.file = record.File{Path: pathname.Path(path), Class: record.ClassSymlink, Target: pathname.Text(target)}
	case unix.S_IFDIR:
		it.vanished() // a file is tracked here, a directory stands in its place
	default:
		it.odd(path)
	}
	return nil
}

// read opens a regular file, reads it and checks that it held still.
func (d *disk) read(ctx context.Context, it *item, buf *[]byte) error {
	path := it.entry.path
	f, err := openAt(it.folder.handle, base(path), unix.O_RDONLY)
	if err != nil {
		if missing(err) {
			it.vanished()
		} else {
			it.refused(err)
		}
		return nil
	}
	defer f.Close()
	fd := int(f.Fd())
	var before, after unix.Stat_t
	if err := unix.Fstat(fd, &before); err != nil {
		it.refused(err)
		return nil
	}
	if kindOf(before) != unix.S_IFREG {
		it.odd(path)
		return nil
	}
	c, err := digest(ctx, io.LimitReader(fdReader(fd), before.Size), before.Size, d.max, buf)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		it.refused(err)
		return nil
	}
	it.file = c.record(path)
	if err := unix.Fstat(fd, &after); err != nil || c.size != before.Size || after.Size != before.Size || after.Mtim != before.Mtim {
		it.say(record.SeverityWarning, "changed-underfoot", path, "changed while it was read", 0)
	}
	return nil
}

// leave looks, at the end of a directory, for what git does not list.
func (d *disk) leave(ctx context.Context, it *item) error {
	if d.repo == nil || it.folder.handle == nil {
		return nil
	}
	names, err := oddNames(it.folder.handle)
	if err != nil || len(names) == 0 {
		return nil // a directory that cannot be listed was git's warning
	}
	paths := make([]string, len(names))
	for i, n := range names {
		paths[i] = join(it.folder.path, n)
	}
	ignored, err := d.repo.Ignored(ctx, paths)
	if err != nil {
		return err
	}
	skip := map[string]bool{}
	for _, p := range ignored {
		skip[p] = true
	}
	for _, p := range paths {
		if !skip[p] && !always(base(p)) {
			it.odd(p)
		}
	}
	return nil
}

// fdReader reads a file descriptor without Go's poller, which regular files do
// not need.
type fdReader int

func (fd fdReader) Read(p []byte) (int, error) {
	n, err := retry(func() (int, error) { return unix.Read(int(fd), p) })
	switch {
	case err != nil:
		return 0, err
	case n == 0 && len(p) > 0:
		return 0, io.EOF
	}
	return n, nil
}

// vanished is for an entry that is not there. A tracked file that is gone from
// disk is no longer part of the project, and needs no word.
func (it *item) vanished() {
	if it.entry.kind == leaf && !it.entry.tracked {
		it.say(record.SeverityWarning, "vanished", it.entry.path, "was removed while the tree was listed", 0)
	}
}

// refused is for a file that cannot be read: it is listed without its hash.
func (it *item) refused(err error) {
	path := it.entry.path
	switch it.entry.kind {
	case collapsed:
		it.file = record.File{Path: pathname.Path(path + "/"), Class: record.ClassCollapsed, Reason: it.entry.reason}
	case boundary:
		it.file = record.File{Path: pathname.Path(path + "/"), Class: record.ClassBoundary, Reason: it.entry.reason}
	default:
		it.file = unread(path)
	}
	it.say(record.SeverityError, "unreadable", string(it.file.Path), "cannot be read: "+why(err), record.ExitPartial)
}

// why is an error without the names of calls and files, which are in the diag.
func why(err error) string {
	if errno := unix.Errno(0); errors.As(err, &errno) {
		return errno.Error()
	}
	return err.Error()
}

func (it *item) odd(path string) {
	it.say(record.SeverityWarning, "special-file", path, "pipe, socket or device: not listed and not opened", 0)
}

func (it *item) say(severity record.Severity, code, path, message string, exit int) {
	it.diags = append(it.diags, record.Diag{
		Stage: stage, Severity: severity, Code: code, Path: pathname.Path(path), Message: record.OneLine(message), Exit: exit,
	})
}
