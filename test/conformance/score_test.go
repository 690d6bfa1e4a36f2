package conformance

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// row is what a language's own tools say of one file.
type row struct {
	Path    string
	Exports []truth
	Neutral []string // names that are neither demanded nor wrong; "*" for all
	Imports []target
	Error   string // the tool could not read the file, which then does not count
}

// truth is one exported name.
type truth struct {
	Name   string
	Accept []string // other spellings that are as good: how a map names a default export
	Kind   string   // coarse: "function", "type", "value", "module" or "" if not known
}

// target is where one import leads.
type target struct {
	Raw    string
	Kind   string   // "pkg", "ext", "std", or "open": neither demanded nor wrong
	Accept []string // paths inside the tree, or names of a package; any of them will do
}

// ratio counts how much of something was right.
type ratio struct{ right, all int }

func (r ratio) percent() float64 {
	if r.all == 0 {
		return 100
	}
	return 100 * float64(r.right) / float64(r.all)
}

func (r *ratio) add(right bool) {
	r.all++
	if right {
		r.right++
	}
}

// pair is a precision and a recall.
type pair struct{ precision, recall ratio }

// score compares the rows of one language with what the pipe says.
type score struct {
	files                       int
	exports, internal, external pair
	kinds                       ratio // of the exports that both name
	faults                      []fault
}

// fault is what is wrong with one file.
type fault struct {
	path                         string
	missed, extra, lost, strayed []string
}

func (f fault) weight() int { return len(f.missed) + len(f.extra) + len(f.lost) + len(f.strayed) }

// floor is what a language must reach, in percent: precision and recall.
type floor struct {
	exports, internal, external [2]float64
	kinds                       float64
}

func (s *score) compare(files map[string]*said, rows []row) {
	for _, r := range rows {
		f := files[r.Path]
		if f == nil || r.Error != "" {
			continue
		}
		s.files++
		bad := fault{path: r.Path}
		s.compareExports(f, r, &bad)
		s.compareImports(f, r, &bad)
		if bad.weight() > 0 {
			s.faults = append(s.faults, bad)
		}
	}
}

func (s *score) compareExports(f *said, r row, bad *fault) {
	known := map[string]bool{}
	for _, e := range r.Exports {
		names := slices.Concat(e.Accept, []string{e.Name})
		for _, n := range names {
			known[n] = true
		}
		hit := slices.ContainsFunc(names, func(n string) bool { return slices.Contains(f.exports, n) })
		s.exports.recall.add(hit)
		if !hit {
			bad.missed = append(bad.missed, e.Name)
			continue
		}
		if kind := f.kindOf(e.Name); kind != "" && e.Kind != "" {
			s.kinds.add(kind == e.Kind)
			if kind != e.Kind {
				bad.extra = append(bad.extra, fmt.Sprintf("%s as a %s, not a %s", e.Name, kind, e.Kind))
			}
		}
	}
	for _, n := range f.exports {
		if !known[n] && (slices.Contains(r.Neutral, n) || slices.Contains(r.Neutral, "*")) {
			continue
		}
		s.exports.precision.add(known[n])
		if !known[n] {
			bad.extra = append(bad.extra, n)
		}
	}
}

func (s *score) compareImports(f *said, r row, bad *fault) {
	for _, side := range []struct {
		prefix string
		pair   *pair
	}{{"ext", &s.external}, {"pkg", &s.internal}} {
		prefix, p := side.prefix, side.pair
		var have []string
		for _, d := range f.deps {
			if rest, ok := strings.CutPrefix(d, prefix+"/"); ok {
				have = append(have, rest)
			}
		}
		good, neutral := map[string]bool{f.path: true}, map[string]bool{}
		demanded := map[string]bool{}
		for _, i := range r.Imports {
			for _, a := range i.Accept {
				good[a] = good[a] || i.Kind == prefix
				neutral[a] = neutral[a] || i.Kind == "open"
			}
			if i.Kind != prefix || len(i.Accept) == 0 || slices.Contains(i.Accept, f.path) || demanded[i.Accept[0]] {
				continue
			}
			demanded[i.Accept[0]] = true
			hit := slices.ContainsFunc(i.Accept, func(a string) bool { return slices.Contains(have, a) })
			p.recall.add(hit)
			if !hit {
				bad.lost = append(bad.lost, fmt.Sprintf("%s/%s (%s)", prefix, i.Accept[0], i.Raw))
			}
		}
		for _, h := range have {
			if !good[h] && neutral[h] {
				continue
			}
			p.precision.add(good[h])
			if !good[h] {
				bad.strayed = append(bad.strayed, prefix+"/"+h)
			}
		}
	}
}

