package conformance

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/pkg/record"
)

// The figures themselves: what counts as right, wrong, missed and neutral.
func TestScore(t *testing.T) {
	files := map[string]*said{"a.ts": {
		path:    "a.ts",
		symbols: []record.Symbol{{Name: "f", Kind: record.KindFunction, Exported: true}, {Name: "T", Kind: record.KindInterface, Exported: true}},
		exports: []string{"f", "T", "default", "maybe", "wrong"},
		deps:    []string{"pkg/b.ts", "pkg/stray.ts", "pkg/open.ts", "ext/react", "?gone", "std/fs"},
	}}
	rows := []row{
		{
			Path:    "a.ts",
			Exports: []truth{{Name: "f", Kind: "function"}, {Name: "T", Kind: "value"}, {Name: "A", Accept: []string{"default"}}, {Name: "missed"}},
			Neutral: []string{"maybe"},
			Imports: []target{
				{Raw: "./b", Kind: "pkg", Accept: []string{"b.js", "b.ts"}},
				{Raw: "./b.js", Kind: "pkg", Accept: []string{"b.js"}},
				{Raw: "./c", Kind: "pkg", Accept: []string{"c.ts"}},
				{Raw: "./open", Kind: "open", Accept: []string{"open.ts"}},
				{Raw: "./a", Kind: "pkg", Accept: []string{"a.ts"}},
				{Raw: "react", Kind: "ext", Accept: []string{"react"}},
				{Raw: "vue", Kind: "ext", Accept: []string{"vue"}},
			},
		},
		{Path: "broken.ts", Error: "does not parse"},
		{Path: "unlisted.ts"},
	}
	var s score
	s.compare(files, rows)
	want := score{
		files:    1,
		exports:  pair{ratio{3, 4}, ratio{3, 4}},
		internal: pair{ratio{1, 2}, ratio{1, 2}},
		external: pair{ratio{1, 1}, ratio{1, 2}},
		kinds:    ratio{1, 2},
		faults: []fault{{
			path:    "a.ts",
			missed:  []string{"missed"},
			extra:   []string{"T as a type, not a value", "wrong"},
			lost:    []string{"ext/vue (vue)", "pkg/c.ts (./c)"},
			strayed: []string{"pkg/stray.ts"},
		}},
	}
	opts := cmp.AllowUnexported(score{}, pair{}, ratio{}, fault{})
	if diff := cmp.Diff(want, s, opts); diff != "" {
		t.Error(diff)
	}
}
