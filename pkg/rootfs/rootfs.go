// Package rootfs reads regular files below one directory and nothing else: no
// component of a path is followed if it is a link, nothing but a regular file
// is read, and no more than was asked for. Start from [Open].
//
// A repository may change while it is read, so every check is made on the
// opened file, not on its name.
package rootfs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/pi-project-map/pmap/pkg/pathname"
)

// Why a file was not read, besides the file system's own errors.
var (
	ErrNotRegular = errors.New("not a regular file")
	ErrLink       = errors.New("a symbolic link is in the way")
	ErrTooLong    = errors.New("file is too long")
)

// Root is an open directory.
type Root struct{ dir *os.File }

// Open opens the directory dir, which may itself be reached through links.
func Open(dir string) (*Root, error) {
	fd, err := openat(unix.AT_FDCWD, dir, unix.O_RDONLY|unix.O_DIRECTORY)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: dir, Err: err}
	}
	return &Root{dir: os.NewFile(uintptr(fd), dir)}, nil
}

// Close closes the directory.
func (r *Root) Close() error { return r.dir.Close() }

// Open opens the regular file at a path relative to the root.
func (r *Root) Open(path string) (*os.File, fs.FileInfo, error) {
	f, err := r.open(path)
	if err != nil {
		return nil, nil, fmt.Errorf("open %s: %w", pathname.Quote(path), err)
	}
	stat, err := f.Stat()
	if err == nil && !stat.Mode().IsRegular() {
		err = ErrNotRegular
	}
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("open %s: %w", pathname.Quote(path), err), f.Close())
	}
	return f, stat, nil
}

// ReadFile returns a file's bytes, or [ErrTooLong] if there are more than
// maxBytes.
func (r *Root) ReadFile(path string, maxBytes int64) ([]byte, error) {
	f, stat, err := r.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if stat.Size() > maxBytes {
		return nil, fmt.Errorf("read %s: %w", pathname.Quote(path), ErrTooLong)
	}
	buf := make([]byte, 0, stat.Size()+512)
	in := io.LimitReader(f, maxBytes+1)
	for {
		n, err := in.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		switch {
		case err == io.EOF && int64(len(buf)) > maxBytes:
			return nil, fmt.Errorf("read %s: %w", pathname.Quote(path), ErrTooLong)
		case err == io.EOF:
			return buf, nil
		case err != nil:
			return nil, fmt.Errorf("read %s: %w", pathname.Quote(path), err)
		}
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
	}
}

func (r *Root) open(path string) (*os.File, error) {
	if err := pathname.Check(path); err != nil || path == "." {
		return nil, fs.ErrInvalid
	}
	dir := int(r.dir.Fd())
	for at := dir; ; {
		part, rest, below := strings.Cut(path, "/")
		// Nonblocking, so that a FIFO put in a file's place cannot stop us.
		flags := unix.O_RDONLY | unix.O_NOFOLLOW | unix.O_NONBLOCK
		if below {
			flags |= unix.O_DIRECTORY
		}
		next, err := openat(at, part, flags)
		if err != nil {
			err = inTheWay(at, part, err)
		}
		if at != dir {
			_ = unix.Close(at) // only read from
		}
		if err != nil {
			return nil, err
		}
		if !below {
			return os.NewFile(uintptr(next), path), nil
		}
		at, path = next, rest
	}
}

// inTheWay says a failure to open in this package's words if a link or a FIFO
// without a reader caused it.
func inTheWay(dir int, name string, err error) error {
	var stat unix.Stat_t
	if unix.Fstatat(dir, name, &stat, unix.AT_SYMLINK_NOFOLLOW) != nil {
		return err
	}
	switch stat.Mode & unix.S_IFMT {
	case unix.S_IFLNK:
		return ErrLink
	case unix.S_IFREG, unix.S_IFDIR:
		return err
	}
	return ErrNotRegular
}

func openat(dir int, name string, flags int) (int, error) {
	for {
		fd, err := unix.Openat(dir, name, flags|unix.O_CLOEXEC, 0)
		if err != unix.EINTR {
			return fd, err
		}
	}
}
