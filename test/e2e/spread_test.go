//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestSpread cuts walk's stream at file records, as an engine that spreads work
// over machines does, runs the pieces by themselves in any order, and puts them
// together in the stream's: merge must say the same as without the detour, and
// must miss a piece that was lost.
func TestSpread(t *testing.T) {
	root, work := project(t, "small"), t.TempDir()
	run(t, "sh", root, "pmap-walk >'"+work+"/walked'; pmap-ast <'"+work+"/walked' | pmap-merge >'"+work+"/whole'").want(t, 0)
	walked, err := os.ReadFile(filepath.Join(work, "walked"))
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{1, 2, 1000} {
		pieces := cutAtFiles(string(walked), size)
		done := make([]string, len(pieces))
		order := slices.Collect(slices.Values(pieces))
		for i := len(order) - 1; i >= 0; i-- {
			piece := filepath.Join(work, "piece"+strconv.Itoa(i))
			write(t, piece, order[i])
			done[i] = run(t, "sh", root, "pmap-ast --fragment <'"+piece+"'").want(t, 0).stdout
		}
		write(t, filepath.Join(work, "joined"), strings.Join(done, ""))
		run(t, "sh", root, "pmap-merge <'"+work+"/joined' | cmp - '"+work+"/whole'").want(t, 0)
		if len(done) < 3 {
			continue
		}
		lost := slices.Delete(slices.Clone(done), 1, 2)
		write(t, filepath.Join(work, "lost"), strings.Join(lost, ""))
		run(t, "sh", root, "pmap-merge <'"+work+"/lost'").want(t, 4)
		swapped := slices.Clone(done)
		swapped[1], swapped[2] = done[2], done[1]
		write(t, filepath.Join(work, "swapped"), strings.Join(swapped, ""))
		run(t, "sh", root, "pmap-merge <'"+work+"/swapped'").want(t, 4)
	}
}

// cutAtFiles cuts a stream before every n-th file record.
func cutAtFiles(stream string, n int) []string {
	var pieces []string
	files := 0
	for line := range strings.Lines(stream) {
		cut := len(pieces) == 0
		if strings.HasPrefix(line, `{"type":"file"`) {
			cut = cut || files%n == 0
			files++
		}
		if cut {
			pieces = append(pieces, "")
		}
		pieces[len(pieces)-1] += line
	}
	return pieces
}
