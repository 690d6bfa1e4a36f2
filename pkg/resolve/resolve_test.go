package resolve

import (
	"slices"
	"strings"
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
)

// asked is one import of one file and the targets it must give, as maps show
// them, separated by spaces.
type asked struct {
	from, raw string
	names     string // separated by spaces
	form      string
	want      string
}

// list makes files of paths; Lang is that of the ecosystem under test.
func list(paths ...string) []File {
	var files []File
	for _, p := range paths {
		files = append(files, File{Path: p})
	}
	return files
}

// manifest makes one file with facts.
func manifest(path string, facts record.Facts) File { return File{Path: path, Facts: &facts} }

func check(t *testing.T, files []File, lang string, cases []asked) {
	t.Helper()
	forward := New(files)
	reversed := slices.Clone(files)
	slices.Reverse(reversed)
	backward := New(reversed)
	for _, c := range cases {
		imp := record.Import{Raw: c.raw, Form: c.form, Names: strings.Fields(c.names)}
		for _, r := range []*Resolver{forward, backward} {
			if got := show(r.Resolve(c.from, lang, imp)); got != c.want {
				t.Errorf("%s imports %s %q (%s) [%s]: got %q, want %q", c.from, c.form, c.raw, c.names, lang, got, c.want)
			}
		}
	}
}

func show(targets []Target) string {
	var shown []string
	for _, t := range targets {
		shown = append(shown, t.String())
	}
	return strings.Join(shown, " ")
}

func TestResolveBoundsWhatItKeeps(t *testing.T) {
	long := strings.Repeat("é", 1<<19)
	for _, lang := range []string{"Go", "JavaScript", "Python"} {
		got := New(nil).Resolve("a/b", lang, record.Import{Raw: long})
		want := Target{Kind: Unresolved, Path: strings.Repeat("é", maxShown/2) + "…"}
		if len(got) != 1 || got[0] != want {
			t.Errorf("%s: got %d targets of %d bytes", lang, len(got), len(show(got)))
		}
	}
}
