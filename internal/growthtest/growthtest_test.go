package growthtest

import (
	"fmt"
	"runtime"
	"testing"
	"time"
)

func TestSteep(t *testing.T) {
	for _, c := range []struct {
		whole, part time.Duration
		want        bool
	}{
		{4 * time.Second, time.Second, false},
		{10 * time.Second, time.Second, false},
		{16 * time.Second, time.Second, true},
	} {
		if got := steep(c.whole, c.part); got != c.want {
			t.Errorf("steep(%v, %v) = %v", c.whole, c.part, got)
		}
	}
}

// recorder keeps what a test would have failed with.
type recorder struct {
	testing.TB
	failures []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	runtime.Goexit()
}

// burn keeps a processor busy for that much of the process's time.
func burn(d time.Duration) {
	for until := processor() + d; processor() < until; {
	}
}

const (
	size = 1000
	dear = 40 * time.Millisecond // for the tests: not cheap
)

// linear costs twice what is dear for the size, and a share of it for less.
func linear(n int) { burn(2 * dear * time.Duration(n) / size) }

func TestCheck(t *testing.T) {
	disturbed := 0
	for _, c := range []struct {
		name string
		work func(int)
		want int
	}{
		{"cheap", func(int) {}, 0},
		{"linear", linear, 0},
		{"square", func(n int) { burn(2 * dear * time.Duration(n*n) / (size * size)) }, 1},
		{"disturbed once", func(n int) {
			if disturbed++; disturbed == 1 {
				burn(20 * dear)
			}
			linear(n)
		}, 0},
	} {
		r := &recorder{TB: t}
		check(r, dear, c.name, size, c.work)
		if len(r.failures) != c.want {
			t.Errorf("%s: failed with %q", c.name, r.failures)
		}
	}
	if disturbed != 4 {
		t.Errorf("disturbed work ran %d times", disturbed)
	}
}
