package conformance

import (
	"path"
	"path/filepath"
	"regexp"
	"testing"
)

var (
	floorTypeScript = floor{exports: [2]float64{99.5, 99}, internal: [2]float64{99, 97}, external: [2]float64{98, 98}, kinds: 99}
	floorCommonJS   = floor{exports: [2]float64{97, 93}, internal: [2]float64{97, 97}, external: [2]float64{98, 98}, kinds: 97}
)

var suffixesES = []string{".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"}

// testES are the files that test runners of the ecosystem take.
var testES = regexp.MustCompile(`(^|/)(__tests__|__mocks__|tests?|e2e)/|\.(test|spec)(-d)?\.[cm]?[jt]sx?$`)

// compareES runs the pipe over a tree and asks the TypeScript compiler. link,
// if not nil, makes what the compiler needs but a checkout has not.
func (s *score) compareES(t *testing.T, root, condition string, link func()) {
	t.Helper()
	files := pipe(t, root)
	if link != nil {
		link()
	}
	var rows []row
	list := sources(files, suffixesES...)
	for _, r := range ask(t, list, "node", filepath.Join("testdata", "oracle.mjs"), npm(t, "quick"), root, condition) {
		if !testES.MatchString(r.Path) {
			rows = append(rows, r)
		}
	}
	s.compare(files, rows)
}

// copied copies packages of an npm folder to a new tree, each below its name.
func copied(t *testing.T, npmDir string, packages ...string) string {
	t.Helper()
	root := t.TempDir()
	for _, p := range packages {
		copyTree(t, filepath.Join(npmDir, "node_modules", p), filepath.Join(root, path.Base(p)))
	}
	return root
}

func TestTypeScript(t *testing.T) {
	dir := npm(t, "quick")
	var s score
	for _, p := range []string{"@tanstack/query-core/src", "zod/src"} {
		s.compareES(t, copied(t, dir, p), "", nil)
	}
	s.check(t, "TypeScript", floorTypeScript)
}

func TestCommonJS(t *testing.T) {
	var s score
	s.compareES(t, copied(t, npm(t, "quick"), "semver"), "", nil)
	s.check(t, "CommonJS", floorCommonJS)
}
