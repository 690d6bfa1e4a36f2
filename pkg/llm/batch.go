package llm

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/sashabaranov/go-openai"

	"github.com/pi-project-map/pmap/pkg/record"
	"github.com/pi-project-map/pmap/pkg/redact"
)

// A batch run fills the cache and then runs as any other, out of the cache. It
// keeps its input aside and reads it once for each round: the first asks about
// files, the second about directories, which are described by the purposes of
// the files below them, since roles would need a round for each level. What
// could not be read is asked for once more, in a round of its own.

// maxRounds are two, and one more for each.
const maxRounds = 4

// What one batch holds at the most. Endpoints take 50,000 questions and 100 MB.
const (
	maxBatchQuestions = 20_000
	maxBatchBytes     = 24 << 20
	minBatchBytes     = 64 << 10 // where an endpoint takes only so much at once
)

// batch is what the passes of a batch run share.
type batch struct {
	ctx      context.Context // the run's
	cfg      Config
	client   *External
	model    string
	clock    clock
	store    *cache
	memory   *memory
	rules    func() (*redact.Redactor, error)
	final    bool
	answered map[question]bool // in this run
	spent    map[question]usage
	failed   map[question]lost
	tries    map[question]int

	wanted  map[question]inquiry // in this round
	chunks  map[string]*chunk    // by prompt, not sent yet
	waiting []*remembered
	calls   int // questions sent
	tokens  int
	limit   error

	size    int    // of a batch, in bytes, at the most
	room    int    // batches at once; 0: as many as there are
	sent    int    // in this round
	crowded int    // of the round's, for which the endpoint had no room
	words   string // of the endpoint about that
	left    bool   // questions for which there was no room in this round
}

// inquiry is how the answer to a question is read.
type inquiry struct {
	subject string
	parse   func(string) (answer, bool)
}

// usage is what an answer costs, in tokens.
type usage struct{ in, out int }

// chunk is a batch in the making: one request a line.
type chunk struct {
	prompt string
	keys   []string
	lines  []byte
	tokens int
}

// RunBatch is [Run] by way of the endpoint's Batch API. When it ends early, the
// same run later takes up the batches that are under way.
func RunBatch(ctx context.Context, in *record.Reader, out *record.Writer, cfg Config) error {
	cfg.Batch = true
	client, model, refusal := cfg.Choose()
	external, ok := client.(*External)
	if refusal == nil && !ok {
		return noBatches("the bridge to Pi has no Batch API")
	}
	kept, err := newSpool(cfg.CacheDir, in)
	if err != nil {
		return err
	}
	defer kept.close()
	if refusal != nil || !record.Gave(in.Exit()) {
		return kept.run(ctx, out, cfg)
	}
	cfg.Choose = func() (Client, string, error) { return client, model, nil }
	b, err := newBatch(ctx, cfg, external, model)
	if err != nil {
		return err
	}
	defer b.store.close() // every answer is on disk already
	if err := b.rounds(kept); err != nil {
		return err
	}
	if err := b.failure(); err != nil {
		return err
	}
	b.final, b.cfg.batch = true, b
	return kept.run(ctx, out, b.cfg)
}

func noBatches(reason string) *record.Failure {
	return record.Failf(record.ExitIO, "no-batches", "leave --batch out", "%s", reason)
}

func newBatch(ctx context.Context, cfg Config, client *External, model string) (*batch, error) {
	store, err := openCache(cfg.CacheDir)
	if err != nil {
		return nil, err
	}
	b := &batch{
		ctx: ctx, size: maxBatchBytes,
		cfg: cfg, client: client, model: model, store: store, memory: newMemory(cfg.CacheDir, client.base, model),
		clock:    clock{now: cfg.Now, sleep: cfg.sleep, jitter: cfg.Jitter},
		rules:    sync.OnceValues(redact.New),
		answered: map[question]bool{}, spent: map[question]usage{}, failed: map[question]lost{}, tries: map[question]int{},
	}
	if b.clock.sleep == nil {
		b.clock.sleep = sleep
	}
	return b, nil
}

// rounds goes on until there is nothing left to ask. An endpoint that takes only
// so much at once makes it more rounds, as long as they get on.
func (b *batch) rounds(kept *spool) error {
	for n := 0; n < maxRounds; {
		before := len(b.answered)
		if err := b.round(kept); err != nil {
			return err
		}
		if len(b.wanted) == 0 && !b.left {
			return nil
		}
		if b.crowded == 0 && !b.left {
			n++
			continue
		}
		if err := b.makeRoom(len(b.answered) > before); err != nil {
			return err
		}
	}
	return nil
}

// makeRoom has the next rounds send as many batches as went through, or smaller
// ones if none did.
func (b *batch) makeRoom(gotOn bool) error {
	if b.crowded > 0 {
		b.room = max(b.sent-b.crowded, 1)
	}
	if gotOn {
		return nil
	}
	if b.size /= 4; b.size < minBatchBytes {
		return record.Failf(record.ExitTemporary, "model-batch", hintAgain, "the endpoint takes no batch now, however small: %s", b.words)
	}
	return nil
}

// round asks for everything that can be asked for by now, and waits for it.
func (b *batch) round(kept *spool) error {
	b.sent, b.crowded, b.left = 0, 0, false
	b.wanted, b.waiting, b.chunks = map[question]inquiry{}, nil, map[string]*chunk{}
	if err := b.collect(kept); err != nil {
		return err
	}
	if len(b.waiting) > 0 && b.cfg.Tell != nil {
		b.cfg.Tell(b.waitingFor())
	}
	if err := b.wait(b.ctx); err != nil {
		return err
	}
	return b.limit
}

