package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/internal/modeltest"
	"github.com/pi-project-map/pmap/pkg/record"
)

// depot is a lab whose server takes batches.
type depot struct {
	*lab
	batches *modeltest.Batches
	warned  []string
	told    []string
	slept   []time.Duration
	onSleep func(n int) error
}

func newDepot(t testing.TB, files map[string]string) *depot {
	t.Helper()
	d := &depot{lab: newLab(t, files), batches: modeltest.NewBatches(t)}
	d.lab.server = d.batches.Server
	d.lab.server.URL = d.batches.URL
	return d
}

// send runs the stage by way of batches.
func (d *depot) send(t testing.TB) ([]byte, error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	cfg := d.config()
	d.warned, d.told, d.slept = nil, nil, nil
	cfg.Warn = func(s string) { d.warned = append(d.warned, s) }
	cfg.Tell = func(s string) { d.told = append(d.told, s) }
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	cfg.Now = func() time.Time { return now }
	cfg.sleep = func(ctx context.Context, wait time.Duration) error {
		d.slept = append(d.slept, wait)
		now = now.Add(wait)
		if d.onSleep != nil {
			if err := d.onSleep(len(d.slept)); err != nil {
				cancel()
			}
		}
		return ctx.Err()
	}
	var out bytes.Buffer
	w := record.NewWriter(&out)
	in := record.NewReader(bytes.NewReader(d.stream(t)), record.Demand{Syntax: true})
	if err := RunBatch(ctx, in, w, cfg); err != nil {
		return nil, err
	}
	_, err := w.Close(in.Exit())
	must(t, err)
	return out.Bytes(), nil
}

func (d *depot) mustSend(t testing.TB) []byte {
	t.Helper()
	out, err := d.send(t)
	if err != nil {
		f := record.AsFailure(err)
		t.Fatalf("%v (%s, exit %d): %s; %v", err, f.Code, f.Exit, f.Hint, d.warned)
	}
	return out
}

func (d *depot) mustFail(t testing.TB, exit int, code string) *record.Failure {
	t.Helper()
	_, err := d.send(t)
	if err == nil {
		t.Fatal("the run succeeds")
	}
	f := record.AsFailure(err)
	if f.Exit != exit || f.Code != code || f.Hint == "" {
		t.Errorf("exit %d, code %s, hint %q (%v), want exit %d, code %s", f.Exit, f.Code, f.Hint, f, exit, code)
	}
	return f
}

// remembered are the names of the batches written down.
func (d *depot) remembered(t testing.TB) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(d.cache, BatchesName, "*"))
	must(t, err)
	return names
}

var everything = []string{".", "README.md", "auth", "auth/guard.go", "auth/oauth", "auth/oauth/google.go", "auth/tokens.go", "main.go"}

