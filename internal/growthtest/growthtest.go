// Package growthtest fails a test whose work grows faster than its input.
//
// Check counts the processor time of the process, never the clock, and
// compares two sizes, each by the best of some runs, so that a machine under
// load changes nothing. What is cheap is not looked into, and work that waits
// for ever is left to the test's own time limit.
package growthtest

import (
	"fmt"
	"syscall"
	"testing"
	"time"
)

const (
	patience = 60 * time.Second // of processor time, for one run
	tick     = time.Second      // how often patience is looked at
	cheap    = 2 * time.Second  // of processor time: not looked into
	shrink   = 4                // the other size is this much smaller
	steepest = 3 * shrink       // between linear and the square
	tries    = 3                // each may be dearer than the work, none cheaper
)

// Check runs work for an input of a size and, if that is expensive, for a
// smaller one.
func Check(t testing.TB, what string, size int, work func(size int)) {
	t.Helper()
	check(t, cheap, what, size, work)
}

func check(t testing.TB, cheap time.Duration, what string, size int, work func(size int)) {
	t.Helper()
	var whole, part time.Duration
	for try := range tries {
		took, err := measure(size, work)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if took < cheap {
			return
		}
		less, err := measure(size/shrink, work)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if try == 0 {
			whole, part = took, less
		} else {
			whole, part = min(whole, took), min(part, less)
		}
		if !steep(whole, part) {
			return
		}
	}
	t.Errorf("%s: %v for size %d, %v for a quarter of it", what, whole, size, part)
}

func steep(whole, part time.Duration) bool { return whole > steepest*part }

// measure returns the processor time of one run.
func measure(size int, work func(int)) (time.Duration, error) {
	before := processor()
	done := make(chan time.Duration, 1)
	go func() {
		work(size)
		done <- processor() - before
	}()
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for {
		select {
		case took := <-done:
			return took, nil
		case <-ticker.C:
			if processor()-before > patience {
				return 0, fmt.Errorf("not done after %v of processor time with size %d", patience, size)
			}
		}
	}
}

// processor is what the process has had of all processors.
func processor() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
