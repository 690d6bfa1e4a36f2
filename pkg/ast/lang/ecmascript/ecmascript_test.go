package ecmascript

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
	"github.com/pi-project-map/pmap/pkg/record"
)

func read(t *testing.T, name, src string) record.Syntax {
	t.Helper()
	for _, e := range Extractors() {
		if e.Name == name {
			s, err := e.Extract(context.Background(), []byte(src))
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
	}
	t.Fatalf("no extractor %q", name)
	return record.Syntax{}
}

type example struct{ name, src, want string }

func check(t *testing.T, dialect string, examples []example) {
	t.Helper()
	for _, e := range examples {
		t.Run(e.name, func(t *testing.T) {
			got := langtest.Lines(read(t, dialect, e.src))
			if diff := cmp.Diff(strings.TrimSpace(e.want), strings.TrimSpace(got)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
