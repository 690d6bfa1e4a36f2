package walk

import "strings"

// own reports whether a name belongs to pmap: its maps, their temporaries, the
// notes' sums and the graph.
func own(name string) bool {
	return strings.HasPrefix(name, ".pi-map.") || name == "project-graph.md"
}

// always is never listed, whatever git says of it.
func always(name string) bool {
	switch name {
	case ".git", "node_modules", ".next", ".venv", "__pycache__", ".DS_Store":
		return true
	}
	return false
}

// output is what builds leave behind, unless git tracks files in it.
func output(name string) bool { return name == "dist" || name == "build" || name == "coverage" }

// junk knows which directories named like build output hold tracked files.
type junk struct{ tracked map[string]bool }

func newJunk(entries []entry) junk {
	j := junk{tracked: map[string]bool{}}
	for _, e := range entries {
		if !e.tracked {
			continue
		}
		for dir := parent(e.path); dir != "."; dir = parent(dir) {
			if output(base(dir)) {
				j.tracked[dir] = true
			}
		}
	}
	return j
}

// has reports whether an entry is junk or lies in it.
func (j junk) has(e entry) bool {
	for path := e.path; path != "."; path = parent(path) {
		name := base(path)
		if always(name) {
			return true
		}
		isDir := path != e.path || e.kind != leaf && e.kind != odd
		if isDir && output(name) && !j.tracked[path] && !(e.tracked && path == e.path) {
			return true
		}
	}
	return false
}
