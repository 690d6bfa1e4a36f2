//go:build e2e

package e2e

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pi-project-map/pmap/internal/vector"
	"github.com/pi-project-map/pmap/pkg/record"
)

// readers are the commands that read records, by the demand of the vectors
// that stand where their input does.
var readers = map[string][]struct {
	command string
	writes  bool // records on standard output; the others write maps
}{
	"":         {{"pmap-ast", true}},
	"syntax":   {{"pmap-merge", true}, {"pmap-llm --offline", true}},
	"pages":    {{"pmap-render", false}},
	"fragment": {{"pmap-ast --fragment", true}, {"pmap-llm --offline --fragment", true}},
}

// TestVectors feeds every vector to the commands that it could reach. What is
// refused ends with the vector's code, writes no map, and says so to the next
// stage; what is not refused never ends with 4.
func TestVectors(t *testing.T) {
	all, err := vector.Load(filepath.Join(repository(t), "spec", "vectors"))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range all {
		t.Run(v.Name, func(t *testing.T) {
			for _, r := range readers[v.Demand] {
				root := t.TempDir()
				stream := filepath.Join(t.TempDir(), "stream")
				write(t, stream, string(v.Stream))
				got := run(t, "sh", root, r.command+" <'"+stream+"'")
				if v.Expect != "reject" {
					if got.code == record.ExitStream {
						t.Errorf("%s: exit %d: %s", r.command, got.code, got.stderr)
					}
					continue
				}
				got.want(t, v.Code)
				if left, err := os.ReadDir(root); err != nil || len(left) > 0 {
					t.Errorf("%s: left %v in the root, %v", r.command, left, err)
				}
				if v.Code == record.ExitStream && v.Name != "fatal_stream" && !strings.Contains(got.stderr, "error: ") {
					t.Errorf("%s: says nothing on standard error: %q", r.command, got.stderr)
				}
				if r.writes && v.Demand != "fragment" {
					if code := carried(t, got.stdout); code != v.Code {
						t.Errorf("%s: its stream carries %d, want %d:\n%s", r.command, code, v.Code, got.stdout)
					}
				} else if !r.writes && got.stdout != "" {
					t.Errorf("%s: wrote %q", r.command, got.stdout)
				}
			}
		})
	}
}

// carried is the exit code that a stream carries, which must be whole.
func carried(t *testing.T, stream string) int {
	t.Helper()
	// Files may lack their syntax where the stage gave up, so nothing is
	// demanded of them; pages never come out of a refused stream.
	r := record.NewReader(strings.NewReader(stream), record.Demand{})
	for {
		if _, err := r.Next(); errors.Is(err, io.EOF) {
			return r.Exit()
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
