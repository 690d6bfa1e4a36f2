//go:build e2e

// Package e2e runs the built commands and scripts as their users do: whole
// pipes, in dash and bash, on trees made here.
package e2e

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

const pipe = "pmap-walk | pmap-ast | pmap-merge | pmap-render"

var shells = []string{"dash", "bash"}

// repository is the checkout's top.
func repository(t *testing.T) string {
	t.Helper()
	top, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return top
}

// project writes testdata/NAME.txtar to a new directory, as a git work tree
// with everything committed.
func project(t *testing.T, name string) string {
	t.Helper()
	a, err := txtar.ParseFile(filepath.Join("testdata", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range a.Files {
		write(t, filepath.Join(dir, f.Name), string(f.Data))
	}
	run(t, "sh", dir, "git init -q && git add -A && git -c user.name=t -c user.email=t@example.org commit -qm t").want(t, 0)
	return dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// result is how a script ended.
type result struct {
	script         string
	code           int
	stdout, stderr string
}

func (r result) want(t *testing.T, code int) result {
	t.Helper()
	if r.code != code {
		t.Fatalf("%s: exit %d, want %d\n%s", r.script, r.code, code, r.stderr)
	}
	return r
}

// run runs a script in a shell with the commands on PATH and a cache of its
// own.
func run(t *testing.T, shell, dir, script string, env ...string) result {
	t.Helper()
	top := repository(t)
	cmd := exec.Command(shell, "-c", script)
	cmd.Dir = dir
	cmd.Env = append(slices.DeleteFunc(os.Environ(), asksModel),
		"PATH="+filepath.Join(top, "bin")+":"+filepath.Join(top, "scripts")+":"+os.Getenv("PATH"),
		"XDG_CACHE_HOME="+cache(t))
	cmd.Env = append(cmd.Env, env...)
	return finish(t, cmd)
}

// finish runs a command to its end.
func finish(t *testing.T, cmd *exec.Cmd) result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return result{strings.Join(cmd.Args[2:], " "), cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// asksModel reports whether a variable would have a model asked.
func asksModel(variable string) bool {
	return strings.HasPrefix(variable, "OPENAI_") || strings.HasPrefix(variable, "PMAP_") || strings.HasPrefix(variable, "XDG_CONFIG_HOME=")
}

// cache is one directory for all runs of the test binary.
func cache(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(os.TempDir(), "pmap-e2e-cache")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

// maps returns every map below dir: path to contents.
func maps(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasPrefix(d.Name(), ".pi-map") {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		all[rel] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
