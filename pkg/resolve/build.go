package resolve

import (
	"path"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// build resolves what build files and workflows name.
type build struct {
	tree    *tree
	modules map[string][]string // name of a CMake module to files, sorted
}

func newBuild(t *tree, files []File) *build {
	b := &build{tree: t, modules: map[string][]string{}}
	for _, f := range files {
		if name, ok := strings.CutSuffix(path.Base(f.Path), ".cmake"); ok {
			b.modules[name] = append(b.modules[name], f.Path)
		}
	}
	for _, same := range b.modules {
		slices.Sort(same)
	}
	return b
}

// included resolves a file that a Makefile includes: from where make is run,
// which is the file's own directory or the root.
func (b *build) included(from string, imp record.Import) []Target {
	name, _ := cutVariable(imp.Raw)
	name = strings.TrimLeft(name, "/")
	if name == "" {
		return unresolved(imp.Raw)
	}
	for _, root := range []string{path.Dir(from), "."} {
		if p, ok := join(root, name); ok && b.tree.files[p] {
			return internal(p)
		}
	}
	return unresolved(imp.Raw)
}

// module resolves what a CMake file includes: a file, or a module by its name,
// which is the tree's if it has one and CMake's own otherwise.
func (b *build) module(from string, imp record.Import) []Target {
	if found := b.included(from, imp); found[0].Kind == Internal {
		return found
	}
	switch files := b.modules[imp.Raw]; {
	case len(files) > 0:
		return internal(nearest(from, files))
	case strings.ContainsAny(imp.Raw, "/$.{}"):
		return unresolved(imp.Raw)
	}
	return standard(imp.Raw)
}

// uses resolves a step of a workflow: a directory or file of the tree, or an
// action of another repository.
func (b *build) uses(imp record.Import) []Target {
	if strings.HasPrefix(imp.Raw, "docker://") {
		return image(record.Import{Raw: strings.TrimPrefix(imp.Raw, "docker://")})
	}
	if isRelative(imp.Raw) {
		if p, ok := join(".", imp.Raw); ok && (b.tree.files[p] || b.tree.dirs[p] && p != ".") {
			return b.action(p)
		}
		return unresolved(imp.Raw)
	}
	name, _, versioned := strings.Cut(imp.Raw, "@")
	owner, rest, nested := strings.Cut(name, "/")
	repository, _, _ := strings.Cut(rest, "/")
	if !versioned || !nested || !isNPMWord(owner) || !isNPMWord(repository) {
		return unresolved(imp.Raw)
	}
	return external(owner + "/" + repository)
}

func (b *build) action(p string) []Target {
	for _, f := range []string{under(p, "action.yml"), under(p, "action.yaml")} {
		if b.tree.files[f] {
			return internal(f)
		}
	}
	return internal(p)
}

// image names the container image that a build starts from, without its tag
// and digest.
func image(imp record.Import) []Target {
	name, _, _ := strings.Cut(imp.Raw, "@")
	if at := strings.LastIndexByte(name, ':'); at > strings.LastIndexByte(name, '/') {
		name = name[:at]
	}
	switch {
	case name == "scratch":
		return nil
	case name == "" || strings.ContainsAny(name, "${} \t\\"):
		return unresolved(imp.Raw)
	}
	return external(name)
}
