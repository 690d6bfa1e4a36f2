package record

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

func packZstd(t testing.TB, plain string) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := zstd.NewWriter(&out, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, plain); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func packGzip(t testing.TB, plain string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := io.WriteString(w, plain); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// rawLines reads a stream to its end and returns the lines as they stood.
func rawLines(t testing.TB, stream io.Reader) string {
	t.Helper()
	r := NewReader(stream, Demand{})
	var all strings.Builder
	for {
		l, err := r.Next()
		if errors.Is(err, io.EOF) {
			return all.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		all.Write(l.Raw)
		all.WriteByte('\n')
	}
}

func TestCompressedIsEqual(t *testing.T) {
	all := tree(t)
	want, whole := strings.Join(all[:len(all)-1], ""), strings.Join(all, "")
	for name, stream := range map[string]io.Reader{
		"plain":        strings.NewReader(whole),
		"zstd":         bytes.NewReader(packZstd(t, whole)),
		"zstd frames":  io.MultiReader(bytes.NewReader(packZstd(t, whole[:77])), bytes.NewReader(packZstd(t, whole[77:]))),
		"gzip":         bytes.NewReader(packGzip(t, whole)),
		"gzip members": io.MultiReader(bytes.NewReader(packGzip(t, whole[:77])), bytes.NewReader(packGzip(t, whole[77:]))),
	} {
		if got := rawLines(t, stream); got != want {
			t.Errorf("%s: lines differ:\n%s", name, got)
		}
	}
}

// endless yields one byte for ever.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

// TestBomb proves that a stream that unpacks to far more than it weighs is
// refused with bounded memory: one line of 1 GiB in some kilobytes.
func TestBomb(t *testing.T) {
	if testing.Short() {
		t.Skip("unpacks 64 MiB")
	}
	var packed bytes.Buffer
	w, err := zstd.NewWriter(&packed, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.CopyN(w, endless('a'), 1<<30); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	code, err := exitOf(&packed, Demand{})
	runtime.ReadMemStats(&after)
	if code != ExitStream || !strings.Contains(err.Error(), "longer than 67108864 bytes") {
		t.Errorf("exit code %d, %v", code, err)
	}
	// The line's buffer grows by a factor, so all of its sizes together are
	// some times the longest line.
	if took := after.TotalAlloc - before.TotalAlloc; took > 8*MaxLine {
		t.Errorf("took %d bytes, more than 8 times the longest line", took)
	}
}

// TestReadsNoMoreThanAsked feeds a pipe line by line: each line must come out
// before the next is written, plain and compressed.
func TestReadsNoMoreThanAsked(t *testing.T) {
	all := tree(t)
	for _, name := range []string{"plain", "zstd", "gzip"} {
		in, out := io.Pipe()
		feed := packer(t, name, out)
		r := NewReader(in, Demand{Syntax: true})
		for i, line := range all {
			last := i == len(all)-1
			wrote := make(chan error, 1)
			go func() { wrote <- feed(line, last) }()
			l, err := r.Next()
			if last {
				if !errors.Is(err, io.EOF) {
					t.Errorf("%s: after the end: %v", name, err)
				}
			} else if err != nil || string(l.Raw)+"\n" != line {
				t.Fatalf("%s: line %d: %s, %v", name, i, l.Raw, err)
			}
			if err := <-wrote; err != nil {
				t.Fatal(err)
			}
		}
	}
}

// packer returns a function that writes a line at once, and at last closes out.
func packer(t *testing.T, name string, out *io.PipeWriter) func(line string, last bool) error {
	type flusher interface {
		io.WriteCloser
		Flush() error
	}
	var w flusher
	switch name {
	case "plain":
		return func(line string, last bool) error {
			_, err := io.WriteString(out, line)
			if last {
				err = errors.Join(err, out.Close())
			}
			return err
		}
	case "zstd":
		z, err := zstd.NewWriter(out, zstd.WithEncoderConcurrency(1))
		if err != nil {
			t.Fatal(err)
		}
		w = z
	case "gzip":
		w = gzip.NewWriter(out)
	}
	return func(line string, last bool) error {
		_, err := io.WriteString(w, line)
		err = errors.Join(err, w.Flush())
		if last {
			err = errors.Join(err, w.Close(), out.Close())
		}
		return err
	}
}

// TestNoGoroutines drops readers in the middle of their streams: nothing may be
// left running.
func TestNoGoroutines(t *testing.T) {
	whole := strings.Join(tree(t), "")
	before := runtime.NumGoroutine()
	for range 20 {
		for _, stream := range [][]byte{[]byte(whole), packZstd(t, whole), packGzip(t, whole)} {
			if _, err := NewReader(bytes.NewReader(stream), Demand{}).Next(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines, %d before", after, before)
	}
}

func TestNewReaderReadsNothing(t *testing.T) {
	in, _ := io.Pipe() // a read would never return
	NewReader(in, Demand{})
}
