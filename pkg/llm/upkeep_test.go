package llm

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestCompactWhileInUse rewrites the cache again and again while runs store and
// read: no answer is lost.
func TestCompactWhileInUse(t *testing.T) {
	dir := t.TempDir()
	const writers, each = 4, 40
	var storing, compacting sync.WaitGroup
	stop := make(chan struct{})
	compacting.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				if _, err := compact(dir, func(question) bool { return false }, false); err != nil {
					t.Error(err)
					return
				}
			}
		}
	})
	for w := range writers {
		storing.Go(func() {
			c, err := openCache(dir)
			if err != nil {
				t.Error(err)
				return
			}
			defer c.close()
			for i := range each {
				q := question{digest(fmt.Sprint(w, i)), filePrompt, "m"}
				if err := c.put(q, answer{Purpose: fmt.Sprintf("p%d-%d", w, i)}); err != nil {
					t.Error(err)
				}
				if a, ok := c.get(q); !ok || a.Purpose != fmt.Sprintf("p%d-%d", w, i) {
					t.Errorf("%d-%d: got %q, %v", w, i, a.Purpose, ok)
				}
			}
		})
	}
	storing.Wait()
	close(stop)
	compacting.Wait()
	s, err := takeStock(dir)
	must(t, err)
	if s.Answers != writers*each || s.Unreadable != 0 || s.Superseded != 0 {
		t.Errorf("%+v, want %d answers", s, writers*each)
	}
}

// TestCompactKilled: what a rewrite that died left behind harms nothing, and
// permissions stay narrow.
func TestCompactKilled(t *testing.T) {
	dir := t.TempDir()
	c, err := openCache(dir)
	must(t, err)
	q := question{digest("x"), filePrompt, "m"}
	must(t, c.put(q, answer{Purpose: "x"}))
	_, err = c.file.WriteString(`{"key":"torn`)
	must(t, err)
	if s, err := takeStock(dir); err != nil || s.Unreadable != 1 || s.Answers != 1 {
		t.Errorf("%+v, %v, want a torn line", s, err)
	}
	must(t, os.WriteFile(filepath.Join(dir, CacheName+".tmp"), []byte(strings.Repeat("torn\n", 9)), 0o644))
	_, err = compact(dir, func(question) bool { return false }, false)
	must(t, err)
	if a, ok := c.get(q); !ok || a.Purpose != "x" {
		t.Errorf("got %q, %v", a.Purpose, ok)
	}
	if s, err := takeStock(dir); err != nil || s.Unreadable != 0 || s.Answers != 1 {
		t.Errorf("%+v, %v, want no torn line", s, err)
	}
	must(t, c.close())
	names, err := filepath.Glob(filepath.Join(dir, "*.tmp"))
	must(t, err)
	info, err := os.Stat(filepath.Join(dir, CacheName))
	must(t, err)
	if len(names) != 0 || info.Mode().Perm() != 0o600 {
		t.Errorf("left %v, mode %v", names, info.Mode())
	}
}

func TestOutdated(t *testing.T) {
	for prompt, want := range map[string]bool{
		"file@0": true, "file@1": false, "dir@0": true, "dir@1": false, "file@2": false, "file@x": true, "file": true, "other@0": false,
	} {
		if got := outdated(prompt); got != want {
			t.Errorf("outdated(%q) = %v", prompt, got)
		}
	}
}
