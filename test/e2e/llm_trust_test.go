//go:build e2e

package e2e

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/internal/modeltest"
)

// The settings that come with a repository have no say in whom its contents are
// sent to.
func TestProjectNamesNoEndpoint(t *testing.T) {
	server := modeltest.New(t)
	for _, key := range []string{
		"endpoint", "baseURL", "baseUrl", "OPENAI_BASE_URL", "apiKey", "api_key", "OPENAI_API_KEY", "model", "PMAP_MODEL",
		"cache", "cachePath", "cacheDir", "bridge", "PMAP_BRIDGE_SOCKET", "prices", "command", "llm", "prompt", "proxy",
	} {
		dir := project(t, "small")
		write(t, filepath.Join(dir, ".pi-project-map.json"), fmt.Sprintf(`{%q: "http://127.0.0.1:9/evil"}`, key))
		for _, script := range []string{"pmap-init", "pmap-init --no-llm", "git show :main.go >/dev/null; printf '{\"type\":\"head\"}' | pmap-llm"} {
			r := run(t, "sh", dir, script, home(t, server)...).want(t, 2)
			if !strings.Contains(r.stderr, key) || strings.Contains(r.stderr, "evil") {
				t.Errorf("%s: %s", key, r.stderr)
			}
		}
		if len(maps(t, dir)) > 0 {
			t.Errorf("%s: maps are written", key)
		}
	}
	if n := len(server.Calls()); n > 0 {
		t.Errorf("%d calls", n)
	}
	// Files of the usual names that hold an environment are no environment.
	dir := project(t, "small")
	for _, name := range []string{".env", ".envrc", "config.json", ".config/pi-project-map/config.json", "pi-project-map/config.json"} {
		write(t, filepath.Join(dir, name), "OPENAI_BASE_URL="+server.URL+"\nPMAP_MODEL=m\n")
	}
	run(t, "sh", dir, "pmap-init", home(t, nil)...).want(t, 5)
	if n := len(server.Calls()); n > 0 {
		t.Errorf("%d calls to an endpoint that the project names", n)
	}
}

// The key is where it came from and in the header of the call, and nowhere
// else: while the run goes on its arguments are looked at, afterwards all that
// it said and wrote.
func TestKeyIsSeenNowhere(t *testing.T) {
	const key = "sk-" + "test-0123456789abcdefKEY"
	server := modeltest.New(t)
	server.Latency(func(modeltest.Call) time.Duration { return 30 * time.Millisecond })
	for name, b := range map[string]modeltest.Behave{
		"well": nil, "wrong key": modeltest.Status(401, "Incorrect API key provided: "+key),
		"unknown model": modeltest.Status(404, key), "refused": modeltest.Status(400, "key "+key+" "+strings.Repeat("x", 400)),
		"split": modeltest.Status(401, strings.Repeat("x", 290)+key),
	} {
		for _, from := range []string{"environment", "settings"} {
			dir, env := project(t, "small"), home(t, server)
			if from == "environment" {
				env = append(env, "OPENAI_API_KEY="+key)
			} else {
				config := t.TempDir()
				write(t, filepath.Join(config, "pi-project-map/config.json"), `{"apiKey": "`+key+`", "baseUrl": "`+server.URL+`"}`)
				if err := os.Chmod(filepath.Join(config, "pi-project-map/config.json"), 0o600); err != nil {
					t.Fatal(err)
				}
				env = append(env, "XDG_CONFIG_HOME="+config)
			}
			server.Behave(b)
			server.Forget()
			r := run(t, "sh", dir, `pmap-init . & p=$!; while kill -0 $p 2>/dev/null; do cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' ' ' >>args; done; wait $p`, env...)
			if (b == nil) != (r.code == 0) {
				t.Fatalf("%s: exit %d: %s", name, r.code, r.stderr)
			}
			for _, c := range server.Calls() {
				if c.Header.Get("Authorization") != "Bearer "+key {
					t.Errorf("%s: the call has %q", name, c.Header.Get("Authorization"))
				}
				if strings.Contains(c.Body, key) {
					t.Errorf("%s: the key is in a request's body", name)
				}
			}
			if strings.Contains(r.stdout+r.stderr, key) || strings.Contains(r.stderr, key[:14]) || strings.Contains(r.stderr, key[16:]) {
				t.Errorf("%s: the key is in a message: %s", name, r.stderr)
			}
			args, err := os.ReadFile(filepath.Join(dir, "args"))
			if err != nil || !strings.Contains(string(args), "pmap-llm") {
				t.Errorf("%s: no arguments were seen: %v", name, err)
			}
			holdsNot(t, name, key, dir, filepath.Dir(cacheFile(env)))
		}
	}
}

