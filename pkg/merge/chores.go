package merge

import (
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// chore returns the task of a script that is called after one and stands where
// a project keeps such scripts.
func chore(f *file) (string, bool) {
	if f.lang != "Shell" || f.class != record.ClassSource || f.dir.path != "." && !choreDir(f.dir.base()) {
		return "", false
	}
	return f.stem(), slices.Contains(tasks[:], f.stem())
}

func choreDir(base string) bool {
	switch base {
	case "script", "scripts", "bin", "dev", "tools", "hack", "ci", ".ci":
		return true
	}
	return false
}

// handed lists what the subdirectories of a project's top have for tasks that
// the top has no line for: its scripts, how its tests are run.
func (t *tree) handed(d *dir, lines []string) []string {
	if d.path != "." {
		return nil
	}
	var list []string
	for _, sub := range d.subs {
		var found []string
		for _, f := range sub.files {
			if task, ok := chore(f); ok {
				found = append(found, flow(task, f.base(), shellWord(f.path)))
			}
		}
		if tests := strings.ToLower(sub.base()); tests == "test" || tests == "tests" {
			for _, f := range sub.files {
				if !f.test() || len(found) > 0 {
					continue
				}
				if found = customs(f); len(found) == 0 {
					if line := t.testing(sub); line != "" {
						found = []string{line}
					}
				}
				for i := range found {
					task, rest, _ := strings.Cut(found[i], " -> ")
					found[i] = task + " -> " + pathname.Quote(sub.base()) + "/" + rest
				}
			}
		}
		for _, line := range found {
			task, _, _ := strings.Cut(line, " ")
			if !slices.ContainsFunc(slices.Concat(lines, list), func(l string) bool { return strings.HasPrefix(l, task+" ") }) {
				list = append(list, line)
			}
		}
	}
	return list
}
