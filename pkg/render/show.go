package render

import (
	"bufio"
	"context"
	"io"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/pi-project-map/pmap/pkg/mapfile"
	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/sumfile"
)

// show prints every file after a line that names it, a directory before those
// inside it and its index before its map: the order in which an agent wants
// them, so that it can stop when it knows enough. No line of a map starts as
// those lines do.
func (r *run) show(stdout io.Writer) error {
	out := bufio.NewWriterSize(stdout, 64<<10)
	slices.SortFunc(r.changes, func(a, b change) int {
		if c := comparePaths(a.dir, b.dir); c != 0 {
			return c
		}
		return strings.Compare(a.path, b.path)
	})
	for _, c := range r.changes {
		if !r.wanted(c.dir) {
			continue
		}
		data, err := r.spool.get(c.data)
		if err != nil {
			return writeFailure(err)
		}
		out.WriteString("==> " + pathname.Quote(c.path) + " <==\n") // errors show at Flush
		out.Write(data)
	}
	if err := out.Flush(); err != nil {
		return writeFailure(err)
	}
	return nil
}

// comparePaths orders a directory before those inside it.
func comparePaths(a, b string) int {
	if a == "." || b == "." {
		return strings.Compare(strings.TrimPrefix(a, "."), strings.TrimPrefix(b, "."))
	}
	return slices.Compare(strings.Split(a, "/"), strings.Split(b, "/"))
}

// diff prints what a run would change as a patch.
func (r *run) diff(ctx context.Context, stdout io.Writer) error {
	left, err := r.leftovers(ctx)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(stdout, 64<<10)
	sum, gone, err := r.sumChange()
	if err != nil {
		return err
	}
	if gone {
		left.gone = append(left.gone, sumfile.Name)
	}
	for _, c := range append(r.changes, sum...) {
		if c.path != sumfile.Name && !r.wanted(c.dir) {
			continue
		}
		want, err := r.spool.get(c.data)
		if err != nil {
			return writeFailure(err)
		}
		have, err := r.files.ReadFile(c.path, maxBytes(c.path))
		from := "a/" + c.path
		if err != nil {
			from = "/dev/null"
		}
		out.Write(patch(from, have, "b/"+c.path, want)) // errors show at Flush
	}
	for _, p := range left.gone {
		have, err := r.files.ReadFile(p, maxBytes(p))
		if err == nil {
			out.Write(patch("a/"+p, have, "/dev/null", nil))
		}
	}
	if err := out.Flush(); err != nil {
		return writeFailure(err)
	}
	return nil
}

// maxBytes is the longest file of ours at a path.
func maxBytes(p string) int64 {
	if p == sumfile.Name {
		return sumfile.MaxBytes
	}
	return mapfile.MaxBytes
}

// patch is a unified diff without the line of its own that the library puts
// first.
func patch(from string, have []byte, to string, want []byte) []byte {
	text := diff.Diff(pathname.Quote(from), have, pathname.Quote(to), want)
	if i := strings.IndexByte(string(text), '\n'); i >= 0 {
		return text[i+1:]
	}
	return text
}
