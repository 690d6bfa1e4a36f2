// Pmap-merge turns the records of a project's files into a page for each
// directory.
package main

import (
	"context"

	"github.com/pi-project-map/pmap/pkg/command"
	"github.com/pi-project-map/pmap/pkg/merge"
	"github.com/pi-project-map/pmap/pkg/record"
)

func main() {
	command.Main(command.Command{
		Name:    "pmap-merge",
		Summary: "turn a project's records into a page for each directory",
		Example: "pmap-walk | pmap-ast | pmap-merge | pmap-render",
		Input:   true,
		Demand:  record.Demand{Syntax: true},
		Output:  true,
		Run: func(ctx context.Context, p *command.Process) error {
			return merge.Run(ctx, p.In, p.Out, merge.Config{})
		},
	})
}
