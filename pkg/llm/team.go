package llm

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"time"

	"github.com/pi-project-map/pmap/pkg/record"
	"github.com/pi-project-map/pmap/pkg/redact"
	"github.com/pi-project-map/pmap/pkg/rootfs"
	"github.com/pi-project-map/pmap/pkg/tokens"
)

// job is one question on its way to an answer.
type job struct {
	question
	order   int64
	subject string
	request func(context.Context) (Request, error)
	parse   func(string) (answer, bool)
	guessed bool   // of a dry run: what it is about is not all known
	parts   []part // of a directory
	flat    *flat  // of a directory, in a batch run

	outcome
	waiting []func(outcome) error // who wants the answer; the first asked
}

// outcome is what became of a question.
type outcome struct {
	answer    *answer
	cached    bool
	guessed   bool // of a dry run: there will be an answer
	tokensIn  int
	tokensOut int
	diag      *record.Diag
	err       error // ends the run
}

// queue holds jobs in the order of the input: a directory whose parts are
// known goes before files further down the stream.
type queue []*job

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].order < q[j].order }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(*job)) }
func (q *queue) Pop() any {
	last := len(*q) - 1
	j := (*q)[last]
	(*q)[last] = nil
	*q = (*q)[:last]
	return j
}

// ask finds the answer to a job's question, or queues it. Tell is told at once
// or later, always by the loop.
func (s *stage) ask(j *job, tell func(outcome) error) error {
	if s.team == nil {
		return tell(outcome{})
	}
	if other := s.asked[j.question]; other != nil {
		other.waiting = append(other.waiting, tell)
		return nil
	}
	if (!s.cfg.Refresh || s.answered[j.question]) && !j.guessed {
		if a, ok := s.cache().get(j.question); ok {
			if s.cfg.batch != nil {
				return tell(s.cfg.batch.found(j.question, &a))
			}
			return tell(outcome{answer: &a, cached: true})
		}
	}
	if b := s.cfg.batch; b != nil {
		return b.ask(s, j, tell)
	}
	if s.plan != nil {
		return s.foresee(j, tell)
	}
	if s.refusal != nil {
		return s.refusal
	}
	if j.order == 0 {
		j.order = s.nextOrder()
	}
	j.waiting = []func(outcome) error{tell}
	s.asked[j.question] = j
	heap.Push(&s.ready, j)
	return nil
}

// settle hands a job's outcome to all who wait for it.
func (s *stage) settle(j *job) {
	delete(s.asked, j.question)
	s.progress.Calls, s.progress.TokensIn, s.progress.TokensOut = s.team.spending()
	if j.err != nil {
		s.fail(j.err)
		return
	}
	s.answered[j.question] = true
	o := j.outcome
	for _, tell := range j.waiting {
		s.fail(tell(o))
		if o.answer != nil {
			o.cached, o.tokensIn, o.tokensOut = true, 0, 0
		}
	}
}

// team is the workers that make calls, and what they share.
type team struct {
	client  Client
	store   *cache
	pace    *pace
	limits  Limits
	refresh bool
	jobs    chan *job
	results chan *job
	workers sync.WaitGroup

	stopping context.Context // done: start nothing more
	stop     context.CancelFunc
	calling  context.Context // done: give up what is under way
	hangUp   context.CancelFunc

	rules func() (*redact.Redactor, error)

	mu        sync.Mutex
	tokensIn  int
	tokensOut int
	promised  int // tokens of requests under way
}

// connect chooses whom to ask and opens the cache.
func (s *stage) connect() error {
	client, model, err := s.cfg.Choose()
	s.refusal, s.model = err, model
	store, err := openCache(s.cfg.CacheDir)
	if err != nil {
		return err
	}
	limits := s.cfg.Calls
	if limits.Concurrency == 0 {
		limits.Concurrency = defaultConcurrency
	}
	limits.Concurrency = min(max(limits.Concurrency, 1), maxConcurrency)
	if limits.Timeout <= 0 {
		limits.Timeout = defaultTimeout
	}
	c := clock{now: s.cfg.Now, sleep: s.cfg.sleep, jitter: s.cfg.Jitter}
	if c.sleep == nil {
		c.sleep = sleep
	}
	t := &team{
		client: client, store: store, limits: limits, refresh: s.cfg.Refresh,
		pace: newPace(limits.Concurrency, limits.Window, c),
		jobs: make(chan *job), results: make(chan *job, limits.Concurrency),
		rules: sync.OnceValues(redact.New),
	}
	if s.cfg.batch != nil {
		t.rules = s.cfg.batch.rules
	}
	t.stopping, t.stop = context.WithCancel(context.Background())
	t.calling, t.hangUp = context.WithCancel(context.Background())
	for range limits.Concurrency {
		t.workers.Go(t.work)
	}
	s.team = t
	return nil
}

func (s *stage) cache() *cache { return s.team.store }

// close waits for the workers, which finish what they are at.
func (t *team) close() error {
	t.stop()
	close(t.jobs)
	go func() { // nobody listens any more
		for range t.results {
		}
	}()
	t.workers.Wait()
	close(t.results)
	t.hangUp()
	return t.store.close()
}

