package llm

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/pi-project-map/pmap/pkg/cachedir"
	"github.com/pi-project-map/pmap/pkg/config"
	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
	"github.com/pi-project-map/pmap/pkg/rootfs"
	"github.com/pi-project-map/pmap/pkg/sumfile"
)

// Options are what a command line says.
type Options struct {
	Offline, DryRun, JSON, Refresh, Fragment, Batch bool
	Cache                                           string // one of [CacheActions], or empty
	Model                                           string
	MaxCalls, MaxTokens, TimeoutSeconds             int // 0: no limit, or the default
}

// World is what a run may use of its process.
type World struct {
	Root     string
	In       *record.Reader
	Piece    func() *record.Reader // In, taken for a piece of a stream
	Out      *record.Writer        // nil for a dry run
	Stdout   io.Writer
	Stderr   io.Writer
	Terminal bool // Stderr is one on which a bar may be drawn
	Environ  []string
	Getenv   func(string) string
	Now      func() time.Time
	Warn     func(string)
	Tell     func(string)
}

// Do runs the stage as the command line, the environment, the user's
// configuration and the project's say. The project's is not trusted: it sets
// the pace and names files that are left out, and that is all.
func Do(ctx context.Context, o Options, w World) error {
	if err := o.check(); err != nil {
		return err
	}
	if o.Cache != "" {
		return keepUp(o, w)
	}
	if o.Fragment {
		w.In = w.Piece()
	}
	project, err := config.Load(w.Root)
	if err != nil {
		return err
	}
	cfg := Config{
		Root: w.Root, Environ: w.Environ, Options: project.Options(),
		Offline: o.Offline, Refresh: o.Refresh, Fragment: o.Fragment, Batch: o.Batch,
		Now: w.Now, Jitter: rand.Float64, Warn: w.Warn, Tell: w.Tell,
		Calls: Limits{
			Concurrency: project.Concurrency, Window: time.Duration(project.BatchDelayMs) * time.Millisecond,
			Timeout:  time.Duration(o.TimeoutSeconds) * time.Second,
			MaxCalls: o.MaxCalls, MaxTokens: o.MaxTokens,
		},
	}
	if cfg.Kept, err = keptNotes(w.Root); err != nil {
		return err
	}
	var user config.User
	if !o.Offline {
		if user, err = config.LoadUser(w.Getenv); err != nil {
			return err
		}
		cfg.Choose = func() (Client, string, error) { return Choose(w.Getenv, user, o.Model) }
		if cfg.CacheDir, err = cachedir.Find(w.Getenv); err != nil {
			return cacheFailure(err)
		}
	}
	if !o.DryRun {
		if !o.Offline {
			m := newMeter(w)
			defer m.done()
			cfg.Progress, cfg.Warn, cfg.Tell = m.show, m.over(w.Warn), m.over(w.Tell)
		}
		if o.Batch && !o.Offline {
			return RunBatch(ctx, w.In, w.Out, cfg)
		}
		return Run(ctx, w.In, w.Out, cfg)
	}
	plan, err := Foresee(ctx, w.In, cfg)
	if err != nil || !record.Gave(w.In.Exit()) {
		return err
	}
	return plan.Print(w.Stdout, user.Prices, o.JSON)
}

// keptNotes are those of the maps at the root, by path.
func keptNotes(root string) (map[pathname.Path][]record.Note, error) {
	files, err := rootfs.Open(root)
	if err != nil {
		return nil, record.Failf(record.ExitIO, "no-root", "give every stage the same -C", "open root: %w", err)
	}
	defer files.Close()
	file, err := sumfile.Read(files)
	if err != nil {
		return nil, record.Failf(record.ExitIO, "failed", "make the file readable, or remove it", "%w", err)
	}
	kept := map[pathname.Path][]record.Note{}
	for _, n := range file.All() {
		kept[n.Path] = append(kept[n.Path], n)
	}
	return kept, nil
}

func (o Options) check() error {
	for name, n := range map[string]int{"--max-calls": o.MaxCalls, "--max-tokens": o.MaxTokens, "--timeout": o.TimeoutSeconds} {
		if n < 0 {
			return record.Failf(record.ExitUsage, "usage", "try pmap-llm --help", "%s is negative", name)
		}
	}
	if o.Batch && o.Fragment {
		return record.Failf(record.ExitUsage, "usage", "try pmap-llm --help", "--batch and --fragment exclude each other")
	}
	if o.Cache != "" && (o.Fragment || o.Batch || o.Refresh || o.Offline) {
		return record.Failf(record.ExitUsage, "usage", "try pmap-llm --help", "--cache goes with --dry-run, --json and --model alone")
	}
	if o.JSON && !o.DryRun && o.Cache == "" {
		return record.Failf(record.ExitUsage, "usage", "try pmap-llm --help", "--json goes with --dry-run or --cache")
	}
	return nil
}

// Print writes the plan for people, or as one JSON object. A model without a
// price has no cost.
func (p Plan) Print(w io.Writer, prices map[string]config.Price, asJSON bool) error {
	price, priced := prices[p.Model]
	if asJSON {
		return p.printJSON(w, price, priced)
	}
	fmt.Fprintf(w, "files: %d calls, %d tokens in, at most %d out\n", p.Files.Calls, p.Files.TokensIn, p.Files.TokensOut)
	fmt.Fprintf(w, "directories: at most %d calls, %d tokens in, %d out\n", p.Directories.Calls, p.Directories.TokensIn, p.Directories.TokensOut)
	if p.Model != "" {
		fmt.Fprintf(w, "model: %s\n", p.Model)
	}
	var err error
	if priced {
		_, err = fmt.Fprintf(w, "price: at most %.2f\n", p.Cost(price))
	}
	return err
}

func (p Plan) printJSON(w io.Writer, price config.Price, priced bool) error {
	type estimate struct {
		Calls     int `json:"calls"`
		TokensIn  int `json:"tokensIn"`
		TokensOut int `json:"tokensOut"`
	}
	out := struct {
		Model       string   `json:"model,omitempty"`
		Files       estimate `json:"files"`
		Directories estimate `json:"directories"`
		Price       *float64 `json:"price,omitempty"`
	}{p.Model, estimate(p.Files), estimate(p.Directories), nil}
	if priced {
		cost := p.Cost(price)
		out.Price = &cost
	}
	text, err := json.Marshal(out)
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}
