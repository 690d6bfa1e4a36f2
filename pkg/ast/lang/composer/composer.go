// Package composer reads composer.json, PHP's manifest.
package composer

import (
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/structure"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractor of composer.json.
func Extractors() []lang.Extractor {
	return []lang.Extractor{{Name: "composer", Version: 1, Names: []string{"composer.json"}, Extract: structure.Extract(structure.JSON, manifest)}}
}

func manifest(n *structure.Node) *record.Facts {
	f := &record.Facts{Kind: "composer", Name: n.Str("name"), Summary: n.Str("description")}
	var names []string
	for _, key := range []string{"require", "require-dev"} {
		for _, name := range n.Names(key) {
			if strings.Contains(name, "/") { // "php" and "ext-json" are the platform
				names = append(names, name)
			}
		}
	}
	f.Dependencies = structure.Sorted(names)
	for _, key := range []string{"autoload", "autoload-dev"} {
		f.Paths = append(f.Paths, prefixes(n.Get(key, "psr-4"))...)
		for _, pair := range prefixes(n.Get(key, "psr-0")) {
			f.Paths = append(f.Paths, written(pair))
		}
		f.Main = append(f.Main, n.Strs(key, "files")...)
	}
	scripts := n.Get("scripts")
	for _, name := range scripts.Names() {
		if commands := scripts.Strs(name); len(commands) > 0 {
			f.Scripts = append(f.Scripts, record.Pair{Key: name, Value: strings.Join(commands, " && ")})
		}
	}
	for _, file := range n.Strs("bin") {
		f.Bin = append(f.Bin, record.Pair{Key: file[strings.LastIndexByte(file, '/')+1:], Value: file})
	}
	return f
}

// prefixes returns a table of prefixes, one pair for each directory.
func prefixes(table *structure.Node) []record.Pair {
	var pairs []record.Pair
	for _, prefix := range table.Names() {
		for _, dir := range table.Strs(prefix) {
			pairs = append(pairs, record.Pair{Key: prefix, Value: dir})
		}
	}
	return pairs
}

// written turns a rule of PSR-0, whose directory does not have the prefix in
// it, into the rule of PSR-4 that gives the same files.
func written(pair record.Pair) record.Pair {
	if pair.Key == "" {
		return pair
	}
	if !strings.HasSuffix(pair.Key, `\`) && !strings.HasSuffix(pair.Key, "_") {
		pair.Key += `\`
	}
	pair.Value = strings.TrimSuffix(pair.Value, "/") + "/" + strings.NewReplacer(`\`, "/", "_", "/").Replace(pair.Key)
	pair.Value = strings.TrimPrefix(pair.Value, "/")
	return pair
}
