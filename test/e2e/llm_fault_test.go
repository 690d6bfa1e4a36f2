//go:build e2e

package e2e

import (
	"bufio"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/internal/modeltest"
)

// stored counts the entries of a cache by what they answer, and finds fault
// with whatever is none.
func stored(t *testing.T, env []string) map[string]int {
	t.Helper()
	file, err := os.Open(cacheFile(env))
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	all := map[string]int{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var e struct{ Key, Prompt, Model, Purpose, Role, Arch string }
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil || len(e.Key) != 64 || e.Prompt == "" || e.Model == "" || e.Purpose == "" && (e.Role == "" || e.Arch == "") {
			t.Errorf("the cache holds %q", lines.Text())
		}
		all[e.Prompt+" "+e.Key]++
	}
	return all
}

func cacheFile(env []string) string {
	for _, e := range env {
		if dir, ok := strings.CutPrefix(e, "XDG_CACHE_HOME="); ok {
			return filepath.Join(dir, "pi-project-map", "llm-cache.json")
		}
	}
	return ""
}

// Whatever goes wrong costs a run, and nothing that has been paid for: the next
// one makes only the calls whose answers are not stored, and its maps are those
// of a run in peace.
func TestFaultsCostNoAnswers(t *testing.T) {
	peace := modeltest.New(t)
	dir := project(t, "small")
	run(t, "sh", dir, "pmap-init", home(t, peace)...).want(t, 0)
	want, all := maps(t, dir), len(peace.Calls())
	good := "PURPOSE: Good.\nDEPS: none\nCONCEPTS: none\nROLE: Good.\nARCH: Good."
	for name, fault := range map[string]struct {
		b    modeltest.Behave
		code int
	}{
		"hang":                   {modeltest.Hang, 75},
		"trickle":                {modeltest.Trickle, 75},
		"cut body":               {modeltest.CutBody, 75},
		"oversized body":         {modeltest.Oversized, 5},
		"wrong type":             {modeltest.Raw("text/html", "<p>login</p>"), 5},
		"no JSON":                {modeltest.Raw("application/json", "{"), 0},
		"reset":                  {modeltest.Reset, 75},
		"401":                    {modeltest.Status(401, "bad key"), 5},
		"403":                    {modeltest.Status(403, "no"), 5},
		"404":                    {modeltest.Status(404, "no such model"), 5},
		"413":                    {modeltest.Status(413, "too large"), 5},
		"429 without a time":     {modeltest.Status(429, "slow down"), 75},
		"429 with a long time":   {modeltest.Status(429, "slow down", "Retry-After", "3600"), 75},
		"429 with a long date":   {modeltest.Status(429, "slow", "Retry-After", "Fri, 31 Dec 2100 23:59:59 GMT"), 75},
		"quota":                  {quota, 75},
		"500":                    {modeltest.Status(500, "oops"), 75},
		"503":                    {modeltest.Status(503, "busy", "Retry-After", "600"), 75},
		"no choices":             {modeltest.Raw("application/json", `{"choices":[]}`), 5},
		"empty answer":           {modeltest.Finish("", "stop"), 5},
		"cut answer":             {modeltest.Finish("PURPOSE: Half of it", "length"), 5},
		"cut answer that parses": {modeltest.Finish(good, "length"), 5},
		"filtered":               {modeltest.Finish("", "content_filter"), 5},
		"filtered with words":    {modeltest.Finish(good, "content_filter"), 5},
		"small talk":             {modeltest.Finish("Certainly! What would you like to know?", "stop"), 5},
		"only a purpose":         {modeltest.Finish("PURPOSE:\nDEPS:\nCONCEPTS:", "stop"), 5},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := modeltest.New(t)
			dir, env := project(t, "small"), home(t, server)
			const before = 7
			server.Behave(modeltest.After(before, fault.b))
			// The pauses between tries are not what is tried here: a run that
			// waits is ended as a user would end it.
			r := run(t, "sh", dir, "timeout -s INT 4 pmap-walk >walk; pmap-ast <walk >ast; rm walk; timeout -s INT 3 pmap-llm --timeout 1 <ast >notes; c=$?; rm ast; pmap-merge <notes | pmap-render; rm notes; exit $c", env...)
			if r.code != fault.code && (fault.code != 75 && fault.code != 0 || r.code != 124) {
				t.Errorf("exit %d, want %d: %s", r.code, fault.code, r.stderr)
			}
			if n := len(maps(t, dir)); n > 0 {
				t.Errorf("a run that failed wrote %d maps", n)
			}
			if r.code != 124 && (strings.Count(r.stderr, ": error: ") < 1 || !strings.Contains(r.stderr, "pmap-llm: hint: ")) {
				t.Errorf("it says %s", r.stderr)
			}
			kept := stored(t, env)
			if len(kept) == 0 || len(kept) > before {
				t.Errorf("%d answers are stored of %d given", len(kept), before)
			}
			server.Behave(nil)
			server.Forget()
			run(t, "sh", dir, "pmap-init .", env...).want(t, 0)
			if n := len(server.Calls()); n != all-len(kept) {
				t.Errorf("%d calls after %d of %d answers were stored", n, len(kept), all)
			}
			for q, times := range stored(t, env) {
				if times > 1 {
					t.Errorf("%s is stored %d times", q, times)
				}
			}
			if diff := cmp.Diff(want, maps(t, dir)); diff != "" {
				t.Errorf("maps (-in peace +after):\n%s", diff)
			}
		})
	}
}

func quota(w http.ResponseWriter, _ *http.Request, _ modeltest.Call) bool {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusTooManyRequests)
	_, _ = w.Write([]byte(`{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}`))
	return true
}

