package llm

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/pi-project-map/pmap/pkg/record"
)

// Client asks a model. [External] and [Pi] are the two there are.
type Client interface {
	Complete(ctx context.Context, req Request) (Reply, error)
}

// Request is one question.
type Request struct {
	Model  string
	System string // what to do and how to answer: the same for every subject
	User   string // the subject
}

// Reply is a whole answer: one that was cut or refused is an error.
type Reply struct {
	Text      string
	TokensIn  int // as the endpoint counts; 0 if it does not say
	TokensOut int
}

// Fault is why a call has no answer.
type Fault struct {
	Code       string // of the diag
	Hint       string // what the user can do about it
	Temporary  bool   // it may go away by itself: exit 75, not 5
	Retry      bool   // asking again within this run may help
	RetryAfter time.Duration
	Err        error
}

func (f *Fault) Error() string { return f.Err.Error() }
func (f *Fault) Unwrap() error { return f.Err }

// failure is the end of a run for want of an answer about a subject.
func (f *Fault) failure(subject string) *record.Failure {
	exit := record.ExitIO
	if f.Temporary {
		exit = record.ExitTemporary
	}
	return &record.Failure{Exit: exit, Code: f.Code, Hint: f.Hint, Err: fmt.Errorf("ask the model about %s: %w", subject, f.Err)}
}

// asFault returns err's Fault; a client has no other errors but the context's.
func asFault(err error) *Fault {
	var f *Fault
	if errors.As(err, &f) {
		return f
	}
	return &Fault{Code: "model-unreachable", Hint: hintAgain, Temporary: true, Retry: true, Err: err}
}

// What a user can do.
const (
	hintAgain = "run again: answers that came are kept, so only the rest is asked for"
	hintKey   = "check OPENAI_API_KEY, and that it may use this model; or go on without a model: --no-llm"
	hintModel = "name a model that the endpoint has with PMAP_MODEL or --model"
	hintReach = "check OPENAI_BASE_URL (http://127.0.0.1:11434/v1 for Ollama) and that the server runs; or go on without a model: --no-llm"
	hintReply = "try another model with PMAP_MODEL or --model, or leave the file out with llmExclude in .pi-project-map.json; answers that came are kept"
	hintFile  = "leave the file out with llmExclude in .pi-project-map.json, or choose another model; answers that came are kept"
	hintURL   = "check OPENAI_BASE_URL: it mostly ends in /v1"
	hintQuota = "check the account's quota and billing, then run again: answers that came are kept"
)
