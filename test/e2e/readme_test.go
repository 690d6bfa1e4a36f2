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
	run(t, "sh", repository(t), "make -s map DIR='"+dir+"'").want(t, 0)
	if _, ok := maps(t, dir)["track/.pi-map.md"]; !ok {
		t.Error("no map of track")
	}
}
