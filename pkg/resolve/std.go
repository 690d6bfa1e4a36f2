package resolve

import (
	_ "embed"
	"strings"
)

// The modules that come with a language, separated by blanks.
var (
	//go:embed std/node.txt
	nodeModules string // Node 24's require("module").builtinModules that need no "node:"
)

// words is the set of the blank-separated words of a text.
func words(texts ...string) map[string]bool {
	set := map[string]bool{}
	for _, text := range texts {
		for w := range strings.FieldsSeq(text) {
			set[w] = true
		}
	}
	return set
}
