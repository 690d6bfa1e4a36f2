package resolve

import (
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

const (
	maxPatterns = 8192 // entries of one table of aliases
	maxValues   = 32   // values of one key that are tried
)

// wildcards is a table from names to values in which a key may hold one "*";
// what that stands for goes into the "*" of the value. It serves tsconfig's
// paths and package.json's exports and imports.
type wildcards struct {
	exact    map[string][]string
	byPrefix map[string][]wildcard
	lengths  []int // of the prefixes, longest first
}

type wildcard struct {
	suffix string
	values []string
}

// newWildcards keeps the order of a key's values. It returns nil for no pairs.
func newWildcards(pairs []record.Pair) *wildcards {
	if len(pairs) == 0 {
		return nil
	}
	w := &wildcards{exact: map[string][]string{}, byPrefix: map[string][]wildcard{}}
	for _, p := range pairs[:min(len(pairs), maxPatterns)] {
		if len(p.Key) > maxRaw || len(p.Value) > maxRaw {
			continue
		}
		prefix, suffix, wild := strings.Cut(p.Key, "*")
		if !wild && strings.HasSuffix(p.Key, "/") && strings.HasSuffix(p.Value, "/") {
			wild, p.Value = true, p.Value+"*" // a directory mapped to a directory
		}
		if wild {
			w.addWild(prefix, suffix, p.Value)
		} else if values := w.exact[p.Key]; len(values) < maxValues {
			w.exact[p.Key] = append(values, p.Value)
		}
	}
	for prefix := range w.byPrefix {
		if !slices.Contains(w.lengths, len(prefix)) {
			w.lengths = append(w.lengths, len(prefix))
		}
	}
	slices.SortFunc(w.lengths, func(a, b int) int { return b - a })
	return w
}

func (w *wildcards) addWild(prefix, suffix, value string) {
	same := w.byPrefix[prefix]
	for i := range same {
		if same[i].suffix == suffix {
			if len(same[i].values) < maxValues {
				same[i].values = append(same[i].values, value)
			}
			return
		}
	}
	if len(same) < maxValues {
		w.byPrefix[prefix] = append(same, wildcard{suffix: suffix, values: []string{value}})
	}
}

// match returns the values of the key that fits best: the name itself, else
// the pattern with the longest part before its "*", and then after it.
func (w *wildcards) match(name string) []string {
	if w == nil {
		return nil
	}
	if values, ok := w.exact[name]; ok {
		return values
	}
	for _, n := range w.lengths {
		if n > len(name) {
			continue
		}
		var best *wildcard
		for i, p := range w.byPrefix[name[:n]] {
			if strings.HasSuffix(name[n:], p.suffix) && (best == nil || len(p.suffix) > len(best.suffix)) {
				best = &w.byPrefix[name[:n]][i]
			}
		}
		if best != nil {
			return best.fill(name[n : len(name)-len(best.suffix)])
		}
	}
	return nil
}

func (p *wildcard) fill(star string) []string {
	values := make([]string, len(p.values))
	for i, v := range p.values {
		values[i] = strings.Replace(v, "*", star, 4)
	}
	return values
}
