// Package lock lets one writer at a time into a project. The lock is a file in
// the user's cache, named after the project's root and held by the kernel, so
// that it ends with the process that took it. Start from [Take].
package lock

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// retry is how often a waiting writer looks again.
const retry = 50 * time.Millisecond

// HeldError says that another process is at work in the project.
type HeldError struct{ PID int } // 0 if it is not known

func (e *HeldError) Error() string {
	if e.PID == 0 {
		return "another process is writing this project's maps"
	}
	return fmt.Sprintf("process %d is writing this project's maps", e.PID)
}

// Lock is held until its Release or the end of the process.
type Lock struct{ file *flock.Flock }

// Take takes the lock of the project at root, whose lock file is below the
// directory cache. It waits at most as long as it is told, then gives a
// [*HeldError].
func Take(ctx context.Context, cache, root string, wait time.Duration) (*Lock, error) {
	name, err := fileFor(cache, root)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return nil, err
	}
	file := flock.New(name, flock.SetPermissions(0o600))
	waiting, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	locked, err := file.TryLockContext(waiting, retry)
	if ctx.Err() != nil {
		return nil, errors.Join(ctx.Err(), file.Close())
	}
	if !locked {
		if errors.Is(err, context.DeadlineExceeded) {
			err = &HeldError{PID: holder(name)}
		}
		return nil, errors.Join(err, file.Close())
	}
	if err := os.WriteFile(name, []byte(strconv.Itoa(os.Getpid())+"\n"), 0o600); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &Lock{file}, nil
}

// Release gives the lock up. The file stays: removing it would let in two.
func (l *Lock) Release() error { return l.file.Close() }

// fileFor names the lock file by the root's one real path, however it is
// spelled.
func fileFor(cache, root string) (string, error) {
	abs, err := filepath.Abs(root)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(real))
	return filepath.Join(cache, "locks", fmt.Sprintf("%x.lock", sum[:16])), nil
}

func holder(name string) int {
	text, err := os.ReadFile(name)
	if err != nil {
		return 0
	}
	pid, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	return pid
}
