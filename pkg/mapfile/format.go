package mapfile

import (
	"bytes"
	"strings"

	"github.com/pi-project-map/pmap/pkg/pathname"
)

// Format returns the index file.
func (x Index) Format() []byte {
	w := writer{}
	dir := quote(x.Dir)
	w.line("# ", dir, " (index)")
	w.line("dir: ", dir)
	w.text("role", x.Role)
	w.heading("parent")
	if parent, ok := parentOf(x.Dir); ok {
		w.line("- ../", IndexName, " | ", quote(parent))
	}
	w.close()
	w.heading("children")
	for _, c := range x.Children {
		w.entry(pathname.QuoteField(string(c.Name)+"/"+IndexName), c.Text)
	}
	w.close()
	w.heading("files")
	for _, f := range x.Files {
		w.entry(quote(f.Name), f.Text)
	}
	w.close()
	w.heading("links")
	w.line("index: ", pathname.QuoteField(IndexPath(x.Dir)))
	w.line("map: ", pathname.QuoteField(MapPath(x.Dir)))
	w.bullets("workflows", x.Workflows)
	w.dirty(x.Dirty)
	return w.buf.Bytes()
}

// Format returns the map file.
func (m Map) Format() []byte {
	w := writer{}
	dir := quote(m.Dir)
	w.line("# ", dir)
	w.line("dir: ", dir)
	w.line("index: ", pathname.QuoteField(IndexPath(m.Dir)))
	w.text("role", m.roleLine())
	w.heading("files")
	for _, f := range m.Files {
		w.entry(quote(f.Name), f.fields()...)
	}
	w.close()
	w.heading("arch")
	for _, line := range m.Arch {
		w.line(line)
	}
	w.close()
	w.text("tags", strings.Join(m.Tags, " "))
	w.heading("symbols")
	for _, s := range m.Symbols {
		w.entry(s.Signature, quote(s.File))
	}
	w.close()
	w.bullets("workflows", m.Workflows)
	w.dirty(m.Dirty)
	return w.buf.Bytes()
}

func (m Map) roleLine() string {
	if len(m.RoleDeps) == 0 {
		return m.Role
	}
	names := make([]string, len(m.RoleDeps))
	for i, d := range m.RoleDeps {
		names[i] = pathname.QuoteField(string(d))
	}
	return strings.TrimLeft(m.Role+" ", " ") + "Dep: " + strings.Join(names, ", ") + "."
}

func (f File) fields() []string {
	return []string{f.Purpose, f.Exports.field("exp: "), f.Deps.field("dep: ")}
}

// field returns the list as the map writes it, or nothing if it is empty.
func (n Names) field(key string) string {
	if len(n.Shown) == 0 && !n.Cut {
		return ""
	}
	items := make([]string, 0, len(n.Shown)+1)
	for _, name := range n.Shown {
		items = append(items, pathname.QuoteField(name))
	}
	if n.Cut {
		items = append(items, more)
	}
	return key + strings.Join(items, ", ")
}

func quote(p pathname.Path) string { return pathname.QuoteField(string(p)) }

// writer writes the lines of a file; a section without lines gets a "-".
type writer struct {
	buf   bytes.Buffer
	empty bool // the open section has no line yet
}

func (w *writer) line(parts ...string) {
	for _, p := range parts {
		w.buf.WriteString(p)
	}
	w.buf.WriteByte('\n')
	w.empty = false
}

func (w *writer) heading(name string) {
	w.line("## ", name)
	w.empty = true
}

func (w *writer) close() {
	if w.empty {
		w.line("-")
	}
}

func (w *writer) text(name, text string) {
	w.heading(name)
	if text != "" {
		w.line(text)
	}
	w.close()
}

func (w *writer) bullets(name string, lines []string) {
	w.heading(name)
	for _, l := range lines {
		w.line("- ", l)
	}
	w.close()
}

// entry writes a bullet; empty fields are left out.
func (w *writer) entry(name string, fields ...string) {
	w.buf.WriteString("- ")
	w.buf.WriteString(name)
	for _, f := range fields {
		if f != "" {
			w.buf.WriteString(" | ")
			w.buf.WriteString(f)
		}
	}
	w.line()
}

func (w *writer) dirty(entries []Dirty) {
	w.heading("dirty")
	for _, d := range entries {
		w.line(d.Time, ": ", quote(d.File), " ", d.What)
	}
	w.close()
}
