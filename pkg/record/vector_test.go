package record

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/internal/vector"
)

func vectors(t testing.TB) []vector.Vector {
	t.Helper()
	all, err := vector.Load("../../spec/vectors")
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func demand(name string) Demand {
	return Demand{Syntax: name == "syntax", Pages: name == "pages", Fragment: name == "fragment"}
}

// exitOf reads a stream as a stage does, which decodes every record that it
// knows, and returns the exit code that the stage would end with.
func exitOf(stream io.Reader, d Demand) (int, error) {
	r := NewReader(stream, d)
	for {
		l, err := r.Next()
		if errors.Is(err, io.EOF) {
			return r.Exit(), nil
		}
		if err == nil {
			err = decodeKnown(l)
		}
		if f := (*Failure)(nil); errors.As(err, &f) {
			return f.Exit, err
		}
		if err != nil {
			return ExitStream, err
		}
	}
}

func decodeKnown(l Line) error {
	switch l.Type {
	case TypeHead:
		return l.Decode(new(Head))
	case TypeFile:
		return l.Decode(new(File))
	case TypeDir:
		return l.Decode(new(Dir))
	case TypeSyntax:
		return l.Decode(new(Syntax))
	case TypeNote:
		return l.Decode(new(Note))
	case TypePage:
		return l.Decode(new(Page))
	case TypeDiag:
		return l.Decode(new(Diag))
	case TypeEnd:
		return l.Decode(new(End))
	}
	return nil
}

var update = flag.Bool("update", false, "write testdata/refusals.golden")

// TestVectors pins the exit code of every vector, and in a golden file why the
// reader refuses: a vector that is refused for another defect proves nothing.
func TestVectors(t *testing.T) {
	var refusals strings.Builder
	for _, v := range vectors(t) {
		code, err := exitOf(bytes.NewReader(v.Stream), demand(v.Demand))
		if code != v.Code {
			t.Errorf("%s: exit code %d (%v), want %d: %s", v.Name, code, err, v.Code, v.Comment)
		}
		if err != nil {
			fmt.Fprintf(&refusals, "%s: %v\n", v.Name, err)
		}
	}
	const golden = "testdata/refusals.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(refusals.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), refusals.String()); diff != "" {
		t.Errorf("reasons (-want +got):\n%s", diff)
	}
}
