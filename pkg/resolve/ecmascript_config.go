package resolve

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// tsConfig is what a tsconfig.json or jsconfig.json, with all that it extends,
// says about names.
type tsConfig struct {
	dir   string     // of the file itself
	base  string     // baseUrl, or ""
	root  string     // where relative values of paths start
	paths *wildcards // shared by all configurations that inherit it
}

const (
	maxExtends = 32 // configurations in one chain
	maxConfigs = 8  // configurations of one directory that are tried
	configDir  = "${configDir}"
)

// configReader merges configurations with what they extend, each once.
type configReader struct {
	es    *ecmascript
	facts map[string]*record.Facts
	done  map[string]*tsConfig
}

// newTSConfigs reads every configuration of the tree. In a directory
// tsconfig.json goes first, then jsconfig.json, what these refer to, and the
// others by name; those that say nothing about names are left out.
func newTSConfigs(e *ecmascript, files []File) map[string][]*tsConfig {
	r := &configReader{es: e, facts: map[string]*record.Facts{}, done: map[string]*tsConfig{}}
	inDir := map[string][]string{}
	for _, f := range files {
		if f.Facts != nil && isTSConfig(path.Base(f.Path)) {
			r.facts[f.Path] = f.Facts
			inDir[path.Dir(f.Path)] = append(inDir[path.Dir(f.Path)], f.Path)
		}
	}
	configs := map[string][]*tsConfig{}
	for _, dir := range slices.Sorted(maps.Keys(inDir)) { // in order, since a cycle is cut where it is entered
		paths := inDir[dir]
		slices.SortFunc(paths, func(a, b string) int {
			return cmp.Or(configOrder(a)-configOrder(b), strings.Compare(a, b))
		})
		for _, p := range r.withReferences(dir, paths) {
			if c := r.read(p, 0); c != nil && (c.paths != nil || c.base != "") && len(configs[dir]) < maxConfigs {
				configs[dir] = append(configs[dir], c)
			}
		}
	}
	return configs
}

func isTSConfig(base string) bool {
	return strings.HasSuffix(base, ".json") && (strings.HasPrefix(base, "tsconfig") || strings.HasPrefix(base, "jsconfig"))
}

func configOrder(p string) int {
	switch path.Base(p) {
	case "tsconfig.json":
		return 0
	case "jsconfig.json":
		return 1
	}
	return 2
}

// withReferences puts the projects that the directory's main configuration
// refers to, in its own directory, right after it.
func (r *configReader) withReferences(dir string, paths []string) []string {
	var found []string
	for i, p := range paths {
		if !slices.Contains(found, p) {
			found = append(found, p)
		}
		if i > 0 {
			continue
		}
		for _, ref := range r.facts[p].Members[:min(len(r.facts[p].Members), maxGlobs)] {
			if q, ok := join(dir, ref); ok && path.Dir(q) == dir && r.facts[q] != nil && !slices.Contains(found, q) {
				found = append(found, q)
			}
		}
		if len(found) > maxConfigs {
			break
		}
	}
	return found
}

// read returns the merged configuration of a file, or nil for one that is not
// listed, extends itself or nests too deep.
func (r *configReader) read(p string, depth int) *tsConfig {
	if c, ok := r.done[p]; ok {
		return c
	}
	facts := r.facts[p]
	if facts == nil || depth > maxExtends {
		return nil
	}
	r.done[p] = nil // stands for the configuration while what it extends is read
	dir := path.Dir(p)
	c := &tsConfig{dir: dir}
	for _, ref := range facts.Extends[:min(len(facts.Extends), maxValues)] {
		if base := r.read(r.extended(p, ref), depth+1); base != nil {
			c.inherit(base)
		}
	}
	if facts.BaseURL != "" {
		if base, ok := join(dir, strings.TrimPrefix(facts.BaseURL, configDir)); ok {
			c.base, c.root = base, base
		}
	}
	if len(facts.Paths) > 0 {
		c.paths, c.root = newWildcards(facts.Paths), cmp.Or(c.base, dir)
	}
	r.done[p] = c
	return c
}

func (c *tsConfig) inherit(base *tsConfig) {
	if base.base != "" {
		c.base, c.root = base.base, base.base
	}
	if base.paths != nil {
		c.paths, c.root = base.paths, cmp.Or(c.base, base.root)
	}
}

// extended finds the configuration that one of them extends: a path, or a file
// of a package of the workspace.
func (r *configReader) extended(from, ref string) string {
	if len(ref) > maxRaw || ref == "" {
		return ""
	}
	dir := path.Dir(from)
	at, ok := "", true
	if isRelative(ref) {
		at, ok = join(dir, ref)
	} else if name := npmName(ref); name != "" {
		member := r.es.member(dir, name)
		if member == "" {
			return ""
		}
		at, ok = join(member, "."+strings.TrimPrefix(ref, name))
	}
	if !ok || at == "" {
		return ""
	}
	for _, p := range []string{at, at + ".json", under(at, "tsconfig.json")} {
		if r.facts[p] != nil {
			return p
		}
	}
	return ""
}

// aliased resolves a name by the configurations and import maps above the
// importing file, the nearest first. An alias counts only if what it leads to
// is listed.
func (e *ecmascript) aliased(from, spec string) []Target {
	for d := range upward(path.Dir(from)) {
		for _, c := range e.configs[d] {
			if found := e.configured(from, c, spec); found != "" {
				return internal(found)
			}
		}
		for _, value := range e.denos[d].match(spec) {
			if isRelative(value) {
				if p, ok := join(d, value); ok && e.probe(from, p) != "" {
					return internal(e.probe(from, p))
				}
			} else if scheme, rest, ok := strings.Cut(value, ":"); ok {
				return e.schemed(from, scheme, rest, spec)
			}
		}
	}
	return nil
}

func (e *ecmascript) configured(from string, c *tsConfig, spec string) string {
	for _, value := range c.paths.match(spec) {
		root := c.root
		if rest, ok := strings.CutPrefix(value, configDir); ok {
			root, value = c.dir, "."+rest
		}
		if p, ok := join(root, value); ok {
			if found := e.probe(from, p); found != "" {
				return found
			}
		}
	}
	if c.base != "" {
		if p, ok := join(c.base, spec); ok {
			return e.probe(from, p)
		}
	}
	return ""
}
