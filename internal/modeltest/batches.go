package modeltest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Batches is a server with a Batch API. The lines of a batch are answered, and
// counted, by the [Server] in it.
type Batches struct {
	*Server
	URL string // base URL, ending in /v1

	mu      sync.Mutex
	looks   int
	front   func(w http.ResponseWriter, r *http.Request) bool
	fate    func(n int) string
	skip    func(key string) bool
	room    int
	files   map[string][]byte
	batches []*batch
}

type batch struct {
	ID, Input, Status    string
	Output, Errors       string
	Total, Done, looksAt int
	Failed               int
}

// NewBatches starts a server that stops with the test. A batch is over when it
// has been looked at once.
func NewBatches(t testing.TB) *Batches {
	s := &Batches{Server: &Server{}, looks: 1, files: map[string][]byte{}}
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	s.URL = web.URL + "/v1"
	return s
}

// Looks sets how often a batch must be looked at before it is over.
func (s *Batches) Looks(n int) { s.set(func() { s.looks = n }) }

// Front sets what goes before every answer over HTTP; nil for nothing.
func (s *Batches) Front(f func(w http.ResponseWriter, r *http.Request) bool) {
	s.set(func() { s.front = f })
}

// Fate sets the state in which the nth batch ends; nil or "" for completed.
func (s *Batches) Fate(f func(n int) string) { s.set(func() { s.fate = f }) }

// Skip sets which lines are left out of the answers; nil for none.
func (s *Batches) Skip(f func(key string) bool) { s.set(func() { s.skip = f }) }

// Room sets how many bytes of questions may be under way; 0 for any number.
func (s *Batches) Room(n int) { s.set(func() { s.room = n }) }

// Begun is how many batches there have been.
func (s *Batches) Begun() (n int) {
	s.set(func() { n = len(s.batches) })
	return n
}

// Kept are the names of the files that are there.
func (s *Batches) Kept() (names []string) {
	s.set(func() {
		for name := range s.files {
			names = append(names, name)
		}
	})
	slices.Sort(names)
	return names
}

// Lose makes the server forget its batches.
func (s *Batches) Lose() { s.set(func() { s.batches = nil }) }

func (s *Batches) set(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f()
}

func (s *Batches) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	front := s.front
	s.mu.Unlock()
	if front != nil && front(w, r) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	kind, name, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/v1/"), "/")
	name, tail, _ := strings.Cut(name, "/")
	switch {
	case kind == "files" && r.Method == http.MethodPost:
		s.upload(w, r)
	case kind == "files" && tail == "content" && s.files[name] != nil:
		w.Header().Set("Content-Type", "application/octet-stream")
		_, _ = w.Write(s.files[name])
	case kind == "files" && r.Method == http.MethodDelete:
		delete(s.files, name)
		answer(w, map[string]any{"id": name, "deleted": true})
	case kind == "batches" && r.Method == http.MethodPost:
		s.begin(w, r)
	case kind == "batches" && name == "":
		all := []any{}
		for _, b := range s.batches {
			all = append(all, b.state())
		}
		slices.Reverse(all)
		answer(w, map[string]any{"object": "list", "data": all, "has_more": false})
	case kind == "batches":
		s.look(w, name)
	default:
		s.Server.ServeHTTP(w, r)
	}
}

func (s *Batches) upload(w http.ResponseWriter, r *http.Request) {
	file, _, err := r.FormFile("file")
	if err != nil || r.FormValue("purpose") != "batch" {
		http.Error(w, `{"error":{"message":"no file"}}`, http.StatusBadRequest)
		return
	}
	text, _ := io.ReadAll(file)
	name := s.keep(text)
	answer(w, map[string]any{"id": name, "object": "file", "bytes": len(text), "purpose": "batch"})
}

func (s *Batches) keep(text []byte) string {
	name := fmt.Sprintf("file-%d", len(s.files)+100*len(s.batches))
	s.files[name] = text
	return name
}

func (s *Batches) begin(w http.ResponseWriter, r *http.Request) {
	var req struct {
		Input    string `json:"input_file_id"`
		Endpoint string `json:"endpoint"`
		Window   string `json:"completion_window"`
	}
	if json.NewDecoder(r.Body).Decode(&req) != nil || s.files[req.Input] == nil || req.Endpoint != "/v1/chat/completions" || req.Window != "24h" {
		http.Error(w, `{"error":{"message":"bad batch"}}`, http.StatusBadRequest)
		return
	}
	b := &batch{ID: fmt.Sprintf("batch-%d", len(s.batches)), Input: req.Input, Status: "validating", Total: bytes.Count(s.files[req.Input], []byte("\n"))}
	s.batches = append(s.batches, b)
	answer(w, b.state())
}

func (s *Batches) look(w http.ResponseWriter, name string) {
	for n, b := range s.batches {
		if b.ID != name {
			continue
		}
		if b.looksAt++; b.looksAt >= s.looks && b.Output == "" && b.Status != "failed" {
			s.finish(n, b)
		} else if b.Status == "validating" {
			b.Status = "in_progress"
		}
		answer(w, b.state())
		return
	}
	http.Error(w, `{"error":{"message":"no such batch"}}`, http.StatusNotFound)
}

// finish answers a batch's lines.
func (s *Batches) finish(n int, b *batch) {
	b.Status = "completed"
	if s.fate != nil && s.fate(n) != "" {
		b.Status = s.fate(n)
	}
	under := 0
	for _, other := range s.batches[:n+1] {
		if other.Output == "" && (other == b || other.Status != "failed") {
			under += len(s.files[other.Input])
		}
	}
	if s.room > 0 && under > s.room {
		b.Status = "failed"
	}
	if b.Status == "failed" {
		return
	}
	var good, bad bytes.Buffer
	for line := range bytes.Lines(s.files[b.Input]) {
		var q struct {
			Key  string          `json:"custom_id"`
			URL  string          `json:"url"`
			Body json.RawMessage `json:"body"`
		}
		if json.Unmarshal(line, &q) != nil || s.skip != nil && s.skip(q.Key) {
			continue
		}
		w := httptest.NewRecorder()
		s.Server.ServeHTTP(w, httptest.NewRequest(http.MethodPost, q.URL, bytes.NewReader(q.Body)))
		out, _ := json.Marshal(map[string]any{
			"id": "x", "custom_id": q.Key, "error": nil,
			"response": map[string]any{"status_code": w.Code, "request_id": "y", "body": json.RawMessage(w.Body.Bytes())},
		})
		to := &good
		if w.Code != http.StatusOK {
			to, b.Failed = &bad, b.Failed+1
		} else {
			b.Done++
		}
		to.Write(append(out, '\n'))
	}
	b.Output = s.keep(good.Bytes())
	if bad.Len() > 0 {
		b.Errors = s.keep(bad.Bytes())
	}
}

func (b *batch) state() map[string]any {
	state := map[string]any{
		"id": b.ID, "object": "batch", "status": b.Status, "input_file_id": b.Input, "endpoint": "/v1/chat/completions",
		"request_counts": map[string]int{"total": b.Total, "completed": b.Done, "failed": b.Failed},
	}
	if b.Output != "" {
		state["output_file_id"] = b.Output
	}
	if b.Errors != "" {
		state["error_file_id"] = b.Errors
	}
	if b.Status == "failed" {
		state["errors"] = map[string]any{"data": []any{map[string]any{"code": "token_limit_exceeded", "message": "Enqueued token limit reached"}}}
	}
	return state
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // the test sees what did not arrive
}
