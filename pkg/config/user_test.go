package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func userEnv(home string) func(string) string {
	return func(name string) string { return map[string]string{"HOME": home}[name] }
}

func TestLoadUser(t *testing.T) {
	home := t.TempDir()
	if u, err := LoadUser(userEnv(home)); err != nil || u.Model != "" {
		t.Fatalf("without the file: %+v, %v", u, err)
	}
	path := filepath.Join(home, ".config/pi-project-map/config.json")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	text := `{"baseUrl":"http://127.0.0.1:1/v1","apiKey":"k","model":"m","prices":{"m":{"in":0.15,"out":0.6}}}`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	u, err := LoadUser(userEnv(home))
	want := User{BaseURL: "http://127.0.0.1:1/v1", APIKey: "k", Model: "m", Prices: map[string]Price{"m": {0.15, 0.6}}}
	if diff := cmp.Diff(want, u); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadUser(userEnv(home)); err == nil || !strings.Contains(err.Error(), "others may read") {
		t.Errorf("a key that others may read: %v", err)
	}
}

func TestUserIsStrict(t *testing.T) {
	for text, want := range map[string]string{
		`{"modle":"m"}`:                      `unknown key "modle"`,
		`{"model":1}`:                        `key "model" has a value of the wrong type`,
		`{"model":"a","model":"b"}`:          "duplicate",
		`{"prices":{"m":{"in":-1}}}`:         "negative",
		`[]`:                                 "wrong type",
		`{"model":"m"`:                       "EOF",
		`{"model":"m"} x`:                    "after",
		`{"endpoint":"https://example.org"}`: `unknown key "endpoint"`,
	} {
		if _, err := parseUser([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
