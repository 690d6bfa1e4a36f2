package pmap_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// specCodes returns the words in one column of the tables below a heading of
// the record specification.
func specCodes(t *testing.T, heading string, column int) []string {
	t.Helper()
	text, err := os.ReadFile("spec/pmap-records.5.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(text), "\n## "+heading+"\n")
	if !ok {
		t.Fatalf("no section %q", heading)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	var words []string
	rows := 0
	for line := range strings.Lines(section) {
		cells := strings.Split(line, "|")
		if len(cells) < column+3 {
			continue
		}
		if rows++; rows > 2 {
			words = append(words, strings.TrimSpace(cells[column+1]))
		}
	}
	if len(words) == 0 {
		t.Fatalf("section %q has no table", heading)
	}
	return words
}

var kebab = regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)

// usedCodes returns the codes of diags and failures that a source spells: the
// word after an exit code or a severity in a call, and the field Code.
func usedCodes(file *ast.File) []string {
	var codes []string
	add := func(e ast.Expr) {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil && kebab.MatchString(s) {
				codes = append(codes, s)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			for i, arg := range n.Args[:max(len(n.Args)-1, 0)] {
				if name := lastName(arg); strings.HasPrefix(name, "Exit") || strings.HasPrefix(name, "Severity") {
					add(n.Args[i+1])
				}
			}
		case *ast.KeyValueExpr:
			if lastName(n.Key) == "Code" {
				add(n.Value)
			}
		}
		return true
	})
	return codes
}

func lastName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// TestSpecNamesEveryCode compares the codes in the sources with those of the
// specification. A code that only the specification has must at least be
// spelled somewhere.
func TestSpecNamesEveryCode(t *testing.T) {
	specified := map[string]bool{}
	for _, code := range slices.Concat(specCodes(t, "Diags", 1), specCodes(t, "Findings", 0)) {
		if specified[code] = true; !kebab.MatchString(code) {
			t.Errorf("code %q is not in kebab case", code)
		}
	}
	used, spelled := map[string]string{}, map[string]bool{}
	for _, dir := range []string{"cmd", "pkg"} {
		eachSource(t, dir, func(name string, file *ast.File) {
			for _, code := range usedCodes(file) {
				used[code] = name
			}
			for _, s := range literals(file) {
				spelled[s] = true
			}
		})
	}
	for _, code := range slices.Sorted(maps.Keys(used)) {
		if !specified[code] {
			t.Errorf("%s uses code %q, which spec/pmap-records.5.md does not name", used[code], code)
		}
	}
	for _, code := range slices.Sorted(maps.Keys(specified)) {
		if !spelled[code] {
			t.Errorf("spec/pmap-records.5.md names code %q, which no source spells", code)
		}
	}
}

// TestSpecNamesEveryFact compares the kinds of facts and the forms of imports
// that extractors spell with those of the specification.
func TestSpecNamesEveryFact(t *testing.T) {
	for field, specified := range map[string][]string{"Kind": specCodes(t, "Facts", 0), "Form": specCodes(t, "Forms", 1)} {
		used, spelled := map[string]string{}, map[string]bool{}
		eachSource(t, "pkg/ast/lang", func(name string, file *ast.File) {
			ast.Inspect(file, func(n ast.Node) bool {
				if pair, ok := n.(*ast.KeyValueExpr); ok && lastName(pair.Key) == field {
					if lit, ok := pair.Value.(*ast.BasicLit); ok {
						used[strings.Trim(lit.Value, `"`)] = name
					}
				}
				return true
			})
			for _, s := range literals(file) {
				spelled[s] = true
			}
		})
		for _, word := range slices.Sorted(maps.Keys(used)) {
			if !slices.Contains(specified, word) {
				t.Errorf("%s uses the %s %q, which spec/pmap-records.5.md does not name", used[word], field, word)
			}
		}
		for _, word := range specified {
			if word != "" && !spelled[word] {
				t.Errorf("spec/pmap-records.5.md names the %s %q, which no extractor spells", field, word)
			}
		}
	}
}

// eachSource visits the sources below a directory that are built into a
// command.
func eachSource(t *testing.T, dir string, visit func(name string, file *ast.File)) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == "testdata" {
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err == nil {
			visit(filepath.ToSlash(name), file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// literals returns the strings that a source spells.
func literals(file *ast.File) []string {
	var all []string
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil {
				all = append(all, s)
			}
		}
		return true
	})
	return all
}
