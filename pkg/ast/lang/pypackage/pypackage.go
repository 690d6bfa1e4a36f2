// Package pypackage reads what describes a Python package: pyproject.toml in
// the dialects of the standard, poetry, setuptools, hatch, pdm and uv;
// setup.cfg, Pipfile and requirements files. setup.py is code and is not run.
package pypackage

import (
	"regexp"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/structure"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns one extractor for each kind of file.
func Extractors() []lang.Extractor {
	return []lang.Extractor{
		{Name: "pyproject", Version: 1, Names: []string{"pyproject.toml"}, Extract: structure.Extract(structure.TOML, pyproject)},
		{Name: "pipfile", Version: 1, Names: []string{"Pipfile"}, Extract: structure.Extract(structure.TOML, pipfile)},
		{Name: "setup-cfg", Version: 1, Names: []string{"setup.cfg"}, Extract: structure.Extract(ini, setupCfg)},
		{
			Name: "requirements", Version: 1, Extract: requirementsFile,
			Names: []string{"requirements*.txt", "*-requirements.txt", "*_requirements.txt", "constraints.txt"},
		},
	}
}

func pyproject(n *structure.Node) *record.Facts {
	poetry := n.Get("tool", "poetry")
	f := &record.Facts{
		Kind: "pyproject", Name: first(n.Str("project", "name"), poetry.Str("name")),
		Summary: first(n.Str("project", "description"), poetry.Str("description")),
		Members: n.Strs("tool", "uv", "workspace", "members"),
	}
	for _, table := range []*structure.Node{n.Get("project", "scripts"), n.Get("project", "gui-scripts"), poetry.Get("scripts")} {
		f.Bin = append(f.Bin, pairs(table)...)
	}
	f.Scripts = tasks(n)
	f.Dependencies = structure.Sorted(dependencies(n))
	f.Paths = sourceRoots(n)
	return f
}

// tasks lists the commands that task runners keep in pyproject.toml.
func tasks(n *structure.Node) []record.Pair {
	var all []record.Pair
	for _, t := range []struct{ runner, path string }{
		{"poe", "poe tasks"}, {"task", "taskipy tasks"}, {"pdm run", "pdm scripts"}, {"hatch run", "hatch envs default scripts"}, {"pixi run", "pixi tasks"},
	} {
		table := n.Get(append([]string{"tool"}, strings.Fields(t.path)...)...)
		for _, name := range table.Names() {
			if !strings.HasPrefix(name, "_") {
				all = append(all, record.Pair{Key: name, Value: t.runner + " " + name})
			}
		}
	}
	return all
}

func dependencies(n *structure.Node) []string {
	project, poetry := n.Get("project"), n.Get("tool", "poetry")
	names := requirements(project.Strs("dependencies"))
	optional := project.Get("optional-dependencies")
	for _, extra := range optional.Names() {
		names = append(names, requirements(optional.Strs(extra))...)
	}
	groups := n.Get("dependency-groups")
	for _, group := range groups.Names() {
		names = append(names, requirements(groups.Strs(group))...)
	}
	names = append(names, requirements(n.Strs("tool", "uv", "dev-dependencies"))...)
	tables := []*structure.Node{poetry.Get("dependencies"), poetry.Get("dev-dependencies")}
	for _, group := range poetry.Names("group") {
		tables = append(tables, poetry.Get("group", group, "dependencies"))
	}
	for _, t := range tables {
		for _, name := range t.Names() {
			if name != "python" {
				names = append(names, name)
			}
		}
	}
	return names
}

// sourceRoots lists where packages lie: key "" for a directory that holds
// packages, a package's name for its own directory.
func sourceRoots(n *structure.Node) []record.Pair {
	var roots []record.Pair
	add := func(key, dir string) {
		if dir != "" {
			roots = append(roots, record.Pair{Key: key, Value: dir})
		}
	}
	setuptools := n.Get("tool", "setuptools")
	for _, pair := range pairs(setuptools.Get("package-dir")) {
		add(pair.Key, pair.Value)
	}
	for _, dir := range setuptools.Strs("packages", "find", "where") {
		add("", dir)
	}
	for _, p := range n.Elements("tool", "poetry", "packages") {
		if name := p.Str("include"); name != "" {
			add(strings.TrimSuffix(name, "/"), p.Str("from"))
		}
	}
	for _, target := range []string{"wheel", "sdist"} {
		build := n.Get("tool", "hatch", "build", "targets", target)
		for _, dir := range build.Strs("packages") {
			add(dir[strings.LastIndexByte(dir, '/')+1:], dir)
		}
		for _, dir := range build.Strs("sources") {
			add("", dir)
		}
	}
	add("", n.Str("tool", "pdm", "build", "package-dir"))
	for _, entry := range n.Strs("tool", "pytest", "ini_options", "pythonpath") {
		for dir := range strings.FieldsSeq(entry) {
			add("", dir)
		}
	}
	return unique(roots)
}

func pipfile(n *structure.Node) *record.Facts {
	names := append(n.Names("packages"), n.Names("dev-packages")...)
	return &record.Facts{Kind: "pipfile", Dependencies: structure.Sorted(names), Scripts: pairs(n.Get("scripts"))}
}

func pairs(table *structure.Node) []record.Pair {
	var all []record.Pair
	for _, key := range table.Names() {
		if value := table.Str(key); value != "" {
			all = append(all, record.Pair{Key: key, Value: value})
		}
	}
	return all
}

func unique(all []record.Pair) []record.Pair {
	seen := map[record.Pair]bool{}
	var kept []record.Pair
	for _, p := range all {
		if !seen[p] {
			seen[p] = true
			kept = append(kept, p)
		}
	}
	return kept
}

func first(texts ...string) string {
	for _, s := range texts {
		if s != "" {
			return s
		}
	}
	return ""
}

var distribution = regexp.MustCompile(`^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?`)

// requirements returns the distributions that requirement lines name.
func requirements(lines []string) []string {
	var names []string
	for _, line := range lines {
		line = strings.TrimSpace(line)
		if _, url, found := strings.Cut(line, "#egg="); found && strings.Contains(line, "://") {
			line = url
		} else if before, _, found := strings.Cut(line, "://"); found && !strings.Contains(before, "@") {
			continue
		}
		if name := distribution.FindString(line); name != "" && !strings.ContainsAny(rest(line, name), "/\\") {
			names = append(names, name)
		}
	}
	return names
}

// rest is what follows a name up to the first space, bracket or comparison: a
// slash in it makes the line a path.
func rest(line, name string) string {
	tail := line[len(name):]
	if at := strings.IndexAny(tail, " \t[(<>=!~;@#"); at >= 0 {
		tail = tail[:at]
	}
	return tail
}
