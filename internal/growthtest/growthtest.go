// Package growthtest fails a test whose work grows faster than its input. It
// counts the processor time of the process and compares two sizes, so that a
// machine under load changes nothing; the clock is only there for work that
// never ends.
package growthtest

import (
	"fmt"
	"syscall"
	"testing"
	"time"
)

const (
	patience = 60 * time.Second // for one run, on the clock
	cheap    = 2 * time.Second  // of processor time: not looked into
	shrink   = 4                // the other size is this much smaller
	steepest = 3 * shrink       // between linear and the square
)

// Check runs work for an input of a size and, if that is expensive, for a
// smaller one.
func Check(t testing.TB, what string, size int, work func(size int)) {
	t.Helper()
	whole, err := measure(size, work)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if whole < cheap {
		return
	}
	part, err := measure(size/shrink, work)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if steep(whole, part) {
		t.Errorf("%s: %v for %d bytes, %v for a quarter of them", what, whole, size, part)
	}
}

func steep(whole, part time.Duration) bool { return whole > steepest*part }

// measure returns the processor time of one run.
func measure(size int, work func(int)) (time.Duration, error) {
	done := make(chan time.Duration, 1)
	go func() {
		before := processor()
		work(size)
		done <- processor() - before
	}()
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case took := <-done:
		return took, nil
	case <-late.C:
		return 0, fmt.Errorf("not done after %v with %d bytes", patience, size)
	}
}

func processor() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
