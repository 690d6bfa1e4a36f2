package render

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/mapfile"
	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
	"github.com/pi-project-map/pmap/pkg/rootfs"
)

// comparison collects what the two files of one directory get wrong.
type comparison struct {
	dir   pathname.Path
	found []record.Finding
	seen  map[record.Finding]bool // what both files get wrong is found once
}

func (c *comparison) add(code, name, format string, args ...any) {
	f := record.Finding{Code: code, Path: c.dir, Name: name, Message: fmt.Sprintf(format, args...)}
	if !c.seen[f] {
		c.seen[f] = true
		c.found = append(c.found, f)
	}
}

// compare says how a directory's files differ from what they should be. They
// do differ, so there is at least one finding.
func compare(want mapfile.Pair, index, text oldFile) []record.Finding {
	c := &comparison{dir: want.Map.Dir, seen: map[record.Finding]bool{}}
	if gone(index) && gone(text) {
		c.add(codeMissing, "", "the directory has no map")
		return c.found
	}
	if have, ok := parse(c, text, mapfile.ParseMap); ok && c.here(text, have.Dir) {
		c.dirty(have.Dirty)
		c.canonical(text, have.Format())
		c.maps(have, want.Map)
	}
	if have, ok := parse(c, index, mapfile.ParseIndex); ok && c.here(index, have.Dir) {
		c.dirty(have.Dirty)
		c.canonical(index, have.Format())
		c.indexes(have, want.Index)
	}
	return c.found
}

func gone(f oldFile) bool { return errors.Is(f.err, fs.ErrNotExist) }

// parse reads one of the files, or says why it cannot be.
func parse[T any](c *comparison, f oldFile, read func([]byte) (T, error)) (T, bool) {
	var none T
	name := path.Base(f.path)
	switch {
	case gone(f):
		c.add(codeUnpaired, name, "the file is missing beside its pair")
		return none, false
	case errors.Is(f.err, rootfs.ErrLink):
		c.add(codeUnparsable, name, "it is a link, not a file")
		return none, false
	case errors.Is(f.err, rootfs.ErrNotRegular):
		c.add(codeUnparsable, name, "it is not a regular file")
		return none, false
	case f.err != nil:
		c.add(codeUnparsable, name, "it cannot be read: %s", cause(f.err))
		return none, false
	}
	have, err := read(f.have)
	if err != nil {
		c.add(codeUnparsable, name, "%s", record.OneLine(err.Error()))
		return none, false
	}
	return have, true
}

// here reports whether a file is about the directory that it is in; after a
// directory was moved it is not.
func (c *comparison) here(f oldFile, dir pathname.Path) bool {
	if dir != c.dir {
		c.add(codeOrphaned, path.Base(f.path), "it is about %s, not about this directory", pathname.Quote(string(dir)))
	}
	return dir == c.dir
}

// cause is the innermost reason of an error, without the paths around it.
func cause(err error) string {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return record.OneLine(err.Error())
		}
		err = inner
	}
}

func (c *comparison) dirty(entries []mapfile.Dirty) {
	for _, d := range entries {
		c.add(codeDirty, pathname.Quote(string(d.File)), "%s at %s", d.What, d.Time)
	}
}

func (c *comparison) canonical(f oldFile, formatted []byte) {
	if bytes.Equal(f.have, formatted) {
		return
	}
	line := 1
	for i := 0; i < len(f.have) && i < len(formatted) && f.have[i] == formatted[i]; i++ {
		if f.have[i] == '\n' {
			line++
		}
	}
	c.add(codeHandEdited, path.Base(f.path), "line %d is not as pmap writes it", line)
}

func (c *comparison) maps(have, want mapfile.Map) {
	c.text("role", have.Role == want.Role)
	if !slices.Equal(have.RoleDeps, want.RoleDeps) {
		c.add(codeDep, "", "the role's dependencies differ: %s", delta(raw(have.RoleDeps), raw(want.RoleDeps)))
	}
	c.files(have.Files, want.Files)
	c.text("arch", slices.Equal(have.Arch, want.Arch))
	c.text("tags", slices.Equal(have.Tags, want.Tags))
	c.symbols(have.Symbols, want)
	c.text("workflows", slices.Equal(have.Workflows, want.Workflows))
}

func raw[T ~string](in []T) []string {
	out := make([]string, len(in))
	for i, s := range in {
		out[i] = string(s)
	}
	return out
}

func (c *comparison) text(section string, same bool) {
	if !same {
		c.add(codeText, "", "section %q differs", section)
	}
}

