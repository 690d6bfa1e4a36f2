package swift

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang/brace"
	"github.com/pi-project-map/pmap/pkg/record"
)

// manifest reads what a Package.swift says by literals: the package's name,
// the directories of targets that are not called like them, and the packages
// that it depends on.
func manifest(ctx context.Context, src []byte) (record.Syntax, error) {
	if len(src) > brace.MaxBytes {
		return record.Syntax{State: record.StateFailed}, ctx.Err()
	}
	dialect := brace.Dialect{Nested: true, Quoted: '`', Open: open}
	f := &file{Source: dialect.Read(string(src))}
	facts := record.Facts{Kind: "swiftpm"}
	for i := range f.Tokens {
		if f.Kind(i) != brace.Word || f.Kind(i+1) != '(' {
			continue
		}
		args := f.arguments(i + 1)
		switch f.Word(i) {
		case "Package":
			facts.Name = args["name"]
		case "target", "executableTarget", "testTarget", "systemLibrary", "macro", "plugin":
			if args["name"] != "" && args["path"] != "" {
				facts.Paths = append(facts.Paths, record.Pair{Key: args["name"], Value: args["path"]})
			}
		case "package":
			if name := identity(args); name != "" {
				facts.Dependencies = append(facts.Dependencies, name)
			}
		}
	}
	slices.Sort(facts.Dependencies)
	facts.Dependencies = slices.Compact(facts.Dependencies)
	out := record.Syntax{State: record.StateOK, Facts: &facts}
	if f.Broken {
		out.State = record.StatePartial
	}
	return out, ctx.Err()
}

// arguments returns the labelled arguments of a call that are literals.
func (f *file) arguments(i int) map[string]string {
	args := map[string]string{}
	from, to := f.Inner(i)
	for j := from; j < to; j = f.Behind(j) {
		if f.Kind(j) == ':' && f.Kind(j-1) == brace.Word && f.Kind(j+1) == brace.String {
			text := f.Text[f.Tokens[j+1].Start:f.Tokens[j+1].End]
			if value := strings.Trim(text, `"`); len(value) == len(text)-2 && !strings.ContainsAny(value, "\\\n") {
				args[f.Word(j-1)] = value
			}
		}
	}
	return args
}

// identity names a package by the last part of where it comes from.
func identity(args map[string]string) string {
	for _, key := range []string{"url", "path", "id"} {
		if args[key] != "" {
			return strings.TrimSuffix(path.Base(args[key]), ".git")
		}
	}
	return args["name"]
}
