package ast

import (
	"context"
	"sync/atomic"
	"syscall"
	"time"
)

// patience is how many limits of time may pass on a machine that is busy with
// other work before a file is given up all the same.
const patience = 12

// backstop gives a file up when it has had the limit of time. What counts is
// the processor's time, so that a busy machine does not change the result: the
// clock asks after each limit whether the process can have given the file as
// much as that.
type backstop struct {
	limit  time.Duration
	active *atomic.Int32 // files that share the processor
}

// start returns a context that ends with ctx or when the file is given up.
func (b backstop) start(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	b.active.Add(1)
	since := processorTime()
	go func() {
		tick := time.NewTicker(b.limit)
		defer tick.Stop()
		for waited := 1; ; waited++ {
			select {
			case <-ctx.Done():
				b.active.Add(-1)
				return
			case <-tick.C:
			}
			if spent := processorTime() - since; waited == patience || spent >= b.limit*time.Duration(b.active.Load()) {
				cancel()
			}
		}
	}()
	return ctx, cancel
}

// processorTime is what this process has had of all processors.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0 // then patience alone decides
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
