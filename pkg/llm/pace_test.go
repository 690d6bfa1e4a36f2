package llm

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/pi-project-map/pmap/internal/modeltest"
	"github.com/pi-project-map/pmap/pkg/record"
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

// slowClient answers after a while, in the time of a bubble.
type slowClient struct {
	mu     sync.Mutex
	random *rand.Rand
	starts []time.Time
	flying int
	most   int
	total  time.Duration
}

func (c *slowClient) Complete(_ context.Context, req Request) (Reply, error) {
	c.mu.Lock()
	c.starts = append(c.starts, time.Now())
	c.flying++
	c.most = max(c.most, c.flying)
	latency := 100*time.Millisecond + time.Duration(c.random.Int64N(int64(200*time.Millisecond)))
	c.total += latency
	c.mu.Unlock()
	time.Sleep(latency)
	c.mu.Lock()
	c.flying--
	c.mu.Unlock()
	return Reply{Text: modeltest.Usual(modeltest.Call{User: req.User, Dir: strings.HasPrefix(req.User, "Directory")})}, nil
}

// TestPace holds the look-ahead to its purpose: calls stay as many as they may
// be, with latencies of 100 to 300 ms, up to the last directory. Time is that
// of a bubble, so that a busy machine changes nothing.
func TestPace(t *testing.T) {
	for seed := range uint64(3) {
		synctest.Test(t, func(t *testing.T) {
			p := newProject(t, big(40, 12))
			client := &slowClient{random: rand.New(rand.NewPCG(seed, 0))}
			in := record.NewReader(bytes.NewReader(p.stream(t)), record.Demand{Syntax: true})
			began := time.Now()
			must(t, Run(t.Context(), in, record.NewWriter(discard{}), Config{
				Root: p.root, CacheDir: t.TempDir(), Calls: Limits{Concurrency: 8, Window: 100 * time.Millisecond},
				Now: time.Now, Jitter: client.random.Float64,
				Choose: func() (Client, string, error) { return client, "m", nil },
			}))
			took, ideal := time.Since(began), client.total/8
			ratio := float64(took) / float64(ideal)
			t.Logf("%d calls, %v, ideal %v: %.3f", len(client.starts), took, ideal, ratio)
			if ratio > 1.10 {
				t.Errorf("took %v, %.3f times the ideal of %v", took, ratio, ideal)
			}
			if client.most > 8 {
				t.Errorf("%d calls at once", client.most)
			}
			for i := 8; i < len(client.starts); i++ {
				if gap := client.starts[i].Sub(client.starts[i-8]); gap < 100*time.Millisecond {
					t.Errorf("9 calls start within %v", gap)
				}
			}
		})
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
