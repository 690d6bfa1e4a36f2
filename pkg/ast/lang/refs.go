package lang

import (
	"maps"
	"slices"
)

// MaxRefs is how many refs a record holds; the first in bytewise order stay.
const MaxRefs = 2000

// Refs returns the names used without those that the file defines or imports,
// sorted.
func Refs(used, known map[string]bool) []string {
	refs := slices.Sorted(maps.Keys(used))
	refs = slices.DeleteFunc(refs, func(name string) bool { return known[name] })
	if len(refs) == 0 {
		return nil
	}
	return refs[:min(len(refs), MaxRefs)]
}
