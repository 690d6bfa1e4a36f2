package csharp

import (
	"context"
	"regexp"
	"slices"

	"github.com/pi-project-map/pmap/pkg/ast/lang/brace"
	"github.com/pi-project-map/pmap/pkg/ast/lang/structure"
	"github.com/pi-project-map/pmap/pkg/record"
)

var (
	reference = regexp.MustCompile(`<PackageReference\s[^<>]*?\b(?:Include|Update)\s*=\s*"([^"<>;$*]+)"`)
	assembly  = regexp.MustCompile(`<(?:AssemblyName|PackageId)>\s*([^<>$\s]+)\s*</`)
	summary   = regexp.MustCompile(`<Description>\s*([^<>$]+?)\s*</`)
)

// project reads the packages that a project file refers to, and what it says of
// itself.
func project(ctx context.Context, src []byte) (record.Syntax, error) {
	if len(src) > brace.MaxBytes {
		return record.Syntax{State: record.StateFailed}, ctx.Err()
	}
	facts := record.Facts{Kind: "csproj"}
	for _, m := range reference.FindAllSubmatch(src, -1) {
		facts.Dependencies = append(facts.Dependencies, string(m[1]))
	}
	slices.Sort(facts.Dependencies)
	facts.Dependencies = slices.Compact(facts.Dependencies)
	if m := assembly.FindSubmatch(src); m != nil {
		facts.Name = string(m[1])
	}
	if m := summary.FindSubmatch(src); m != nil {
		facts.Summary = structure.Words(string(m[1]))
	}
	return record.Syntax{State: record.StateOK, Facts: &facts}, ctx.Err()
}
