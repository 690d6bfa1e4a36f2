package resolve

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// npmPackage is what a package.json says.
type npmPackage struct {
	dir, name        string
	main             []string
	exports, imports *wildcards
	requires         map[string]bool
}

func newNPMPackage(dir string, facts *record.Facts) *npmPackage {
	p := &npmPackage{
		dir: dir, name: facts.Name,
		main:     facts.Main[:min(len(facts.Main), maxValues)],
		exports:  newWildcards(facts.Exports),
		imports:  newWildcards(facts.Imports),
		requires: make(map[string]bool, len(facts.Dependencies)),
	}
	for _, name := range facts.Dependencies {
		p.requires[name] = true
	}
	return p
}

// maxWorkspaces is how many workspaces a package may lie in; real ones nest
// two deep at most.
const maxWorkspaces = 16

// findMembers says which packages each workspace holds, given the patterns of
// each manifest that declares one. A name that two members claim is the
// bytewise first directory's.
func (e *ecmascript) findMembers(patterns map[string][]string) map[string]map[string]string {
	roots := map[string]globs{}
	left := maxAllGlobs
	for _, file := range slices.Sorted(maps.Keys(patterns)) {
		gs := newGlobs(patterns[file], min(maxGlobs, left))
		roots[path.Dir(file)] = append(roots[path.Dir(file)], gs...)
		left -= len(gs)
	}
	found := map[string]map[string]string{}
	m := &matcher{steps: maxGlobSteps}
	for _, dir := range slices.Sorted(maps.Keys(e.packages)) {
		name := e.packages[dir].name
		if name == "" {
			continue
		}
		for _, root := range workspacesOf(m, dir, roots) {
			if found[root] == nil {
				found[root] = map[string]string{}
			}
			if _, taken := found[root][name]; !taken {
				found[root][name] = dir
			}
		}
	}
	return found
}

// workspacesOf lists the roots above dir whose patterns hold it.
func workspacesOf(m *matcher, dir string, roots map[string]globs) []string {
	var found []string
	tried := 0
	for root := range upward(dir) {
		gs := roots[root]
		if len(gs) == 0 {
			continue
		}
		if tried++; tried > maxWorkspaces {
			break
		}
		rel := strings.TrimPrefix(dir, under(root, ""))
		if root == dir {
			rel = "."
		}
		if m.match(gs, rel) {
			found = append(found, root)
		}
	}
	return found
}

// member is the directory of a package of the workspaces that dir lies in, or
// "".
func (e *ecmascript) member(dir, name string) string {
	for root := range upward(dir) {
		if at, ok := e.workspaces[root][name]; ok {
			return at
		}
	}
	return ""
}

// packageOf is the package that a directory belongs to, or nil.
func (e *ecmascript) packageOf(dir string) *npmPackage {
	for d := range upward(dir) {
		if p := e.packages[d]; p != nil {
			return p
		}
	}
	return nil
}

// declares reports whether a package that dir lies in requires a name, or its
// types.
func (e *ecmascript) declares(dir, name string) bool {
	types := "@types/" + strings.Replace(strings.TrimPrefix(name, "@"), "/", "__", 1)
	for d := range upward(dir) {
		if p := e.packages[d]; p != nil && (p.requires[name] || p.requires[types]) {
			return true
		}
	}
	return false
}

// private resolves a "#name" by the package's own imports.
func (e *ecmascript) private(from, spec, raw string) []Target {
	pkg := e.packageOf(path.Dir(from))
	if pkg == nil {
		return unresolved(raw)
	}
	var other []Target
	for _, value := range e.ordered(from, pkg.imports.match(spec)) {
		if !strings.HasPrefix(value, "./") {
			if name := npmName(value); name != "" && other == nil {
				other = e.bare(from, value, raw)
			}
			continue
		}
		if found := e.written(from, pkg, value); found != "" {
			return internal(found)
		}
	}
	if other != nil {
		return other
	}
	return unresolved(raw)
}

// entry finds the file that a package gives for "." or "./sub". Packages name
// what they ship; where that is built and not listed, the source it is built
// from is the answer, and where that cannot be told, the package's directory.
func (e *ecmascript) entry(from string, pkg *npmPackage, sub string) string {
	values := e.ordered(from, pkg.exports.match(sub))
	if pkg.exports == nil && sub == "." {
		values = e.ordered(from, pkg.main)
	}
	if pkg.exports == nil && sub != "." {
		values = []string{sub}
	}
	for _, value := range values {
		if found := e.written(from, pkg, value); found != "" {
			return found
		}
	}
	if sub == "." {
		sub = "index"
	}
	for _, guess := range []string{"src/" + sub, sub, "lib/" + sub} {
		if p, ok := join(pkg.dir, guess); ok && p != pkg.dir {
			if found := e.probe(from, p); found != "" {
				return found
			}
		}
	}
	return pkg.dir
}

// ordered puts declarations last for an importer that a runtime reads.
func (e *ecmascript) ordered(from string, values []string) []string {
	if isTyped(from) {
		return values
	}
	var scripts, declarations []string
	for _, v := range values {
		if strings.HasSuffix(v, ".d.ts") || strings.HasSuffix(v, ".d.mts") || strings.HasSuffix(v, ".d.cts") {
			declarations = append(declarations, v)
		} else {
			scripts = append(scripts, v)
		}
	}
	return append(scripts, declarations...)
}

// written finds the file that a manifest names, or its source.
func (e *ecmascript) written(from string, pkg *npmPackage, value string) string {
	p, ok := join(pkg.dir, value)
	if !ok || value == "" {
		return ""
	}
	if p == pkg.dir {
		return e.probeFile(from, under(p, "index"))
	}
	if found := e.probePlain(from, p); found != "" {
		return found
	}
	return e.source(from, pkg.dir, strings.TrimPrefix(p, under(pkg.dir, "")))
}

// source finds what a built file is made from: the same path with a source
// directory, or none, in place of the build directory and up to all of what
// lies between it and the file's own name.
func (e *ecmascript) source(from, dir, built string) string {
	first, tail, ok := strings.Cut(built, "/")
	if !ok || !isBuildDir(first) {
		return ""
	}
	for i := 0; tail != "" && i < 8; i++ {
		if found := e.sourceAt(from, dir, tail); found != "" {
			return found
		}
		_, tail, _ = strings.Cut(tail, "/")
	}
	return ""
}

func (e *ecmascript) sourceAt(from, dir, tail string) string {
	stem := strings.TrimSuffix(strings.TrimSuffix(tail, path.Ext(tail)), ".d")
	for _, root := range []string{"src/", ""} {
		for _, name := range []string{stem, tail} {
			if found := e.probePlain(from, under(dir, root+name)); found != "" && name != "" {
				return found
			}
		}
	}
	return ""
}

// unbuilt finds the source of a file in a package's build directory, of the
// same path there, for a relative import from outside of it.
func (e *ecmascript) unbuilt(from, p string) string {
	pkg := e.packageOf(path.Dir(p))
	if pkg == nil {
		return ""
	}
	first, tail, ok := strings.Cut(strings.TrimPrefix(p, under(pkg.dir, "")), "/")
	if !ok {
		tail = "index"
	}
	if !isBuildDir(first) || e.tree.dirs[under(pkg.dir, first)] {
		return ""
	}
	return e.sourceAt(from, pkg.dir, tail)
}

func isBuildDir(name string) bool {
	switch name {
	case "dist", "build", "lib", "out", "output", "es", "esm", "cjs", "umd", "types", "typings", ".output", "target":
		return true
	}
	return strings.HasPrefix(name, "dist-") || strings.HasPrefix(name, "lib-")
}