// TestBatch: two rounds, each question once, and afterwards neither a batch nor
// a run without batches has anything left to ask.
func TestBatch(t *testing.T) {
	d := newDepot(t, small)
	d.batches.Looks(3)
	out := d.mustSend(t)
	if n := d.batches.Begun(); n != 2 {
		t.Errorf("%d batches, want one for files and one for directories", n)
	}
	if diff := cmp.Diff(everything, subjects(d.server.Calls())); diff != "" {
		t.Errorf("questions (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]time.Duration{5 * time.Second, 7500 * time.Millisecond, 5 * time.Second, 7500 * time.Millisecond}, d.slept); diff != "" {
		t.Errorf("pauses (-want +got):\n%s", diff)
	}
	if len(d.batches.Kept()) != 0 || len(d.remembered(t)) != 0 {
		t.Errorf("left behind: %v at the endpoint, %v here", d.batches.Kept(), d.remembered(t))
	}
	if len(d.told) != 2 || !strings.HasPrefix(d.told[0], "5 questions are with the endpoint") {
		t.Errorf("told %q", d.told)
	}
	got := notes(t, out)
	if n := got["auth/tokens.go"]; n.Cached || n.TokensIn != 100 || n.TokensOut != 10 || n.Purpose == "" {
		t.Errorf("note %+v", n)
	}
	if n := got["."]; n.Cached || n.TokensIn != 100 || n.Role == "" {
		t.Errorf("note of the root %+v", n)
	}
	want := said(t, out)
	d.server.Forget()
	if diff := cmp.Diff(want, said(t, d.mustSend(t))); diff != "" {
		t.Errorf("the second run (-first +second):\n%s", diff)
	}
	if diff := cmp.Diff(want, said(t, d.mustRun(t))); diff != "" {
		t.Errorf("a run without batches (-batch +without):\n%s", diff)
	}
	if calls := d.server.Calls(); len(calls) > 0 || d.batches.Begun() != 2 {
		t.Errorf("they ask again: %v, %d batches", subjects(calls), d.batches.Begun())
	}
}

// TestFlattened: a directory's question shows the purposes of all files below.
func TestFlattened(t *testing.T) {
	d := newDepot(t, small)
	got := notes(t, d.mustSend(t))
	purpose := got["auth/oauth/google.go"].Purpose
	for _, c := range d.server.Calls() {
		for subject, line := range map[string]string{
			".": "- auth/oauth/google.go: ", "auth": "- oauth/google.go: ", "auth/oauth": "- google.go: ",
		} {
			if c.Subject == subject && !strings.Contains(c.User, line+purpose) {
				t.Errorf("the question about %s lacks %q:\n%s", subject, line+purpose, c.User)
			}
		}
	}
}

// TestFlatBounds: of many subdirectories each is shown, and the own files too.
func TestFlatBounds(t *testing.T) {
	files := map[string]string{"own.go": "package own\n"}
	maps.Copy(files, big(40, 12))
	d := newDepot(t, files)
	d.mustSend(t)
	for _, c := range d.server.Calls() {
		if c.Subject != "." {
			continue
		}
		if n := strings.Count(c.User, "\n- "); n > 300 {
			t.Errorf("%d lines about the root", n)
		}
		for _, want := range []string{"- own.go: ", "- d0/f00.go: ", "- a1/b1/c11/f00.go: ", "- d39/f00.go: "} {
			if !strings.Contains(c.User, "\n"+want) {
				t.Errorf("the question about the root lacks %q", want)
			}
		}
	}
}

// TestBatchResume interrupts a run at each of its pauses; the next ones ask for
// nothing twice and come out alike.
func TestBatchResume(t *testing.T) {
	whole := newDepot(t, small)
	want := said(t, whole.mustSend(t))
	d := newDepot(t, small)
	d.batches.Looks(3)
	d.onSleep = func(int) error { return context.Canceled }
	for range 5 {
		if out, err := d.send(t); err == nil {
			if diff := cmp.Diff(want, said(t, out)); diff != "" {
				t.Errorf("interrupted (-whole +got):\n%s", diff)
			}
			break
		}
	}
	if diff := cmp.Diff(everything, subjects(d.server.Calls())); diff != "" || d.batches.Begun() != 2 {
		t.Errorf("%d batches; questions (-want +got):\n%s", d.batches.Begun(), diff)
	}
	if len(d.remembered(t)) != 0 {
		t.Errorf("still remembered: %v", d.remembered(t))
	}
}

// TestBatchUnanswered: a run dies, or hears nothing, after the endpoint has
// begun a batch whose name it never learns.
func TestBatchUnanswered(t *testing.T) {
	d := newDepot(t, small)
	begun := false
	d.batches.Front(func(w http.ResponseWriter, r *http.Request) bool {
		if begun || r.Method != http.MethodPost || r.URL.Path != "/v1/batches" {
			return false
		}
		begun = true
		d.batches.Front(nil)
		d.batches.ServeHTTP(dumb{http.Header{}}, r)
		return modeltest.Reset(w, r, modeltest.Call{})
	})
	d.mustSend(t)
	if n := d.batches.Begun(); n != 2 {
		t.Errorf("%d batches, want 2", n)
	}

	d = newDepot(t, small)
	d.onSleep = func(int) error { return context.Canceled }
	d.batches.Looks(2)
	if _, err := d.send(t); err == nil {
		t.Fatal("not interrupted")
	}
	for _, name := range d.remembered(t) { // as if it had died a moment earlier
		r := readRemembered(name)
		r.ID = ""
		text, err := json.Marshal(r)
		must(t, err)
		must(t, os.WriteFile(name, text, 0o600))
	}
	d.onSleep = nil
	d.mustSend(t)
	if n := d.batches.Begun(); n != 2 {
		t.Errorf("%d batches, want 2", n)
	}
}

type dumb struct{ header http.Header }

func (d dumb) Header() http.Header         { return d.header }
func (d dumb) Write(p []byte) (int, error) { return len(p), nil }
func (d dumb) WriteHeader(int)             {}

// TestBatchForgotten: batches that the endpoint has lost are sent again, and
// files in the memory that are none of ours harm nobody.
func TestBatchForgotten(t *testing.T) {
	d := newDepot(t, small)
	d.batches.Looks(2)
	d.onSleep = func(int) error { return context.Canceled }
	if _, err := d.send(t); err == nil {
		t.Fatal("not interrupted")
	}
	d.batches.Lose()
	for name, text := range map[string]string{"a.json": "{", "b.json": `{"endpoint":"x"}`, "c": "x", "d.json.tmp": "{}"} {
		must(t, os.WriteFile(filepath.Join(d.cache, BatchesName, name), []byte(text), 0o600))
	}
	d.onSleep = nil
	d.mustSend(t)
	if n := d.batches.Begun(); n != 2 {
		t.Errorf("%d batches, want 2", n)
	}
}

// TestBatchFaults: some lines of a batch go wrong. The run names them, keeps
// what came, and the next asks for the rest alone.
func TestBatchFaults(t *testing.T) {
	about := func(subject string, b modeltest.Behave) modeltest.Behave {
		return func(w http.ResponseWriter, r *http.Request, c modeltest.Call) bool {
			return c.Subject == subject && b(w, r, c)
		}
	}
	for name, tt := range map[string]struct {
		behave modeltest.Behave
		skip   func(string) bool
		fate   string
		exit   int
		code   string
		asked  int // in all, by the run that fails
		missed int // by the next
	}{
		"refused":     {behave: about("main.go", modeltest.Status(400, "context length exceeded")), exit: 5, code: "model-refused", asked: 7, missed: 2},
		"busy":        {behave: about("main.go", modeltest.Status(429, "slow down")), exit: 75, code: "model-busy", asked: 8, missed: 2},
		"unreadable":  {behave: about("main.go", modeltest.Finish("Nice file!", "stop")), exit: 5, code: "model-reply", asked: 8, missed: 2},
		"cut":         {behave: about("auth", modeltest.Finish(good, "length")), exit: 5, code: "model-reply", asked: 9, missed: 1},
		"no JSON":     {behave: about("main.go", modeltest.Raw("application/json", `"hm"`)), exit: 5, code: "model-reply", asked: 8, missed: 2},
		"expired":     {fate: "expired", skip: func(key string) bool { return key == digest(small["main.go"]) }, exit: 75, code: "model-batch", asked: 6, missed: 2},
		"cancelled":   {fate: "cancelled", skip: func(key string) bool { return key == digest(small["main.go"]) }, exit: 75, code: "model-batch", asked: 6, missed: 2},
		"never there": {skip: func(key string) bool { return key == digest(small["main.go"]) }, exit: 75, code: "model-batch", asked: 6, missed: 2},
		"too much":    {fate: "failed", exit: 75, code: "model-batch", asked: 0, missed: 8},
		"two of files": {behave: func(w http.ResponseWriter, r *http.Request, c modeltest.Call) bool {
			return !c.Dir && c.Subject != "main.go" && modeltest.Status(400, "no")(w, r, c)
		}, exit: 5, code: "model-refused", asked: 5, missed: 7},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDepot(t, small)
			d.server.Behave(tt.behave)
			d.batches.Skip(tt.skip)
			d.batches.Fate(func(int) string { return tt.fate })
			d.mustFail(t, tt.exit, tt.code)
			if n := len(d.server.Calls()); n != tt.asked {
				t.Errorf("%d questions answered or refused, want %d: %v", n, tt.asked, subjects(d.server.Calls()))
			}
			if name != "too much" && len(d.warned) == 0 || name != "cut" && name != "too much" && !strings.Contains(strings.Join(d.warned, "\n"), ".go") {
				t.Errorf("warned %q", d.warned)
			}
			d.server.Forget()
			d.server.Behave(nil)
			d.batches.Skip(nil)
			d.batches.Fate(nil)
			got := said(t, d.mustSend(t))
			if n := len(d.server.Calls()); n != tt.missed {
				t.Errorf("the next run asks %d questions, want %d: %v", n, tt.missed, subjects(d.server.Calls()))
			}
			whole := newDepot(t, small)
			if diff := cmp.Diff(said(t, whole.mustSend(t)), got); diff != "" {
				t.Errorf("the next run (-undisturbed +got):\n%s", diff)
			}
		})
	}
}