// holdsNot finds fault with every file below some directories that holds a
// text.
func holdsNot(t *testing.T, name, text string, dirs ...string) {
	t.Helper()
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			held, err := os.ReadFile(path)
			if strings.Contains(string(expanded(held)), text) {
				t.Errorf("%s: it is in %s", name, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Each way in which there is no model to ask ends with one message that says
// what to do, and leaves the maps as they are.
func TestNoModelToAsk(t *testing.T) {
	server := modeltest.New(t)
	for name, c := range map[string]struct {
		behave modeltest.Behave
		env    []string
		code   int
		hint   string
	}{
		"no key":            {nil, nil, 5, "OPENAI_API_KEY"},
		"no key for a host": {nil, []string{"OPENAI_BASE_URL=https://api.example.org/v1", "PMAP_MODEL=m"}, 5, "OPENAI_API_KEY"},
		"no model named":    {nil, []string{"OPENAI_BASE_URL=" + server.URL}, 5, "PMAP_MODEL"},
		"wrong key":         {modeltest.Status(401, "Incorrect API key"), nil, 5, "OPENAI_API_KEY"},
		"no permission":     {modeltest.Status(403, "not allowed"), nil, 5, ""},
		"unknown model":     {modeltest.Status(404, "The model does not exist"), nil, 5, "PMAP_MODEL"},
		"quota":             {quota, nil, 75, ""},
		"nobody listens":    {nil, []string{"OPENAI_BASE_URL=http://127.0.0.1:1/v1", "PMAP_MODEL=m"}, 5, ""},
		"no such host":      {nil, []string{"OPENAI_BASE_URL=http://no-such-host.invalid/v1", "PMAP_MODEL=m", "OPENAI_API_KEY=", "x=y"}, 5, ""},
		"no bridge":         {nil, []string{"PMAP_BRIDGE_SOCKET=/nowhere/socket", "PMAP_BRIDGE_TOKEN=t"}, 5, ""},
		"no URL":            {nil, []string{"OPENAI_BASE_URL=ftp://x", "PMAP_MODEL=m"}, 5, "OPENAI_BASE_URL"},
		"a key without TLS": {nil, []string{"OPENAI_BASE_URL=http://api.example.org/v1", "PMAP_MODEL=m", "OPENAI_API_KEY=sk-1234567890abcdef"}, 5, "https"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := project(t, "small")
			run(t, "sh", dir, "pmap-init --no-llm .").want(t, 0)
			before := maps(t, dir)
			env := append(home(t, nil), c.env...)
			if c.behave != nil {
				server.Behave(c.behave)
				env = home(t, server)
			}
			for _, script := range []string{"pmap-init", "project-map init ."} {
				r := run(t, "sh", dir, script, env...).want(t, c.code)
				if strings.Count(r.stderr, ": error: ") != 1 || strings.Count(r.stderr, ": hint: ") != 1 || strings.Count(r.stderr, "\n") != 2 || !strings.Contains(r.stderr, c.hint) {
					t.Errorf("it says\n%s", r.stderr)
				}
			}
			if diff := cmp.Diff(before, maps(t, dir)); diff != "" {
				t.Errorf("maps were touched: %s", diff)
			}
		})
	}
}
