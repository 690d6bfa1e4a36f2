package record

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestErrorIsFinal reads on after an error and after the end.
func TestErrorIsFinal(t *testing.T) {
	whole := strings.Join(tree(t), "")
	r := NewReader(strings.NewReader("{}\n"+whole), Demand{})
	_, first := r.Next()
	if f := AsFailure(first); f.Exit != ExitStream || f.Code != "bad-stream" || f.Hint == "" {
		t.Errorf("first error %v, exit code %d", first, f.Exit)
	}
	for range 3 {
		if l, err := r.Next(); err != first {
			t.Errorf("after an error: %q, %v", l.Raw, err)
		}
	}
	r = NewReader(strings.NewReader(whole), Demand{Syntax: true})
	for {
		if _, err := r.Next(); err != nil {
			break
		}
	}
	if l, err := r.Next(); err != io.EOF {
		t.Errorf("after the end: %q, %v", l.Raw, err)
	}
}

func TestReaderPassesAnyChunks(t *testing.T) {
	all := tree(t)
	whole, want := strings.Join(all, ""), strings.Join(all[:len(all)-1], "")
	for name, wrap := range map[string]func(io.Reader) io.Reader{
		"one byte": iotest.OneByteReader, "half": iotest.HalfReader, "error with the last bytes": iotest.DataErrReader,
	} {
		if got := rawLines(t, wrap(strings.NewReader(whole))); got != want {
			t.Errorf("%s: lines differ:\n%s", name, got)
		}
		if got := rawLines(t, wrap(strings.NewReader(string(packZstd(t, whole))))); got != want {
			t.Errorf("zstd, %s: lines differ:\n%s", name, got)
		}
	}
}

// TestReadErrorIsNoEnd proves that a read that fails is not taken for the end
// of the input, wherever it happens.
func TestReadErrorIsNoEnd(t *testing.T) {
	whole := strings.Join(tree(t), "")
	broken := errors.New("connection reset")
	for i := 0; i <= len(whole); i += 7 {
		code, err := exitOf(io.MultiReader(strings.NewReader(whole[:i]), iotest.ErrReader(broken)), Demand{Syntax: true})
		if code != ExitStream || !errors.Is(err, broken) {
			t.Errorf("after %d bytes: exit code %d, %v", i, code, err)
		}
	}
	code, err := exitOf(io.MultiReader(strings.NewReader(whole), iotest.ErrReader(broken)), Demand{Syntax: true})
	if code != ExitStream || !errors.Is(err, broken) {
		t.Errorf("after the end: exit code %d, %v", code, err)
	}
}

func TestMaxLine(t *testing.T) {
	head := lines(t, testHead)[0]
	const limit = 300 << 10 // longer than the reader's buffer
	for _, limit := range []int{200, limit} {
		for extra, wantErr := range map[int]bool{-1: false, 0: false, 1: true, 2: true, 5000: true, 300 << 10: true} {
			line := `{"type":"shiny","a":"` + strings.Repeat("x", limit+extra-23) + `"}`
			stream := strings.Join(closed(t, []string{head, line + "\n", `{"type":"dir","path":"."}` + "\n"}), "")
			r := NewReader(strings.NewReader(stream), Demand{})
			r.maxLine = limit
			var err error
			for n := 0; err == nil; n++ {
				var l Line
				if l, err = r.Next(); err == nil && n == 1 && string(l.Raw) != line {
					t.Errorf("limit %d, %+d: the line has changed", limit, extra)
				}
			}
			if (err != io.EOF) != wantErr {
				t.Errorf("limit %d, %+d: %v, want an error: %t", limit, extra, err, wantErr)
			}
		}
	}
}

func TestExitAfterDiags(t *testing.T) {
	diag := func(exit int) string {
		return lines(t, Diag{Stage: "ast", Severity: SeverityError, Code: "c", Message: "m", Exit: exit})[0]
	}
	head, root := lines(t, testHead)[0], lines(t, Dir{Path: "."})[0]
	for _, tt := range []struct{ a, b, want int }{{0, 0, 0}, {0, 3, 3}, {3, 0, 3}, {3, 75, 75}, {5, 75, 5}, {1, 3, 1}} {
		// closed copies, and so writes an end with exit 0
		stream := strings.Join(closed(t, []string{head, diag(tt.a), diag(tt.b), root}), "")
		if code, err := exitOf(strings.NewReader(stream), Demand{}); code != tt.want || err != nil {
			t.Errorf("diags with %d and %d: exit code %d, %v, want %d", tt.a, tt.b, code, err, tt.want)
		}
	}
}

// TestDecodeError proves that a stage that meets a bad record ends with 4.
func TestDecodeError(t *testing.T) {
	for _, raw := range []string{
		`{"type":"syntax"}`, `{"type":"syntax","state":"ok","symbol":[]}`, `{"type":"syntax","state":"ok","symbols":null}`,
		`{"type":"syntax","state":"ok","symbols":[{"name":"f","kind":"function","exported":1}]}`,
		`{"type":"syntax","state":"ok","facts":{}}`, `{"type":"syntax","state":"ok","facts":{"kind":"npm","bin":[{"key":"a","value":null}]}}`,
	} {
		l, err := ParseLine([]byte(raw))
		if err != nil {
			t.Fatal(err)
		}
		err = l.Decode(new(Syntax))
		if f := AsFailure(err); err == nil || f.Exit != ExitStream || strings.Contains(err.Error(), "Go ") {
			t.Errorf("%s: %v, exit code %d", raw, err, f.Exit)
		}
	}
	l, err := ParseLine([]byte(`{"type":"syntax","state":"ok","doc":"null, or null"}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Decode(new(Syntax)); err != nil {
		t.Errorf("the word null in a text: %v", err)
	}
}

func TestWorseExit(t *testing.T) {
	order := []int{ExitOK, ExitPartial, ExitNo, ExitTemporary, ExitIO, ExitStream, ExitUsage}
	for i, a := range order {
		for j, b := range order {
			if got, want := WorseExit(a, b), order[max(i, j)]; got != want {
				t.Errorf("WorseExit(%d, %d) = %d, want %d", a, b, got, want)
			}
		}
		if gave := a == ExitOK || a == ExitPartial; Gave(a) != gave {
			t.Errorf("Gave(%d) = %t", a, !gave)
		}
	}
	if got := WorseExit(ExitStream, 130); got != 130 {
		t.Errorf("a signal counts less than 4: %d", got)
	}
}

func TestOneLine(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "a b": "a b", "a  b": "a  b", "a\nb": "a b", "\ta \r\n b\x00": "a b", "a\xffb": "a\uFFFDb", "\u0085": "", "ö": "ö",
		"a\u2028b\u2029": "a b", "a\u202eb": "a\u202eb",
	} {
		if got := OneLine(in); got != want {
			t.Errorf("OneLine(%q) = %q, want %q", in, got, want)
		}
	}
}
