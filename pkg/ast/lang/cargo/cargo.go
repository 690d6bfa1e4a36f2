// Package cargo reads Cargo.toml: packages, their targets, workspaces.
package cargo

import (
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/structure"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractor of Cargo.toml.
func Extractors() []lang.Extractor {
	return []lang.Extractor{{Name: "cargo", Version: 1, Names: []string{"Cargo.toml"}, Extract: structure.Extract(structure.TOML, manifest)}}
}

func manifest(n *structure.Node) *record.Facts {
	f := &record.Facts{
		Kind: "cargo", Name: n.Str("package", "name"), Summary: n.Str("package", "description"),
		Members: n.Strs("workspace", "members"),
	}
	if path := n.Str("lib", "path"); path != "" {
		f.Main = append(f.Main, path)
	}
	if name := n.Str("lib", "name"); name != "" {
		f.Exports = []record.Pair{{Key: name, Value: n.Str("lib", "path")}}
	}
	for _, b := range n.Elements("bin") {
		if name := b.Str("name"); name != "" {
			f.Bin = append(f.Bin, record.Pair{Key: name, Value: b.Str("path")})
		}
	}
	tables := dependencyTables(n)
	var names []string
	for _, t := range tables {
		for _, name := range t.Names() {
			names = append(names, name)
			if path := t.Str(name, "path"); path != "" {
				f.Replace = append(f.Replace, record.Pair{Key: name, Value: path})
			}
		}
	}
	slices.SortStableFunc(f.Replace, func(a, b record.Pair) int { return strings.Compare(a.Key+"\x00"+a.Value, b.Key+"\x00"+b.Value) })
	f.Replace = slices.Compact(f.Replace)
	f.Dependencies = structure.Sorted(names)
	return f
}

// dependencyTables finds every table whose keys are dependencies as code names
// them.
func dependencyTables(n *structure.Node) []*structure.Node {
	kinds := []string{"dependencies", "dev-dependencies", "build-dependencies"}
	var tables []*structure.Node
	for _, kind := range kinds {
		tables = append(tables, n.Get(kind))
	}
	for _, target := range n.Names("target") {
		for _, kind := range kinds {
			tables = append(tables, n.Get("target", target, kind))
		}
	}
	return append(tables, n.Get("workspace", "dependencies"))
}
