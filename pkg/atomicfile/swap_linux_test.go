package atomicfile

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// While a directory and a link change places all the time, what is
// opened is never where the link leads.
func TestDirectoryAndLinkChangePlaces(t *testing.T) {
	root := t.TempDir()
	real, link, other := filepath.Join(root, "dir"), filepath.Join(root, "link"), filepath.Join(root, "other")
	must(t, os.Mkdir(real, 0o755))
	must(t, os.Mkdir(other, 0o755))
	must(t, os.Symlink("other", link))
	exchange := func() error {
		return unix.Renameat2(unix.AT_FDCWD, real, unix.AT_FDCWD, link, unix.RENAME_EXCHANGE)
	}
	if err := exchange(); err != nil {
		t.Skipf("this file system cannot exchange names: %v", err)
	}
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
				_ = exchange()
			}
		}
	}()
	tree := open(t, root)
	want, err := os.Stat(other)
	must(t, err)
	opened, refused := 0, 0
	for range 5000 {
		dir, err := openDir(tree.root, "dir")
		if err != nil {
			refused++
			continue
		}
		opened++
		got, err := dir.Stat(".")
		must(t, err)
		must(t, dir.Close())
		if os.SameFile(got, want) {
			t.Fatal("the link was followed")
		}
	}
	close(stop)
	<-done
	t.Logf("%d times opened, %d times refused", opened, refused)
}
