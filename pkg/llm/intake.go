package llm

import (
	"strings"

	"github.com/sashabaranov/go-openai"

	"github.com/pi-project-map/pmap/pkg/tokens"
)

// intake takes the answers of one batch.
type intake struct {
	*batch
	r       *remembered
	open    map[string]bool // keys of questions that have no verdict yet
	entries []entry
}

// together is how many answers go to disk at once.
const together = 200

func (in *intake) take(v verdict) error {
	if !in.open[v.Key] {
		return nil
	}
	delete(in.open, v.Key)
	q := question{v.Key, in.r.Prompt, in.r.Model}
	reply, err := v.reply(in.client.doer)
	if err == nil {
		a, ok := in.parse(q, reply.Text)
		if ok {
			if reply.TokensIn == 0 {
				reply.TokensOut = tokens.Count(reply.Text)
			}
			in.answered[q], in.spent[q] = true, usage{reply.TokensIn, reply.TokensOut}
			in.entries = append(in.entries, entry{q.key, q.prompt, q.model, a})
			if len(in.entries) >= together {
				return in.flush()
			}
			return nil
		}
		err = unusable("its answer has not the form that was asked for")
	}
	in.lose(q, asFault(err))
	return nil
}

// parse reads an answer. A question that this run does not ask was asked by
// one before it, about files that are no more; they may come back.
func (in *intake) parse(q question, text string) (answer, bool) {
	if asked, ok := in.wanted[q]; ok {
		return asked.parse(text)
	}
	if q.prompt == filePrompt {
		return parseFile(text)
	}
	return parseDir(text, "")
}

func (in *intake) flush() error {
	if len(in.entries) == 0 {
		return nil
	}
	err := in.store.putAll(in.entries)
	in.entries = nil
	return err
}

// lose notes that a question has no answer. One whose answer could not be read
// and one that met a passing fault is asked once more.
func (in *intake) lose(q question, f *Fault) {
	asked, ok := in.wanted[q]
	if !ok {
		return
	}
	in.tries[q]++
	if in.tries[q] == 1 && (f.Retry || f.Code == "model-reply") {
		return
	}
	in.failed[q] = lost{asked.subject, f}
}

// noRoom reports whether a batch was refused because the endpoint takes only so
// much at once. Its questions are put again.
func (in *intake) noRoom(state openai.Batch) bool {
	code, words := reason(state)
	if !strings.Contains(code, "limit") {
		return false
	}
	if in.crowded++; in.r.tokens > 0 {
		in.calls -= len(in.r.Keys)
		in.tokens -= in.r.tokens
	}
	in.words = in.client.doer.quote(words)
	return true
}

// stored reports whether another run, which waited for the same batch, has
// stored the answer and had the file of answers deleted.
func (in *intake) stored(q question) bool {
	if in.cfg.Refresh {
		return false
	}
	_, ok := in.store.get(q)
	return ok
}
