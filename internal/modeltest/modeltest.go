// Package modeltest is an OpenAI-compatible server for tests: its answers
// depend on the question alone, it counts what happens at once, and it breaks
// in every way that a server can. Start from [New].
package modeltest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// Call is one request that came.
type Call struct {
	Subject string // path of the file or directory
	Dir     bool
	Model   string
	System  string
	User    string
	Body    string
	Header  http.Header
	At      time.Time
	N       int // how many calls came before
}

// Behave answers a call; it returns false to have the server answer as usual.
type Behave func(w http.ResponseWriter, r *http.Request, c Call) bool

// Server is a model server on a loopback address.
type Server struct {
	URL string // base URL, ending in /v1

	mu       sync.Mutex
	calls    []Call
	flying   int
	most     int
	latency  func(Call) time.Duration
	behave   Behave
	contents func(Call) string
}

// New starts a server that stops with the test.
func New(t testing.TB) *Server {
	s := &Server{}
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	s.URL = web.URL + "/v1"
	return s
}

// Behave sets what goes before the usual answer; nil for nothing.
func (s *Server) Behave(b Behave) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.behave = b
}

// Say sets the text of answers; nil for the usual one.
func (s *Server) Say(contents func(Call) string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.contents = contents
}

// Latency sets how long an answer takes.
func (s *Server) Latency(d func(Call) time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.latency = d
}

// Calls returns the calls that came, in their order.
func (s *Server) Calls() []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Call(nil), s.calls...)
}

// Most is how many calls there were at once at the most.
func (s *Server) Most() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.most
}

// Forget starts counting anew.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls, s.most = nil, s.flying
}

var subject = regexp.MustCompile(`(?m)^(File path|Directory): (.*)$`)

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	at := time.Now()
	body, _ := io.ReadAll(r.Body)
	var req struct {
		Model    string                           `json:"model"`
		Messages []struct{ Role, Content string } `json:"messages"`
	}
	if r.URL.Path != "/v1/chat/completions" || json.Unmarshal(body, &req) != nil || len(req.Messages) != 2 {
		http.Error(w, `{"error":{"message":"no such thing"}}`, http.StatusNotFound)
		return
	}
	c := Call{Model: req.Model, System: req.Messages[0].Content, User: req.Messages[1].Content, Body: string(body), Header: r.Header, At: at}
	if m := subject.FindStringSubmatch(c.User); m != nil {
		c.Dir, c.Subject = m[1] == "Directory", m[2]
	}
	s.mu.Lock()
	c.N = len(s.calls)
	s.calls = append(s.calls, c)
	s.flying++
	s.most = max(s.most, s.flying)
	latency, behave, contents := s.latency, s.behave, s.contents
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.flying--
		s.mu.Unlock()
	}()
	if latency != nil {
		time.Sleep(latency(c))
	}
	if behave != nil && behave(w, r, c) {
		return
	}
	if contents == nil {
		contents = Usual
	}
	Write(w, contents(c), "stop")
}

// Usual is an answer that depends on the question alone.
func Usual(c Call) string {
	_, data, _ := strings.Cut(c.User, "\nBEGIN ")
	sum := sha256.Sum256([]byte(data))
	id := hex.EncodeToString(sum[:4])
	if c.Dir {
		return fmt.Sprintf("ROLE: Role %s.\nARCH: Arch %s.\nTAGS: go, %s\nWORKFLOWS: test -> go test", id, id, id)
	}
	return fmt.Sprintf("PURPOSE: Purpose %s.\nDEPS: fmt\nCONCEPTS: concept-%s", id, id)
}

// Write writes a whole answer.
func Write(w http.ResponseWriter, contents, finish string) {
	w.Header().Set("Content-Type", "application/json")
	answer := map[string]any{
		"id": "x", "object": "chat.completion", "model": "m",
		"choices": []any{map[string]any{"index": 0, "finish_reason": finish, "message": map[string]any{"role": "assistant", "content": contents}}},
		"usage":   map[string]any{"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
	}
	_ = json.NewEncoder(w).Encode(answer) // the test sees what did not arrive
}
