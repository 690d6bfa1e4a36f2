package resolve

import (
	"path"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// ecmascript resolves the specifiers of JavaScript, TypeScript and the
// component formats that hold them, as TypeScript's bundler resolution does.
type ecmascript struct {
	tree *tree
}

func newECMAScript(t *tree, files []File) *ecmascript {
	return &ecmascript{tree: t}
}

func (e *ecmascript) resolve(from string, imp record.Import) []Target {
	raw := imp.Raw
	spec, _, _ := strings.Cut(raw, "?")
	if isRelative(spec) {
		p, ok := join(path.Dir(from), spec)
		if !ok {
			return unresolved(raw)
		}
		if found := e.probe(from, p); found != "" {
			return internal(found)
		}
		return unresolved(raw)
	}
	if name := npmName(spec); name != "" {
		return external(name)
	}
	return unresolved(raw)
}

func isRelative(spec string) bool {
	return spec == "." || spec == ".." || strings.HasPrefix(spec, "./") || strings.HasPrefix(spec, "../")
}
