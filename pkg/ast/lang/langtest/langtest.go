// Package langtest checks extractors in tests: what they read from a text, as
// the record's own line, and that hostile text does them no harm.
package langtest

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pi-project-map/pmap/internal/growthtest"
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

// Fuzz feeds texts to every extractor: none may panic, differ between two
// runs, or write what the schema refuses.
func Fuzz(f *testing.F, extractors []lang.Extractor, seeds ...string) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if !utf8.ValidString(src) || strings.ContainsRune(src, 0) {
			return // the runner lets none through
		}
		for _, e := range extractors {
			first, err := e.Extract(context.Background(), []byte(src))
			if err != nil {
				t.Fatalf("%s: %v", e.Name, err)
			}
			second, _ := e.Extract(context.Background(), []byte(src))
			a, errA := record.Marshal(first)
			b, errB := record.Marshal(second)
			if errA != nil || errB != nil || string(a) != string(b) {
				t.Fatalf("%s: %v, %v, or two runs differ:\n%s\n%s", e.Name, errA, errB, a, b)
			}
		}
	})
}

// Bombs feeds texts of a unit repeated to maxBytes: the work may not grow
// faster than the text.
func Bombs(t *testing.T, extractors []lang.Extractor, maxBytes int, units ...string) {
	t.Helper()
	for _, e := range extractors {
		for _, unit := range units {
			growthtest.Check(t, fmt.Sprintf("%s: %q repeated", e.Name, unit), maxBytes, func(size int) {
				if _, err := e.Extract(t.Context(), []byte(strings.Repeat(unit, size/len(unit)))); err != nil {
					t.Errorf("%s: %v", e.Name, err)
				}
			})
		}
	}
}
