package llm

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/gofrs/flock"

	"github.com/pi-project-map/pmap/pkg/record"
)

// The cache is one file for all of a user's projects: a JSON entry a line, and
// nothing but appended to. Every write happens under a lock, is one write of
// one whole line, and is on disk before the reply counts. So a run that is
// killed leaves at most one torn line, which the next writer cuts off, and runs
// at the same time see each other's entries.

// CacheName is the file's name in the cache directory.
const CacheName = "llm-cache.json"

// maxEntry is the longest line that is read, in bytes.
const maxEntry = 64 << 10

// entry is what one reply is worth.
type entry struct {
	Key    string `json:"key"` // SHA-256 of what the model was told
	Prompt string `json:"prompt"`
	Model  string `json:"model"`
	answer
}

// answer is a parsed reply.
type answer struct {
	Purpose   string   `json:"purpose,omitempty"`
	Deps      []string `json:"deps,omitempty"`
	Concepts  []string `json:"concepts,omitempty"`
	Exports   []string `json:"exports,omitempty"`
	Role      string   `json:"role,omitempty"`
	Arch      string   `json:"arch,omitempty"`
	Tags      []string `json:"tags,omitempty"`
	Workflows []string `json:"workflows,omitempty"`
}

func (e entry) id() question { return question{e.Key, e.Prompt, e.Model} }

// question is what an entry answers.
type question struct{ key, prompt, model string }

// place is where an entry stands in the file.
type place struct {
	at int64
	n  int
}

// cache is safe for concurrent use.
type cache struct {
	path string
	lock *flock.Flock

	mu     sync.Mutex
	file   *os.File
	read   int64 // bytes of whole lines that the index covers
	places map[question]place
}

// openCache opens the cache in a directory, which it makes.
func openCache(dir string) (*cache, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, cacheFailure(err)
	}
	path := filepath.Join(dir, CacheName)
	c := &cache{path: path, lock: flock.New(path+".lock", flock.SetPermissions(0o600)), places: map[question]place{}}
	if err := c.reopen(); err != nil {
		return nil, cacheFailure(err)
	}
	return c, nil
}

func cacheFailure(err error) error {
	return record.Failf(record.ExitIO, "llm-cache", "make the directory writable, or set XDG_CACHE_HOME: without it paid answers would be lost",
		"open the cache of answers: %w", err)
}

func (c *cache) reopen() error {
	file, err := os.OpenFile(c.path, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if c.file != nil {
		err = c.file.Close()
	}
	c.file, c.read = file, 0
	clear(c.places)
	return errors.Join(err, file.Chmod(0o600), c.catchUp())
}

func (c *cache) close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return errors.Join(c.file.Close(), c.lock.Close())
}

// catchUp reads the lines that have come since the last time. A line that is
// no entry is passed over; the last, if it has no end, is left for later.
func (c *cache) catchUp() error {
	stat, err := c.file.Stat()
	if err != nil || stat.Size() <= c.read {
		return err
	}
	in := newLines(io.NewSectionReader(c.file, c.read, stat.Size()-c.read))
	for {
		line, n, err := in.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if e, ok := parseEntry(line); ok {
			c.places[e.id()] = place{c.read, len(line)}
		}
		c.read += n
	}
}

// parseEntry reads a line; what does not answer a question is none.
func parseEntry(line []byte) (entry, bool) {
	var e entry
	if json.Unmarshal(line, &e) != nil || len(e.Key) != 64 || e.Prompt == "" || (e.Purpose == "") == (e.Role == "") {
		return entry{}, false
	}
	return e, true
}

// get returns the latest answer to a question, also one that another run has
// just stored.
func (c *cache) get(q question) (answer, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.sync() != nil {
		return answer{}, false
	}
	p, ok := c.places[q]
	if !ok {
		return answer{}, false
	}
	line := make([]byte, p.n)
	if _, err := c.file.ReadAt(line, p.at); err != nil {
		return answer{}, false
	}
	e, ok := parseEntry(line)
	return e.answer, ok && e.id() == q
}

// sync opens the file anew if another process has put one in its place, and
// reads what is new.
func (c *cache) sync() error {
	ours, err := c.file.Stat()
	if err != nil {
		return err
	}
	theirs, err := os.Stat(c.path)
	if err != nil || !os.SameFile(ours, theirs) || theirs.Size() < c.read {
		return c.reopen()
	}
	return c.catchUp()
}

// put appends an answer and waits until it is on disk.
func (c *cache) put(q question, a answer) error {
	return c.putAll([]entry{{q.key, q.prompt, q.model, a}})
}

// putAll appends answers, in one write.
func (c *cache) putAll(entries []entry) error {
	var text []byte
	for _, e := range entries {
		line, err := json.Marshal(e)
		if err != nil {
			return fmt.Errorf("encode an answer: %w", err)
		}
		text = append(append(text, line...), '\n')
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.lock.Lock(); err != nil {
		return cacheFailure(err)
	}
	if err := errors.Join(c.append(text), c.lock.Unlock()); err != nil {
		return record.Failf(record.ExitIO, "llm-cache", "free some space for the cache, or set XDG_CACHE_HOME", "store an answer: %w", err)
	}
	return nil
}

func (c *cache) append(text []byte) error {
	if err := c.sync(); err != nil {
		return err
	}
	stat, err := c.file.Stat()
	if err != nil {
		return err
	}
	if stat.Size() > c.read { // under the lock nobody is writing: a torn line
		if err := c.file.Truncate(c.read); err != nil {
			return err
		}
	}
	if _, err := c.file.Write(text); err != nil {
		return errors.Join(err, c.file.Truncate(c.read))
	}
	if err := c.file.Sync(); err != nil {
		return err
	}
	return c.catchUp()
}
