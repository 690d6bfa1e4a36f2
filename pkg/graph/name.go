package graph

import (
	"strings"
	"unicode/utf8"

	"github.com/pi-project-map/pmap/pkg/pathname"
)

// more stands for what is left out.
const more = "…"

// maxName bounds names of packages from elsewhere, in characters.
const maxName = 120

// quoted is a name on a line of the page: as on a map's line and, because the
// page has arrows, with what would read as an arrow, a name in parentheses or
// a folded directory in octal.
func quoted(raw string) string {
	s := pathname.QuoteField(raw)
	if !strings.Contains(s, " -> ") && !strings.Contains(s, " (") && !strings.HasSuffix(raw, "/"+more) {
		return s
	}
	s = strings.NewReplacer(" -> ", ` -\076 `, " (", ` \050`, "/"+more, `/\342\200\246`).Replace(s)
	if !strings.HasPrefix(s, `"`) {
		s = `"` + s + `"`
	}
	return s
}

// foreign is the name of a package from elsewhere, cut if it is very long.
func foreign(raw string) string {
	if utf8.RuneCountInString(raw) > maxName {
		raw = string([]rune(raw)[:maxName-1]) + more
	}
	return quoted(raw)
}

// label is how a node is called on arrows.
func (n Node) label() string {
	s := quoted(n.Path)
	if n.Folded {
		s += "/" + more
	}
	return s
}

// title is a node's label and the name that a manifest gives it.
func (n Node) title() string {
	if n.Name == "" || n.Name == n.Path || n.Path == "." && n.Name == more {
		return n.label()
	}
	return n.label() + " (" + foreign(n.Name) + ")"
}
