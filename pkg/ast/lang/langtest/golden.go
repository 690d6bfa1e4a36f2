package langtest

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
)

// Golden reads a source and holds its outline, and its refs, against the file
// beside it that ends in ".golden".
func Golden(t *testing.T, extractors []lang.Extractor, source string) {
	t.Helper()
	src, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(source + ".golden")
	if err != nil {
		t.Fatal(err)
	}
	e := pick(extractors, source)
	if e == nil {
		t.Fatalf("%s: no extractor takes it", source)
	}
	got, err := e.Extract(t.Context(), src)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), Outline(got)+"refs "+strings.Join(got.Refs, " ")+"\n"); diff != "" {
		t.Errorf("%s: %s", source, diff)
	}
}
