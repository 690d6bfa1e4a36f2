package resolve

import (
	"path"
	"strings"
)

// nuxt resolves the names that Nuxt makes: its source directory, the root, what
// both sides of an application share, and modules of its own. It gives nil for
// any other, and outside packages that require Nuxt.
func (e *ecmascript) nuxt(from, spec string) []Target {
	if strings.IndexByte("~@#", spec[0]) < 0 {
		return nil
	}
	pkg := e.packageOf(path.Dir(from))
	if pkg == nil || !pkg.requires["nuxt"] && !pkg.requires["nuxt3"] {
		return nil
	}
	first, rest, _ := strings.Cut(spec, "/")
	var roots []string
	switch first {
	case "~", "@":
		roots = []string{under(pkg.dir, "app"), under(pkg.dir, "src"), pkg.dir}
	case "~~", "@@":
		roots = []string{pkg.dir}
	case "#shared":
		roots = []string{under(pkg.dir, "shared")}
	case "#app", "#imports", "#components", "#build", "#head":
		return external("nuxt")
	default:
		return nil
	}
	for _, root := range roots {
		if p, ok := join(root, rest); ok {
			if found := e.probe(from, p); found != "" {
				return internal(found)
			}
		}
	}
	return unresolved(spec)
}
