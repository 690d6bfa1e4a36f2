package mapfile

import (
	"path"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// shown are a file's exports as a reader wants them: a default export goes by
// the file's name, and what is there only because the language hides nothing
// (merge puts it last) is left out beside others.
func shown(dir pathname.Path, f record.PageFile) []string {
	list := slices.Clone(f.Exports)
	for len(list) > 1 && byTheWay(list[len(list)-1]) {
		list = list[:len(list)-1]
	}
	stem, isModule := moduleStem(string(f.Name))
	if stem == "index" && dir != "." {
		stem = path.Base(string(dir))
	}
	i := slices.Index(list, "default")
	switch {
	case i < 0 || !isModule:
		return list
	case strings.HasSuffix(stem, "config") || strings.HasPrefix(stem, ".") || slices.Contains(list, stem):
		return slices.Delete(list, i, i+1)
	}
	list[i] = pathname.Quote(stem)
	return list
}

// byTheWay reports whether a name is one that a module has for itself.
func byTheWay(name string) bool {
	switch strings.ToLower(name) {
	case "log", "logger", "_log", "__version__", "__author__", "__license__", "__copyright__", "__email__":
		return true
	}
	return false
}

// moduleStem is a name without the ending of an ES or CommonJS module.
func moduleStem(name string) (string, bool) {
	switch ext := path.Ext(name); ext {
	case ".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".vue", ".svelte":
		return strings.TrimSuffix(strings.TrimSuffix(name, ext), ".d"), true
	}
	return "", false
}
