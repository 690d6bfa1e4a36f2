package resolve

import (
	"path"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// shell resolves what a script sources. The path often starts with a variable
// or a command that stands for a directory; the rest is looked for beside the
// script and from the root.
type shell struct{ tree *tree }

func (s *shell) resolve(from string, imp record.Import) []Target {
	name := strings.ReplaceAll(strings.ReplaceAll(imp.Raw, `"`, ""), "'", "")
	name, led := cutVariable(name)
	if name == "" || name[0] == '/' && !led || strings.ContainsAny(name, "$`*?~") {
		return unresolved(imp.Raw)
	}
	name = strings.TrimLeft(name, "/")
	for _, root := range []string{path.Dir(from), "."} {
		if p, ok := join(root, name); ok {
			if s.tree.files[p] {
				return internal(p)
			}
			if c := s.tree.within(p); c != "" {
				return internal(c)
			}
		}
	}
	return unresolved(imp.Raw)
}

// cutVariable removes one leading "$name", "${…}", "$(…)" or "`…`".
func cutVariable(name string) (rest string, led bool) {
	if name == "" || name[0] != '$' && name[0] != '`' {
		return name, false
	}
	if name[0] == '`' {
		_, rest, led = strings.Cut(name[1:], "`")
		return rest, led
	}
	depth := 0
	for i := 1; i < len(name); i++ {
		switch c := name[i]; {
		case c == '(' || c == '{':
			depth++
		case c == ')' || c == '}':
			depth--
			if depth == 0 {
				return name[i+1:], true
			}
		case depth == 0 && c == '/':
			return name[i:], true
		}
	}
	return "", true
}
