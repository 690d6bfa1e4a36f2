package llm

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// watch feeds a meter one state a second for so long.
func watch(w World, seconds int) *meter {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w.Now = func() time.Time { return now }
	m := newMeter(w)
	for i := range seconds {
		now = now.Add(time.Second)
		m.show(Progress{Subjects: 400, Done: i, Cached: i / 2, Calls: i - i/2, TokensIn: 1000 * i})
	}
	return m
}

func TestMeterInALog(t *testing.T) {
	var told []string
	tell := func(s string) { told = append(told, s) }
	watch(World{Tell: tell}, 59).done()
	if len(told) != 0 {
		t.Errorf("a short run says %q", told)
	}
	watch(World{Tell: tell}, 150).done()
	want := []string{"59/400, 29 without a call, 59k tokens", "119/400, 59 without a call, 119k tokens"}
	if strings.Join(told, "\n") != strings.Join(want, "\n") {
		t.Errorf("told %q, want %q", told, want)
	}
}

func TestMeterOnATerminal(t *testing.T) {
	var screen bytes.Buffer
	told := 0
	m := watch(World{Terminal: true, Stderr: &screen, Tell: func(string) { told++ }}, 30)
	text := screen.String()
	for _, part := range []string{"29/400, 14 without a call, 29k tokens", "\r", "notes/"} {
		if !strings.Contains(text, part) {
			t.Errorf("the screen lacks %q: %q", part, text)
		}
	}
	if strings.Contains(text, "\n") || strings.Contains(text, "\x1b") || told != 0 {
		t.Errorf("more than a line, colours, or a log (%d): %q", told, text)
	}
	screen.Reset()
	m.over(func(s string) { screen.WriteString(s + "\n") })("warning")
	lines := strings.Split(screen.String(), "\r")
	if lines[len(lines)-1] != "warning\n" || strings.TrimSpace(strings.Join(lines[:len(lines)-1], "")) != "" {
		t.Errorf("a message is mixed with the bar: %q", screen.String())
	}
	m.show(Progress{Batches: 2, Subjects: 4, Done: 1})
	screen.Reset()
	m.done()
	if strings.TrimSpace(screen.String()) != "" {
		t.Errorf("the end leaves %q", screen.String())
	}
}

func TestProgressLine(t *testing.T) {
	for want, p := range map[string]Progress{
		"1/2, 0 without a call, 9999 tokens": {Subjects: 2, Done: 1, TokensIn: 9990, TokensOut: 9},
		"1/2, 1 without a call, 12M tokens":  {Subjects: 2, Done: 1, Cached: 1, TokensIn: 12_345_678},
		"5/80 in batches: 2":                 {Subjects: 80, Done: 5, Batches: 2},
	} {
		if got := p.String(); got != want {
			t.Errorf("%+v is %q, want %q", p, got, want)
		}
	}
}
