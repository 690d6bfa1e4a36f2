package resolve

import (
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// kotlin resolves names like Java's, except that functions and properties have
// names in packages too, and that an import of a whole package means the
// directories whose names are used.
type kotlin struct {
	java *java
	uses *uses
}

func (k *kotlin) resolve(from string, imp record.Import) []Target {
	first, _, _ := strings.Cut(imp.Raw, ".")
	if first == "kotlin" || first == "java" || first == "platform" {
		return standard(imp.Raw)
	}
	if slices.Contains(imp.Names, "*") {
		if found := k.java.used(k.uses, from, imp.Raw); found != nil {
			return found
		}
	}
	found := k.java.resolve(from, imp)
	if found[0].Kind != External {
		return found
	}
	pkg := imp.Raw // of a function
	if last := pkg[strings.LastIndexByte(pkg, '.')+1:]; !isClassName(last) && !slices.Contains(imp.Names, "*") && withoutLast(pkg) != "" {
		pkg = withoutLast(pkg)
	}
	if first == "kotlinx" {
		return external(firstParts(pkg, 2))
	}
	return k.java.foreign(pkg)
}
