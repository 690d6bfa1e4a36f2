// Package cmake reads CMakeLists.txt as far as it is literal: the project's
// name and description, its targets, the directories it goes into and the
// packages it looks for.
package cmake

import (
	"context"
	"regexp"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/structure"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractor of CMake's files.
func Extractors() []lang.Extractor {
	return []lang.Extractor{{
		Name: "cmake", Version: 1, Names: []string{"CMakeLists.txt"}, Suffixes: []string{".cmake"}, Langs: []string{"CMake"}, Extract: extract,
	}}
}

var (
	comment = regexp.MustCompile(`(?m)#.*$`)
	command = regexp.MustCompile(`(?m)^[ \t]*([A-Za-z_]\w*)[ \t]*\(([^()]*)\)`)
	word    = regexp.MustCompile(`"([^"]*)"|[^\s"]+`)
)

func extract(ctx context.Context, src []byte) (record.Syntax, error) {
	if err := ctx.Err(); err != nil {
		return record.Syntax{}, err
	}
	out := record.Syntax{State: record.StateOK, Doc: structure.Detached(src, "#"), Facts: &record.Facts{Kind: "cmake"}}
	var packages []string
	var includes lang.Imports
	for _, m := range command.FindAllStringSubmatch(comment.ReplaceAllString(string(src), ""), -1) {
		args := words(m[2])
		if len(args) == 0 || args[0] == "" || strings.Contains(args[0], "$") {
			continue
		}
		switch strings.ToLower(m[1]) {
		case "project":
			out.Facts.Name, out.Facts.Summary = args[0], structure.Words(after(args, "DESCRIPTION"))
		case "add_executable", "add_library", "add_custom_target":
			out.Symbols = append(out.Symbols, record.Symbol{Name: args[0], Kind: record.KindTarget, Exported: true})
		case "function", "macro":
			kind := record.KindFunction
			if strings.EqualFold(m[1], "macro") {
				kind = record.KindMacro
			}
			out.Symbols = append(out.Symbols, record.Symbol{
				Name: args[0], Kind: kind, Exported: !strings.HasPrefix(args[0], "_"), Signature: args[0] + "(" + strings.Join(args[1:], " ") + ")",
			})
		case "add_subdirectory":
			out.Facts.Members = append(out.Facts.Members, args[0])
		case "find_package":
			packages = append(packages, args[0])
		case "include":
			includes.Add(record.Import{Raw: args[0], Form: "include"})
		}
	}
	out.Imports = includes.List()
	out.Facts.Dependencies = structure.Sorted(packages)
	if out.Doc == "" {
		out.Doc = out.Facts.Summary
	}
	return out, nil
}

// words splits a command's arguments.
func words(s string) []string {
	var all []string
	for _, m := range word.FindAllStringSubmatch(s, -1) {
		if m[0][0] == '"' {
			all = append(all, m[1])
		} else {
			all = append(all, m[0])
		}
	}
	return all
}

// after returns the argument behind a keyword.
func after(args []string, keyword string) string {
	for i, a := range args[:len(args)-1] {
		if a == keyword {
			return args[i+1]
		}
	}
	return ""
}
