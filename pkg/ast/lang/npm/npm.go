// Package npm reads the manifests of the JavaScript ecosystem: package.json,
// the workspace files of pnpm and lerna, deno.json, and the configurations of
// TypeScript that say what a module's name means. Paths and patterns stand as
// they are written.
package npm

import (
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/structure"
	"github.com/pi-project-map/pmap/pkg/record"
)

const version = 1

// Extractors returns one extractor for each manifest.
func Extractors() []lang.Extractor {
	return []lang.Extractor{
		{Name: "npm", Version: version, Names: []string{"package.json"}, Extract: structure.Extract(structure.JSON, manifest)},
		{Name: "tsconfig", Version: version, Names: []string{"tsconfig*.json", "jsconfig*.json"}, Extract: structure.Extract(structure.JSON, compiler)},
		{Name: "lerna", Version: version, Names: []string{"lerna.json"}, Extract: structure.Extract(structure.JSON, workspace)},
		{Name: "pnpm-workspace", Version: version, Names: []string{"pnpm-workspace.yaml"}, Extract: structure.Extract(structure.YAML, workspace)},
		{Name: "deno", Version: version, Names: []string{"deno.json", "deno.jsonc"}, Extract: structure.Extract(structure.JSON, deno)},
	}
}

func manifest(n *structure.Node) *record.Facts {
	f := &record.Facts{
		Kind: "npm", Name: n.Str("name"), Summary: n.Str("description"),
		Exports: exports(n.Get("exports"), "."), Imports: exports(n.Get("imports"), "#"),
		Bin: bin(n), Scripts: scripts(n.Get("scripts")), Members: n.Strs("workspaces"),
	}
	for _, key := range []string{"main", "module", "types", "typings", "source", "browser"} {
		if main := n.Str(key); main != "" {
			f.Main = append(f.Main, main)
		}
	}
	if f.Members == nil {
		f.Members = n.Strs("workspaces", "packages")
	}
	var dependencies []string
	for _, key := range []string{"dependencies", "devDependencies", "peerDependencies", "optionalDependencies"} {
		dependencies = append(dependencies, n.Names(key)...)
	}
	f.Dependencies = structure.Sorted(dependencies)
	return f
}

// exports lists the files of package.json's exports or imports, one pair for
// each leaf of their conditions: mark is how a subpath begins.
func exports(n *structure.Node, mark string) []record.Pair {
	var pairs []record.Pair
	if n == nil {
		return nil
	}
	if subpaths := n.Kind == structure.Table && len(n.Keys) > 0 && n.Keys[0] != "" && n.Keys[0][:1] == mark; !subpaths {
		if mark == "." {
			leaves(&pairs, ".", n)
		}
		return pairs
	}
	for i, key := range n.Keys {
		leaves(&pairs, key, n.Items[i])
	}
	return pairs
}

// leaves appends the files below a subpath. The tree's depth is bounded.
func leaves(pairs *[]record.Pair, key string, n *structure.Node) {
	if n.Kind == structure.String {
		*pairs = append(*pairs, record.Pair{Key: key, Value: n.Text})
	}
	for _, item := range n.Items {
		leaves(pairs, key, item)
	}
}

func bin(n *structure.Node) []record.Pair {
	if file := n.Str("bin"); file != "" {
		name := n.Str("name")
		return []record.Pair{{Key: name[strings.LastIndexByte(name, '/')+1:], Value: file}}
	}
	return scripts(n.Get("bin"))
}

// scripts lists a table's members that are texts.
func scripts(n *structure.Node) []record.Pair {
	var pairs []record.Pair
	for _, key := range n.Names() {
		if text := n.Str(key); text != "" {
			pairs = append(pairs, record.Pair{Key: key, Value: text})
		}
	}
	return pairs
}

func compiler(n *structure.Node) *record.Facts {
	f := &record.Facts{Kind: "tsconfig", BaseURL: n.Str("compilerOptions", "baseUrl"), Extends: n.Strs("extends")}
	paths := n.Get("compilerOptions", "paths")
	for _, pattern := range paths.Names() {
		for _, target := range paths.Strs(pattern) {
			f.Paths = append(f.Paths, record.Pair{Key: pattern, Value: target})
		}
	}
	for _, reference := range n.Elements("references") {
		if path := reference.Str("path"); path != "" {
			f.Members = append(f.Members, path)
		}
	}
	return f
}

func workspace(n *structure.Node) *record.Facts {
	return &record.Facts{Kind: "workspace", Members: n.Strs("packages")}
}

func deno(n *structure.Node) *record.Facts {
	f := &record.Facts{
		Kind: "deno", Name: n.Str("name"), Summary: n.Str("description"), Exports: exports(n.Get("exports"), "."),
		Imports: scripts(n.Get("imports")), Members: n.Strs("workspace"),
	}
	if f.Members == nil {
		f.Members = n.Strs("workspace", "members")
	}
	tasks := n.Get("tasks")
	for _, name := range tasks.Names() {
		command := tasks.Str(name)
		if command == "" {
			command = tasks.Str(name, "command")
		}
		if command != "" {
			f.Scripts = append(f.Scripts, record.Pair{Key: name, Value: command})
		}
	}
	return f
}