// kills is how many runs of the whole script are killed, each at another
// moment. pmap-llm alone is killed a hundred times in test/llm.
const kills = 20

// A script that is killed with all its processes leaves maps as they were and
// the answers that came; the last run ends as if nothing had happened.
func TestKilledScript(t *testing.T) {
	peace := modeltest.New(t)
	dir := project(t, "small")
	run(t, "sh", dir, "pmap-init", home(t, peace)...).want(t, 0)
	want, all := maps(t, dir), len(peace.Calls())
	server := modeltest.New(t)
	server.Latency(func(c modeltest.Call) time.Duration { return latency(c) / 5 })
	dir = project(t, "small")
	env := home(t, server)
	top := repository(t)
	again, killed := 0, 0
	for i := range kills {
		before := len(stored(t, env))
		cmd := exec.Command(filepath.Join(top, "scripts/pmap-init"), ".")
		cmd.Dir, cmd.SysProcAttr = dir, &syscall.SysProcAttr{Setpgid: true}
		cmd.Env = append(slices.DeleteFunc(os.Environ(), asksModel), "PATH="+filepath.Join(top, "bin")+":"+os.Getenv("PATH"))
		cmd.Env = append(cmd.Env, env...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(40+i*17) * time.Millisecond)
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // gone already if it was quick
		if cmd.Wait() != nil {
			killed++
		}
		time.Sleep(100 * time.Millisecond) // for calls under way to be counted
		asked := len(server.Calls())
		server.Forget()
		after := len(stored(t, env))
		if lost := asked - (after - before); lost > 6 {
			t.Errorf("run %d: %d calls, %d new answers: more lost than were under way", i, asked, after-before)
		} else {
			again += lost
		}
		if got := maps(t, dir); len(got) > 0 && i < kills && len(got) != len(want) {
			for name, text := range got {
				if want[name] != text {
					t.Errorf("run %d left %s as\n%s", i, name, text)
				}
			}
		}
	}
	kept := len(stored(t, env))
	run(t, "sh", dir, "pmap-init .", env...).want(t, 0)
	t.Logf("%d of %d runs killed, %d calls lost of %d; %d answers were stored", killed, kills, again, all, kept)
	if n := len(server.Calls()); n != all-kept {
		t.Errorf("%d calls after %d of %d answers were stored", n, kept, all)
	}
	if diff := cmp.Diff(want, maps(t, dir)); diff != "" {
		t.Errorf("maps (-in peace +killed):\n%s", diff)
	}
	server.Forget()
	run(t, "sh", dir, "rm .pi-map.sum && pmap-init .", env...).want(t, 0)
	if n := len(server.Calls()); n != 0 {
		t.Errorf("the last run makes %d calls", n)
	}
}

// A cache that was torn costs the line that is torn, wherever that is.
func TestTornCache(t *testing.T) {
	server := modeltest.New(t)
	dir, env := project(t, "small"), home(t, server)
	run(t, "sh", dir, "pmap-init", env...).want(t, 0)
	want := maps(t, dir)
	whole, err := os.ReadFile(cacheFile(env))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(strings.TrimSuffix(string(whole), "\n"), "\n")
	middle := slices.Clone(lines)
	middle[3] = middle[3][:20] + "\n"
	for name, torn := range map[string]string{
		"without the last newline": strings.TrimSuffix(string(whole), "\n"),
		"in the last line":         string(whole[:len(whole)-30]),
		"a line in the middle":     strings.Join(middle, "") + "\n",
		"noise":                    string(whole) + "\x00\x00\x00\x00",
		"foreign lines":            "{}\nnull\n[]\n{\"key\":1}\n" + string(whole),
	} {
		write(t, cacheFile(env), torn)
		server.Forget()
		run(t, "sh", dir, "rm .pi-map.sum && pmap-init", env...).want(t, 0)
		most := 1
		if name == "noise" || name == "foreign lines" {
			most = 0
		}
		if calls := asked(server); len(calls) > most {
			t.Errorf("%s: asks about %v", name, calls)
		}
		if diff := cmp.Diff(want, maps(t, dir)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// Two runs at once on two checkouts of one project share a cache and lose
// nothing.
func TestTwoRunsAtOnce(t *testing.T) {
	server := modeltest.New(t)
	server.Latency(func(c modeltest.Call) time.Duration { return latency(c) / 10 })
	one, two, env := project(t, "small"), project(t, "small"), home(t, server)
	r := run(t, "sh", one, "pmap-init "+two+" & pmap-init . && wait $!", env...)
	r.want(t, 0)
	if diff := cmp.Diff(maps(t, one), maps(t, two)); diff != "" {
		t.Errorf("they differ: %s", diff)
	}
	server.Forget()
	run(t, "sh", one, "rm .pi-map.sum && pmap-init && rm "+two+"/.pi-map.sum && pmap-init "+two, env...).want(t, 0)
	if again := asked(server); len(again) > 0 {
		t.Errorf("another run asks about %v", again)
	}
}

// A server with a certificate that nobody vouches for gets nothing.
func TestUnknownCertificate(t *testing.T) {
	asked := 0
	web := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	web.Config.ErrorLog = log.New(io.Discard, "", 0) // the client hangs up
	web.StartTLS()
	defer web.Close()
	dir := project(t, "small")
	r := run(t, "sh", dir, "pmap-init", append(home(t, nil), "OPENAI_BASE_URL="+web.URL+"/v1", "OPENAI_API_KEY=k-1234567890", "PMAP_MODEL=m")...).want(t, 5)
	if asked > 0 || len(maps(t, dir)) > 0 || !strings.Contains(r.stderr, "certificate") {
		t.Errorf("%d requests; %s", asked, r.stderr)
	}
}
