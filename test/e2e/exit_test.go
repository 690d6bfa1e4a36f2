//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"testing"
)

// The shell reports the last command of a pipe. It must be the first failing
// stage's own code all the same, and nothing may have been written.
func TestExitOfPipe(t *testing.T) {
	for _, shell := range shells {
		for name, tc := range map[string]struct {
			script string
			code   int
		}{
			"done":                 {pipe, 0},
			"walk unknown flag":    {"pmap-walk --nope | pmap-ast | pmap-merge | pmap-render", 2},
			"ast unknown flag":     {"pmap-walk | pmap-ast --nope | pmap-merge | pmap-render", 2},
			"merge unknown flag":   {"pmap-walk | pmap-ast | pmap-merge --nope | pmap-render", 2},
			"render unknown flag":  {"pmap-walk | pmap-ast | pmap-merge | pmap-render --nope", 2},
			"missing root":         {"pmap-walk -C gone | pmap-ast -C gone | pmap-merge -C gone | pmap-render -C gone", 5},
			"walk disk full":       {"pmap-walk > /dev/full", 5},
			"ast disk full":        {"pmap-walk | pmap-ast > /dev/full", 5},
			"merge disk full":      {"pmap-walk | pmap-ast | pmap-merge > /dev/full", 5},
			"render disk full":     {pipe + " --stdout > /dev/full", 5},
			"walk not on PATH":     {"no-walk | pmap-ast | pmap-merge | pmap-render", 4},
			"ast not on PATH":      {"pmap-walk | no-ast | pmap-merge | pmap-render", 4},
			"merge not on PATH":    {"pmap-walk | pmap-ast | no-merge | pmap-render", 4},
			"walk killed":          {`sh -c 'pmap-walk | head -c 500; kill -9 $$' | pmap-ast | pmap-merge | pmap-render`, 4},
			"ast killed":           {`pmap-walk | sh -c 'pmap-ast | head -c 700; kill -9 $$' | pmap-merge | pmap-render`, 4},
			"merge killed":         {`pmap-walk | pmap-ast | sh -c 'pmap-merge | head -c 700; kill -9 $$' | pmap-render`, 4},
			"file dropped":         {"pmap-walk | sed 3d | pmap-ast | pmap-merge | pmap-render", 4},
			"file doubled":         {"pmap-walk | sed 3p | pmap-ast | pmap-merge | pmap-render", 4},
			"syntax dropped":       {`pmap-walk | pmap-ast | sed '0,/"type":"syntax"/{/"type":"syntax"/d}' | pmap-merge | pmap-render`, 4},
			"syntax doubled":       {`pmap-walk | pmap-ast | sed '0,/"type":"syntax"/{/"type":"syntax"/p}' | pmap-merge | pmap-render`, 4},
			"page dropped":         {"pmap-walk | pmap-ast | pmap-merge | sed 2d | pmap-render", 4},
			"page doubled":         {"pmap-walk | pmap-ast | pmap-merge | sed 2p | pmap-render", 4},
			"no input":             {"pmap-render < /dev/null", 4},
			"not records":          {"echo hello | pmap-render", 4},
			"home as root":         {"HOME=$PWD " + pipe, 2},
			"script without model": {"pmap-init .", 5},
			"model stage killed":   {`pmap-walk | pmap-ast | sh -c 'pmap-llm --offline | head -c 700; kill -9 $$' | pmap-merge | pmap-render`, 4},
			"llm unknown flag":     {"pmap-walk | pmap-ast | pmap-llm --nope | pmap-merge | pmap-render", 2},
			"script model value":   {"pmap-init --max-calls", 2},
			"script model number":  {"pmap-init --max-calls=many", 2},
			"script both":          {"pmap-init --no-llm --refresh", 2},
			"script unreachable":   {"OPENAI_BASE_URL=http://127.0.0.1:1/v1 PMAP_MODEL=m pmap-init", 5},
			"script bad option":    {"pmap-init --nope", 2},
			"script bad root":      {"pmap-init --no-llm gone", 5},
			"suite bad command":    {"project-map nope", 2},
		} {
			t.Run(shell+"/"+name, func(t *testing.T) {
				dir := project(t, "small")
				run(t, shell, dir, tc.script).want(t, tc.code)
				if got := maps(t, dir); tc.code != 0 && len(got) > 0 {
					t.Errorf("wrote %d maps", len(got))
				}
			})
		}
	}
}

func TestConfigRefused(t *testing.T) {
	for name, text := range map[string]string{
		"unknown key": `{"exlude":["a"]}`,
		"ill-typed":   `{"exportLimit":"many"}`,
		"not JSON":    `exportLimit: 3`,
		"negative":    `{"exportLimit":-1}`,
		"endpoint":    `{"baseUrl":"http://example.org"}`,
	} {
		t.Run(name, func(t *testing.T) {
			dir := project(t, "small")
			write(t, filepath.Join(dir, ".pi-project-map.json"), text)
			r := run(t, "sh", dir, pipe).want(t, 2)
			if got := maps(t, dir); len(got) > 0 {
				t.Errorf("wrote %d maps", len(got))
			}
			if r.stderr == "" {
				t.Error("no message")
			}
		})
	}
}

// A stream cut anywhere writes nothing.
func TestCutAnywhere(t *testing.T) {
	dir := project(t, "small")
	for _, stage := range []string{"pmap-walk", "pmap-walk | pmap-ast", "pmap-walk | pmap-ast | pmap-merge"} {
		rest := map[string]string{
			"pmap-walk":                         "pmap-ast | pmap-merge | pmap-render",
			"pmap-walk | pmap-ast":              "pmap-merge | pmap-render",
			"pmap-walk | pmap-ast | pmap-merge": "pmap-render",
		}[stage]
		whole := run(t, "sh", dir, stage).want(t, 0).stdout
		stream := filepath.Join(t.TempDir(), "stream")
		for n := 0; n < len(whole); n += 1 + len(whole)/40 {
			write(t, stream, whole[:n])
			run(t, "sh", dir, rest+" < '"+stream+"'").want(t, 4)
		}
		if got := maps(t, dir); len(got) > 0 {
			t.Fatalf("wrote %d maps", len(got))
		}
	}
}

func TestScriptsFromElsewhere(t *testing.T) {
	dir := project(t, "small")
	elsewhere := t.TempDir()
	run(t, "sh", elsewhere, "project-map init --no-llm -- '"+dir+"'").want(t, 0)
	first := maps(t, dir)
	if len(first) == 0 {
		t.Fatal("no maps")
	}
	// Inside a mapped project the root is found from any directory of it.
	run(t, "sh", filepath.Join(dir, "web", "src"), "pmap-init --no-llm").want(t, 0)
	if got := len(maps(t, dir)); got != len(first) {
		t.Errorf("%d maps, want %d", got, len(first))
	}
	link := filepath.Join(t.TempDir(), "init")
	if err := os.Symlink(filepath.Join(repository(t), "scripts", "pmap-init"), link); err != nil {
		t.Fatal(err)
	}
	run(t, "sh", dir, "'"+link+"' --no-llm .").want(t, 0)
}
