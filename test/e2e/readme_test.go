//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var fence = regexp.MustCompile("(?s)```sh\n(.*?)```")

// Every pipeline that README shows works as typed, in the order shown.
func TestReadmePipelines(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join(repository(t), "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, block := range fence.FindAllStringSubmatch(string(readme), -1) {
		for line := range strings.SplitSeq(block[1], "\n") {
			if strings.HasPrefix(line, "pmap-") {
				lines = append(lines, line)
			}
		}
	}
	if len(lines) < 5 {
		t.Fatalf("README shows %d pipelines", len(lines))
	}
	for _, shell := range shells {
		t.Run(shell, func(t *testing.T) {
			dir := project(t, "small")
			for _, line := range lines {
				run(t, shell, dir, line).want(t, 0)
			}
		})
	}
}

func TestMakeMap(t *testing.T) {
	dir := project(t, "small")
	odd := filepath.Join(dir, "odd $HOME `x` \"(#) %")
	if err := os.MkdirAll(odd, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(odd, "a.py"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for root, want := range map[string]string{dir: "track/.pi-map.md", odd: ".pi-map.md"} {
		run(t, "sh", repository(t), "make -s map DIR='"+root+"'").want(t, 0)
		if _, ok := maps(t, root)[want]; !ok {
			t.Errorf("no %s in %s", want, root)
		}
	}
}

// The map that README shows is the one that the project in testdata gets.
func TestReadmeExample(t *testing.T) {
	dir := project(t, "example")
	run(t, "sh", dir, pipe).want(t, 0)
	readme, err := os.ReadFile(filepath.Join(repository(t), "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	if got := maps(t, dir)["src/auth/.pi-map.md"]; !strings.Contains(string(readme), "```markdown\n"+got+"```") {
		t.Errorf("README shows another map than\n%s", got)
	}
}