func (t *team) spending() (calls, in, out int) {
	t.pace.mu.Lock()
	calls = t.pace.calls
	t.pace.mu.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	return calls, t.tokensIn, t.tokensOut
}

func (t *team) work() {
	for j := range t.jobs {
		o := t.do(j)
		j.outcome = o
		t.results <- j
		if o.err != nil {
			t.stop() // this worker starts nothing more, however late the reason is read
		}
	}
}

// do gets the answer to a question and stores it.
func (t *team) do(j *job) outcome {
	if !t.refresh {
		if a, ok := t.store.get(j.question); ok { // of a run at the same time
			return outcome{answer: &a, cached: true}
		}
	}
	req, err := j.request(t.stopping)
	if err != nil {
		return unread(err)
	}
	req.Model = j.model
	a, reply, err := t.converse(j, req)
	if err != nil {
		return outcome{err: err}
	}
	if err := t.store.put(j.question, a); err != nil {
		return outcome{err: err}
	}
	return outcome{answer: &a, tokensIn: reply.TokensIn, tokensOut: reply.TokensOut}
}

// unread is the outcome of a file whose contents cannot be had as they were
// listed. The stage that parses has an error for it already.
func unread(err error) outcome {
	if errors.Is(err, errChanged) || errors.Is(err, rootfs.ErrTooLong) || errors.Is(err, rootfs.ErrLink) ||
		errors.Is(err, rootfs.ErrNotRegular) || errors.Is(err, fs.ErrNotExist) {
		d := diag(record.SeverityWarning, "changed-underfoot", "", "no model was asked: %v", err)
		return outcome{diag: &d}
	}
	if errors.Is(err, fs.ErrPermission) {
		d := diag(record.SeverityError, "unreadable", "", "%v", err)
		d.Exit = record.ExitPartial
		return outcome{diag: &d}
	}
	return outcome{err: err}
}

// again is added to a question whose answer could not be read.
const again = "\n\nYour last answer could not be read. Give exactly the lines asked for, each starting with its key, and nothing else."

// converse asks until there is an answer that can be read: again after faults
// that may go away, and once more after an answer that is none.
func (t *team) converse(j *job, req Request) (answer, Reply, error) {
	for tries, reasks := 0, 0; ; {
		reply, err := t.call(j, req)
		if err == nil {
			if a, ok := j.parse(reply.Text); ok {
				return a, reply, nil
			}
			err = unusable("its answer has not the form that was asked for")
		}
		var end *record.Failure
		if errors.As(err, &end) || t.stopping.Err() != nil {
			return answer{}, Reply{}, err
		}
		f := asFault(err)
		switch {
		case f.Retry && tries < retries && f.RetryAfter <= maxRetryAfter:
			wait := max(t.pace.pause(tries), f.RetryAfter)
			if f.RetryAfter > 0 {
				t.pace.hold(f.RetryAfter)
			}
			if err := t.pace.clock.sleep(t.stopping, wait); err != nil {
				return answer{}, Reply{}, f.failure(j.subject)
			}
			tries++
		case f.Code == "model-reply" && !f.Retry && reasks == 0:
			reasks++
			req.User += again
		default:
			if f.RetryAfter > maxRetryAfter {
				f.Hint = fmt.Sprintf("the endpoint wants %v of rest; then %s", f.RetryAfter.Round(time.Second), hintAgain)
			}
			return answer{}, Reply{}, f.failure(j.subject)
		}
	}
}

// call makes one call in its turn, within the run's limits.
func (t *team) call(j *job, req Request) (Reply, error) {
	size := req.size()
	if !t.promise(size) {
		return Reply{}, limitReached("--max-tokens", t.limits.MaxTokens, "tokens")
	}
	defer t.promise(-size)
	ok, err := t.pace.start(t.stopping, t.limits.MaxCalls)
	if err != nil {
		return Reply{}, err
	}
	if !ok {
		return Reply{}, limitReached("--max-calls", t.limits.MaxCalls, "calls")
	}
	ctx, cancel := context.WithTimeout(t.calling, t.limits.Timeout)
	defer cancel()
	reply, err := t.client.Complete(ctx, req)
	if err != nil {
		return Reply{}, err
	}
	if reply.TokensIn == 0 {
		reply.TokensIn, reply.TokensOut = size, tokens.Count(reply.Text)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.tokensIn += reply.TokensIn
	t.tokensOut += reply.TokensOut
	return reply, nil
}

// promise reserves tokens, unless that is more than the run may use.
func (t *team) promise(size int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if size > 0 && t.limits.MaxTokens > 0 && t.tokensIn+t.tokensOut+t.promised+size > t.limits.MaxTokens {
		return false
	}
	t.promised += size
	return true
}

func limitReached(flag string, most int, what string) error {
	return record.Failf(record.ExitTemporary, "limit", "run again to go on from here, or raise "+flag+": answers that came are kept",
		"the limit of %d %s is reached", most, what)
}