// TestBatchAskedOnceMore: what cannot be read is asked for again, with a word.
func TestBatchAskedOnceMore(t *testing.T) {
	d := newDepot(t, map[string]string{"a.go": "package a\n", "b.go": "package b\n"})
	d.server.Behave(modeltest.Times(1, modeltest.Finish("Nice file!", "stop")))
	d.mustSend(t)
	calls := d.server.Calls()
	if len(calls) != 4 || !strings.HasSuffix(calls[2].User, again) || calls[2].Subject != "a.go" {
		t.Errorf("asked about %v, %q", subjects(calls), calls[2].User[len(calls[2].User)-60:])
	}
}

// TestBatchConnection: passing faults between here and the endpoint are lived
// through, others end the run with a word of advice, and nothing is lost.
func TestBatchConnection(t *testing.T) {
	for name, tt := range map[string]struct {
		method, path string
		behave       modeltest.Behave
		exit         int
		code         string
	}{
		"upload":         {"POST", "/v1/files", modeltest.Status(503, "soon", "Retry-After", "1"), 75, "model-busy"},
		"key":            {"POST", "/v1/files", modeltest.Status(401, "Incorrect API key provided: sk-very-secret-key"), 5, "model-auth"},
		"begin":          {"POST", "/v1/batches", modeltest.Status(500, "oops"), 75, "model-busy"},
		"billing":        {"POST", "/v1/batches", modeltest.Status(402, "pay"), 75, "model-quota"},
		"none":           {"POST", "/v1/files", modeltest.Status(404, "what?"), 5, "no-batches"},
		"page":           {"POST", "/v1/files", modeltest.Raw("text/html", "<html>"), 5, "no-batches"},
		"no name":        {"POST", "/v1/files", modeltest.Raw("application/json", "{}"), 5, "no-batches"},
		"look":           {"GET", "/v1/batches/", modeltest.Status(500, "oops"), 75, "model-busy"},
		"reset":          {"GET", "/v1/batches/", modeltest.Reset, 75, "model-unreachable"},
		"cut":            {"GET", "/v1/files/", modeltest.CutBody, 75, "model-unreachable"},
		"answers denied": {"GET", "/v1/files/", modeltest.Status(403, "no"), 5, "model-auth"},
	} {
		for _, times := range []int{2, 1000} {
			d := newDepot(t, small)
			left := times
			d.batches.Front(func(w http.ResponseWriter, r *http.Request) bool {
				if r.Method != tt.method || !strings.HasPrefix(r.URL.Path, tt.path) || left == 0 {
					return false
				}
				left--
				return tt.behave(w, r, modeltest.Call{})
			})
			passes := times == 2 && tt.exit == 75 && name != "billing"
			if passes {
				d.mustSend(t)
			} else if f := d.mustFail(t, tt.exit, tt.code); strings.Contains(f.Error(), "secret-key") {
				t.Errorf("%s: the key is in %q", name, f)
			}
			d.batches.Front(nil)
			d.mustSend(t)
			if diff := cmp.Diff(everything, subjects(d.server.Calls())); diff != "" {
				t.Errorf("%s, %d times: questions (-want +got):\n%s", name, times, diff)
			}
		}
	}
}

