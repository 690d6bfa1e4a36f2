package rootfs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	outside := filepath.Join(t.TempDir(), "secret")
	must(t, os.WriteFile(outside, []byte("outside"), 0o600))
	must(t, os.MkdirAll(filepath.Join(dir, "a/b"), 0o755))
	must(t, os.WriteFile(filepath.Join(dir, "a/b/f"), []byte("hello"), 0o644))
	must(t, os.WriteFile(filepath.Join(dir, "empty"), nil, 0o644))
	must(t, os.Symlink("f", filepath.Join(dir, "a/b/link")))
	must(t, os.Symlink(outside, filepath.Join(dir, "out")))
	must(t, os.Symlink("a", filepath.Join(dir, "dirlink")))
	must(t, unix.Mkfifo(filepath.Join(dir, "fifo"), 0o644))

	r, err := Open(dir)
	must(t, err)
	defer r.Close()
	for _, c := range []struct {
		path string
		max  int64
		want string
		err  error
	}{
		{path: "a/b/f", max: 5, want: "hello"},
		{path: "a/b/f", max: 4, err: ErrTooLong},
		{path: "empty", max: 0, want: ""},
		{path: "a/b/link", max: 99, err: ErrLink},
		{path: "out", max: 99, err: ErrLink},
		{path: "dirlink/b/f", max: 99, err: ErrLink},
		{path: "fifo", max: 99, err: ErrNotRegular},
		{path: "a/b", max: 99, err: ErrNotRegular},
		{path: "a/b/f/g", max: 99, err: unix.ENOTDIR},
		{path: "gone", max: 99, err: fs.ErrNotExist},
		{path: "../x", max: 99, err: fs.ErrInvalid},
		{path: "/etc/passwd", max: 99, err: fs.ErrInvalid},
		{path: ".", max: 99, err: fs.ErrInvalid},
	} {
		got, err := r.ReadFile(c.path, c.max)
		if string(got) != c.want || !errors.Is(err, c.err) {
			t.Errorf("ReadFile(%q, %d) = %q, %v; want %q, %v", c.path, c.max, got, err, c.want, c.err)
		}
	}
}

func TestReadFileClosesEverything(t *testing.T) {
	dir := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(dir, "a/b/c"), 0o755))
	must(t, os.WriteFile(filepath.Join(dir, "a/b/c/f"), []byte("x"), 0o644))
	r, err := Open(dir)
	must(t, err)
	defer r.Close()
	_, err = r.ReadFile("a/b/c/f", 9) // the runtime opens its poller with the first file
	must(t, err)
	first := nextFD(t)
	for range 50 {
		if _, err := r.ReadFile("a/b/c/f", 9); err != nil {
			t.Fatal(err)
		}
		if _, err := r.ReadFile("a/b/c/gone", 9); err == nil {
			t.Fatal("read a file that is not there")
		}
	}
	if fd := nextFD(t); fd != first {
		t.Errorf("the next descriptor went from %d to %d", first, fd)
	}
}

func nextFD(t *testing.T) int {
	t.Helper()
	fd, err := unix.Open("/dev/null", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	must(t, err)
	must(t, unix.Close(fd))
	return fd
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
