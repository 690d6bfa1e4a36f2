package resolve

import (
	"cmp"
	"path"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// ecmascript resolves the specifiers of JavaScript, TypeScript and the
// component formats that hold them, as TypeScript's bundler resolution does:
// relative paths by probing, then the aliases of the nearest configuration,
// the language's own modules, the importing package itself, the packages of
// its workspace, and last any package.
type ecmascript struct {
	tree       *tree
	builtins   map[string]bool
	packages   map[string]*npmPackage       // by directory
	workspaces map[string]map[string]string // by root: a member's name to its directory
	configs    map[string][]*tsConfig       // by directory, in the order they are tried
	denos      map[string]*wildcards        // by directory: import maps
}

func newECMAScript(t *tree, files []File) *ecmascript {
	e := &ecmascript{
		tree:     t,
		builtins: words(nodeModules),
		packages: map[string]*npmPackage{},
		denos:    map[string]*wildcards{},
	}
	members := map[string][]string{} // by file
	var denos []*npmPackage
	for _, f := range files {
		if f.Facts == nil {
			continue
		}
		dir := path.Dir(f.Path)
		switch path.Base(f.Path) {
		case "package.json":
			e.packages[dir] = newNPMPackage(dir, f.Facts)
		case "deno.json", "deno.jsonc":
			if path.Base(f.Path) == "deno.jsonc" && t.files[under(dir, "deno.json")] {
				continue
			}
			e.denos[dir] = newWildcards(f.Facts.Imports)
			denos = append(denos, newNPMPackage(dir, f.Facts))
		case "pnpm-workspace.yaml", "lerna.json":
		default:
			continue
		}
		if len(f.Facts.Members) > 0 {
			members[f.Path] = f.Facts.Members
		}
	}
	for _, p := range denos {
		if p.name != "" && e.packages[p.dir] == nil {
			e.packages[p.dir] = p
		}
	}
	e.workspaces = e.findMembers(members)
	e.configs = newTSConfigs(e, files)
	return e
}

func (e *ecmascript) resolve(from string, imp record.Import) []Target {
	spec := imp.Raw
	if i := strings.LastIndexByte(spec, '!'); i >= 0 {
		spec = spec[i+1:] // webpack's loaders stand before it
	}
	spec, _, _ = strings.Cut(spec, "?")
	dir := path.Dir(from)
	if imp.Form == "reference" && !isRelative(spec) {
		if p, ok := join(dir, spec); ok && e.tree.files[p] {
			return internal(p)
		}
	}
	switch {
	case spec == "":
		return unresolved(imp.Raw)
	case isRelative(spec):
		if p, ok := join(dir, spec); ok {
			return e.fileOr(cmp.Or(e.probe(from, p), e.unbuilt(from, p)), imp.Raw)
		}
		return unresolved(imp.Raw)
	case spec[0] == '/':
		return e.fileOr(e.rooted(from, spec[1:]), imp.Raw)
	}
	if found := e.aliased(from, spec); found != nil {
		return found
	}
	if found := e.nuxt(from, spec); found != nil {
		return found
	}
	if spec[0] == '#' {
		return e.private(from, spec, imp.Raw)
	}
	return e.bare(from, spec, imp.Raw)
}

func (e *ecmascript) fileOr(p, raw string) []Target {
	if p == "" {
		return unresolved(raw)
	}
	return internal(p)
}

// rooted resolves a path from the package's root, as dev servers serve it.
func (e *ecmascript) rooted(from, p string) string {
	pkg := e.packageOf(path.Dir(from))
	if pkg == nil {
		return ""
	}
	at, ok := join(pkg.dir, p)
	if !ok {
		return ""
	}
	if found := e.probeFile(from, at); found != "" {
		return found
	}
	if at = under(pkg.dir, "public/"+p); e.tree.files[at] {
		return at
	}
	return ""
}

// bare resolves a specifier that is a name.
func (e *ecmascript) bare(from, spec, raw string) []Target {
	if e.builtins[spec] {
		return standard(spec)
	}
	if scheme, rest, ok := strings.Cut(spec, ":"); ok {
		return e.schemed(from, scheme, rest, raw)
	}
	dir, name := path.Dir(from), npmName(spec)
	if spec[0] == '$' {
		return e.svelteKit(from, spec)
	}
	if name == "" {
		return unresolved(raw)
	}
	sub := "." + strings.TrimPrefix(spec, name)
	if pkg := e.packageOf(dir); pkg != nil && pkg.name == name {
		return internal(e.entry(from, pkg, sub))
	}
	if at := e.member(dir, name); at != "" {
		return internal(e.entry(from, e.packages[at], sub))
	}
	if !e.declares(dir, name) && e.looksLocal(dir, name) {
		return unresolved(raw)
	}
	return external(name)
}

// schemed resolves "scheme:rest". A scheme that is no known one is a module
// that some plugin makes up, unless it is the name of a dependency.
func (e *ecmascript) schemed(from, scheme, rest, raw string) []Target {
	switch scheme {
	case "data", "blob":
		return nil
	case "node":
		return standard(rest)
	case "npm", "jsr":
		if name := npmName(withoutVersion(strings.TrimPrefix(rest, "/"))); name != "" {
			return external(name)
		}
	case "http", "https":
		host, tail, _ := strings.Cut(strings.TrimPrefix(rest, "//"), "/")
		if name := npmName(withoutVersion(tail)); name != "" && host != "" && len(host) < maxShown {
			return external(host + "/" + name)
		}
	case "bun", "cloudflare", "astro", "deno":
		return external(scheme)
	default:
		if npmName(scheme) == scheme && e.declares(path.Dir(from), scheme) {
			return external(scheme)
		}
	}
	return unresolved(raw)
}

// withoutVersion cuts a name before the "@" of its version.
func withoutVersion(name string) string {
	if i := strings.LastIndexByte(name, '@'); i > 0 {
		return name[:i]
	}
	return name
}

// svelteKit resolves the names that SvelteKit makes: the package's src/lib, and
// modules of its own.
func (e *ecmascript) svelteKit(from, spec string) []Target {
	pkg := e.packageOf(path.Dir(from))
	if pkg == nil || !pkg.requires["@sveltejs/kit"] {
		return unresolved(spec)
	}
	first, _, _ := strings.Cut(spec, "/")
	switch first {
	case "$lib":
		return e.fileOr(e.probe(from, under(pkg.dir, path.Clean("src/"+spec[1:]))), spec)
	case "$app", "$env", "$service-worker":
		return external("@sveltejs/kit")
	}
	return unresolved(spec)
}

// looksLocal reports whether an undeclared name is a directory of the package
// or the project, so that some alias we cannot see is the likelier meaning.
func (e *ecmascript) looksLocal(dir, name string) bool {
	if e.tree.dirs[name] {
		return true
	}
	pkg := e.packageOf(dir)
	return pkg != nil && e.tree.dirs[under(pkg.dir, name)]
}

func isRelative(spec string) bool {
	return spec == "." || spec == ".." || strings.HasPrefix(spec, "./") || strings.HasPrefix(spec, "../")
}
