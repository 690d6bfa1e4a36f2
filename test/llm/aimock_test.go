//go:build e2e

package llm

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
)

const aimock = "node_modules/@copilotkit/aimock/dist/cli.js"

var listening = regexp.MustCompile(`listening on (http://127\.0\.0\.1:[0-9]+)`)

// startAimock starts the server with its faults and returns its address.
func startAimock(t *testing.T, flags ...string) string {
	t.Helper()
	if _, err := os.Stat(aimock); err != nil {
		if out, err := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund").CombinedOutput(); err != nil {
			t.Skipf("npm ci: %v\n%s", err, out)
		}
	}
	cmd := exec.Command("node", append([]string{aimock, "-p", "0", "-f", "answers.json", "--journal-max", "0"}, flags...)...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	address := make(chan string, 1)
	go func() {
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if m := listening.FindStringSubmatch(lines.Text()); m != nil {
				address <- m[1]
			}
		}
	}()
	select {
	case url := <-address:
		return url
	case <-time.After(20 * time.Second):
		t.Fatal("the server does not say where it listens")
		return ""
	}
}

// asked is how often the server was asked about each subject with success, by
// its own journal.
func asked(t *testing.T, url string) map[string]int {
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
		Path string
		Body struct {
			Messages []struct{ Content string }
		}
		Response struct{ Status int }
	}
	if err := json.Unmarshal(text, &journal); err != nil {
		t.Fatal(err)
	}
	all := map[string]int{}
	for _, e := range journal {
		if e.Path == "/v1/chat/completions" && e.Response.Status == http.StatusOK && len(e.Body.Messages) == 2 {
			subject, _, _ := strings.Cut(e.Body.Messages[1].Content, "\n")
			all[subject]++
		}
	}
	return all
}

// TestAimock makes maps with a server that nobody here wrote.
func TestAimock(t *testing.T) {
	url := startAimock(t)
	l := newLab(t, url+"/v1", 3, 3)
	l.mustRun(t, pipe)
	first := l.maps(t)
	if !strings.Contains(first["d0/e0/.pi-map.md"], "- f1.go | Holds a part of the project.") {
		t.Errorf("the map lacks the model's words:\n%s", first["d0/e0/.pi-map.md"])
	}
	if !strings.Contains(first[".pi-map.md"], "## role\nA part of the project.") {
		t.Errorf("the root's map lacks the model's words:\n%s", first[".pi-map.md"])
	}
	before := asked(t, url)
	if len(before) != 9+3+1+1 { // the three around a directory with the same role are one question
		t.Errorf("asked about %v", before)
	}
	l.mustRun(t, pipe)
	if after := asked(t, url); len(after) != len(before) {
		t.Errorf("the second run asks about %v", after)
	}
}

// TestAimockFaults: faults at random cost runs, not answers.
func TestAimockFaults(t *testing.T) {
	for _, fault := range []string{"--chaos-drop", "--chaos-malformed", "--chaos-disconnect", "--chaos-ratelimit"} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			url := startAimock(t, fault, "0.2")
			l := newLab(t, url+"/v1", 3, 2)
			peace := newLab(t, startAimock(t)+"/v1", 3, 2)
			peace.mustRun(t, pipe)
			for try := 0; ; try++ {
				code, said := l.run(t, pipe)
				if code == 0 {
					break
				}
				if code != 75 && code != 5 || try == 10 {
					t.Fatalf("run %d: exit %d: %s", try, code, said)
				}
				if n := len(l.maps(t)); n > 0 {
					t.Fatalf("a run that failed wrote %d maps", n)
				}
			}
			want, got := peace.maps(t), l.maps(t)
			for name, text := range want {
				if got[name] != text {
					t.Errorf("%s is\n%s\nnot\n%s", name, got[name], text)
				}
			}
		})
	}
}
