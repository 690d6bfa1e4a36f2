package llm

import (
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"
)

// How often a terminal and a log are told how far a run is. A short run says
// nothing in a log.
const (
	barEvery = 100 * time.Millisecond
	logEvery = time.Minute
	barWidth = 16
)

// meter shows people how far a run is: a bar where a line can be drawn anew,
// else a line in the log now and then.
type meter struct {
	now  func() time.Time
	tell func(string)
	bar  *progressbar.ProgressBar // nil: log
	last time.Time
	is   Progress
}

func newMeter(w World) *meter {
	m := &meter{now: w.Now, tell: w.Tell, last: w.Now()}
	if w.Terminal {
		m.bar = progressbar.NewOptions(1,
			progressbar.OptionSetWriter(w.Stderr), progressbar.OptionSetWidth(barWidth),
			progressbar.OptionSetRenderBlankState(false), progressbar.OptionThrottle(0),
			progressbar.OptionSetPredictTime(true), progressbar.OptionShowIts(), progressbar.OptionSetItsString("notes"))
	}
	return m
}

// show takes what has changed.
func (m *meter) show(p Progress) {
	every := logEvery
	if m.bar != nil {
		every = barEvery
	}
	now := m.now()
	if p == m.is || now.Sub(m.last) < every {
		return
	}
	m.is, m.last = p, now
	if m.bar == nil {
		if m.tell != nil {
			m.tell(p.String())
		}
		return
	}
	m.bar.Describe(p.String())
	m.bar.ChangeMax(p.Subjects + 1) // the end of the stream is not known, and a full bar stays full
	_ = m.bar.Set(p.Done)           // a terminal that is gone shows nothing
}

// over lets a message have a line of its own.
func (m *meter) over(say func(string)) func(string) {
	if say == nil || m.bar == nil {
		return say
	}
	return func(message string) {
		_ = m.bar.Clear()
		say(message)
	}
}

func (m *meter) done() {
	if m.bar != nil {
		_ = m.bar.Clear()
	}
}

// String is the progress in a line.
func (p Progress) String() string {
	if p.Batches > 0 {
		return fmt.Sprintf("%d/%d in batches: %d", p.Done, p.Subjects, p.Batches)
	}
	return fmt.Sprintf("%d/%d, %d without a call, %s tokens", p.Done, p.Subjects, p.Cached, short(p.TokensIn+p.TokensOut))
}

// short is a number in few characters.
func short(n int) string {
	switch {
	case n >= 10_000_000:
		return fmt.Sprintf("%dM", n/1_000_000)
	case n >= 10_000:
		return fmt.Sprintf("%dk", n/1_000)
	}
	return fmt.Sprint(n)
}
