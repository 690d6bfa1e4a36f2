package llm

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func opened(t testing.TB, dir string) *cache {
	t.Helper()
	c, err := openCache(dir)
	must(t, err)
	t.Cleanup(func() { _ = c.close() })
	return c
}

func q(i int) question { return question{digest(fmt.Sprint(i)), filePrompt, "m"} }

func say(i int) answer { return answer{Purpose: fmt.Sprint("Purpose ", i), Deps: []string{"a", "b"}} }

// has returns how many of the first n entries a cache holds.
func has(c *cache, n int) int {
	found := 0
	for i := range n {
		if got, ok := c.get(q(i)); ok && got.Purpose == say(i).Purpose {
			found++
		}
	}
	return found
}

func TestCache(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "cache")
	c := opened(t, dir)
	if _, ok := c.get(q(1)); ok {
		t.Error("an empty cache answers")
	}
	must(t, c.put(q(1), say(1)))
	for _, other := range []question{{q(1).key, dirPrompt, "m"}, {q(1).key, filePrompt, "n"}, q(2)} {
		if _, ok := c.get(other); ok {
			t.Errorf("it answers %v", other)
		}
	}
	again := opened(t, dir)
	got, ok := again.get(q(1))
	if diff := cmp.Diff(say(1), got); diff != "" || !ok {
		t.Errorf("%v (-put +got):\n%s", ok, diff)
	}
	must(t, again.put(q(1), say(7)))
	if got, _ := c.get(q(1)); got.Purpose != "Purpose 7" {
		t.Errorf("the first process sees %q", got.Purpose)
	}
	text, err := os.ReadFile(filepath.Join(dir, CacheName))
	must(t, err)
	if n := strings.Count(string(text), "\n"); n != 2 || !strings.HasPrefix(string(text), `{"key":"`+q(1).key+`","prompt":"file@1","model":"m","purpose":"Purpose 1","deps":["a","b"]}`+"\n") {
		t.Errorf("the file is\n%s", text)
	}
	stat, err := os.Stat(filepath.Join(dir, CacheName))
	must(t, err)
	if stat.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", stat.Mode())
	}
}

// TestTorn cuts the file at every byte: only the torn line is lost, and the
// next entry is not.
func TestTorn(t *testing.T) {
	dir := t.TempDir()
	c := opened(t, dir)
	for i := range 3 {
		must(t, c.put(q(i), say(i)))
	}
	path := filepath.Join(dir, CacheName)
	whole, err := os.ReadFile(path)
	must(t, err)
	for n := 0; n <= len(whole); n += 7 {
		must(t, os.WriteFile(path, whole[:n], 0o600))
		want := strings.Count(string(whole[:n]), "\n")
		c := opened(t, dir)
		if got := has(c, 3); got != want {
			t.Fatalf("%d bytes: %d entries, want %d", n, got, want)
		}
		must(t, c.put(q(9), say(9)))
		fresh := opened(t, dir)
		if _, ok := fresh.get(q(9)); !ok || has(fresh, 3) != want {
			t.Fatalf("%d bytes: after another entry %d and %v", n, has(fresh, 3), ok)
		}
	}
}

// TestGarbage passes over lines that are no entries.
func TestGarbage(t *testing.T) {
	dir := t.TempDir()
	c := opened(t, dir)
	must(t, c.put(q(0), say(0)))
	path := filepath.Join(dir, CacheName)
	good, err := os.ReadFile(path)
	must(t, err)
	bad := []string{
		"", "x", "{}", `{"key":"short","prompt":"file@1","model":"m","purpose":"p"}`, strings.Repeat("y", 3*maxEntry),
		`{"key":"` + q(1).key + `","prompt":"file@1","model":"m"}`, `{"key":"` + q(1).key + `","prompt":"file@1","model":"m","purpose":"p","role":"r"}`,
		"\x00\xff", `{"key":1}`,
	}
	must(t, os.WriteFile(path, []byte(strings.Join(bad, "\n")+"\n"+string(good)), 0o600))
	c = opened(t, dir)
	if has(c, 1) != 1 || len(c.places) != 1 {
		t.Errorf("%d entries", len(c.places))
	}
}

// TestShared: processes at once lose nothing and tear nothing.
func TestShared(t *testing.T) {
	dir := t.TempDir()
	const writers, each = 6, 30
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			c, err := openCache(dir)
			if err != nil {
				t.Error(err)
				return
			}
			for i := range each {
				if err := c.put(q(w*each+i), say(w*each+i)); err != nil {
					t.Error(err)
				}
			}
			if err := c.close(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got := has(opened(t, dir), writers*each); got != writers*each {
		t.Errorf("%d of %d entries", got, writers*each)
	}
}

// TestReplaced: a file put in the cache's place is used from then on.
func TestReplaced(t *testing.T) {
	dir := t.TempDir()
	c := opened(t, dir)
	must(t, c.put(q(0), say(0)))
	other := opened(t, t.TempDir())
	must(t, other.put(q(1), say(1)))
	must(t, os.Rename(other.path, c.path))
	if _, ok := c.get(q(0)); ok || has(c, 2) != 1 {
		t.Error("the old file is still used")
	}
	must(t, os.Remove(c.path))
	must(t, c.put(q(2), say(2)))
	if has(opened(t, dir), 3) != 1 {
		t.Error("an entry put after the file was removed is lost")
	}
}

func TestUnwritable(t *testing.T) {
	if os.Getuid() == 0 {
		blocked := filepath.Join(t.TempDir(), "file")
		must(t, os.WriteFile(blocked, nil, 0o600))
		if _, err := openCache(filepath.Join(blocked, "cache")); err == nil {
			t.Error("a cache below a file is opened")
		}
		return
	}
	dir := t.TempDir()
	must(t, os.Chmod(dir, 0o500))
	if _, err := openCache(filepath.Join(dir, "cache")); err == nil {
		t.Error("a cache that cannot be written is opened")
	}
}

// TestCacheHoldsWholeAnswers: nothing that was not an answer is stored, and no
// secret is.
func TestCacheHoldsWholeAnswers(t *testing.T) {
	l := newLab(t, small)
	l.mustRun(t)
	text, err := os.ReadFile(filepath.Join(l.cache, CacheName))
	must(t, err)
	var prompts []string
	for line := range strings.Lines(string(text)) {
		e, ok := parseEntry([]byte(strings.TrimSuffix(line, "\n")))
		if !ok {
			t.Errorf("no entry: %s", line)
		}
		prompts = append(prompts, e.Prompt)
	}
	slices.Sort(prompts)
	if want := []string{dirPrompt, dirPrompt, dirPrompt, filePrompt, filePrompt, filePrompt, filePrompt, filePrompt}; !slices.Equal(prompts, want) {
		t.Errorf("entries for %v", prompts)
	}
}
