package resolve

import (
	"path"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// golang resolves import paths to directories that hold Go files, as the go
// command would with the module, workspace and vendor files of the tree.
type golang struct {
	tree    *tree
	sources map[string]bool        // directories with Go files of their own
	modules map[string]*goModule   // by directory
	byPath  map[string][]*goModule // by module path, directories in order
	works   map[string]*goWork     // by directory
	std     string                 // directory of the module "std", or ""
}

type goModule struct {
	dir, path string
	requires  map[string]bool
	replace   map[string]string // module path to directory
}

type goWork struct {
	modules map[string]string // module path to directory
}

func newGolang(t *tree, files []File) *golang {
	g := &golang{
		tree:    t,
		sources: map[string]bool{},
		modules: map[string]*goModule{},
		byPath:  map[string][]*goModule{},
		works:   map[string]*goWork{},
	}
	var works []File
	for _, f := range files {
		dir, base := path.Dir(f.Path), path.Base(f.Path)
		switch {
		case strings.HasSuffix(base, ".go"):
			g.sources[dir] = true
		case f.Facts == nil:
		case base == "go.mod" && f.Facts.Module != "":
			m := newGoModule(dir, f.Facts)
			g.modules[dir] = m
			g.byPath[m.path] = append(g.byPath[m.path], m)
		case base == "go.work":
			works = append(works, f)
		}
	}
	for _, same := range g.byPath {
		slices.SortFunc(same, func(a, b *goModule) int { return strings.Compare(a.dir, b.dir) })
	}
	if std := g.byPath["std"]; len(std) > 0 {
		g.std = std[0].dir
	}
	for _, f := range works {
		g.works[path.Dir(f.Path)] = g.newWork(path.Dir(f.Path), f.Facts)
	}
	return g
}

func newGoModule(dir string, facts *record.Facts) *goModule {
	m := &goModule{dir: dir, path: facts.Module, requires: map[string]bool{}, replace: localReplaces(dir, facts)}
	for _, name := range facts.Dependencies {
		m.requires[name] = true
	}
	return m
}

// localReplaces keeps the replacements by a directory of the tree. A key may
// carry a version, which does not matter here.
func localReplaces(dir string, facts *record.Facts) map[string]string {
	local := map[string]string{}
	for _, p := range facts.Replace {
		if !strings.HasPrefix(p.Value, "./") && !strings.HasPrefix(p.Value, "../") {
			continue
		}
		key, _, _ := strings.Cut(p.Key, "@")
		key, _, _ = strings.Cut(key, " ")
		if target, ok := join(dir, p.Value); ok {
			local[key] = target
		}
	}
	return local
}

func (g *golang) newWork(dir string, facts *record.Facts) *goWork {
	w := &goWork{modules: localReplaces(dir, facts)}
	for _, member := range facts.Members {
		if d, ok := join(dir, member); ok && g.modules[d] != nil {
			w.modules[g.modules[d].path] = d
		}
	}
	return w
}

func (g *golang) resolve(from string, imp record.Import) []Target {
	raw, dir := imp.Raw, path.Dir(from)
	switch {
	case imp.Form == "embed":
		return nil // contents, which no package is imported for
	case raw == "C":
		return nil
	case raw == "." || raw == ".." || strings.HasPrefix(raw, "./") || strings.HasPrefix(raw, "../"):
		if p, ok := join(dir, raw); ok {
			if found := g.existing(p); found != nil {
				return found
			}
		}
		return unresolved(raw)
	case raw == "" || strings.HasPrefix(raw, "/") || path.Clean(raw) != raw:
		return unresolved(raw)
	}
	if p := g.vendored(dir, raw); p != "" {
		return internal(p)
	}
	own := g.moduleOf(dir)
	if moduleDir, rest, ok := g.moduleFor(dir, own, raw); ok {
		return g.inModule(moduleDir, rest, raw)
	}
	if found := g.existing(under(g.std, raw)); g.std != "" && found != nil && dotless(raw) {
		return found
	}
	if own == nil {
		if p := g.inWorkspace(dir, raw); p != "" {
			return internal(p)
		}
	}
	if dotless(raw) {
		return standard(raw)
	}
	return external(goModulePath(own, raw))
}

// existing returns a directory with Go files, or the collapsed directory that
// p lies in.
func (g *golang) existing(p string) []Target {
	if g.sources[p] {
		return internal(p)
	}
	if c := g.tree.within(p); c != "" {
		return internal(c)
	}
	return nil
}

// vendored looks for raw in the vendor directories above dir.
func (g *golang) vendored(dir, raw string) string {
	for d := range upward(dir) {
		if p := under(d, "vendor/"+raw); g.sources[p] {
			return p
		}
	}
	return ""
}

// inWorkspace looks for raw in the src directories above dir: the layout of
// GOPATH, for code without a module.
func (g *golang) inWorkspace(dir, raw string) string {
	for d := range upward(dir) {
		if p := under(d, "src/"+raw); g.sources[p] {
			return p
		}
	}
	return ""
}

func (g *golang) moduleOf(dir string) *goModule {
	for d := range upward(dir) {
		if m := g.modules[d]; m != nil {
			return m
		}
	}
	return nil
}

// moduleFor finds the directory of the longest module path that raw lies in,
// and what of raw is left. For one path the importing module itself goes
// first, then its replacements, the workspace's, and the only module of that
// path in the tree.
func (g *golang) moduleFor(dir string, own *goModule, raw string) (moduleDir, rest string, ok bool) {
	work := g.workOf(dir)
	for prefix := raw; prefix != "."; prefix = path.Dir(prefix) {
		rest := strings.TrimPrefix(strings.TrimPrefix(raw, prefix), "/")
		if own != nil && own.path == prefix {
			return own.dir, rest, true
		}
		if own != nil && own.replace[prefix] != "" {
			return own.replace[prefix], rest, true
		}
		if work != nil && work.modules[prefix] != "" {
			return work.modules[prefix], rest, true
		}
		if same := g.byPath[prefix]; len(same) == 1 && prefix != "std" {
			return same[0].dir, rest, true
		}
	}
	return "", "", false
}

func (g *golang) workOf(dir string) *goWork {
	for d := range upward(dir) {
		if w := g.works[d]; w != nil {
			return w
		}
	}
	return nil
}

// inModule finds a package of a module of the tree. A directory that belongs
// to another module nested in it is none of its packages.
func (g *golang) inModule(moduleDir, rest, raw string) []Target {
	p := moduleDir
	if rest != "" {
		p = under(moduleDir, rest)
	}
	for d := range upward(p) {
		if d == moduleDir {
			break
		}
		if g.modules[d] != nil {
			return unresolved(raw)
		}
	}
	if found := g.existing(p); found != nil {
		return found
	}
	return unresolved(raw)
}

// dotless reports whether an import path can be the standard library's.
func dotless(raw string) bool {
	first, _, _ := strings.Cut(raw, "/")
	return !strings.Contains(first, ".")
}

// goModulePath names the module of a package from elsewhere: the requirement
// it lies in, else what its host's convention says.
func goModulePath(own *goModule, raw string) string {
	if own != nil {
		for prefix := raw; prefix != "."; prefix = path.Dir(prefix) {
			if own.requires[prefix] {
				return prefix
			}
		}
	}
	parts := strings.Split(raw, "/")
	n := 2
	switch parts[0] {
	case "github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "golang.org", "git.sr.ht":
		n = 3
	case "gopkg.in":
		if len(parts) > 1 && !strings.Contains(parts[1], ".v") {
			n = 3
		}
	}
	if n < len(parts) && isMajorVersion(parts[n]) {
		n++
	}
	return strings.Join(parts[:min(n, len(parts))], "/")
}

func isMajorVersion(part string) bool {
	digits, ok := strings.CutPrefix(part, "v")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}
