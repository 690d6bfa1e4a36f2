package lang

import (
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// Imports gathers a file's imports: one for each raw text and form, in the
// order in which they first came, names sorted and each once. Its zero value
// is empty.
type Imports struct {
	list  []record.Import
	index map[[2]string]int
}

// Add adds an import or unites it with an earlier one of the same raw text and
// form: a re-export if one of them is, type only if both are. What has a line
// break in it names nothing.
func (s *Imports) Add(i record.Import) {
	if i.Raw == "" || strings.ContainsAny(i.Raw, "\n\r") {
		return
	}
	key := [2]string{i.Raw, i.Form}
	at, ok := s.index[key]
	if !ok {
		if s.index == nil {
			s.index = map[[2]string]int{}
		}
		s.index[key] = len(s.list)
		i.Names = slices.Clone(i.Names)
		s.list = append(s.list, i)
		return
	}
	old := &s.list[at]
	old.Names = append(old.Names, i.Names...)
	old.Reexport = old.Reexport || i.Reexport
	old.TypeOnly = old.TypeOnly && i.TypeOnly
}

// List returns what was gathered.
func (s *Imports) List() []record.Import {
	for i := range s.list {
		slices.Sort(s.list[i].Names)
		s.list[i].Names = slices.Compact(s.list[i].Names)
	}
	return s.list
}
