package mapfile

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Longest lists, beside the two that the options set.
const (
	maxLikely    = 8
	maxRoleDeps  = 5
	maxDeps      = 12
	maxTestDeps  = 4
	maxAgain     = 4
	maxArchLines = 12
	maxTags      = 24
	maxWorkflows = 12
)

// New cuts a page to what its two files show. It is an error if the page names
// something that cannot be in a directory, or names it twice.
func New(page record.Page, opts record.Options) (Pair, error) {
	files, err := files(page.Path, page.Files, max(opts.ExportLimit, 0))
	if err != nil {
		return Pair{}, err
	}
	children, err := children(page.Children)
	if err != nil {
		return Pair{}, err
	}
	symbols, err := symbols(page.Symbols, max(opts.SymbolLimit, 0))
	if err != nil {
		return Pair{}, err
	}
	m := Map{
		Dir:       page.Path,
		Role:      role(page.Role),
		RoleDeps:  roleDeps(page.Deps),
		Files:     files,
		Arch:      arch(page.Arch),
		Tags:      tags(page.Tags),
		Symbols:   symbols,
		Workflows: workflows(page.Workflows),
	}
	return Pair{Map: m, Index: Index{
		Dir:       m.Dir,
		Role:      m.Role,
		Children:  children,
		Files:     likely(page.Likely, files),
		Workflows: m.Workflows,
	}}, nil
}

func files(dir pathname.Path, in []record.PageFile, limit int) ([]File, error) {
	var out []File
	seen := make(map[pathname.Path]bool, len(in))
	declared := headers(in)
	for _, f := range in {
		if err := checkName(f.Name); err != nil {
			return nil, err
		}
		if seen[f.Name] {
			return nil, fmt.Errorf("file %s comes twice", pathname.Quote(string(f.Name)))
		}
		seen[f.Name] = true
		f.Exports = shown(dir, f)
		out = append(out, File{
			Name:    f.Name,
			Purpose: purpose(f.Purpose),
			Exports: exports(f, declared[source(f.Name)], limit),
			Deps:    deps(f.Deps, min(limit, shownDeps(f))),
		})
	}
	return out, nil
}

func children(in []record.Child) ([]Entry, error) {
	var out []Entry
	seen := make(map[pathname.Path]bool, len(in))
	for _, c := range in {
		if err := checkChild(c.Name); err != nil {
			return nil, err
		}
		if seen[c.Name] {
			return nil, fmt.Errorf("directory %s comes twice", pathname.Quote(string(c.Name)))
		}
		seen[c.Name] = true
		out = append(out, Entry{Name: c.Name, Text: prose(c.Role, maxRole)})
	}
	return out, nil
}

// headers returns what the headers of C and C++ declare, by their names without
// an ending.
func headers(in []record.PageFile) map[string]map[string]bool {
	declared := map[string]map[string]bool{}
	for _, f := range in {
		switch ext := path.Ext(string(f.Name)); ext {
		case ".h", ".hh", ".hpp", ".hxx":
			names := make(map[string]bool, len(f.Exports))
			for _, name := range f.Exports {
				names[name] = true
			}
			declared[strings.TrimSuffix(string(f.Name), ext)] = names
		}
	}
	return declared
}

// source returns the name without its ending of a file that defines what a
// header declares, or nothing.
func source(name pathname.Path) string {
	switch ext := path.Ext(string(name)); ext {
	case ".c", ".cc", ".cpp", ".cxx":
		return strings.TrimSuffix(string(name), ext)
	}
	return ""
}

// exports takes the first names, which merge has ranked. Of those that a header
// of the same name lists only a few are shown.
func exports(f record.PageFile, declared map[string]bool, limit int) Names {
	var out Names
	again := 0
	for _, name := range f.Exports {
		if name == "" {
			continue
		}
		if declared[name] {
			if again++; again > maxAgain {
				out.Cut = true
				continue
			}
		}
		if len(out.Shown) >= limit {
			out.Cut = true
			break
		}
		out.Shown = append(out.Shown, cut(name, maxName))
	}
	return out
}

func shownDeps(f record.PageFile) int {
	if f.Test {
		return maxTestDeps
	}
	return maxDeps
}

// deps leaves out the language's own library and takes what is inside the
// project before packages. What is unknown comes last, but has its place.
func deps(in []pathname.Text, limit int) Names {
	var out Names
	room := max(limit-count(in, "?"), 0)
	for _, prefix := range []string{"pkg/", "ext/", "?"} {
		if prefix == "?" {
			room = limit
		}
		first := len(out.Shown)
		for _, d := range in {
			name := string(d)
			if !strings.HasPrefix(name, prefix) {
				continue
			}
			if len(out.Shown) >= room {
				out.Cut = true
				break
			}
			if prefix != "pkg/" {
				name = cut(name, maxName)
			}
			out.Shown = append(out.Shown, name)
		}
		slices.Sort(out.Shown[first:])
	}
	return out
}

func count(in []pathname.Text, prefix string) int {
	n := 0
	for _, d := range in {
		if strings.HasPrefix(string(d), prefix) {
			n++
		}
	}
	return n
}

func roleDeps(in []pathname.Text) []pathname.Text {
	var out []pathname.Text
	for _, d := range in {
		if strings.HasPrefix(string(d), "pkg/") && len(out) < maxRoleDeps {
			out = append(out, d)
		}
	}
	return out
}

func likely(names []pathname.Path, files []File) []Entry {
	purposes := make(map[pathname.Path]string, len(files))
	for _, f := range files {
		purposes[f.Name] = f.Purpose
	}
	var out []Entry
	for _, name := range names {
		text, listed := purposes[name]
		if listed && len(out) < maxLikely {
			out = append(out, Entry{Name: name, Text: text})
			delete(purposes, name)
		}
	}
	return out
}

// symbols takes the best; methods fill the places that are left.
func symbols(in []record.PageSymbol, limit int) ([]Symbol, error) {
	var out []Symbol
	for _, methods := range []bool{false, true} {
		for _, s := range in {
			if err := checkName(s.File); err != nil {
				return nil, err
			}
			signature := code(s.Signature)
			if signature == "" {
				signature = code(s.Name)
			}
			if (s.Parent != "") == methods && signature != "" && len(out) < limit {
				out = append(out, Symbol{Signature: signature, File: s.File})
			}
		}
	}
	return out, nil
}

func tags(in []string) []string {
	var out []string
	seen := map[string]bool{"": true}
	for _, t := range in {
		if t = tag(t); !seen[t] && len(out) < maxTags {
			seen[t] = true
			out = append(out, t)
		}
	}
	return out
}

func workflows(in []string) []string {
	var out []string
	for _, w := range in {
		if w = prose(w, maxWorkflow); w != "" && len(out) < maxWorkflows {
			out = append(out, w)
		}
	}
	return out
}

// checkName says why a name is not that of something in a directory, or nil.
func checkName(name pathname.Path) error {
	return checkChild(pathname.Path(strings.TrimSuffix(string(name), "/")))
}

func checkChild(name pathname.Path) error {
	if name == "." || strings.Contains(string(name), "/") {
		return fmt.Errorf("name %s is not one component", pathname.Quote(string(name)))
	}
	return pathname.Check(string(name))
}
