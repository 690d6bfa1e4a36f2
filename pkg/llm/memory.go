package llm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/gofrs/flock"
)

// remembered is a batch under way. It is written down before the endpoint is
// asked to begin, so that a run that dies at that moment loses nothing: the
// next one finds the batch by its input.
type remembered struct {
	Endpoint string   `json:"endpoint"`
	Model    string   `json:"model"`
	Prompt   string   `json:"prompt"`
	Input    string   `json:"input"`        // the endpoint's name of the file of questions
	ID       string   `json:"id,omitempty"` // none: the endpoint may not have begun
	Keys     []string `json:"keys"`         // of the questions

	tokens int // if this run has sent it
}

// memory is the batches under way at one endpoint: a file for each, in a
// directory beside the cache.
type memory struct {
	dir      string
	endpoint string
	model    string
	batches  []*remembered
	holds    map[question]*remembered
}

// BatchesName is the directory's name in the cache directory.
const BatchesName = "llm-batches"

// maxRemembered is the longest file that is read, in bytes.
const maxRemembered = 4 << 20

func newMemory(cacheDir, endpoint, model string) *memory {
	return &memory{dir: filepath.Join(cacheDir, BatchesName), endpoint: endpoint, model: model, holds: map[question]*remembered{}}
}

// lock keeps other runs from sending.
func (m *memory) lock(ctx context.Context) (unlock func(), err error) {
	if err := os.MkdirAll(m.dir, 0o700); err != nil {
		return nil, cacheFailure(err)
	}
	l := flock.New(m.dir+".lock", flock.SetPermissions(0o600))
	if _, err := l.TryLockContext(ctx, 100*time.Millisecond); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, cacheFailure(err)
	}
	return func() { _ = l.Close() }, nil
}

// read reads what was written down. A file that cannot be read holds nothing.
func (m *memory) read() error {
	m.batches = nil
	clear(m.holds)
	entries, err := os.ReadDir(m.dir)
	if err != nil {
		return cacheFailure(err)
	}
	for _, e := range entries {
		if r := readRemembered(filepath.Join(m.dir, e.Name())); r != nil && r.Endpoint == m.endpoint && r.Model == m.model {
			m.batches = append(m.batches, r)
		}
	}
	return nil
}

func readRemembered(path string) *remembered {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxRemembered || !strings.HasSuffix(path, ".json") {
		return nil
	}
	text, err := os.ReadFile(path)
	r := &remembered{}
	if err != nil || json.Unmarshal(text, r) != nil || r.Input == "" || r.Prompt == "" || len(r.Keys) == 0 {
		return nil
	}
	return r
}

// hold makes a batch's questions known.
func (m *memory) hold(r *remembered) {
	for _, key := range r.Keys {
		m.holds[question{key, r.Prompt, r.Model}] = r
	}
}

func (m *memory) holding(q question) *remembered { return m.holds[q] }

func (m *memory) path(r *remembered) string {
	sum := sha256.Sum256([]byte(r.Endpoint + "\x00" + r.Input))
	return filepath.Join(m.dir, hex.EncodeToString(sum[:8])+".json")
}

func (m *memory) write(r *remembered) error {
	text, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("encode a batch: %w", err)
	}
	err = replace(m.path(r), func(f *os.File) error {
		_, err := f.Write(text)
		return err
	})
	if err != nil {
		return cacheFailure(err)
	}
	return nil
}

func (m *memory) forget(r *remembered) error {
	for q, other := range m.holds {
		if other == r {
			delete(m.holds, q)
		}
	}
	if err := os.Remove(m.path(r)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return cacheFailure(err)
	}
	return nil
}
