// Command pmap-ast adds what parsers read from each file to a stream of
// records.
package main

import (
	"context"
	"os"

	"github.com/pi-project-map/pmap/pkg/ast"
	"github.com/pi-project-map/pmap/pkg/command"
)

func main() {
	var cfg ast.Config
	fragment := false
	command.Main(command.Command{
		Name: "pmap-ast", Summary: "add symbols, imports and doc comments to a stream of files",
		Example: "pmap-walk | pmap-ast | pmap-merge | pmap-render",
		Input:   true,
		Output:  true,
		Flags: []command.Flag{
			command.Bool(&fragment, "fragment", "take any piece of a stream, cut at file records"),
			command.Bool(&cfg.Index, "index", "with --fragment: read staged contents"),
		},
		Run: func(ctx context.Context, p *command.Process) error {
			if fragment {
				p.Fragment()
			}
			cfg.Root, cfg.Environ = p.Root, os.Environ()
			return ast.Run(ctx, p.In, p.Out, cfg)
		},
	})
}
