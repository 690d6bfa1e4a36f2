package llm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sashabaranov/go-openai"

	"github.com/pi-project-map/pmap/pkg/record"
)

// How a batch is waited for: asked after more and more seldom, and not for
// ever. An endpoint gives a batch a day.
const (
	firstLook = 5 * time.Second
	lastLook  = time.Minute
	patience  = 26 * time.Hour
	maxFaults = 10 // in a row, while looking
)

// lost is a question that a batch left without an answer.
type lost struct {
	subject string
	fault   *Fault
}

// send begins a batch of what has gathered for a prompt.
func (b *batch) send(ctx context.Context, prompt string) error {
	c := b.chunks[prompt]
	if c == nil || len(c.keys) == 0 {
		return nil
	}
	delete(b.chunks, prompt)
	b.sent++
	r := &remembered{Endpoint: b.client.base, Model: b.model, Prompt: prompt, Keys: c.keys, tokens: c.tokens}
	err := b.persist(ctx, true, func(ctx context.Context) (err error) {
		r.Input, err = b.client.upload(ctx, c.lines)
		return err
	})
	if err != nil {
		return b.gaveUp(ctx, "send a batch", err)
	}
	if err := b.memory.write(r); err != nil {
		return err
	}
	tried := false
	err = b.persist(ctx, false, func(ctx context.Context) (err error) {
		if tried { // a request without an answer may have been heard
			if r.ID, err = b.client.beginning(ctx, r.Input); r.ID != "" || err != nil {
				return err
			}
		}
		tried = true
		r.ID, err = b.client.begin(ctx, r.Input)
		return err
	})
	if err != nil {
		var f *Fault
		if errors.As(err, &f) && !f.Temporary {
			b.client.discard(ctx, r.Input)
			err = errors.Join(err, b.memory.forget(r))
		}
		return b.gaveUp(ctx, "begin a batch", err)
	}
	b.memory.hold(r)
	b.waiting = append(b.waiting, r)
	return b.memory.write(r)
}

