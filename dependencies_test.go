package pmap_test

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

// Every module that go.mod requires directly has its reason written down, and
// no reason outlives its module.
func TestDependenciesHaveReasons(t *testing.T) {
	text, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := modfile.Parse("go.mod", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("docs/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	reasons := map[string]bool{}
	for line := range strings.Lines(string(page)) {
		if cells := strings.Split(line, "|"); len(cells) == 4 && strings.Contains(cells[1], "/") || len(cells) == 4 && strings.Contains(cells[1], ".") {
			for name := range strings.SplitSeq(cells[1], ",") {
				reasons[strings.TrimSpace(name)] = true
			}
		}
	}
	for _, r := range mod.Require {
		if r.Indirect {
			continue
		}
		if !reasons[r.Mod.Path] {
			t.Errorf("docs/dependencies.md has no reason for %s", r.Mod.Path)
		}
		delete(reasons, r.Mod.Path)
	}
	for name := range reasons {
		t.Errorf("docs/dependencies.md gives a reason for %s, which go.mod does not require", name)
	}
}
