package conformance

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

var (
	floorJava = floor{exports: [2]float64{99.5, 99.5}, internal: [2]float64{99, 98}, external: [2]float64{99, 99}, kinds: 99.5}
	testJava  = regexp.MustCompile(`(^|/)(src/test|androidTest)/`)
)

// javac skips a test where there is no Java compiler: the project itself does
// not need one.
func javac(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("javac"); err != nil {
		t.Skip("no javac on this machine")
	}
}

func (s *score) compareJava(t *testing.T, root string) {
	t.Helper()
	files := pipe(t, root)
	var rows []row
	for _, r := range ask(t, sources(files, ".java"), "java", filepath.Join("testdata", "Oracle.java"), root) {
		if !testJava.MatchString(r.Path) {
			rows = append(rows, r)
		}
	}
	s.compare(files, rows)
}

func TestJava(t *testing.T) {
	javac(t)
	var s score
	s.compareJava(t, copied(t, npm(t, "quick"), "@capacitor/android"))
	s.check(t, "Java", floorJava)
}
