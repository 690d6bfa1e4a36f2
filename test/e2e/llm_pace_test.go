//go:build e2e

package e2e

import (
	"fmt"
	"hash/fnv"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/internal/modeltest"
)

// tree writes directories, at most three deep, of files that each differ from
// all others, and commits nothing.
func tree(t *testing.T, dirs, files int) string {
	t.Helper()
	dir := t.TempDir()
	for d := range dirs {
		for f := range files {
			place := []string{fmt.Sprintf("a%d", d%4), fmt.Sprintf("b%d", d%12), fmt.Sprintf("c%d", d)}[:1+d%3]
			name := filepath.Join(filepath.Join(place...), fmt.Sprintf("d%df%d.go", d, f))
			write(t, filepath.Join(dir, name), fmt.Sprintf("package p\n\n// F%d_%d is one of many.\nfunc F%d_%d() int { return %d }\n", d, f, d, f, d*1000+f))
		}
	}
	write(t, filepath.Join(dir, ".pi-project-map.json"), `{"concurrency": 8}`)
	return dir
}

// latency is from 100 to 300 ms, by the question alone.
func latency(c modeltest.Call) time.Duration {
	h := fnv.New32a()
	_, _ = h.Write([]byte(c.User))
	return 100*time.Millisecond + time.Duration(h.Sum32()%200)*time.Millisecond
}

// Eight calls at once keep a slow server busy; never more are under way, nor
// begin within a tenth of a second. How long that takes is logged, not judged:
// the machine may be busy.
func TestPaceOfManyCalls(t *testing.T) {
	server := modeltest.New(t)
	dir := tree(t, 40, 12)
	var sum atomic.Int64
	server.Latency(func(c modeltest.Call) time.Duration {
		d := latency(c)
		sum.Add(int64(d))
		return d
	})
	began := time.Now()
	run(t, "sh", dir, "pmap-init .", home(t, server)...).want(t, 0)
	took := time.Since(began)
	calls := server.Calls()
	ideal := time.Duration(sum.Load()) / 8
	t.Logf("%d calls in %v, at best %v: %.2f times", len(calls), took.Round(time.Millisecond), ideal.Round(time.Millisecond), float64(took)/float64(ideal))
	if len(calls) < 480 {
		t.Errorf("%d calls for 480 files", len(calls))
	}
	if server.Most() != 8 {
		t.Errorf("%d calls under way at once, want 8", server.Most())
	}
	slices.SortFunc(calls, func(a, b modeltest.Call) int { return a.At.Compare(b.At) })
	for i := 8; i < len(calls); i++ {
		if gap := calls[i].At.Sub(calls[i-8].At); gap < 100*time.Millisecond {
			t.Errorf("9 calls begin within %v", gap)
		}
	}
	want := maps(t, dir)

	server.Latency(nil)
	server.Forget()
	write(t, filepath.Join(dir, ".pi-project-map.json"), `{"concurrency": 1, "batchDelayMs": 0}`)
	run(t, "sh", dir, "rm .pi-map.sum && pmap-init .", home(t, server)...).want(t, 0)
	if server.Most() != 1 {
		t.Errorf("%d calls at once, want 1", server.Most())
	}
	got := maps(t, dir)
	for _, m := range []map[string]string{want, got} { // the settings are a file of the root
		for _, name := range []string{".pi-map.md", ".pi-map.index.md", ".pi-map.sum"} {
			if m[name] == "" {
				t.Errorf("there is no %s", name)
			}
			delete(m, name)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("1 and 8 at once differ (-8 +1):\n%s", diff)
	}
}