const notInMap = "the file is not in the map"

func (c *comparison) files(have, want []mapfile.File) {
	old := make(map[pathname.Path]mapfile.File, len(have))
	for _, f := range have {
		old[f.Name] = f
	}
	var order []pathname.Path
	for _, f := range want {
		was, listed := old[f.Name]
		if !listed {
			c.add(codeMissing, pathname.Quote(string(f.Name)), notInMap)
			continue
		}
		delete(old, f.Name)
		order = append(order, f.Name)
		c.file(was, f)
	}
	same := 0
	for _, f := range have {
		if _, orphan := old[f.Name]; orphan {
			c.add(codeOrphaned, pathname.Quote(string(f.Name)), "the file is listed, but gone")
		} else if same < len(order) && order[same] == f.Name {
			same++
		}
	}
	if same < len(order) {
		c.add(codeText, "", "the order of the files differs")
	}
}

func (c *comparison) file(have, want mapfile.File) {
	name := pathname.Quote(string(want.Name))
	if have.Purpose != want.Purpose {
		c.add(codeText, name, "the purpose differs")
	}
	if d := names(have.Exports, want.Exports); d != "" {
		c.add(codeSignature, name, "the exports differ: %s", d)
	}
	if d := names(have.Deps, want.Deps); d != "" {
		c.add(codeDep, name, "the dependencies differ: %s", d)
	}
}

func names(have, want mapfile.Names) string {
	if have.Cut == want.Cut && slices.Equal(have.Shown, want.Shown) {
		return ""
	}
	return delta(have.Shown, want.Shown)
}

// maxDelta is how many names a message has.
const maxDelta = 6

// delta says what came and went, or that only the order changed.
func delta(have, want []string) string {
	var list []string
	for _, s := range want {
		if !slices.Contains(have, s) {
			list = append(list, "+"+pathname.QuoteField(s))
		}
	}
	for _, s := range have {
		if !slices.Contains(want, s) {
			list = append(list, "-"+pathname.QuoteField(s))
		}
	}
	if len(list) == 0 {
		return "their order or number"
	}
	if len(list) > maxDelta {
		list = append(list[:maxDelta], "…")
	}
	return strings.Join(list, ", ")
}

// symbols compares file by file; a file that came or went has been found.
func (c *comparison) symbols(have []mapfile.Symbol, want mapfile.Map) {
	if slices.Equal(have, want.Symbols) {
		return
	}
	was, is := byFile(have), byFile(want.Symbols)
	found := false
	for _, f := range want.Files {
		if !slices.Equal(was[f.Name], is[f.Name]) {
			found = true
			if name := pathname.Quote(string(f.Name)); !c.missing(name) {
				c.add(codeSignature, name, "the signatures differ")
			}
		}
	}
	if !found {
		c.add(codeText, "", "section %q differs", "symbols")
	}
}

func (c *comparison) missing(name string) bool {
	return c.seen[record.Finding{Code: codeMissing, Path: c.dir, Name: name, Message: notInMap}]
}

func byFile(list []mapfile.Symbol) map[pathname.Path][]string {
	out := map[pathname.Path][]string{}
	for _, s := range list {
		out[s.File] = append(out[s.File], s.Signature)
	}
	return out
}

func (c *comparison) indexes(have, want mapfile.Index) {
	c.text("role", have.Role == want.Role)
	c.children(have.Children, want.Children)
	if !slices.Equal(have.Files, want.Files) {
		c.add(codeText, "", "the likely files differ")
	}
	c.text("workflows", slices.Equal(have.Workflows, want.Workflows))
}

func (c *comparison) children(have, want []mapfile.Entry) {
	old := make(map[pathname.Path]string, len(have))
	for _, e := range have {
		old[e.Name] = e.Text
	}
	for _, e := range want {
		text, listed := old[e.Name]
		switch {
		case !listed:
			c.add(codeMissing, pathname.Quote(string(e.Name)), "the directory is not in the index")
		case text != e.Text:
			c.add(codeText, pathname.Quote(string(e.Name)), "the directory's role differs in the index")
		}
		delete(old, e.Name)
	}
	for _, e := range have {
		if _, orphan := old[e.Name]; orphan {
			c.add(codeOrphaned, pathname.Quote(string(e.Name)), "the directory is in the index, but gone")
		}
	}
	if len(c.found) == 0 && !slices.Equal(have, want) {
		c.add(codeText, "", "the order of the directories differs")
	}
}