// recall finds out which of the batches written down still are at the
// endpoint.
func (b *batch) recall(ctx context.Context) error {
	if err := b.memory.read(); err != nil {
		return err
	}
	for _, r := range b.memory.batches {
		known := false
		err := b.persist(ctx, false, func(ctx context.Context) (err error) {
			known, err = b.there(ctx, r)
			return err
		})
		if err != nil {
			return b.gaveUp(ctx, "look after a batch", err)
		}
		if !known {
			err = b.memory.forget(r)
		} else {
			b.memory.hold(r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// there reports whether the endpoint knows a batch, and learns its name if
// that was not written down.
func (b *batch) there(ctx context.Context, r *remembered) (bool, error) {
	var err error
	if r.ID == "" {
		if r.ID, err = b.client.beginning(ctx, r.Input); err == nil && r.ID != "" {
			err = b.memory.write(r)
		}
	} else {
		_, err = b.client.look(ctx, r.ID)
	}
	var f *Fault
	if errors.Is(err, errGone) || r.ID == "" && errors.As(err, &f) && f.Code == "no-batches" {
		return false, nil
	}
	return r.ID != "", err
}

// persist tries something at the endpoint again after faults that may go away.
func (b *batch) persist(ctx context.Context, file bool, act func(context.Context) error) error {
	p := &pace{clock: b.clock}
	for tries := 0; ; tries++ {
		try, cancel := context.WithTimeout(ctx, b.callTime(file))
		err := act(try)
		cancel()
		var f *Fault
		if err == nil || ctx.Err() != nil || !errors.As(err, &f) || !f.Retry || tries == retries || f.RetryAfter > maxRetryAfter {
			return err
		}
		if err := b.clock.sleep(ctx, max(p.pause(tries), f.RetryAfter)); err != nil {
			return err
		}
	}
}

// gaveUp is the end of a run at the endpoint's door.
func (b *batch) gaveUp(ctx context.Context, act string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var f *Fault
	if !errors.As(err, &f) {
		return err
	}
	exit := record.ExitIO
	if f.Temporary {
		exit = record.ExitTemporary
	}
	return &record.Failure{Exit: exit, Code: f.Code, Hint: f.Hint, Err: fmt.Errorf("%s: %w", act, f.Err)}
}

// wait looks after the batches of a round until all have come to an end.
func (b *batch) wait(ctx context.Context) error {
	until, pause, faults := b.clock.now().Add(patience), firstLook, 0
	for {
		done := 0
		for _, r := range slices.Clone(b.waiting) {
			state, err := b.client.look(ctx, r.ID)
			if err == nil && over(state.Status) {
				err = b.take(ctx, r, state)
			} else if err == nil {
				done += min(max(state.RequestCounts.Completed, 0), len(r.Keys))
			}
			var f *Fault
			switch {
			case err == nil:
				faults = 0
			case errors.As(err, &f) && f.Retry && faults < maxFaults:
				faults++
				pause = max(pause, min(f.RetryAfter, maxRetryAfter))
			default:
				return b.gaveUp(ctx, "look after a batch", err)
			}
		}
		if len(b.waiting) == 0 {
			return nil
		}
		if b.clock.now().After(until) {
			return record.Failf(record.ExitTemporary, "model-batch", hintAgain, "the endpoint does not end a batch that has had %v", patience)
		}
		b.report(done)
		if err := b.clock.sleep(ctx, pause); err != nil {
			return err
		}
		pause = min(pause*3/2, lastLook)
	}
}

func over(status string) bool {
	switch status {
	case "completed", "failed", "expired", "cancelled":
		return true
	}
	return false
}

// take stores the answers of a batch that has come to an end, notes what has
// none, and forgets the batch, here and there.
func (b *batch) take(ctx context.Context, r *remembered, state openai.Batch) error {
	open := map[string]bool{}
	for _, key := range r.Keys {
		open[key] = true
	}
	in := &intake{batch: b, r: r, open: open}
	var files []string
	for _, id := range []*string{state.OutputFileID, state.ErrorFileID} {
		if id == nil || *id == "" {
			continue
		}
		files = append(files, *id)
		err := b.persist(ctx, true, func(ctx context.Context) error { return b.client.results(ctx, *id, in.take) })
		if err = errors.Join(err, in.flush()); err != nil {
			return err
		}
	}
	full := state.Status == "failed" && in.noRoom(state)
	for _, key := range r.Keys {
		q := question{key, r.Prompt, r.Model}
		if !open[key] || full || in.stored(q) {
			continue
		}
		in.lose(q, ending(state, b.client.doer))
	}
	b.waiting = slices.DeleteFunc(b.waiting, func(other *remembered) bool { return other == r })
	if err := b.memory.forget(r); err != nil {
		return err
	}
	b.client.discard(ctx, append(files, r.Input)...)
	return nil
}

// ending says why a batch is over without an answer to a question.
func ending(state openai.Batch, d *doer) *Fault {
	f := &Fault{Code: "model-batch", Hint: hintAgain, Temporary: true}
	switch state.Status {
	case "expired":
		f.Err = errors.New("the batch expired before it was answered")
	case "cancelled":
		f.Err = errors.New("the batch was cancelled")
	case "failed":
		_, words := reason(state)
		f.Temporary, f.Hint = false, hintModel
		f.Err = fmt.Errorf("the endpoint refuses the batch: %s", d.quote(words))
	default:
		f.Retry, f.Err = true, errors.New("the batch has no answer to it")
	}
	return f
}

// reason is why an endpoint refuses a batch.
func reason(state openai.Batch) (code, words string) {
	if state.Errors == nil || len(state.Errors.Data) == 0 {
		return "", "it gives no reason"
	}
	return state.Errors.Data[0].Code, state.Errors.Data[0].Message
}

// mostNamed is how many subjects without an answer are named.
const mostNamed = 20

// failure is the end of a run whose batches left questions without an answer.
func (b *batch) failure() error {
	if len(b.failed) == 0 {
		return nil
	}
	var all []lost
	for _, l := range b.failed {
		all = append(all, l)
	}
	slices.SortFunc(all, func(x, y lost) int { return strings.Compare(x.subject, y.subject) })
	worst := all[0].fault
	for i, l := range all {
		if b.cfg.Warn != nil && i < mostNamed {
			b.cfg.Warn(fmt.Sprintf("no answer about %s: %v", l.subject, l.fault))
		}
		if worst.Temporary && !l.fault.Temporary {
			worst = l.fault
		}
	}
	f := worst.failure("")
	f.Err = fmt.Errorf("ask the model in batches: %d of the subjects have no answer, %s first", len(all), all[0].subject)
	return f
}

// report says how many of the round's questions are answered.
func (b *batch) report(done int) {
	if b.cfg.Progress == nil {
		return
	}
	total := 0
	for _, r := range b.waiting {
		total += len(r.Keys)
	}
	b.cfg.Progress(Progress{Batches: len(b.waiting), Subjects: total, Done: done, Calls: b.calls})
}

func (b *batch) waitingFor() string {
	total := 0
	for _, r := range b.waiting {
		total += len(r.Keys)
	}
	return fmt.Sprintf("%d questions are with the endpoint, in batches: %d; this may take hours; if you interrupt it, the same command goes on from here", total, len(b.waiting))
}
