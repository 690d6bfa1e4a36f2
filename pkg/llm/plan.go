package llm

import (
	"context"

	"github.com/pi-project-map/pmap/pkg/config"
	"github.com/pi-project-map/pmap/pkg/record"
	"github.com/pi-project-map/pmap/pkg/tokens"
)

// Plan is what a run would ask for, found without asking.
type Plan struct {
	Model       string
	Files       Estimate // exact: those calls will be made
	Directories Estimate // at most
}

// Estimate is a number of calls and what they cost in tokens. Out is an upper
// bound for answers of the form that is asked for.
type Estimate struct {
	Calls     int
	TokensIn  int
	TokensOut int
}

// Cost is the most that the plan costs at a price.
func (p Plan) Cost(price config.Price) float64 {
	in, out := p.Files.TokensIn+p.Directories.TokensIn, p.Files.TokensOut+p.Directories.TokensOut
	return (float64(in)*price.In + float64(out)*price.Out) / 1e6
}

// Upper bounds of answers: their fields at full length, in tokens.
const (
	fileAnswer = 300
	dirAnswer  = 500
	wordsGuess = 120 // of a purpose or role and the concepts in a directory's list
)

// Foresee reads the stream to its end and says what [Run] would ask for.
func Foresee(ctx context.Context, in *record.Reader, cfg Config) (Plan, error) {
	cfg.Calls.Concurrency = 1
	s, err := newStage(record.NewWriter(discard{}), cfg)
	if err != nil {
		return Plan{}, err
	}
	s.plan = &Plan{Model: s.model}
	lines := make(chan read, 64)
	reading, stopReading := context.WithCancel(ctx)
	defer stopReading()
	go readLines(reading, in, lines)
	err = s.loop(ctx, lines)
	if closed := s.close(); err == nil {
		err = closed
	}
	return *s.plan, err
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

// foresee counts a question and supposes that it will be answered.
func (s *stage) foresee(j *job, tell func(outcome) error) error {
	if s.answered[j.question] && !j.guessed {
		return tell(outcome{guessed: true})
	}
	s.answered[j.question] = true
	req, err := j.request(context.Background())
	if err != nil {
		if o := unread(err); o.err != nil {
			return o.err
		}
		return tell(outcome{})
	}
	e, out := &s.plan.Files, fileAnswer
	if j.prompt == dirPrompt {
		e, out = &s.plan.Directories, dirAnswer
	}
	e.Calls++
	e.TokensIn += req.size() + supposed(j.parts, dirTokens*s.options.MaxFileTokens)
	e.TokensOut += out
	return tell(outcome{guessed: true})
}

// supposed is the most that the words still to come add to a directory's list,
// which is cut at so many tokens.
func supposed(parts []part, most int) int {
	known, more := 0, 0
	for _, p := range parts {
		known += tokens.Count(p.line())
		if p.guessed {
			more += wordsGuess
		}
	}
	return max(min(more, most-known), 0)
}
