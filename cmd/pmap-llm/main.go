// Command pmap-llm adds what a model says to a stream of records.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/pi-project-map/pmap/pkg/command"
	"github.com/pi-project-map/pmap/pkg/llm"
	"github.com/pi-project-map/pmap/pkg/record"
)

func main() {
	signal.Ignore(syscall.SIGPIPE) // answers that are under way are paid for
	var o llm.Options
	command.Main(command.Command{
		Name: "pmap-llm", Summary: "add a model's notes to a stream of files",
		Example: "pmap-walk | pmap-ast | pmap-llm | pmap-merge | pmap-render", Input: true, Output: true, Demand: record.Demand{Syntax: true}, Text: "dry-run,cache",
		Flags: []command.Flag{
			command.Bool(&o.Offline, "offline", "make no call: keep the notes that the maps hold"),
			command.Bool(&o.DryRun, "dry-run", "say what would be asked for, and ask nothing"),
			command.Bool(&o.JSON, "json", "with --dry-run or --cache: as JSON"),
			command.Bool(&o.Batch, "batch", "ask through the endpoint's Batch API: cheaper, and hours later"),
			command.Bool(&o.Refresh, "refresh", "ask anew for everything"),
			command.String(&o.Model, "model", "NAME", "the model to ask, before PMAP_MODEL"),
			command.Int(&o.MaxCalls, "max-calls", "N", "stop before more calls; 0: no limit"),
			command.Int(&o.MaxTokens, "max-tokens", "N", "stop before more tokens, in and out; 0: no limit"),
			command.Int(&o.TimeoutSeconds, "timeout", "SECONDS", "of one call; 0: 120"),
			command.Bool(&o.Fragment, "fragment", "take any piece of a stream, cut at file records: notes of files"),
			command.Choice(&o.Cache, "cache", llm.CacheActions(), "read no records: show the cache of answers, drop what is not asked for any more, or compact it"),
		},
		Run: func(ctx context.Context, p *command.Process) error {
			return llm.Do(ctx, o, llm.World{
				Root: p.Root, In: p.In, Piece: p.Fragment, Out: p.Out, Stdout: p.Stdout, Stderr: p.Stderr, Terminal: p.Terminal,
				Environ: os.Environ(), Getenv: p.Getenv, Now: p.Now, Warn: p.Warn, Tell: p.Hint})
		},
	})
}
