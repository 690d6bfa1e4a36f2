package walk

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// Every open here is relative to a directory already open, of one name, and
// refuses a link: a directory that is replaced by a link while the walk runs
// leads nowhere. Pipes do not block.
const safely = unix.O_NOFOLLOW | unix.O_NONBLOCK | unix.O_CLOEXEC

// errNotRegular says that something else than a file is there.
var errNotRegular = errors.New("not a regular file")

// openAt opens name in dir.
func openAt(dir *os.File, name string, flags int) (*os.File, error) {
	fd, err := retry(func() (int, error) {
		return unix.Openat(int(dir.Fd()), name, flags|safely, 0)
	})
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return os.NewFile(uintptr(fd), dir.Name()+"/"+name), nil
}

// statAt looks at name in dir, without following it.
func statAt(dir *os.File, name string) (unix.Stat_t, error) {
	var st unix.Stat_t
	_, err := retry(func() (int, error) {
		return 0, unix.Fstatat(int(dir.Fd()), name, &st, unix.AT_SYMLINK_NOFOLLOW)
	})
	return st, err
}

// statBelow looks at a path of several names in dir, following none of them.
func statBelow(dir *os.File, path string) (unix.Stat_t, error) {
	name, rest, more := strings.Cut(path, "/")
	if !more {
		return statAt(dir, name)
	}
	sub, err := openAt(dir, name, openPath)
	if err != nil {
		return unix.Stat_t{}, err
	}
	defer sub.Close()
	return statBelow(sub, rest)
}

// linkAt reads where the link name in dir points.
func linkAt(dir *os.File, name string) (string, error) {
	for size := 256; ; size *= 4 {
		buf := make([]byte, size)
		n, err := retry(func() (int, error) { return unix.Readlinkat(int(dir.Fd()), name, buf) })
		if err != nil {
			return "", err
		}
		if n < size {
			return string(buf[:n]), nil
		}
	}
}

// retry repeats a system call that a signal interrupted.
func retry(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if !errors.Is(err, unix.EINTR) {
			return n, err
		}
	}
}

// kindOf is the file type of a mode.
func kindOf(st unix.Stat_t) uint32 { return uint32(st.Mode) & unix.S_IFMT }

// missing reports whether an error says that nothing is there.
func missing(err error) bool {
	return errors.Is(err, unix.ENOENT) || errors.Is(err, unix.ENOTDIR) || errors.Is(err, unix.ELOOP)
}
