package walk

import (
	"context"
	"io"
	"testing"

	"github.com/pi-project-map/pmap/internal/goroot"
	"github.com/pi-project-map/pmap/pkg/record"
)

// BenchmarkWalk walks the standard library's sources.
func BenchmarkWalk(b *testing.B) {
	root := goroot.Source(b, "")
	files := 0
	for b.Loop() {
		r := &countingWriter{}
		w := record.NewWriter(r)
		if err := Run(context.Background(), w, Config{Root: root, Environ: environ()}); err != nil {
			b.Fatal(err)
		}
		if _, err := w.Close(0); err != nil {
			b.Fatal(err)
		}
		files += r.lines
	}
	b.ReportMetric(float64(files)/b.Elapsed().Seconds(), "records/s")
}

// countingWriter counts lines and drops them.
type countingWriter struct{ lines int }

func (c *countingWriter) Write(p []byte) (int, error) {
	for _, b := range p {
		if b == '\n' {
			c.lines++
		}
	}
	return io.Discard.Write(p)
}
