package llm

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/internal/modeltest"
	"github.com/pi-project-map/pmap/pkg/record"
)

const good = "PURPOSE: x.\nDEPS: none\nCONCEPTS: none"

// faults are all ways in which a server fails, and how a run ends that meets
// one at every call.
var faults = []struct {
	name   string
	behave modeltest.Behave
	exit   int
	code   string
	calls  int // at one subject, with one call at a time
}{
	{"hang", modeltest.Hang, 75, "model-time-out", 4},
	{"trickle", modeltest.Trickle, 75, "model-time-out", 4},
	{"cut body", modeltest.CutBody, 75, "model-unreachable", 4},
	{"reset", modeltest.Reset, 75, "model-unreachable", 4},
	{"oversized body", modeltest.Oversized, 5, "model-reply", 2},
	{"wrong content type", modeltest.Raw("text/html", "<html>log in</html>"), 5, "model-reply", 2},
	{"not JSON", modeltest.Raw("application/json", "{choices:"), 5, "model-reply", 4},
	{"JSON of another shape", modeltest.Raw("application/json", `{"choices":"none"}`), 5, "model-reply", 4},
	{"no choices", modeltest.Raw("application/json", `{"choices":[]}`), 5, "model-reply", 2},
	{"empty object", modeltest.Raw("application/json", `{}`), 5, "model-reply", 2},
	{"400", modeltest.Status(400, "context length exceeded"), 5, "model-refused", 1},
	{"401", modeltest.Status(401, "Incorrect API key provided: sk-very-secret-key"), 5, "model-auth", 1},
	{"402", modeltest.Status(402, "pay"), 75, "model-quota", 1},
	{"403", modeltest.Status(403, "no"), 5, "model-auth", 1},
	{"404", modeltest.Status(404, "The model `m` does not exist"), 5, "model-unknown", 1},
	{"408", modeltest.Status(408, "slow"), 75, "model-busy", 4},
	{"413", modeltest.Status(413, "too large"), 5, "model-refused", 1},
	{"429", modeltest.Status(429, "slow down"), 75, "model-busy", 4},
	{"429 with seconds", modeltest.Status(429, "slow down", "Retry-After", "1"), 75, "model-busy", 4},
	{"429 with a date", modeltest.Status(429, "slow down", "Date", "Tue, 01 Dec 2026 00:00:00 GMT", "Retry-After", "Tue, 01 Dec 2026 00:00:02 GMT"), 75, "model-busy", 4},
	{"429 for an hour", modeltest.Status(429, "slow down", "Retry-After", "3600"), 75, "model-busy", 1},
	{"429 without quota", modeltest.Raw("", ""), 75, "model-quota", 1},
	{"500", modeltest.Status(500, "oops"), 75, "model-busy", 4},
	{"503", modeltest.Status(503, "soon", "Retry-After", "1"), 75, "model-busy", 4},
	{"cut at a length", modeltest.Finish(good, "length"), 5, "model-reply", 2},
	{"content filter", modeltest.Finish("", "content_filter"), 5, "model-refused", 1},
	{"empty", modeltest.Finish(" \n", "stop"), 5, "model-reply", 2},
	{"refusal in words", modeltest.Finish("I'm sorry, I can't help with that.", "stop"), 5, "model-reply", 2},
	{"the format itself", modeltest.Finish("PURPOSE: <concise description>\nDEPS: none\nCONCEPTS: none", "stop"), 5, "model-reply", 2},
	{"half an answer", modeltest.Finish("PURPOSE: it was cut he", "stop"), 5, "model-reply", 2},
	{"redirect elsewhere", func(w http.ResponseWriter, r *http.Request, _ modeltest.Call) bool {
		http.Redirect(w, r, "http://127.0.0.2:1/v1/chat/completions", http.StatusTemporaryRedirect)
		return true
	}, 5, "model-unreachable", 1},
}

func noQuota(w http.ResponseWriter, _ *http.Request, _ modeltest.Call) bool {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusTooManyRequests)
	_, _ = w.Write([]byte(`{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}`))
	return true
}

// TestFaults meets each fault from the third call on. The run ends as it must,
// and the next one asks only for what is not stored and comes out like one that
// was not disturbed.
func TestFaults(t *testing.T) {
	undisturbed := newLab(t, small)
	want := said(t, undisturbed.mustRun(t))
	for _, tt := range faults {
		t.Run(tt.name, func(t *testing.T) {
			if tt.name == "429 without quota" {
				tt.behave = noQuota
			}
			l := newLab(t, small)
			l.calls = Limits{Concurrency: 1}
			if tt.code == "model-time-out" {
				l.calls.Timeout = 500 * time.Millisecond // the answers that are good come far sooner
			}
			l.server.Behave(modeltest.After(2, tt.behave))
			_, f := l.run(t)
			if f == nil {
				t.Fatal("the run succeeds")
			}
			if f.Exit != tt.exit || f.Code != tt.code || f.Hint == "" {
				t.Errorf("exit %d, code %s, hint %q (%v), want exit %d, code %s", f.Exit, f.Code, f.Hint, f, tt.exit, tt.code)
			}
			if strings.Contains(f.Error()+f.Hint, "secret-key") {
				t.Errorf("the key is in the message: %v", f)
			}
			if n := len(l.server.Calls()) - 2; n != tt.calls {
				t.Errorf("%d calls for the third subject, want %d", n, tt.calls)
			}
			l.server.Forget()
			l.server.Behave(nil)
			l.calls.Timeout = 0
			got := said(t, l.mustRun(t))
			if n := len(l.server.Calls()); n != 6 {
				t.Errorf("the next run makes %d calls, want 6", n)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("the next run (-undisturbed +got):\n%s", diff)
			}
		})
	}
}

