package llm

import (
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pi-project-map/pmap/internal/modeltest"
	"github.com/pi-project-map/pmap/pkg/config"
	"github.com/pi-project-map/pmap/pkg/record"
)

func TestChoose(t *testing.T) {
	user := config.User{BaseURL: "http://127.0.0.1:9/v1", Model: "own"}
	for _, tt := range []struct {
		name  string
		env   map[string]string
		user  config.User
		flag  string
		model string // or
		err   string
	}{
		{name: "nothing", err: "no model to ask"},
		{name: "a key", env: map[string]string{"OPENAI_API_KEY": "k"}, model: defaultModel},
		{name: "a key and a model", env: map[string]string{"OPENAI_API_KEY": "k", "PMAP_MODEL": "big"}, model: "big"},
		{name: "the flag goes first", env: map[string]string{"OPENAI_API_KEY": "k", "PMAP_MODEL": "big"}, flag: "small", model: "small"},
		{name: "loopback without a key", env: map[string]string{"OPENAI_BASE_URL": "http://127.0.0.1:11434/v1", "PMAP_MODEL": "llama"}, model: "llama"},
		{name: "localhost", env: map[string]string{"OPENAI_BASE_URL": "http://localhost:11434/v1", "PMAP_MODEL": "llama"}, model: "llama"},
		{name: "a host of the private network", env: map[string]string{"OPENAI_BASE_URL": "http://192.168.1.7:8000/v1", "PMAP_MODEL": "llama"}, model: "llama"},
		{name: "loopback without a model", env: map[string]string{"OPENAI_BASE_URL": "http://127.0.0.1:11434/v1"}, err: "no model is named"},
		{name: "another host without a key", env: map[string]string{"OPENAI_BASE_URL": "https://models.example.org/v1", "PMAP_MODEL": "m"}, err: "no key for models.example.org"},
		{name: "a key in the clear", env: map[string]string{"OPENAI_BASE_URL": "http://models.example.org/v1", "OPENAI_API_KEY": "k", "PMAP_MODEL": "m"}, err: "without encryption"},
		{name: "no address", env: map[string]string{"OPENAI_BASE_URL": "models", "OPENAI_API_KEY": "k"}, err: "not an http"},
		{name: "another scheme", env: map[string]string{"OPENAI_BASE_URL": "file:///etc", "OPENAI_API_KEY": "k"}, err: "not an http"},
		{name: "credentials in the address", env: map[string]string{"OPENAI_BASE_URL": "https://u:p@example.org/v1"}, err: "without credentials"},
		{name: "the user's file", user: user, model: "own"},
		{name: "the environment before the user's file", user: user, env: map[string]string{"PMAP_MODEL": "big"}, model: "big"},
		{name: "the bridge", env: map[string]string{"PMAP_BRIDGE_SOCKET": "/run/s", "OPENAI_API_KEY": "k"}, model: bridgeModel},
	} {
		client, model, err := Choose(func(name string) string { return tt.env[name] }, tt.user, tt.flag)
		if tt.err != "" {
			f := record.AsFailure(err)
			if err == nil || !strings.Contains(err.Error(), tt.err) || f.Exit != record.ExitIO || f.Hint == "" {
				t.Errorf("%s: %v, want %q", tt.name, err, tt.err)
			}
			continue
		}
		if err != nil || model != tt.model || client == nil {
			t.Errorf("%s: %q, %v, want %q", tt.name, model, err, tt.model)
		}
		_, bridge := client.(Pi)
		if want := tt.env["PMAP_BRIDGE_SOCKET"] != ""; bridge != want {
			t.Errorf("%s: client %T", tt.name, client)
		}
	}
}

// TestKeyOfAnotherEndpoint: the user's file's key goes to its own endpoint
// alone.
func TestKeyOfAnotherEndpoint(t *testing.T) {
	s := modeltest.New(t)
	user := config.User{BaseURL: "https://models.example.org/v1", APIKey: "sk-of-the-file"}
	client, model, err := Choose(func(name string) string {
		return map[string]string{"OPENAI_BASE_URL": s.URL, "PMAP_MODEL": "m"}[name]
	}, user, "")
	must(t, err)
	_, err = client.Complete(t.Context(), Request{Model: model, System: "s", User: "File path: a\n"})
	must(t, err)
	if got := s.Calls()[0].Header.Get("Authorization"); got != "" {
		t.Errorf("Authorization: %q", got)
	}
}

// TestPi asks over a unix socket with the bridge's token.
func TestPi(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "s")
	listener, err := net.Listen("unix", socket)
	must(t, err)
	s := modeltest.New(t)
	web := &http.Server{Handler: s}
	go func() { _ = web.Serve(listener) }()
	t.Cleanup(func() { _ = web.Close() })
	l := newLab(t, small)
	l.cfg.Choose = func() (Client, string, error) {
		return Choose(func(name string) string {
			return map[string]string{"PMAP_BRIDGE_SOCKET": socket, "PMAP_BRIDGE_TOKEN": "bridge-token"}[name]
		}, config.User{}, "")
	}
	got := notes(t, l.mustRun(t))
	if len(s.Calls()) != 8 || len(l.server.Calls()) != 0 || got["."].Model != bridgeModel {
		t.Errorf("%d calls over the socket, model %q", len(s.Calls()), got["."].Model)
	}
	for _, c := range s.Calls() {
		if c.Header.Get("Authorization") != "Bearer bridge-token" || c.Model != "pi" {
			t.Errorf("%v, %s", c.Header, c.Model)
		}
	}
}
