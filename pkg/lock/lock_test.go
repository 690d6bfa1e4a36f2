package lock

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestTake(t *testing.T) {
	cache, root := t.TempDir(), t.TempDir()
	first, err := Take(t.Context(), cache, root, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(root, link); err != nil {
		t.Fatal(err)
	}
	for _, spelling := range []string{root, root + "/", root + "/.", link} {
		_, err := Take(t.Context(), cache, spelling, 10*time.Millisecond)
		var held *HeldError
		if !errors.As(err, &held) || held.PID != os.Getpid() {
			t.Errorf("%s: error is %v", spelling, err)
		}
	}
	other, err := Take(t.Context(), cache, t.TempDir(), time.Second)
	if err != nil {
		t.Fatalf("another root: %v", err)
	}
	for _, l := range []*Lock{first, other} {
		if err := l.Release(); err != nil {
			t.Fatal(err)
		}
	}
	again, err := Take(t.Context(), cache, root, time.Second)
	if err != nil {
		t.Fatalf("after the release: %v", err)
	}
	if err := again.Release(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(cache, "locks"))
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("directory of locks: %v, %v", info.Mode(), err)
	}
}

func TestTakeEndsWithItsContext(t *testing.T) {
	cache, root := t.TempDir(), t.TempDir()
	held, err := Take(t.Context(), cache, root, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Release()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := Take(ctx, cache, root, time.Minute); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error is %v", err)
	}
}

func TestTakeOfNoRoot(t *testing.T) {
	if _, err := Take(t.Context(), t.TempDir(), filepath.Join(t.TempDir(), "gone"), time.Second); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error is %v", err)
	}
}

// What a killed process left in the file does not confuse.
func TestHeldErrorWithoutPID(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x.lock")
	for text, want := range map[string]string{
		"":    "another process is writing this project's maps",
		"x\n": "another process is writing this project's maps",
		"7\n": "process 7 is writing this project's maps",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := (&HeldError{PID: holder(name)}).Error(); got != want {
			t.Errorf("with %q: %s", text, got)
		}
	}
}