// TestFaultsThatPass are retried without anybody noticing.
func TestFaultsThatPass(t *testing.T) {
	for name, b := range map[string]modeltest.Behave{
		"429": modeltest.Status(429, "x", "Retry-After", "0.5"), "500": modeltest.Status(500, "x"), "reset": modeltest.Reset,
		"cut": modeltest.CutBody, "broken": modeltest.Raw("application/json", `{"choi`),
	} {
		l := newLab(t, map[string]string{"a.go": "package a\n"})
		l.calls.Concurrency = 1
		l.server.Behave(modeltest.Times(3, b))
		l.mustRun(t)
		if n := len(l.server.Calls()); n != 5 {
			t.Errorf("%s: %d calls, want 3 that fail and 2 that do not", name, n)
		}
	}
	l := newLab(t, map[string]string{"a.go": "package a\n"})
	l.server.Behave(modeltest.Times(1, modeltest.Finish("What a nice file!", "stop")))
	l.mustRun(t)
	calls := l.server.Calls()
	if len(calls) != 3 || !strings.HasSuffix(calls[1].User, again) {
		t.Errorf("an answer in no form: %d calls, the second ends in %q", len(calls), calls[1].User[max(0, len(calls[1].User)-80):])
	}
}

func TestUnreachable(t *testing.T) {
	web := httptest.NewServer(http.NotFoundHandler())
	web.Close()
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	defer secure.Close()
	for name, tt := range map[string]struct {
		client Client
		exit   int
	}{
		"connection refused":  {NewExternal(web.URL+"/v1", ""), record.ExitIO},
		"unknown host":        {NewExternal("http://no-such-host.invalid/v1", ""), record.ExitIO},
		"unknown certificate": {NewExternal(secure.URL+"/v1", "k"), record.ExitIO},
		"no TLS":              {NewExternal("https"+strings.TrimPrefix(newLab(t, nil).server.URL, "http"), "k"), record.ExitIO},
		"no socket":           {NewPi("/nonexistent/socket", "k"), record.ExitIO},
	} {
		l := newLab(t, map[string]string{"a.go": "package a\n"})
		l.cfg.Choose = func() (Client, string, error) { return tt.client, "m", nil }
		_, f := l.run(t)
		if f == nil || f.Exit != tt.exit || f.Code != "model-unreachable" || !strings.Contains(f.Hint, "--no-llm") {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

func TestLimits(t *testing.T) {
	for name, limit := range map[string]Limits{"calls": {MaxCalls: 3}, "tokens": {MaxTokens: 1000}} {
		l := newLab(t, small)
		l.calls = limit
		_, f := l.run(t)
		if f == nil || f.Exit != record.ExitTemporary || f.Code != "limit" {
			t.Fatalf("%s: %+v", name, f)
		}
		first := len(l.server.Calls())
		if name == "calls" && first != 3 || first == 0 {
			t.Errorf("%s: %d calls", name, first)
		}
		l.calls = Limits{}
		l.mustRun(t)
		if n := len(l.server.Calls()); n != 8 {
			t.Errorf("%s: %d calls in two runs, want 8", name, n)
		}
	}
}

// TestCancelled keeps the answers that are under way when a signal comes.
func TestCancelled(t *testing.T) {
	l := newLab(t, small)
	l.calls.Concurrency = 3
	ctx, cancel := context.WithCancel(t.Context())
	l.server.Latency(func(c modeltest.Call) time.Duration {
		if c.N == 2 {
			cancel()
		}
		return 100 * time.Millisecond
	})
	in := record.NewReader(strings.NewReader(string(l.stream(t))), record.Demand{Syntax: true})
	if err := Run(ctx, in, record.NewWriter(discard{}), l.config()); err == nil {
		t.Fatal("the run succeeds")
	}
	before := len(l.server.Calls())
	l.mustRun(t)
	if n := len(l.server.Calls()); n != 8 || before > 3 {
		t.Errorf("%d calls before the signal, %d in all, want 8", before, n)
	}
}

// TestNoModel: only a question needs a model.
func TestNoModel(t *testing.T) {
	l := newLab(t, small)
	l.cfg.Choose = func() (Client, string, error) { return nil, "", noModel("there is no model to ask") }
	_, f := l.run(t)
	if f == nil || f.Exit != record.ExitIO || f.Code != "no-model" {
		t.Fatalf("%+v", f)
	}
	for _, way := range []string{"OPENAI_API_KEY", "OPENAI_BASE_URL", "--no-llm"} {
		if !strings.Contains(f.Hint, way) {
			t.Errorf("the hint lacks %s: %s", way, f.Hint)
		}
	}
	l = newLab(t, map[string]string{"empty": ""})
	l.cfg.Choose = func() (Client, string, error) { return nil, "", noModel("x") }
	l.mustRun(t)
}

func TestRetryAfter(t *testing.T) {
	for _, tt := range []struct {
		value, date string
		want        time.Duration
	}{
		{"", "", 0},
		{"7", "", 7 * time.Second},
		{"0.25", "", 250 * time.Millisecond},
		{"-3", "", 0},
		{"1e300", "", 0},
		{"soon", "", 0},
		{"Tue, 01 Dec 2026 00:00:09 GMT", "Tue, 01 Dec 2026 00:00:00 GMT", 9 * time.Second},
		{"Tue, 01 Dec 2026 00:00:00 GMT", "Tue, 01 Dec 2026 00:00:09 GMT", 0},
		{"Tue, 01 Dec 2026 00:00:09 GMT", "", 0},
	} {
		h := http.Header{"Retry-After": {tt.value}, "Date": {tt.date}}
		if got := retryAfter(h); got != tt.want {
			t.Errorf("%q at %q: %v, want %v", tt.value, tt.date, got, tt.want)
		}
	}
}
