package llm

import (
	"context"
	"sync"
	"time"
)

// Limits of the pace.
const (
	defaultConcurrency = 6
	maxConcurrency     = 8
	retries            = 3
	firstPause         = time.Second
	maxRetryAfter      = 2 * time.Minute // a longer wait is for another run
	slack              = 5 * time.Millisecond
	defaultTimeout     = 120 * time.Second
)

// clock is time as the pace sees it.
type clock struct {
	now    func() time.Time
	sleep  func(ctx context.Context, d time.Duration) error
	jitter func() float64 // from 0 to 1
}

// pace lets calls start: at most as many in any window as may be in flight,
// and none before a time that the endpoint has named.
type pace struct {
	clock  clock
	window time.Duration

	mu     sync.Mutex
	starts []time.Time // of the last calls, a ring
	next   int
	until  time.Time
	calls  int
}

func newPace(concurrency int, window time.Duration, c clock) *pace {
	if window > 0 {
		window += slack // what the network may bring closer together
	}
	return &pace{clock: c, window: window, starts: make([]time.Time, concurrency)}
}

// start waits for a call's turn. It returns false if that were one call more
// than most, if most is not 0.
func (p *pace) start(ctx context.Context, most int) (bool, error) {
	p.mu.Lock()
	if most > 0 && p.calls >= most {
		p.mu.Unlock()
		return false, nil
	}
	p.calls++
	now := p.clock.now()
	at := now
	if oldest := p.starts[p.next]; !oldest.IsZero() && oldest.Add(p.window).After(at) {
		at = oldest.Add(p.window)
	}
	if p.until.After(at) {
		at = p.until
	}
	p.starts[p.next] = at
	p.next = (p.next + 1) % len(p.starts)
	p.mu.Unlock()
	if at.After(now) {
		return true, p.clock.sleep(ctx, at.Sub(now))
	}
	return true, ctx.Err()
}

// hold keeps every call from starting for a while.
func (p *pace) hold(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if until := p.clock.now().Add(d); until.After(p.until) {
		p.until = until
	}
}

// pause is how long to wait before the nth retry: 1, 2, 4 s, give or take a
// quarter.
func (p *pace) pause(n int) time.Duration {
	d := firstPause << n
	return d - d/4 + time.Duration(p.clock.jitter()*float64(d/2))
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
