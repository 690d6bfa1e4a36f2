package resolve

import (
	"path"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// definitions resolves the languages whose imports name files or directories
// and nothing else: interface definitions, configurations, style sheets, pages,
// queries.
type definitions struct {
	tree   *tree
	protos map[string][]string // base name to paths, sorted
}

func newDefinitions(t *tree, files []File) *definitions {
	d := &definitions{tree: t, protos: map[string][]string{}}
	for _, f := range files {
		if base := path.Base(f.Path); path.Ext(base) == ".proto" {
			d.protos[base] = append(d.protos[base], f.Path)
		}
	}
	for _, same := range d.protos {
		slices.Sort(same)
	}
	return d
}

// proto resolves an import of Protocol Buffers. The path is relative to a root
// that the compiler is told: a directory above the file, else the one that any
// listed file fits, or the clearly nearest that does.
func (d *definitions) proto(from string, imp record.Import) []Target {
	name := imp.Raw
	if name == "" || path.Clean(name) != name || name[0] == '/' || strings.HasPrefix(name, "../") {
		return unresolved(imp.Raw)
	}
	for dir := range upward(path.Dir(from)) {
		if p := under(dir, name); d.tree.files[p] {
			return internal(p)
		}
	}
	if p := d.fitting(from, name); p != "" {
		return internal(p)
	}
	first, _, nested := strings.Cut(name, "/")
	switch {
	case strings.HasPrefix(name, "google/protobuf/"):
		return standard(name)
	case !nested || d.tree.dirs[first]:
		return unresolved(imp.Raw)
	}
	return external(first)
}

// fitting is the one listed path that ends in a name, or that of several that
// shares most directories with from.
func (d *definitions) fitting(from, name string) string {
	same := d.protos[path.Base(name)]
	if len(same) > maxHeaders {
		return ""
	}
	best, most, tied := "", -1, false
	for _, p := range same {
		if !strings.HasSuffix(p, "/"+name) {
			continue
		}
		shared := sharedDepth(path.Dir(from), path.Dir(p))
		if shared > most {
			best, most, tied = p, shared, false
		} else if shared == most {
			tied = true
		}
	}
	if tied {
		return ""
	}
	return best
}

// terraform resolves where a module or provider comes from.
func (d *definitions) terraform(from string, imp record.Import) []Target {
	source, _, _ := strings.Cut(imp.Raw, "?")
	if imp.Form == "provider" {
		parts := strings.Split(source, "/")
		return external(strings.Join(parts[max(0, len(parts)-2):], "/"))
	}
	if isRelative(source) {
		if p, ok := join(path.Dir(from), source); ok && (d.tree.files[p] || d.tree.dirs[p]) {
			return internal(p)
		} else if ok && d.tree.within(p) != "" {
			return internal(d.tree.within(p))
		}
		return unresolved(imp.Raw)
	}
	_, plain, forced := strings.Cut(source, "::") // git::https://…
	if !forced {
		plain = source
	}
	if _, rest, ok := strings.Cut(plain, "://"); ok {
		plain = rest
	}
	if _, rest, ok := strings.Cut(plain, "@"); ok { // git@host:owner/name
		plain = strings.Replace(rest, ":", "/", 1)
	}
	plain, _, _ = strings.Cut(plain, "//") // a directory inside
	plain = strings.TrimSuffix(plain, ".git")
	parts := strings.Split(plain, "/")
	switch {
	case len(parts) < 3 || slices.ContainsFunc(parts, func(s string) bool { return !isNPMWord(s) }):
		return unresolved(imp.Raw)
	case strings.Contains(parts[0], ".") || len(parts) > 3:
		return external(plain)
	}
	return external(parts[0] + "/" + parts[1]) // of a registry: namespace/name/provider
}

// stylesheet resolves what a sheet builds on: a file beside it, perhaps a
// partial of Sass, else a package.
func (d *definitions) stylesheet(es *ecmascript, from string, imp record.Import) []Target {
	raw, _, _ := strings.Cut(imp.Raw, "?")
	if strings.HasPrefix(raw, "//") {
		raw = "https:" + raw
	}
	if scheme, rest, ok := strings.Cut(raw, ":"); ok {
		switch scheme {
		case "sass":
			return standard("sass:" + rest)
		case "http", "https":
			host, _, _ := strings.Cut(strings.TrimPrefix(rest, "//"), "/")
			if len(host) > 0 && len(host) < maxShown {
				return external(host)
			}
			return unresolved(imp.Raw)
		case "pkg":
			raw = rest
		default:
			return unresolved(imp.Raw)
		}
	}
	name := strings.TrimPrefix(raw, "~")
	if name == raw {
		for _, root := range []string{path.Dir(from), "."} {
			if p, ok := join(root, strings.TrimPrefix(name, "/")); ok {
				if found := d.sheet(path.Ext(from), p); found != "" {
					return internal(found)
				}
			}
			if isRelative(name) {
				return unresolved(imp.Raw)
			}
		}
	}
	dir := path.Dir(from)
	if strings.HasPrefix(name, "@/") || strings.HasPrefix(name, "/") || npmName(name) == "" {
		if found := es.aliased(from, name); found != nil {
			return found
		}
		return unresolved(imp.Raw)
	}
	if at := es.member(dir, npmName(name)); at != "" {
		if found := d.sheet(path.Ext(from), under(at, strings.TrimPrefix(strings.TrimPrefix(name, npmName(name)), "/"))); found != "" {
			return internal(found)
		}
		return internal(at)
	}
	if name != raw || es.declares(dir, npmName(name)) {
		return external(npmName(name))
	}
	return unresolved(imp.Raw)
}

// sheet finds the style sheet at a path: as it is written, with an ending, as
// a partial, or as the index of a directory.
func (d *definitions) sheet(ending, p string) string {
	dir, base := parentOf(p), path.Base(p)
	for _, e := range []string{"", ending, ".scss", ".sass", ".less", ".css"} {
		for _, candidate := range []string{under(dir, base+e), under(dir, "_"+base+e)} {
			if d.tree.files[candidate] {
				return candidate
			}
		}
	}
	if !d.tree.dirs[p] {
		return ""
	}
	for _, e := range []string{ending, ".scss", ".sass"} {
		for _, candidate := range []string{under(p, "_index"+e), under(p, "index"+e)} {
			if d.tree.files[candidate] {
				return candidate
			}
		}
	}
	return ""
}

// page resolves what an HTML page loads: beside it, from the root that a server
// would have, or from elsewhere.
func (d *definitions) page(es *ecmascript, from string, imp record.Import) []Target {
	raw, _, _ := strings.Cut(imp.Raw, "?")
	raw, _, _ = strings.Cut(raw, "#")
	if strings.HasPrefix(raw, "//") {
		raw = "https:" + raw
	}
	if scheme, rest, ok := strings.Cut(raw, ":"); ok {
		return es.schemed(from, scheme, rest, imp.Raw)
	}
	if rooted, ok := strings.CutPrefix(raw, "/"); ok {
		for dir := range upward(path.Dir(from)) {
			for _, root := range []string{dir, under(dir, "public"), under(dir, "static")} {
				if p, ok := join(root, rooted); ok && d.tree.files[p] {
					return internal(p)
				}
			}
		}
		return unresolved(imp.Raw)
	}
	return d.beside(from, imp.Raw, raw)
}

// beside resolves a path that is relative to the file, or to the root.
func (d *definitions) beside(from, raw, name string) []Target {
	for _, root := range []string{path.Dir(from), "."} {
		if p, ok := join(root, name); ok && d.tree.files[p] {
			return internal(p)
		}
		if isRelative(name) {
			break
		}
	}
	return unresolved(raw)
}
