// Package graph shows what the packages of a project need of each other: as a
// page of Markdown for people and agents, as DOT for Graphviz, as JSON for
// programs. Start from [Graph] and [Write].
//
// The whole graph is in the JSON; the other two are bounded, and fold parts of
// a large project into one node each. All three are a function of the graph
// alone and hold no counts, so that branches merge.
package graph

import (
	"fmt"
	"slices"
	"strings"
)

// Graph is a project's packages and arrows. Lists are sorted bytewise by path;
// indexes point into the list that a node is in.
type Graph struct {
	Modules  []Node // by manifest; arrows are those of their packages
	Packages []Node // directories with source of their own
	Cycles   []Cycle
	Entries  []Entry
}

// Node is a package or module.
type Node struct {
	Path     string // of its directory, raw
	Name     string // that a manifest gives it
	Module   int    // of a package: the module it is part of, or -1
	Deps     []Dep  // by index
	External []string
	Folded   bool // stands for all packages in and below its directory
}

// Dep is an arrow.
type Dep struct {
	To       int
	TypeOnly bool // nothing of it remains when the program runs
}

// Cycle is a way round. Packages that all reach each other are one cycle;
// files inside one package are another sort.
type Cycle struct {
	Packages []int  // by index
	Round    bool   // the steps are a way round through files, each step starting where the one before ends
	Steps    []Step // imports that prove it
}

// Step is one import: a file, and the file or directory that it needs.
type Step struct{ From, To string }

// Entry is a file that a program or a package starts from.
type Entry struct {
	Path    string
	Package int // the index of its directory
	Name    string
	Program bool
}

// Formats are the words that [Write] knows.
func Formats() []string { return []string{"md", "dot", "json"} }

// Write returns the graph in one of the formats.
func (g *Graph) Write(format string) ([]byte, error) {
	switch format {
	case "md":
		return g.markdown(), nil
	case "dot":
		return g.dot(), nil
	case "json":
		return g.json()
	}
	return nil, fmt.Errorf("write graph: format %q is none of %s", format, strings.Join(Formats(), ", "))
}

// SortDeps puts arrows in order and makes one of those that lead to the same
// node: of types alone only if all of them are.
func SortDeps(deps []Dep) []Dep {
	slices.SortFunc(deps, func(a, b Dep) int {
		if a.To != b.To {
			return a.To - b.To
		}
		if a.TypeOnly == b.TypeOnly {
			return 0
		}
		if b.TypeOnly {
			return -1
		}
		return 1
	})
	return slices.CompactFunc(deps, func(a, b Dep) bool { return a.To == b.To })
}