// collect reads the stream for questions without an answer, and sends those
// that no batch under way holds. Runs at the same time take turns, so that none
// sends what another has sent.
func (b *batch) collect(kept *spool) error {
	unlock, err := b.memory.lock(b.ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if err := b.recall(b.ctx); err != nil {
		return err
	}
	cfg := b.cfg
	cfg.batch, cfg.Progress, cfg.Calls.Concurrency = b, nil, 1
	if err := kept.run(b.ctx, record.NewWriter(discard{}), cfg); err != nil {
		return err
	}
	for _, prompt := range []string{filePrompt, dirPrompt} {
		if err := b.send(b.ctx, prompt); err != nil {
			return err
		}
	}
	return nil
}

// ask finds the answer to a job's question in what batches have answered, or
// puts it in the next one. In the last pass there is no next.
func (b *batch) ask(s *stage, j *job, tell func(outcome) error) error {
	q, known := j.question, !j.guessed
	if j.flat != nil {
		q, known = j.flat.question, !j.flat.guessed
	}
	if !known {
		return tell(outcome{guessed: true})
	}
	if a, ok := b.known(q); ok {
		if q != j.question && !j.guessed {
			if err := b.alias(q, j.question, a); err != nil {
				return err
			}
		}
		return tell(b.found(j.question, &a))
	}
	if _, ok := b.wanted[q]; ok && !b.final {
		return tell(outcome{guessed: true})
	}
	req, err := j.request(b.ctx)
	if err != nil {
		o := unread(err)
		if o.err != nil {
			return o.err
		}
		return tell(o)
	}
	if b.final {
		return record.Failf(record.ExitTemporary, "model-batch", hintAgain, "no batch has asked about %s", j.subject)
	}
	if err := b.want(q, j, req); err != nil {
		return err
	}
	return tell(outcome{guessed: true})
}

func (b *batch) known(q question) (answer, bool) {
	if b.cfg.Refresh && !b.answered[q] {
		return answer{}, false
	}
	return b.store.get(q)
}

// alias stores what was answered to a directory's files as the answer to its
// children's roles too: those are what a run without batches would tell, and it
// is not to ask anew for what is described.
func (b *batch) alias(flat, q question, a answer) error {
	if b.answered[flat] {
		b.answered[q], b.spent[q] = true, b.spent[flat]
	}
	return b.store.put(q, a)
}

// found is the outcome of a question whose answer is in the cache. The first
// who is told pays.
func (b *batch) found(q question, a *answer) outcome {
	u, paid := b.spent[q]
	if !paid || !b.final {
		return outcome{answer: a, cached: true}
	}
	delete(b.spent, q)
	return outcome{answer: a, tokensIn: u.in, tokensOut: u.out}
}

// want puts a question in the next batch, unless one under way holds it.
func (b *batch) want(q question, j *job, req Request) error {
	if _, ok := b.failed[q]; ok {
		return nil
	}
	if r := b.memory.holding(q); r != nil {
		b.wanted[q] = inquiry{j.subject, j.parse}
		if !slices.Contains(b.waiting, r) {
			b.waiting = append(b.waiting, r)
		}
		return nil
	}
	if b.room > 0 && b.sent >= b.room && b.chunks[q.prompt] == nil {
		b.left = true
		return nil
	}
	if b.tries[q] > 0 {
		req.User += again
	}
	if !b.afford(req.size()) {
		return nil
	}
	b.wanted[q] = inquiry{j.subject, j.parse}
	return b.add(q, req)
}

// add puts a question in the chunk of its prompt, which is sent when it is full.
func (b *batch) add(q question, req Request) error {
	c := b.chunks[q.prompt]
	if c == nil {
		c = &chunk{prompt: q.prompt}
		b.chunks[q.prompt] = c
	}
	req.Model = b.model
	line := openai.BatchChatCompletionRequest{
		CustomID: q.key, Method: "POST", URL: openai.BatchEndpointChatCompletions, Body: chat(req),
	}.MarshalBatchLineItem()
	c.tokens += req.size()
	c.keys = append(c.keys, q.key)
	c.lines = append(append(c.lines, line...), '\n')
	if len(c.lines) < b.size && len(c.keys) < maxBatchQuestions {
		return nil
	}
	return b.send(b.ctx, q.prompt)
}

// afford counts a question, unless it is one more than the run may ask.
func (b *batch) afford(size int) bool {
	switch limits := b.cfg.Calls; {
	case limits.MaxCalls > 0 && b.calls >= limits.MaxCalls:
		b.limit = limitReached("--max-calls", limits.MaxCalls, "calls")
	case limits.MaxTokens > 0 && b.tokens+size > limits.MaxTokens:
		b.limit = limitReached("--max-tokens", limits.MaxTokens, "tokens")
	default:
		b.calls++
		b.tokens += size
		return true
	}
	return false
}

// callTime is how long an exchange may take; files may take longer.
func (b *batch) callTime(file bool) time.Duration {
	d := b.cfg.Calls.Timeout
	if d <= 0 {
		d = defaultTimeout
	}
	if file {
		d = max(d, 10*time.Minute)
	}
	return d
}