// TestBatchRoom: an endpoint that takes only so much at once gets smaller
// batches, fewer at a time, and answers all in the end.
func TestBatchRoom(t *testing.T) {
	files := map[string]string{}
	for i := range 60 {
		files[fmt.Sprintf("d%d/f%d.go", i%3, i)] = fmt.Sprintf("package d // %d\n%s", i, strings.Repeat("// words that take room\n", 400))
	}
	d := newDepot(t, files)
	d.batches.Room(150_000)
	d.calls.MaxCalls = 64
	d.mustSend(t)
	n, calls := d.batches.Begun(), len(d.server.Calls())
	if calls != 64 || n < 6 || n > 60 {
		t.Errorf("%d questions in %d batches, want 64 in a few", calls, n)
	}
	t.Logf("%d batches", n)
}

// TestBatchStoredElsewhere: another run has taken the answers and deleted them.
func TestBatchStoredElsewhere(t *testing.T) {
	d := newDepot(t, small)
	d.batches.Looks(2)
	d.batches.Fate(func(int) string { return "expired" })
	d.batches.Skip(func(key string) bool { return key == digest(small["main.go"]) })
	other := newDepot(t, small)
	other.cache, other.batches, other.lab.server = d.cache, d.batches, d.lab.server
	d.onSleep = func(n int) error {
		if n == 1 {
			other.mustFail(t, 75, "model-batch")
		}
		return nil
	}
	d.mustFail(t, 75, "model-batch")
	if want := []string{"no answer about main.go: the batch expired before it was answered"}; !slices.Equal(d.warned, want) {
		t.Errorf("warned %q, want %q", d.warned, want)
	}
}

