package record

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/pi-project-map/pmap/pkg/pathname"
)

// manyFiles is a stream of n files, each with a syntax of some size.
func manyFiles(t testing.TB, n int) string {
	all := lines(t, testHead)
	sym := Symbol{Name: "Handler", Kind: KindFunction, Signature: "Handler(w http.ResponseWriter, r *http.Request)", Exported: true, Doc: "Handler answers one request."}
	for i := range n {
		path := pathname.Path(fmt.Sprintf("f%08d.go", i))
		all = append(all, lines(t,
			File{Path: path, Size: 1000, Lines: 40, SHA256: digest, Lang: "Go", Class: ClassSource},
			Syntax{SHA256: digest, Extractor: "go@1", State: StateOK, Symbols: []Symbol{sym, sym, sym, sym}})...)
	}
	return strings.Join(closed(t, append(all, lines(t, Dir{Path: "."})...)), "")
}

func readAll(t testing.TB, stream string) {
	r := NewReader(strings.NewReader(stream), Demand{Syntax: true})
	for {
		if _, err := r.Next(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// TestAllocations pins what a record costs, which is the same on every machine.
func TestAllocations(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates too")
	}
	const n = 1000
	none, some := manyFiles(t, 0), manyFiles(t, n)
	read := (testing.AllocsPerRun(5, func() { readAll(t, some) }) - testing.AllocsPerRun(5, func() { readAll(t, none) })) / n
	if read > 6.5 {
		t.Errorf("reading a file and its syntax takes %.2f allocations, more than 6.5", read)
	}
	w := NewWriter(io.Discard)
	l, err := ParseLine([]byte(`{"type":"dir","path":"."}`))
	if err != nil {
		t.Fatal(err)
	}
	copied := testing.AllocsPerRun(1000, func() {
		if err := w.Copy(l); err != nil {
			t.Fatal(err)
		}
	})
	if copied > 0 {
		t.Errorf("copying a line takes %.2f allocations", copied)
	}
	var rec Record = File{Path: "a.go", Size: 1, Lines: 1, SHA256: digest, Lang: "Go", Class: ClassSource}
	written := testing.AllocsPerRun(1000, func() {
		if err := w.Write(rec); err != nil {
			t.Fatal(err)
		}
	})
	if written > 6 {
		t.Errorf("writing a file takes %.2f allocations, more than 6", written)
	}
	t.Logf("read %.2f, written %.2f", read, written)
}

func BenchmarkReader(b *testing.B) {
	stream := manyFiles(b, 1000)
	b.SetBytes(int64(len(stream)))
	b.ReportAllocs()
	for b.Loop() {
		readAll(b, stream)
	}
}

func BenchmarkWriter(b *testing.B) {
	w := NewWriter(io.Discard)
	rec := File{Path: "a.go", Size: 1, Lines: 1, SHA256: digest, Lang: "Go", Class: ClassSource}
	b.ReportAllocs()
	for b.Loop() {
		if err := w.Write(rec); err != nil {
			b.Fatal(err)
		}
	}
}
