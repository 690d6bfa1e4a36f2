//go:build e2e

// Package llm runs the built pmap-llm in its pipe against model servers: one
// of our own that can be slow, and one that others wrote. The commands are
// those of bin/, or of the directory that PMAP_BIN names.
package llm

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/internal/modeltest"
)

const pipe = "pmap-walk | pmap-ast | pmap-llm | pmap-merge | pmap-render"

// lab is a project on disk and a cache of its own.
type lab struct {
	root, cache string
	url         string
}

func newLab(t *testing.T, url string, dirs, files int) *lab {
	t.Helper()
	l := &lab{root: t.TempDir(), cache: t.TempDir(), url: url}
	for d := range dirs {
		for f := range files {
			l.write(t, fmt.Sprintf("d%d/e%d/f%d.go", d%3, d, f), fmt.Sprintf("package e%d\n\n// F%d is number %d.\nfunc F%d() {}\n", d, f, f, f))
		}
	}
	return l
}

func (l *lab) write(t *testing.T, name, text string) {
	t.Helper()
	full := filepath.Join(l.root, name)
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// command is a script in the project, with the commands on PATH.
func (l *lab) command(t *testing.T, script string, env ...string) *exec.Cmd {
	t.Helper()
	bin := os.Getenv("PMAP_BIN")
	if bin == "" {
		var err error
		if bin, err = filepath.Abs("../../bin"); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("sh", "-c", script)
	cmd.Dir = l.root
	cmd.Env = append([]string{
		"PATH=" + bin + ":" + os.Getenv("PATH"), "HOME=" + l.cache, "XDG_CACHE_HOME=" + l.cache,
		"OPENAI_BASE_URL=" + l.url, "PMAP_MODEL=m",
	}, env...)
	return cmd
}

// run runs a script and returns its exit code and what it said.
func (l *lab) run(t *testing.T, script string, env ...string) (int, string) {
	t.Helper()
	var said bytes.Buffer
	cmd := l.command(t, script, env...)
	cmd.Stdout, cmd.Stderr = &said, &said
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), said.String()
}

func (l *lab) mustRun(t *testing.T, script string, env ...string) {
	t.Helper()
	if code, said := l.run(t, script, env...); code != 0 {
		t.Fatalf("%s: exit %d: %s", script, code, said)
	}
}

// maps are all map files, by path.
func (l *lab) maps(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(l.root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasPrefix(d.Name(), ".pi-map") {
			return err
		}
		text, err := os.ReadFile(path)
		rel, _ := filepath.Rel(l.root, path)
		all[rel] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// distinct is how many different questions were asked, and whether one was
// asked twice.
func distinct(calls []modeltest.Call) (n, twice int) {
	seen := map[string]int{}
	for _, c := range calls {
		seen[c.Body]++
	}
	for _, times := range seen {
		twice += times - 1
	}
	return len(seen), twice
}

// TestKilled kills the stage at random moments until it gets through. No
// answer that was stored is asked for again, at most those under way are, and
// the maps are those of a run in peace.
func TestKilled(t *testing.T) {
	server := modeltest.New(t)
	const dirs, files = 30, 10
	peace := newLab(t, server.URL, dirs, files)
	peace.mustRun(t, pipe)
	want, questions := peace.maps(t), len(server.Calls())
	server.Forget()
	server.Latency(func(modeltest.Call) time.Duration { return time.Duration(5+rand.IntN(20)) * time.Millisecond })
	l := newLab(t, server.URL, dirs, files)
	stream := filepath.Join(l.cache, "stream")
	l.mustRun(t, "pmap-walk | pmap-ast >"+stream)
	const kills = 100
	killed, asking := 0, 0
	for range kills {
		before := len(server.Calls())
		cmd := l.command(t, "exec pmap-llm <"+stream+" >/dev/null")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// At any moment from the first call on, and sometimes before it.
		for i := 0; i < 200 && len(server.Calls()) == before && rand.IntN(400) > 0; i++ {
			time.Sleep(5 * time.Millisecond)
		}
		time.Sleep(time.Duration(rand.IntN(30)) * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
		var exit *exec.ExitError
		if errors.As(cmd.Wait(), &exit) && exit.Sys().(syscall.WaitStatus).Signaled() {
			killed++
			if len(server.Calls()) > before {
				asking++
			}
		}
	}
	l.mustRun(t, pipe)
	if diff := cmp.Diff(want, l.maps(t)); diff != "" {
		t.Errorf("maps (-in peace +killed):\n%s", diff)
	}
	n, twice := distinct(server.Calls())
	t.Logf("%d of %d runs killed, %d of them after calls, %d questions, %d asked again", killed, kills, asking, n, twice)
	if asking < kills/4 {
		t.Errorf("only %d runs were killed after calls", asking)
	}
	if n != questions {
		t.Errorf("%d questions, want %d", n, questions)
	}
	if most := 6 * killed; twice > most {
		t.Errorf("%d questions were asked again, more than the %d that can have been under way", twice, most)
	}
	server.Forget()
	l.mustRun(t, pipe)
	if calls := len(server.Calls()); calls != 0 {
		t.Errorf("the last run makes %d calls", calls)
	}
}

// TestReaderGone: when the stage after it dies, answers under way are kept.
func TestReaderGone(t *testing.T) {
	server := modeltest.New(t)
	server.Latency(func(modeltest.Call) time.Duration { return 20 * time.Millisecond })
	l := newLab(t, server.URL, 12, 5)
	code, said := l.run(t, "pmap-walk | pmap-ast | { pmap-llm; echo $? >&2; } | true")
	if code != 0 || strings.Contains(said, "panic") {
		t.Errorf("exit %d: %s", code, said)
	}
	before := server.Calls()
	l.mustRun(t, pipe)
	if _, twice := distinct(server.Calls()); twice != 0 {
		t.Errorf("%d of %d calls before the reader left are made again", twice, len(before))
	}
}

// TestAtOnce: runs at the same time share one cache.
func TestAtOnce(t *testing.T) {
	server := modeltest.New(t)
	server.Latency(func(modeltest.Call) time.Duration { return 10 * time.Millisecond })
	l := newLab(t, server.URL, 12, 5)
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			if code, said := l.run(t, "pmap-walk | pmap-ast | pmap-llm >/dev/null"); code != 0 {
				t.Errorf("exit %d: %s", code, said)
			}
		})
	}
	all.Wait()
	server.Forget()
	l.mustRun(t, pipe)
	if n := len(server.Calls()); n != 0 {
		t.Errorf("after three runs at once another makes %d calls", n)
	}
}

// TestKeyIsNowhere: the key is in no argument, message, record, map or cache.
func TestKeyIsNowhere(t *testing.T) {
	const key = "sk-key-that-must-not-show"
	server := modeltest.New(t)
	l := newLab(t, server.URL, 2, 2)
	for _, behave := range []modeltest.Behave{modeltest.Status(401, "bad key "+key), modeltest.Status(500, key), nil} {
		server.Behave(behave)
		_, said := l.run(t, "pmap-walk | pmap-ast | pmap-llm --timeout 1 | tee stream | pmap-merge | pmap-render; ps -ef -o args 2>/dev/null", "OPENAI_API_KEY="+key)
		if strings.Contains(said, key) {
			t.Errorf("the key is shown:\n%s", said)
		}
	}
	for _, dir := range []string{l.root, l.cache} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := os.ReadFile(path)
			if bytes.Contains(text, []byte(key)) {
				t.Errorf("the key is in %s", path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
