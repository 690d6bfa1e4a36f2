package merge

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// A symbol belongs to the file that defines it: what a file passes on is in
// its exports, not here.

type ranked struct {
	record.PageSymbol
	rank, weight int
	generated    bool
	key          string // what is shown once: overloads, a Go name for several platforms
}

// symbols lists what a directory's files define for others, best first, and
// after it the methods of these types in the order of their source.
func (t *tree) symbols(d *dir) []record.PageSymbol {
	var list []ranked
	methods := map[string][]record.PageSymbol{}
	for _, f := range d.files {
		if f.test() {
			continue
		}
		for _, e := range t.exports(f) {
			if e.origin == f && e.symbol != nil {
				list = append(list, ranked{
					PageSymbol: pageSymbol(f, e.symbol, e.name),
					rank:       t.rank(f, e.given),
					weight:     weight(e.kind),
					generated:  f.class == record.ClassGenerated,
					key:        owner(f, e.name),
				})
			}
		}
		for i := range f.symbols {
			if s := &f.symbols[i]; s.parent != "" && s.exported {
				key := owner(f, s.parent)
				methods[key] = append(methods[key], pageSymbol(f, s, s.name))
			}
		}
	}
	slices.SortStableFunc(list, func(a, b ranked) int {
		return cmp.Or(
			-cmp.Compare(a.rank, b.rank),
			cmp.Compare(a.weight, b.weight),
			compareBool(a.generated, b.generated),
			strings.Compare(a.Name, b.Name),
			strings.Compare(string(a.File), string(b.File)),
		)
	})
	out := make([]record.PageSymbol, 0, len(list))
	seen := map[string]bool{}
	for _, r := range list {
		if !seen[r.key] {
			seen[r.key] = true
			out = append(out, r.PageSymbol)
		}
	}
	for _, r := range list {
		out = append(out, methods[r.key]...)
		delete(methods, r.key)
	}
	return out
}

// owner is the key of a top-level name: in Go the package has it, not the file.
func owner(f *file, name string) string {
	if f.lang == "Go" {
		return f.pkg + "." + name
	}
	return f.base() + "/" + name
}

func pageSymbol(f *file, s *symbol, name string) record.PageSymbol {
	signature := s.signature
	if rest, ok := strings.CutPrefix(signature, "default"); ok && s.name == "default" && name != "default" {
		signature = name + rest
	}
	if signature == "" {
		signature = name
	}
	return record.PageSymbol{Name: name, Signature: signature, File: pathname.Path(f.base()), Parent: s.parent}
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
