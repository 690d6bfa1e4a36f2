//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const graphFile = "project-graph.md"

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// noTemps fails if a temporary file is left in a directory.
func noTemps(t *testing.T, dir string) {
	t.Helper()
	if left, _ := filepath.Glob(filepath.Join(dir, ".pi-map.tmp*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// The script writes what the pipe prints, once, and the graph is no file of
// the project.
func TestGraphIsWritten(t *testing.T) {
	for _, shell := range shells {
		t.Run(shell, func(t *testing.T) {
			dir := project(t, "small")
			script := shell + " " + filepath.Join(repository(t), "scripts", "project-map")
			listed := run(t, shell, dir, "pmap-walk").want(t, 0).stdout
			printed := run(t, shell, dir, "pmap-walk | pmap-ast | pmap-merge --graph md").want(t, 0).stdout
			if !strings.Contains(printed, "\n- . (example.org/parcel) -> track\n") && !strings.Contains(printed, "\n- . -> track\n") {
				t.Errorf("graph is %s", printed)
			}
			if r := run(t, shell, dir, script+" graph").want(t, 0); r.stdout+r.stderr != "" {
				t.Errorf("said %q", r.stdout+r.stderr)
			}
			path := filepath.Join(dir, graphFile)
			if got := read(t, path); got != printed {
				t.Errorf("wrote %q, want %q", got, printed)
			}
			before, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			run(t, shell, filepath.Join(dir, "web"), script+" graph --format=md ..").want(t, 0)
			if after, err := os.Stat(path); err != nil || !os.SameFile(before, after) {
				t.Errorf("an unchanged file was replaced: %v", err)
			}
			if again := run(t, shell, dir, "pmap-walk").want(t, 0).stdout; again != listed {
				t.Error("the graph is listed")
			}
			noTemps(t, dir)
		})
	}
}

func TestGraphElsewhere(t *testing.T) {
	for _, shell := range shells {
		t.Run(shell, func(t *testing.T) {
			dir := project(t, "small")
			script := shell + " " + filepath.Join(repository(t), "scripts", "pmap-graph")
			for args, start := range map[string]string{
				"--stdout":          "# Project graph\n",
				"-o - .":            "# Project graph\n",
				"--format dot":      "// ",
				"--format json -- ": `{"schema":"pmap-graph/1"`,
			} {
				if r := run(t, shell, dir, script+" "+args).want(t, 0); !strings.HasPrefix(r.stdout, start) {
					t.Errorf("%s printed %q", args, r.stdout)
				}
			}
			if _, err := os.Lstat(filepath.Join(dir, graphFile)); err == nil {
				t.Error("a file was written")
			}
			run(t, shell, dir, script+" --format json -o -x.json").want(t, 0)
			if got := read(t, filepath.Join(dir, "-x.json")); !strings.HasPrefix(got, `{"schema":"pmap-graph/1"`) {
				t.Errorf("wrote %q", got)
			}
			noTemps(t, dir)
		})
	}
}

// Whatever goes wrong, the old file stays as it was and nothing else is left.
func TestGraphFails(t *testing.T) {
	for _, shell := range shells {
		script := shell + " " + filepath.Join(repository(t), "scripts", "pmap-graph")
		for name, tc := range map[string]struct {
			before, script string
			code           int
		}{
			"unknown option":  {"", script + " --nope", 2},
			"unknown format":  {"", script + " --format png", 2},
			"no format":       {"", script + " --format", 2},
			"two files":       {"", script + " --stdout -o x", 2},
			"two directories": {"", script + " . web", 2},
			"no directory":    {"", script + " gone", 5},
			"no place":        {"", script + " -o gone/x.md", 5},
			"a directory":     {"", script + " -o web", 5},
			"a link":          {"ln -s target " + graphFile + ".link; echo old > target", script + " -o " + graphFile + ".link; code=$?; [ \"$(cat target)\" = old ] || exit 99; exit $code", 5},
			"bad settings":    {"echo '{\"nope\":1}' > .pi-project-map.json", script, 2},
			"merge missing":   {"mkdir b; printf '#!/bin/sh\\nexit 1\\n' > b/pmap-merge; chmod +x b/pmap-merge; cp " + filepath.Join(repository(t), "scripts") + "/* b; cp " + filepath.Join(repository(t), "bin") + "/pmap-walk b", shell + " b/pmap-graph", 1},
			"walk killed":     {"mkdir b; printf '#!/bin/sh\\nkill -9 $$\\n' > b/pmap-walk; chmod +x b/pmap-walk; cp " + filepath.Join(repository(t), "scripts") + "/* b", shell + " b/pmap-graph", 4},
		} {
			t.Run(shell+"/"+name, func(t *testing.T) {
				dir := project(t, "small")
				write(t, filepath.Join(dir, graphFile), "old\n")
				if tc.before != "" {
					run(t, shell, dir, tc.before).want(t, 0)
				}
				r := run(t, shell, dir, tc.script).want(t, tc.code)
				if r.stdout != "" {
					t.Errorf("printed %q", r.stdout)
				}
				if got := read(t, filepath.Join(dir, graphFile)); got != "old\n" {
					t.Errorf("file is now %q", got)
				}
				noTemps(t, dir)
			})
		}
	}
}

// A file that could not be read changes the exit code; the graph is written.
func TestGraphUnreadable(t *testing.T) {
	dir := project(t, "small")
	runAsOther(t, dir, "chmod 0 track/store.go && pmap-graph").want(t, 3)
	if got := read(t, filepath.Join(dir, graphFile)); !strings.HasPrefix(got, "# Project graph\n") {
		t.Errorf("wrote %q", got)
	}
}
