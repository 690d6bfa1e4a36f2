package render

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// many is n directories of eight files each, fifty to a parent.
func many(n int) []record.Page {
	var pages []record.Page
	var top []string
	for i := 0; i < n; i += 50 {
		name := fmt.Sprintf("d%05d", i)
		top = append(top, name)
		var below []string
		for j := range 49 {
			child := fmt.Sprintf("e%02d", j)
			below = append(below, child)
			pages = append(pages, busy(name+"/"+child))
		}
		pages = append(pages, busy(name, below...))
	}
	return append(pages, busy(".", top...))
}

func busy(dir string, children ...string) record.Page {
	p := page(dir, "Keeps the sessions of signed-in users and ends those that are stale.", children...)
	p.Files, p.Symbols = nil, nil
	for i := range 8 {
		name := pathname.Path(fmt.Sprintf("session_%d.go", i))
		f := record.PageFile{Name: name, Purpose: "Keeps one session and what was asked in it.", Deps: []pathname.Text{"std/fmt", "pkg/d00000/e01", "ext/golang.org/x/sync"}}
		for j := range 10 {
			symbol := fmt.Sprintf("SessionThing%d%d", i, j)
			f.Exports = append(f.Exports, symbol)
			p.Symbols = append(p.Symbols, record.PageSymbol{Name: symbol, File: name,
				Signature: fmt.Sprintf("func %s(ctx context.Context, id string, opts ...Option) (*Session, error)", symbol)})
		}
		p.Files = append(p.Files, f)
	}
	return p
}

func BenchmarkRender(b *testing.B) {
	pages := many(5000)
	in := stream(b, record.ModePlain, pages)
	bench := func(name string, fresh bool) {
		b.Run(name, func(b *testing.B) {
			root, cache := b.TempDir(), b.TempDir()
			for _, p := range pages {
				if err := os.MkdirAll(filepath.Join(root, string(p.Path)), 0o755); err != nil {
					b.Fatal(err)
				}
			}
			once := func() {
				r := record.NewReader(bytes.NewReader(in), record.Demand{Pages: true})
				if err := Run(b.Context(), r, os.Stdout, Config{Root: root, CacheDir: cache}); err != nil {
					b.Fatal(err)
				}
			}
			if !fresh {
				once()
			}
			b.SetBytes(int64(len(in)))
			b.ReportAllocs()
			for b.Loop() {
				once()
				if fresh {
					b.StopTimer()
					for _, p := range pages {
						_ = os.Remove(filepath.Join(root, string(p.Path), ".pi-map.md"))
						_ = os.Remove(filepath.Join(root, string(p.Path), ".pi-map.index.md"))
					}
					b.StartTimer()
				}
			}
			b.ReportMetric(float64(len(pages)*b.N)/b.Elapsed().Seconds(), "pages/s")
		})
	}
	bench("new", true)
	bench("unchanged", false)
}
