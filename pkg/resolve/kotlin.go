package resolve

import (
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// kotlin resolves names like Java's, except that functions and properties have
// names in packages too, and that an import of a whole package means the files
// whose names are used.
type kotlin struct {
	java *java
	uses *uses
}

func (k *kotlin) resolve(from string, imp record.Import) []Target {
	first, _, _ := strings.Cut(imp.Raw, ".")
	if first == "kotlin" || first == "java" {
		return standard(imp.Raw)
	}
	if slices.Contains(imp.Names, "*") {
		if names := k.java.names[imp.Raw]; names != nil {
			own := k.java.names[k.uses.files[from].Package]
			found := k.uses.declaring(from, names, func(name string) bool { return len(own[name]) > 0 && k.uses.files[from].Package != imp.Raw })
			if len(found) > 0 {
				return found
			}
			return home(from, imp.Raw[strings.LastIndexByte(imp.Raw, '.')+1:], k.java.dirs(from, imp.Raw))
		}
	}
	return k.java.resolve(from, imp)
}
