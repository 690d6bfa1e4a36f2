//go:build e2e

package llm

import (
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
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

const batchPipe = "pmap-walk | pmap-ast | pmap-llm --batch | pmap-merge | pmap-render"

// TestBatchKilled kills a run that waits for batches, or sends them, at random
// moments. No question is put twice, and the maps are those of a run in peace,
// which a run without batches leaves as they are.
func TestBatchKilled(t *testing.T) {
	peace := modeltest.NewBatches(t)
	p := newLab(t, peace.URL, 12, 5)
	p.mustRun(t, batchPipe)
	want, questions := p.maps(t), len(peace.Calls())
	p.mustRun(t, pipe)
	if diff := cmp.Diff(want, p.maps(t)); diff != "" || len(peace.Calls()) != questions {
		t.Errorf("a run without batches asks %d more, maps (-batch +without):\n%s", len(peace.Calls())-questions, diff)
	}

	killed := 0
	for range 6 {
		server := modeltest.NewBatches(t)
		server.Looks(6)
		server.Front(func(http.ResponseWriter, *http.Request) bool {
			time.Sleep(time.Duration(rand.IntN(15)) * time.Millisecond)
			return false
		})
		l := newLab(t, server.URL, 12, 5)
		killed += l.killBatches(t, 12)
		server.Looks(1)
		l.mustRun(t, batchPipe)
		if diff := cmp.Diff(want, l.maps(t)); diff != "" {
			t.Errorf("maps (-in peace +killed):\n%s", diff)
		}
		if n, twice := distinct(server.Calls()); n != questions || twice != 0 {
			t.Errorf("%d questions in %d batches, %d of them twice, want %d, none twice", n, server.Begun(), twice, questions)
		}
	}
	t.Logf("%d runs killed", killed)
}

// killBatches starts runs and kills them; it returns how many it met alive.
func (l *lab) killBatches(t *testing.T, runs int) (killed int) {
	t.Helper()
	stream := filepath.Join(l.cache, "stream")
	l.mustRun(t, "pmap-walk | pmap-ast >"+stream)
	for range runs {
		cmd := l.command(t, "exec pmap-llm --batch <"+stream+" >/dev/null")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rand.IntN(700)) * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
		var exit *exec.ExitError
		if errors.As(cmd.Wait(), &exit) && exit.Sys().(syscall.WaitStatus).Signaled() {
			killed++
		}
	}
	return killed
}

// TestBatchAtOnce: runs at the same time wait for the same batches.
func TestBatchAtOnce(t *testing.T) {
	server := modeltest.NewBatches(t)
	l := newLab(t, server.URL, 12, 5)
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			if code, said := l.run(t, "pmap-walk | pmap-ast | pmap-llm --batch >/dev/null"); code != 0 {
				t.Errorf("exit %d: %s", code, said)
			}
		})
	}
	all.Wait()
	if _, twice := distinct(server.Calls()); twice != 0 || server.Begun() != 2 {
		t.Errorf("%d batches, %d questions put twice", server.Begun(), twice)
	}
}

// TestAimockBatch goes through the Batch API of a server that nobody here
// wrote. It answers every question with the same words, which are no answer,
// so the run asks twice and ends, names what has none, and keeps nothing.
func TestAimockBatch(t *testing.T) {
	url := startAimock(t)
	l := newLab(t, url+"/v1", 2, 2)
	code, said := l.run(t, batchPipe)
	if code != 5 || !strings.Contains(said, "no answer about d0/e0/f0.go: its answer has not the form") ||
		!strings.Contains(said, "4 of the subjects have no answer") {
		t.Errorf("exit %d: %s", code, said)
	}
	if n := len(l.maps(t)); n > 0 {
		t.Errorf("a run that failed wrote %d maps", n)
	}
	if _, shown := l.run(t, "pmap-llm --cache show"); shown != "answers: 0 in 0 bytes\n" {
		t.Errorf("the cache: %s", shown)
	}
	got := requests(t, url)
	if got["POST /v1/files 200"] != 2 || got["POST /v1/batches 200"] != 2 || got["GET /v1/files/content 200"] != 2 {
		t.Errorf("requests %v", got)
	}
}

// TestAimockBatchResumed: a batch under way is taken up again.
func TestAimockBatchResumed(t *testing.T) {
	url := startAimock(t)
	l := newLab(t, url+"/v1", 2, 2)
	cmd := l.command(t, "pmap-walk | pmap-ast >../stream; exec pmap-llm --batch <../stream")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for until := time.Now().Add(20 * time.Second); requests(t, url)["POST /v1/batches 200"] == 0; {
		if time.Now().After(until) {
			t.Fatal("no batch is begun")
		}
		time.Sleep(20 * time.Millisecond)
	}
	time.Sleep(300 * time.Millisecond)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if code, said := l.run(t, batchPipe); code != 5 || !strings.Contains(said, "4 of the subjects have no answer") {
		t.Errorf("exit %d: %s", code, said)
	}
	if got := requests(t, url); got["POST /v1/batches 200"] != 2 {
		t.Errorf("the questions are sent more than twice: %v", got)
	}
}

// requests counts what the server's journal holds, without names.
func requests(t *testing.T, url string) map[string]int {
	t.Helper()
	resp, err := http.Get(url + "/__aimock/journal")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	var journal []struct {
		Method, Path string
		Response     struct{ Status int }
	}
	if err := json.Unmarshal(text, &journal); err != nil {
		t.Fatal(err)
	}
	all := map[string]int{}
	for _, e := range journal {
		parts := strings.Split(e.Path, "/")
		path := strings.Join(parts[:min(len(parts), 3)], "/")
		if strings.HasSuffix(e.Path, "/content") {
			path += "/content"
		}
		status := "200"
		if e.Response.Status != http.StatusOK {
			status = "fault"
		}
		all[e.Method+" "+path+" "+status]++
	}
	return all
}