// TestBatchForeseen: a dry run counts what is then asked, and not less.
func TestBatchForeseen(t *testing.T) {
	d := newDepot(t, big(20, 5))
	cfg := d.config()
	cfg.Batch = true
	plan, err := Foresee(t.Context(), record.NewReader(bytes.NewReader(d.stream(t)), record.Demand{Syntax: true}), cfg)
	must(t, err)
	d.mustSend(t)
	files, dirs, in := 0, 0, 0
	for _, c := range d.server.Calls() {
		if !c.Dir {
			files++
			continue
		}
		dirs++
		in += Request{System: c.System, User: c.User}.size()
	}
	if plan.Files.Calls != files || plan.Directories.Calls < dirs || plan.Directories.TokensIn < in {
		t.Errorf("plan %+v; then %d files, %d directories with %d tokens", plan, files, dirs, in)
	}
}

func TestBatchLimits(t *testing.T) {
	d := newDepot(t, small)
	d.calls.MaxCalls = 3
	d.mustFail(t, 75, "limit")
	if n := len(d.server.Calls()); n != 3 {
		t.Errorf("%d questions, want 3", n)
	}
	d.calls.MaxCalls = 0
	d.server.Forget()
	d.mustSend(t)
	if n := len(d.server.Calls()); n != 5 {
		t.Errorf("%d questions, want the other 5", n)
	}
	d = newDepot(t, small)
	d.calls.MaxTokens = 1
	d.mustFail(t, 75, "limit")
	if n := d.batches.Begun(); n != 0 {
		t.Errorf("%d batches within 1 token", n)
	}
}

// TestBatchRefresh asks for everything anew, once.
func TestBatchRefresh(t *testing.T) {
	d := newDepot(t, small)
	d.mustSend(t)
	d.server.Forget()
	d.server.Say(func(c modeltest.Call) string {
		return strings.ReplaceAll(strings.ReplaceAll(modeltest.Usual(c), "Purpose ", "New purpose "), "Role ", "New role ")
	})
	d.cfg.Refresh = true
	for path, n := range notes(t, d.mustSend(t)) {
		if !strings.HasPrefix(n.Purpose+n.Role, "New ") {
			t.Errorf("%s: %q", path, n.Purpose+n.Role)
		}
	}
	if diff := cmp.Diff(everything, subjects(d.server.Calls())); diff != "" {
		t.Errorf("questions (-want +got):\n%s", diff)
	}
}

// TestBatchOneChange: after a change only what it changes is asked for.
func TestBatchOneChange(t *testing.T) {
	d := newDepot(t, small)
	d.mustSend(t)
	d.server.Forget()
	d.write(t, "auth/tokens.go", "package auth // other tokens\n")
	d.mustSend(t)
	if got := subjects(d.server.Calls()); !slices.Equal(got, []string{".", "auth", "auth/tokens.go"}) {
		t.Errorf("asked about %v", got)
	}
}

func TestBatchSecrets(t *testing.T) {
	const key = "sk-proj-" + "abcdefghijklmnopqrstT3BlbkFJabcdefghijklmnopqrst"
	d := newDepot(t, map[string]string{"a.go": "package a\n\nconst key = \"" + key + "\"\n"})
	d.mustSend(t)
	for _, c := range d.server.Calls() {
		if strings.Contains(c.Body, key) {
			t.Errorf("the question about %s holds the key", c.Subject)
		}
	}
}

func TestNoBatches(t *testing.T) {
	d := newDepot(t, small)
	d.cfg.Choose = func() (Client, string, error) { return NewPi("/nowhere", ""), "pi", nil }
	d.mustFail(t, 5, "no-batches")
	d.cfg.Choose = func() (Client, string, error) { return nil, "", noModel("there is no model to ask") }
	d.mustFail(t, 5, "no-model")
}
