// Command pmap-walk lists a project's files as records.
package main

import (
	"context"
	"os"

	"github.com/pi-project-map/pmap/pkg/command"
	"github.com/pi-project-map/pmap/pkg/walk"
)

func main() {
	cfg := walk.Config{Environ: os.Environ()}
	stdin := false
	command.Main(command.Command{
		Name: "pmap-walk", Summary: "list a project's files as records",
		Operands: "[PATH...]", Example: "pmap-walk | pmap-ast | pmap-merge | pmap-render",
		Output: true,
		Flags: []command.Flag{
			command.Bool(&cfg.Index, "index", "read staged contents instead of the work tree"),
			command.Bool(&stdin, "stdin", "pick the paths named on standard input, one a line"),
			command.Bool(&cfg.NUL, "null,0", "with --stdin, names end with a NUL byte"),
			command.Bool(&cfg.Force, "force", "accept / and the home directory as root"),
			command.Int(&cfg.Workers, "jobs", "N", "files read at once; 0 for one a processor"),
		},
		Run: func(ctx context.Context, p *command.Process) error {
			cfg.Root, cfg.Operands = p.Root, p.Args
			if stdin {
				cfg.Names = p.Stdin
			}
			return walk.Run(ctx, p.Out, cfg)
		},
	})
}
