package langtest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pi-project-map/pmap/internal/growthtest"
	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Sound fails unless every text of a record is one line of valid UTF-8 within
// its bounds.
func Sound(t testing.TB, s record.Syntax) {
	t.Helper()
	texts := []string{s.Doc}
	for _, y := range s.Symbols {
		if y.Name == "" || y.Kind == "" {
			t.Errorf("symbol without name or kind: %+v", y)
		}
		if len(y.Signature) > lang.MaxSignature {
			t.Errorf("signature of %d bytes", len(y.Signature))
		}
		texts = append(texts, y.Name, y.Signature, y.Parent, y.Of, y.From, y.Doc)
	}
	for _, i := range s.Imports {
		if i.Raw == "" {
			t.Errorf("import without raw text: %+v", i)
		}
		texts = append(append(texts, i.Raw), i.Names...)
	}
	for _, text := range texts {
		if !utf8.ValidString(text) || strings.ContainsAny(text, "\n\r") {
			t.Errorf("text is not one line of UTF-8: %q", text)
		}
	}
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
			Sound(t, first)
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
			grows(t, e, fmt.Sprintf("%q repeated", unit), maxBytes, func(size int) string {
				return strings.Repeat(unit, size/len(unit))
			})
		}
	}
}

// Shapes feeds texts that make naive walks recurse or go quadratic, made for
// a depth or number up to n.
func Shapes(t *testing.T, extractors []lang.Extractor, n int, shapes map[string]func(n int) string) {
	t.Helper()
	for _, e := range extractors {
		for name, shape := range shapes {
			grows(t, e, name, n, shape)
		}
	}
}

func grows(t *testing.T, e lang.Extractor, what string, most int, text func(size int) string) {
	t.Helper()
	growthtest.Check(t, e.Name+": "+what, most, func(size int) {
		s, err := e.Extract(t.Context(), []byte(text(size)))
		if err != nil {
			t.Errorf("%s: %s: %v", e.Name, what, err)
		}
		Sound(t, s)
	})
}
