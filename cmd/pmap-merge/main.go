// Pmap-merge turns the records of a project's files into a page for each
// directory, or into the graph of its packages.
package main

import (
	"context"

	"github.com/pi-project-map/pmap/pkg/command"
	"github.com/pi-project-map/pmap/pkg/graph"
	"github.com/pi-project-map/pmap/pkg/merge"
	"github.com/pi-project-map/pmap/pkg/record"
)

func main() {
	format := ""
	command.Main(command.Command{
		Name:    "pmap-merge",
		Summary: "turn a project's records into a page for each directory",
		Example: "pmap-walk | pmap-ast | pmap-merge | pmap-render",
		Input:   true,
		Demand:  record.Demand{Syntax: true},
		Output:  true,
		Text:    "graph",
		Flags: []command.Flag{
			command.Choice(&format, "graph", graph.Formats(), "print the graph of packages instead"),
		},
		Run: func(ctx context.Context, p *command.Process) error {
			if format != "" {
				return merge.Graph(ctx, p.In, p.Stdout, format)
			}
			return merge.Run(ctx, p.In, p.Out, merge.Config{})
		},
	})
}
