// Command pmap-render writes the map files of the pages it reads.
package main

import (
	"context"
	"os"

	"github.com/pi-project-map/pmap/pkg/cachedir"
	"github.com/pi-project-map/pmap/pkg/command"
	"github.com/pi-project-map/pmap/pkg/record"
	"github.com/pi-project-map/pmap/pkg/render"
)

func main() {
	var cfg render.Config
	command.Main(command.Command{
		Name: "pmap-render", Summary: "write a project's maps, or compare or show them",
		Example: "pmap-walk | pmap-ast | pmap-merge | pmap-render",
		Input:   true, Demand: record.Demand{Pages: true},
		Flags: []command.Flag{
			command.Bool(&cfg.Check, "check", "write nothing; say what differs and exit 1 if anything does"),
			command.Bool(&cfg.Diff, "diff", "write nothing; print what would change as a unified diff"),
			command.Bool(&cfg.Show, "stdout", "write nothing; print the files"),
			command.Bool(&cfg.JSON, "json", "with --check: print the findings as records"),
		},
		Run: func(ctx context.Context, p *command.Process) error {
			cache, err := cachedir.Find(p.Getenv)
			if err != nil && cfg.Writes() {
				return record.Failf(record.ExitIO, "cache", "set XDG_CACHE_HOME or HOME", "%w", err)
			}
			cfg.Root, cfg.CacheDir, cfg.Environ, cfg.Warn = p.Root, cache, os.Environ(), p.Warn
			return render.Run(ctx, p.In, p.Stdout, cfg)
		},
	})
}