// coarse maps the kinds of records to those that oracles tell apart.
var coarse = map[string]string{
	"function": "function", "class": "type", "interface": "type", "struct": "type", "enum": "type", "trait": "type",
	"union": "type", "type": "type", "constant": "value", "variable": "value", "module": "module", "namespace": "module",
}

// kindOf is the coarse kind of an exported top-level symbol; names passed on
// have none.
func (f *said) kindOf(name string) string {
	for _, s := range f.symbols {
		if s.Name == name && s.Exported && s.Parent == "" {
			return coarse[string(s.Kind)]
		}
	}
	return ""
}

// check prints the figures and fails where they are below the floor.
func (s *score) check(t *testing.T, name string, want floor) {
	t.Helper()
	const line = "%-22s %6s  %-15s %-15s %-15s %s"
	t.Logf(line, "", "files", "exports P R", "internal P R", "external P R", "kinds")
	two := func(p pair) string { return fmt.Sprintf("%6.2f %6.2f", p.precision.percent(), p.recall.percent()) }
	t.Logf(line, name, fmt.Sprint(s.files), two(s.exports), two(s.internal), two(s.external), fmt.Sprintf("%6.2f", s.kinds.percent()))
	t.Logf(line, "", "of", counts(s.exports), counts(s.internal), counts(s.external), fmt.Sprint(s.kinds.all))
	failed := s.files == 0
	for _, c := range []struct {
		what string
		got  ratio
		want float64
	}{
		{"precision of exports", s.exports.precision, want.exports[0]},
		{"recall of exports", s.exports.recall, want.exports[1]},
		{"precision of internal targets", s.internal.precision, want.internal[0]},
		{"recall of internal targets", s.internal.recall, want.internal[1]},
		{"precision of external packages", s.external.precision, want.external[0]},
		{"recall of external packages", s.external.recall, want.external[1]},
		{"kinds", s.kinds, want.kinds},
	} {
		if c.got.percent() < c.want {
			failed = true
			t.Errorf("%s: %s %.2f, below %.2f", name, c.what, c.got.percent(), c.want)
		}
	}
	if failed || testing.Verbose() {
		s.worst(t)
	}
}

func counts(p pair) string { return fmt.Sprintf("%6d %6d", p.precision.all, p.recall.all) }

// maxWorst bounds the files that a report names, and the names for each.
const maxWorst = 12

func (s *score) worst(t *testing.T) {
	t.Helper()
	slices.SortFunc(s.faults, func(a, b fault) int {
		return cmp.Or(-cmp.Compare(a.weight(), b.weight()), cmp.Compare(a.path, b.path))
	})
	for _, f := range s.faults[:min(maxWorst, len(s.faults))] {
		t.Logf("%s", f)
	}
}

func (f fault) String() string {
	var b strings.Builder
	b.WriteString(f.path)
	for _, part := range []struct {
		what string
		list []string
	}{{"exports missed", f.missed}, {"exports wrong", f.extra}, {"imports missed", f.lost}, {"imports wrong", f.strayed}} {
		if len(part.list) > 0 {
			fmt.Fprintf(&b, "\n\t%s: %s", part.what, strings.Join(part.list[:min(maxWorst, len(part.list))], ", "))
		}
	}
	return b.String()
}
