package render

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/pi-project-map/pmap/pkg/mapfile"
	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// read takes in the whole stream. The maps on disk are read meanwhile, nothing
// is written.
func (r *run) read(ctx context.Context, in *record.Reader) error {
	for {
		line, err := in.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = r.take(line)
		}
		if err != nil {
			return err
		}
	}
}

func (r *run) take(line record.Line) error {
	switch line.Type {
	case record.TypeHead:
		var head record.Head
		if err := line.Decode(&head); err != nil {
			return err
		}
		r.mode, r.options = head.Mode, head.Options
	case record.TypePage:
		var page record.Page
		if err := line.Decode(&page); err != nil {
			return badPage("record", err)
		}
		return r.page(page)
	case record.TypeDiag:
		var diag record.Diag
		if err := line.Decode(&diag); err != nil {
			return err
		}
		if diag.Severity == record.SeverityError || diag.Severity == record.SeverityWarning {
			r.trouble.add(diag)
		}
	}
	return nil
}

func (r *run) page(page record.Page) error {
	pair, err := mapfile.New(page, r.options)
	if err != nil {
		return badPage(pathname.Quote(string(page.Path)), err)
	}
	r.pages[string(page.Path)] = page.Picked != ""
	r.picking = r.picking || page.Picked != ""
	r.keepNotes(page)
	index := r.old(mapfile.IndexPath(page.Path), pair.Index.Format())
	text := r.old(mapfile.MapPath(page.Path), pair.Map.Format())
	if r.cfg.Check {
		if index.differs() || text.differs() {
			r.findings = append(r.findings, compare(pair, index, text)...)
		}
		r.findings = append(r.findings, r.compareNotes(page)...)
		return nil
	}
	for _, f := range []oldFile{text, index} {
		if !r.cfg.Show && !f.differs() {
			continue
		}
		data, err := r.spool.add(f.want)
		if err != nil {
			return record.Failf(record.ExitIO, "spool", "free some space", "keep the pages: %w", err)
		}
		r.changes = append(r.changes, change{dir: string(page.Path), path: f.path, data: data})
	}
	return nil
}

// oldFile is what is at a map's path now, and what should be.
type oldFile struct {
	path string
	have []byte
	err  error // why there are no bytes
	want []byte
}

func (r *run) old(path string, want []byte) oldFile {
	f := oldFile{path: path, want: want}
	if !r.cfg.Show {
		f.have, f.err = r.files.ReadFile(path, mapfile.MaxBytes)
	}
	return f
}

func (f oldFile) differs() bool { return f.err != nil || !bytes.Equal(f.have, f.want) }

// maxTrouble is how many of the earlier stages' warnings are shown.
const maxTrouble = 20

// trouble collects what earlier stages could not read or list: the first few
// by path, and how many more.
type trouble struct {
	lines []string
	n     int
}

func (u *trouble) add(d record.Diag) {
	u.n++
	line := d.Message
	if d.Path != "" {
		line = pathname.Quote(string(d.Path)) + ": " + d.Message
	}
	at, _ := slices.BinarySearch(u.lines, line)
	if at < maxTrouble {
		u.lines = slices.Insert(u.lines, at, line)
		u.lines = u.lines[:min(len(u.lines), maxTrouble)]
	}
}

func (u *trouble) warn(print func(string)) {
	if print == nil {
		return
	}
	for _, line := range u.lines {
		print(line)
	}
	if rest := u.n - len(u.lines); rest > 0 {
		print(fmt.Sprintf("and %d more like these; the stream has them all", rest))
	}
}
