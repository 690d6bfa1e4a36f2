package walk

import (
	"fmt"
	"slices"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// picks decides which records the operands pick. A directory picks everything
// inside it. An operand that is not listed (it is gone, or ignored) picks the
// nearest directory above it that is, without that directory's contents.
type picks struct {
	self  map[string]bool     // operands that the listing has
	above map[string]bool     // directories that hold an operand
	gone  map[string][]string // by the directory that may stand in: operands not listed
}

// newPicks prepares the picks of operands among the entries; without operands
// it is nil, and nothing is picked.
func newPicks(operands []string, entries []entry) *picks {
	if len(operands) == 0 {
		return nil
	}
	files, dirs := map[string]bool{}, map[string]bool{".": true}
	for _, e := range entries {
		if e.kind == unreadable {
			continue
		}
		files[e.path] = true
		for d := parent(e.path); !dirs[d]; d = parent(d) {
			dirs[d] = true
		}
	}
	p := &picks{self: map[string]bool{}, above: map[string]bool{}, gone: map[string][]string{}}
	for _, op := range operands {
		at := op
		for !files[at] && !dirs[at] {
			at = parent(at)
		}
		if at == op || files[at] { // what is inside a single line is that line
			p.self[at] = true
		} else {
			p.gone[at] = append(p.gone[at], op)
		}
		for d := parent(at); d != ""; d = parent(d) {
			p.above[d] = true
		}
	}
	return p
}

func (p *picks) file(path string) record.Picked {
	if p == nil {
		return ""
	}
	if n := len(path); path[n-1] == '/' {
		path = path[:n-1]
	}
	if p.within(path) {
		return record.PickedSelf
	}
	return ""
}

// within reports whether path or a directory above it is an operand.
func (p *picks) within(path string) bool {
	for ; path != ""; path = parent(path) {
		if p.self[path] {
			return true
		}
	}
	return false
}

// dir returns how a directory that is listed is picked, and what to say about
// operands that it stands in for.
func (p *picks) dir(path string) (record.Picked, []record.Diag) {
	if p == nil {
		return "", nil
	}
	gone := p.gone[path]
	slices.Sort(gone)
	var said []record.Diag
	for _, op := range slices.Compact(gone) {
		said = append(said, record.Diag{
			Stage: stage, Severity: record.SeverityInfo, Code: "not-listed", Path: pathname.Path(op),
			Message: fmt.Sprintf("not listed; %s is picked instead", pathname.Quote(path)),
		})
	}
	switch {
	case len(gone) > 0 || p.within(path):
		return record.PickedSelf, said
	case p.above[path]:
		return record.PickedAbove, nil
	}
	return "", nil
}

// missed says that an entry turned out not to be there.
func (p *picks) missed(path string) {
	if p != nil && p.self[path] {
		p.gone[parent(path)] = append(p.gone[parent(path)], path)
	}
}

// unlisted passes on what a directory that is not listed would have picked.
func (p *picks) unlisted(path string) {
	if p == nil {
		return
	}
	up := parent(path)
	if p.self[path] {
		p.gone[up] = append(p.gone[up], path)
	}
	p.gone[up] = append(p.gone[up], p.gone[path]...)
}
