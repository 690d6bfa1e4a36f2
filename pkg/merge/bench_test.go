package merge

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
)

// bulk is a Go project of the size of n ordinary files.
func bulk(n int) []source {
	files := []source{other("go.mod", record.ClassConfig, record.Syntax{Facts: &record.Facts{Kind: "gomod", Module: "m"}})}
	for i := range n {
		dir := fmt.Sprintf("d%d/p%d", i/100, i/10)
		s := record.Syntax{Doc: fmt.Sprintf("File %d keeps things. It has more to say than is kept.", i)}
		for k := range 10 {
			name := fmt.Sprintf("Name%dOf%d", k, i%500)
			s.Symbols = append(s.Symbols, documented(record.Symbol{
				Name: name, Kind: record.KindFunction, Exported: k < 5, Signature: "func " + name + "(ctx context.Context, n int) error",
			}, name+" does one thing well."))
		}
		for k := range 5 {
			to := (i + k*37) % n
			s.Imports = append(s.Imports, imports(fmt.Sprintf("m/d%d/p%d", to/100, to/10), fmt.Sprintf("Name%dOf%d", k, to%500)))
		}
		for k := range 20 {
			s.Refs = append(s.Refs, fmt.Sprintf("Name%dOf%d", k%10, (i+k)%500))
		}
		files = append(files, goFile(fmt.Sprintf("%s/f%d.go", dir, i), fmt.Sprintf("p%d", i/10), s))
	}
	return files
}

// TestHeld pins what merge holds of a file until the stream ends, so that a
// hundred thousand of them fit.
func TestHeld(t *testing.T) {
	const files, maxBytes = 2000, 5000
	in := stream(t, bulk(files))
	held := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := held()
	r := record.NewReader(bytes.NewReader(in), record.Demand{Syntax: true})
	tr := newTree()
	for {
		l, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := tr.collect(l); err != nil {
			t.Fatal(err)
		}
	}
	if got := (int64(held()) - int64(before)) / files; got > maxBytes {
		t.Errorf("a file takes %d bytes, more than %d", got, maxBytes)
	}
	runtime.KeepAlive(tr)
	runtime.KeepAlive(in)
}

func BenchmarkRun(b *testing.B) {
	in := stream(b, bulk(2000))
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		w := record.NewWriter(io.Discard)
		if err := Run(context.Background(), record.NewReader(bytes.NewReader(in), record.Demand{Syntax: true}), w, Config{}); err != nil {
			b.Fatal(err)
		}
	}
}
