package llm

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"
)

// fakeClock moves only when somebody sleeps.
type fakeClock struct {
	mu    sync.Mutex
	at    time.Time
	slept []time.Duration
}

func (c *fakeClock) clock(jitter float64) clock {
	return clock{
		now: func() time.Time {
			c.mu.Lock()
			defer c.mu.Unlock()
			return c.at
		},
		sleep: func(ctx context.Context, d time.Duration) error {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.at = c.at.Add(d)
			c.slept = append(c.slept, d)
			return ctx.Err()
		},
		jitter: func() float64 { return jitter },
	}
}

// TestStarts: of any nine starts the last is a window after the first.
func TestStarts(t *testing.T) {
	c := &fakeClock{at: time.Unix(1000, 0)}
	p := newPace(8, 100*time.Millisecond, c.clock(0))
	var at []time.Time
	for range 50 {
		ok, err := p.start(t.Context(), 0)
		if !ok || err != nil {
			t.Fatal(ok, err)
		}
		at = append(at, c.at)
	}
	for i := 8; i < len(at); i++ {
		if gap := at[i].Sub(at[i-8]); gap < 100*time.Millisecond {
			t.Errorf("starts %d and %d are %v apart", i-8, i, gap)
		}
	}
	if took := at[49].Sub(at[0]); took > 650*time.Millisecond {
		t.Errorf("50 starts take %v", took)
	}
}

func TestHold(t *testing.T) {
	c := &fakeClock{at: time.Unix(1000, 0)}
	p := newPace(8, 0, c.clock(0))
	p.hold(3 * time.Second)
	p.hold(time.Second)
	if _, err := p.start(t.Context(), 0); err != nil || !slices.Equal(c.slept, []time.Duration{3 * time.Second}) {
		t.Errorf("slept %v, %v", c.slept, err)
	}
}

func TestMaxCalls(t *testing.T) {
	c := &fakeClock{at: time.Unix(1000, 0)}
	p := newPace(2, 0, c.clock(0))
	for i, want := range []bool{true, true, true, false, false} {
		if ok, err := p.start(t.Context(), 3); ok != want || err != nil {
			t.Errorf("start %d: %v, %v", i, ok, err)
		}
	}
}

// TestPause: 1, 2 and 4 seconds, give or take a quarter.
func TestPause(t *testing.T) {
	for jitter, want := range map[float64][]time.Duration{
		0:   {750 * time.Millisecond, 1500 * time.Millisecond, 3 * time.Second},
		0.5: {time.Second, 2 * time.Second, 4 * time.Second},
		1:   {1250 * time.Millisecond, 2500 * time.Millisecond, 5 * time.Second},
	} {
		p := newPace(1, 0, (&fakeClock{}).clock(jitter))
		if got := []time.Duration{p.pause(0), p.pause(1), p.pause(2)}; !slices.Equal(got, want) {
			t.Errorf("jitter %v: %v, want %v", jitter, got, want)
		}
	}
}
