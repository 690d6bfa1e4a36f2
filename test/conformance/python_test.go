package conformance

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	floorPython = floor{exports: [2]float64{99.5, 99.5}, internal: [2]float64{99, 98}, external: [2]float64{99, 99}, kinds: 99}
	testPython  = regexp.MustCompile(`(^|/)(tests?|idle_test|testing)/|(^|/)(test_[^/]*|[^/]*_test|conftest|tests)\.py$`)
)

func (s *score) comparePython(t *testing.T, root string) {
	t.Helper()
	files := pipe(t, root)
	var rows []row
	for _, r := range ask(t, sources(files, ".py"), "python3", filepath.Join("testdata", "oracle.py"), root) {
		if !testPython.MatchString(r.Path) {
			rows = append(rows, r)
		}
	}
	s.compare(files, rows)
}

// pythonLibrary is the directory of python3's standard library.
func pythonLibrary(t *testing.T) string {
	t.Helper()
	program(t, "python3")
	return strings.TrimSpace(string(output(t, "", "", nil, "python3", "-c", "import sysconfig; print(sysconfig.get_path('stdlib'))")))
}

func TestPython(t *testing.T) {
	root, lib := t.TempDir(), pythonLibrary(t)
	for _, p := range []string{"asyncio", "concurrent", "email", "html", "http", "importlib", "json", "logging", "multiprocessing", "unittest", "urllib", "xml"} {
		copyTree(t, filepath.Join(lib, p), filepath.Join(root, p))
	}
	var s score
	s.comparePython(t, root)
	s.check(t, "Python", floorPython)
}
