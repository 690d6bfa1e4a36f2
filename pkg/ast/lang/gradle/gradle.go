// Package gradle reads what is literal in Gradle's build and settings scripts,
// Groovy or Kotlin: included projects, names, coordinates of dependencies. It
// runs nothing, so what a script computes is not there.
package gradle

import (
	"context"
	"regexp"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/structure"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns one extractor for build and one for settings scripts.
func Extractors() []lang.Extractor {
	return []lang.Extractor{
		{Name: "gradle-settings", Version: 1, Names: []string{"settings.gradle", "settings.gradle.kts"}, Extract: with(settings)},
		{Name: "gradle", Version: 1, Names: []string{"build.gradle", "build.gradle.kts"}, Suffixes: []string{".gradle", ".gradle.kts"}, Extract: with(build)},
	}
}

func with(read func(script string) *record.Facts) func(context.Context, []byte) (record.Syntax, error) {
	return func(ctx context.Context, src []byte) (record.Syntax, error) {
		if err := ctx.Err(); err != nil {
			return record.Syntax{}, err
		}
		facts := read(comments.ReplaceAllString(string(src), " "))
		facts.Summary = structure.Words(facts.Summary)
		return record.Syntax{State: record.StateOK, Doc: facts.Summary, Facts: facts}, nil
	}
}

var (
	comments    = regexp.MustCompile(`(?s:/\*.*?\*/)|(?m:(?:^|[ \t])//.*$)`)
	include     = regexp.MustCompile(`(?m)^\s*include\s*\(?((?:\s*["'][^"'\n]+["']\s*,?)+)\)?`)
	quoted      = regexp.MustCompile(`["']([^"'\n]+)["']`)
	projectDir  = regexp.MustCompile(`project\(\s*["']([^"'\n]+)["']\s*\)\.projectDir\s*=\s*(?:new\s+File\(\s*(?:settingsDir|rootDir)\s*,\s*|file\(\s*)["']([^"'\n]+)["']`)
	rootName    = regexp.MustCompile(`(?m)^\s*rootProject\.name\s*=\s*["']([^"'\n]+)["']`)
	group       = regexp.MustCompile(`(?m)^(?:project\.)?group\s*=?\s*["']([^"'\n]+)["']`)
	description = regexp.MustCompile(`(?m)^(?:project\.)?description\s*=?\s*["']([^"'\n$]+)["']`)
	coordinate  = regexp.MustCompile(`(?m)^\s*(?:[a-z]\w*(?:[aA]pi|[iI]mplementation|[oO]nly|[pP]rocessor|[cC]ompile|[rR]untime)|api|implementation|compile|runtime|kapt|ksp|classpath)\s*\(?\s*(?:platform\()?["']([\w.-]+:[\w.-]+)(?::[^"'\n]*)?["']`)
	plugin      = regexp.MustCompile(`(?m)^\s*(?:id\s*\(?\s*["']([\w.-]+)["']|kotlin\(\s*["'](\w+)["']\s*\))`)
)

func settings(script string) *record.Facts {
	f := &record.Facts{Kind: "gradle-settings", Name: group1(rootName, script)}
	for _, line := range include.FindAllStringSubmatch(script, -1) {
		for _, name := range quoted.FindAllStringSubmatch(line[1], -1) {
			f.Members = append(f.Members, strings.ReplaceAll(strings.TrimPrefix(name[1], ":"), ":", "/"))
		}
	}
	for _, moved := range projectDir.FindAllStringSubmatch(script, -1) {
		name := strings.ReplaceAll(strings.TrimPrefix(moved[1], ":"), ":", "/")
		for i, member := range f.Members {
			if member == name {
				f.Members[i] = moved[2]
			}
		}
	}
	return f
}

func build(script string) *record.Facts {
	f := &record.Facts{Kind: "gradle", Module: group1(group, script), Summary: group1(description, script)}
	var names []string
	for _, m := range coordinate.FindAllStringSubmatch(script, -1) {
		names = append(names, m[1])
	}
	f.Dependencies = structure.Sorted(names)
	for _, m := range plugin.FindAllStringSubmatch(script, -1) {
		id := m[1]
		if m[2] != "" {
			id = "org.jetbrains.kotlin." + m[2]
		}
		f.Extends = append(f.Extends, id)
	}
	return f
}

func group1(re *regexp.Regexp, s string) string {
	if m := re.FindStringSubmatch(s); m != nil {
		return m[1]
	}
	return ""
}
