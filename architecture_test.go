package pmap_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// Every package has a row in ARCHITECTURE.md, and every row its package.
// Languages share one.
func TestArchitectureNamesPackages(t *testing.T) {
	page, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]bool{}
	for line := range strings.Lines(string(page)) {
		if name, _, ok := strings.Cut(strings.TrimPrefix(line, "| `"), "`"); ok && strings.HasPrefix(line, "| `") {
			rows[name] = false
		}
	}
	for _, root := range []string{"cmd", "internal", "pkg"} {
		err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(p, ".go") || strings.Contains(p, "/testdata/") {
				return err
			}
			dir := path.Dir(filepath.ToSlash(p))
			if _, ok := rows[dir]; !ok {
				dir = path.Dir(dir) + "/*"
			}
			if _, ok := rows[dir]; !ok {
				t.Errorf("ARCHITECTURE.md does not name the package of %s", p)
			}
			rows[dir] = true
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, found := range rows {
		if !found && strings.Contains(name, "/") {
			t.Errorf("ARCHITECTURE.md has a row for %s, which is no package", name)
		}
	}
}
