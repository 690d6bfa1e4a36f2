// Package langtest checks extractors in tests: what they read from a text, as
// the record's own line, and that hostile text does them no harm.
package langtest

import (
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Case is one file and the record that it should give.
type Case struct {
	File string // base name, which picks the extractor
	In   string
	Want string // the record's line without its type, line breaks between members allowed
}

// Check runs cases.
func Check(t *testing.T, extractors []lang.Extractor, cases []Case) {
	t.Helper()
	for _, c := range cases {
		e := pick(extractors, c.File)
		if e == nil {
			t.Errorf("%s: no extractor takes it", c.File)
			continue
		}
		got, err := e.Extract(t.Context(), []byte(c.In))
		if err != nil {
			t.Errorf("%s: %v", c.File, err)
			continue
		}
		line, err := record.Marshal(got)
		if err != nil {
			t.Errorf("%s: %v", c.File, err)
			continue
		}
		want := `{"type":"syntax",` + strings.TrimPrefix(strings.NewReplacer("\n", "", "\t", "").Replace(c.Want), "{")
		if string(line) != want {
			t.Errorf("%s:\n%s\n got %s\nwant %s", c.File, c.In, line, want)
		}
	}
}

func pick(extractors []lang.Extractor, base string) *lang.Extractor {
	for i, e := range extractors {
		for _, name := range e.Names {
			if ok, err := path.Match(name, base); ok && err == nil {
				return &extractors[i]
			}
		}
	}
	for i, e := range extractors {
		if slices.ContainsFunc(e.Suffixes, func(s string) bool { return strings.HasSuffix(base, s) }) {
			return &extractors[i]
		}
	}
	return nil
}
