package resolve

import (
	"path"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// makefile resolves an included file: from where make is run, which is the
// file's own directory or the root.
type makefile struct{ tree *tree }

func (m *makefile) resolve(from string, imp record.Import) []Target {
	name, _ := cutVariable(imp.Raw)
	name = strings.TrimLeft(name, "/")
	for _, root := range []string{path.Dir(from), "."} {
		if p, ok := join(root, name); ok && name != "" && m.tree.files[p] {
			return internal(p)
		}
	}
	return unresolved(imp.Raw)
}

// image names the container image that a build starts from, without its tag
// and digest.
func image(imp record.Import) []Target {
	name, _, _ := strings.Cut(imp.Raw, "@")
	if at := strings.LastIndexByte(name, ':'); at > strings.LastIndexByte(name, '/') {
		name = name[:at]
	}
	switch {
	case name == "scratch":
		return nil
	case name == "" || strings.ContainsAny(name, "${} \t\\"):
		return unresolved(imp.Raw)
	}
	return external(name)
}
