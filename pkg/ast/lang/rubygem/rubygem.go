// Package rubygem reads what is literal in a Gemfile or gemspec. It runs
// nothing.
package rubygem

import (
	"context"
	"regexp"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/ruby"
	"github.com/pi-project-map/pmap/pkg/ast/lang/structure"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns one extractor for Gemfiles and one for gemspecs.
func Extractors() []lang.Extractor {
	return []lang.Extractor{
		{Name: "gemfile", Version: 1, Names: []string{"Gemfile", "gems.rb"}, Extract: with(gemfile)},
		{Name: "gemspec", Version: 1, Suffixes: []string{".gemspec"}, Extract: with(gemspec)},
	}
}

// with adds facts to what a file is as a source: what it requires, and what it
// defines for itself.
func with(read func(source string) *record.Facts) func(context.Context, []byte) (record.Syntax, error) {
	return func(ctx context.Context, src []byte) (record.Syntax, error) {
		out, err := ruby.Extract(ctx, src)
		if err != nil {
			return record.Syntax{}, err
		}
		out.Facts = read(string(src))
		out.Doc = out.Facts.Summary
		return out, nil
	}
}

var (
	gem        = regexp.MustCompile(`(?m)^\s*gem\s*\(?\s*["']([\w.-]+)["']`)
	dependency = regexp.MustCompile(`(?m)^\s*\w+\.add_(?:runtime_|development_)?dependency\s*\(?\s*["']([\w.-]+)["']`)
	name       = regexp.MustCompile(`(?m)^\s*\w+\.name\s*=\s*["']([^"'\n]+)["']`)
	summary    = regexp.MustCompile(`(?m)^\s*\w+\.summary\s*=\s*(?:%q[\[({])?["']?([^"'\n\])}]+)`)
	executable = regexp.MustCompile(`(?m)^\s*\w+\.executables\s*(?:=|<<)\s*(?:%w[\[({]\s*|\[?\s*["'])([\w-]+)`)
	path       = regexp.MustCompile(`(?m)^\s*\w+\.require_paths?\s*=\s*(?:%w[\[({]\s*|\[?\s*["'])([\w./-]+)`)
)

func gemfile(source string) *record.Facts {
	return &record.Facts{Kind: "gemfile", Dependencies: all(gem, source)}
}

func gemspec(source string) *record.Facts {
	f := &record.Facts{
		Kind: "gemspec", Name: one(name, source), Summary: structure.Words(one(summary, source)), Dependencies: all(dependency, source),
	}
	if dir := one(path, source); dir != "" {
		f.Paths = []record.Pair{{Value: dir}}
	}
	if command := one(executable, source); command != "" {
		f.Bin = []record.Pair{{Key: command, Value: ""}}
	}
	return f
}

func one(re *regexp.Regexp, s string) string {
	if m := re.FindStringSubmatch(s); m != nil {
		return m[1]
	}
	return ""
}

func all(re *regexp.Regexp, s string) []string {
	var names []string
	for _, m := range re.FindAllStringSubmatch(s, -1) {
		names = append(names, m[1])
	}
	return structure.Sorted(names)
}
