package golang

import (
	"go/ast"
	"go/doc"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/record"
)

// names reads the imports, the names used from each, and the names that other
// files of the package must define.
func (f *file) names() {
	used, selected := f.used()
	known := map[string]bool{}
	for _, spec := range f.ast.Imports {
		raw, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		i := record.Import{Raw: raw}
		switch name := localName(spec, raw, selected); name {
		case "_", "":
		case ".":
			i.Names = []string{"*"}
		default:
			known[name] = true
			i.Names = selected[name]
		}
		f.imports.Add(i)
	}
	f.embeds()
	f.out.Refs = lang.Refs(used, known)
}

// used returns the names that nothing in this file declares, and for each of
// them what is selected from it.
func (f *file) used() (map[string]bool, map[string][]string) {
	used := map[string]bool{}
	open := map[*ast.Ident]bool{}
	for _, id := range f.ast.Unresolved {
		if id.Name != "_" && id.Name != "" && !doc.IsPredeclared(id.Name) {
			used[id.Name] = true
			open[id] = true
		}
	}
	selected := map[string][]string{}
	ast.Inspect(f.ast, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok && open[id] && sel.Sel.Name != "_" {
				selected[id.Name] = append(selected[id.Name], sel.Sel.Name)
			}
		}
		return true
	})
	return used, selected
}

// localName returns the name that stands for an import in this file: its
// alias, or the one of its likely package names from which something is
// selected, or "".
func localName(spec *ast.ImportSpec, raw string, selected map[string][]string) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	for _, name := range packageNames(raw) {
		if selected[name] != nil {
			return name
		}
	}
	return ""
}

var majorVersion = regexp.MustCompile(`^v[0-9]+$`)

// packageNames returns what the package at an import path may be called, the
// likeliest first.
func packageNames(raw string) []string {
	dir, last := path.Split(raw)
	names := []string{last}
	if majorVersion.MatchString(last) && dir != "" {
		last = path.Base(dir)
		names = []string{last, names[0]}
	}
	if stem, version, ok := strings.Cut(last, "."); ok && majorVersion.MatchString(version) {
		last = stem
		names = append(names, last)
	}
	bare := last
	for _, affix := range []string{"go-", "go.", "golang-"} {
		bare = strings.TrimPrefix(bare, affix)
	}
	for _, affix := range []string{"-go", ".go", "-golang", ".js"} {
		bare = strings.TrimSuffix(bare, affix)
	}
	for _, name := range []string{bare, last} {
		names = append(names, name,
			strings.NewReplacer("-", "", ".", "").Replace(name),
			strings.NewReplacer("-", "_", ".", "_").Replace(name),
			name[strings.LastIndexAny(name, "-.")+1:])
		if head, _, ok := strings.Cut(name, "-"); ok {
			names = append(names, head)
		}
	}
	return names
}

// embeds reads the patterns of //go:embed lines.
func (f *file) embeds() {
	for _, group := range f.ast.Comments {
		for _, c := range group.List {
			args, ok := strings.CutPrefix(c.Text, "//go:embed ")
			if !ok {
				continue
			}
			for args = strings.TrimSpace(args); args != ""; args = strings.TrimSpace(args) {
				var pattern string
				pattern, args = embedPattern(args)
				f.imports.Add(record.Import{Raw: pattern, Form: "embed"})
			}
		}
	}
}

// embedPattern splits off the first pattern of an embed line, which may be
// quoted.
func embedPattern(args string) (pattern, rest string) {
	if quoted, err := strconv.QuotedPrefix(args); err == nil {
		if pattern, err = strconv.Unquote(quoted); err == nil {
			return record.OneLine(pattern), args[len(quoted):]
		}
	}
	pattern, rest, _ = strings.Cut(args, " ")
	return record.OneLine(pattern), rest
}
