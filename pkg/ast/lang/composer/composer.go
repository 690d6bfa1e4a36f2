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
		for _, rule := range []string{"psr-4", "psr-0"} {
			table := n.Get(key, rule)
			for _, prefix := range table.Names() {
				for _, dir := range table.Strs(prefix) {
					f.Paths = append(f.Paths, record.Pair{Key: prefix, Value: dir})
				}
			}
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
