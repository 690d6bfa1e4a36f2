// Package pmap_test holds the rules of which package may know which, checked
// against what the go command says and what the sources spell.
package pmap_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/pi-project-map/pmap"

// stages are the commands' packages. They meet in the record stream and know
// nothing of each other.
var stages = []string{"walk", "ast", "llm", "merge", "render", "inject"}

// owners says which of the module's packages may import others' packages that
// begin with a prefix.
var owners = []struct {
	prefix string
	allows []string
}{
	{"github.com/smacker/go-tree-sitter", []string{"pkg/ast"}},
	{"github.com/tree-sitter-grammars/", []string{"pkg/ast"}},
	{"github.com/tree-sitter/", []string{"pkg/ast"}},
	{"net/http", []string{"pkg/llm", "internal/modeltest"}},
	{"net", []string{"pkg/llm", "internal/modeltest"}},
	{"github.com/sashabaranov/go-openai", []string{"pkg/llm"}},
	{"github.com/urfave/cli", []string{"pkg/command"}},
	{"github.com/charmbracelet/log", []string{"pkg/command"}},
}

// process are the names by which a program touches its process. All but
// pkg/command and the mains get streams, environment and clock as values.
var process = map[string][]string{
	"os":   {"Exit", "Args", "Stdin", "Stdout", "Stderr", "Getenv", "LookupEnv", "Environ"},
	"time": {"Now", "Since", "Until"},
}

// goPackage is what `go list -json` says of one package.
type goPackage struct {
	ImportPath string
	Dir        string
	Imports    []string
	Deps       []string
	GoFiles    []string
	CgoFiles   []string
}

// local is the path inside the module, "" for others' packages.
func (p goPackage) local() string { return local(p.ImportPath) }

func local(importPath string) string {
	rest, _ := strings.CutPrefix(importPath, module+"/")
	if rest == importPath {
		return ""
	}
	return rest
}

func below(p, dir string) bool { return p == dir || strings.HasPrefix(p, dir+"/") }

// forTests reports whether a package is there for tests alone.
func forTests(p string) bool { return p == "internal/vector" || strings.HasSuffix(p, "test") }

// stageOf names the stage that a local package is part of.
func stageOf(p string) string {
	for _, s := range stages {
		if below(p, "pkg/"+s) {
			return s
		}
	}
	return ""
}

// importFaults says which rules a package's imports break.
func importFaults(p goPackage) []string {
	var faults []string
	at := p.local()
	for _, dep := range p.Deps {
		if s, other := stageOf(at), stageOf(local(dep)); s != "" && other != "" && s != other {
			faults = append(faults, fmt.Sprintf("%s depends on %s: a stage never imports a stage", at, local(dep)))
		}
		if below(at, "cmd") && below(local(dep), "cmd") {
			faults = append(faults, fmt.Sprintf("%s depends on %s: commands share nothing but pkg", at, local(dep)))
		}
		if forTests(local(dep)) && !forTests(at) {
			faults = append(faults, fmt.Sprintf("%s depends on %s, which is for tests", at, local(dep)))
		}
	}
	for _, imp := range p.Imports {
		for _, o := range owners {
			if matches(imp, o.prefix) && !slices.ContainsFunc(o.allows, func(dir string) bool { return below(at, dir) }) {
				faults = append(faults, fmt.Sprintf("%s imports %s: only %s may", at, imp, strings.Join(o.allows, ", ")))
			}
		}
		if at == "pkg/record" && local(imp) != "" && local(imp) != "pkg/pathname" {
			faults = append(faults, fmt.Sprintf("%s imports %s: the schema knows no stage", at, local(imp)))
		}
	}
	for _, dir := range strings.Split(at, "/") {
		if slices.Contains([]string{"util", "utils", "common", "helper", "helpers", "types", "misc"}, dir) {
			faults = append(faults, fmt.Sprintf("%s: a folder is named for what it does", at))
		}
	}
	return faults
}

func matches(imp, prefix string) bool {
	return imp == prefix || strings.HasPrefix(imp, strings.TrimSuffix(prefix, "/")+"/") && prefix != "net"
}

// commandFaults says what a command links that it must not.
func commandFaults(p goPackage) []string {
	var faults []string
	name, ok := strings.CutPrefix(p.local(), "cmd/pmap-")
	if !ok {
		return nil
	}
	for _, dep := range p.Deps {
		if strings.HasPrefix(dep, "github.com/smacker/go-tree-sitter") && name != "ast" {
			faults = append(faults, fmt.Sprintf("pmap-%s links %s", name, dep))
		}
		if dep == "net/http" && name != "llm" {
			faults = append(faults, fmt.Sprintf("pmap-%s links %s", name, dep))
		}
	}
	return faults
}

// sourceFaults says where a source outside pkg/command and cmd touches the
// process, and where any source has an init.
func sourceFaults(name string, src []byte) ([]string, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var faults []string
	fault := func(n ast.Node, format string, args ...any) {
		faults = append(faults, fmt.Sprintf("%s: %s", files.Position(n.Pos()), fmt.Sprintf(format, args...)))
	}
	shell := below(name, "pkg/command") || below(name, "cmd") || forTests(path.Dir(name))
	names := map[string]string{} // as the file calls it: package
	for _, imp := range file.Imports {
		p, err := strconv.Unquote(imp.Path.Value)
		if err != nil {
			return nil, err
		}
		as := path.Base(p)
		if imp.Name != nil {
			as = imp.Name.Name
		}
		if as == "." {
			fault(imp, "imports %s without a name", p)
		}
		if _, watched := process[p]; watched {
			names[as] = p
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Name.Name == "init" && n.Recv == nil {
				fault(n, "has an init")
			}
		case *ast.SelectorExpr:
			id, ok := n.X.(*ast.Ident)
			if !ok || shell {
				break
			}
			if p, ok := names[id.Name]; ok && slices.Contains(process[p], n.Sel.Name) {
				fault(n, "%s.%s: only pkg/command and cmd may", p, n.Sel.Name)
			}
		}
		return true
	})
	return faults, nil
}

const maxMainLines = 40

func mainFaults(name string, src []byte) []string {
	if path.Dir(path.Dir(name)) != "cmd" {
		return nil
	}
	if path.Base(name) != "main.go" {
		return []string{name + ": a command is one main.go"}
	}
	if n := bytes.Count(src, []byte("\n")); n > maxMainLines {
		return []string{fmt.Sprintf("%s: %d lines, more than %d", name, n, maxMainLines)}
	}
	return nil
}

func listPackages(t *testing.T) []goPackage {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,Imports,Deps,GoFiles,CgoFiles", "./...")
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		t.Fatalf("go list: %v\n%s", err, exit.Stderr)
	} else if err != nil {
		t.Fatal(err)
	}
	var all []goPackage
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

func TestImports(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range listPackages(t) {
		seen[p.local()] = true
		for _, fault := range slices.Concat(importFaults(p), commandFaults(p)) {
			t.Error(fault)
		}
	}
	for _, p := range []string{"pkg/record", "pkg/ast", "pkg/command", "cmd/pmap-ast"} {
		if !seen[p] {
			t.Errorf("go list does not see %s", p)
		}
	}
}

func TestSources(t *testing.T) {
	n := 0
	for _, root := range []string{"cmd", "pkg", "internal"} {
		err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.Name() == "testdata" && d.IsDir() {
				return fs.SkipDir
			}
			if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return nil
			}
			src, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			n++
			name = filepath.ToSlash(name)
			faults, err := sourceFaults(name, src)
			for _, fault := range append(faults, mainFaults(name, src)...) {
				t.Error(fault)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if n < 20 {
		t.Errorf("%d sources found", n)
	}
}

// TestRulesCatch breaks every rule once.
func TestRulesCatch(t *testing.T) {
	pkg := func(at string, deps ...string) goPackage {
		return goPackage{ImportPath: module + "/" + at, Imports: deps, Deps: deps}
	}
	for _, tt := range []struct {
		p    goPackage
		want int
	}{
		{pkg("pkg/merge", module+"/pkg/ast"), 1},
		{pkg("pkg/render", module+"/pkg/walk/rules"), 1},
		{pkg("pkg/ast/lang/rust", module+"/pkg/merge"), 1},
		{pkg("pkg/ast/lang/rust", module+"/pkg/ast/treesitter", "github.com/smacker/go-tree-sitter/rust"), 0},
		{pkg("pkg/astrology", module+"/pkg/merge"), 0},
		{pkg("pkg/resolve", "github.com/smacker/go-tree-sitter"), 1},
		{pkg("pkg/render", "net/http"), 1},
		{pkg("pkg/render", "net/url"), 0},
		{pkg("pkg/render", "net"), 1},
		{pkg("pkg/llm", "net/http"), 0},
		{pkg("pkg/walk", "github.com/urfave/cli/v2"), 1},
		{pkg("cmd/pmap-walk", "github.com/urfave/cli/v2"), 1},
		{pkg("pkg/walk", "github.com/charmbracelet/log"), 1},
		{pkg("pkg/command", "github.com/charmbracelet/log", "github.com/urfave/cli/v2"), 0},
		{pkg("pkg/record", module+"/pkg/pathname"), 0},
		{pkg("pkg/record", module+"/pkg/prose"), 1},
		{pkg("pkg/walk", module+"/internal/vector"), 1},
		{pkg("pkg/ast", module+"/pkg/ast/lang/langtest"), 1},
		{pkg("pkg/ast/lang/langtest", module+"/pkg/ast/lang/langtest/deep"), 0},
		{pkg("pkg/walk/util"), 1},
	} {
		if got := importFaults(tt.p); len(got) != tt.want {
			t.Errorf("%s importing %v: %q, want %d faults", tt.p.local(), tt.p.Imports, got, tt.want)
		}
	}
	for _, tt := range []struct {
		p    goPackage
		want int
	}{
		{pkg("cmd/pmap-merge", "github.com/smacker/go-tree-sitter/rust"), 1},
		{pkg("cmd/pmap-ast", "github.com/smacker/go-tree-sitter/rust"), 0},
		{pkg("cmd/pmap-ast", "net/http"), 1},
		{pkg("cmd/pmap-llm", "net/http"), 0},
	} {
		if got := commandFaults(tt.p); len(got) != tt.want {
			t.Errorf("%s linking %v: %q, want %d faults", tt.p.local(), tt.p.Deps, got, tt.want)
		}
	}
	source := func(imports, body string) string {
		return "package p\nimport (" + imports + ")\nfunc f() {" + body + "}\n"
	}
	for _, tt := range []struct {
		name, src string
		want      int
	}{
		{"pkg/walk/a.go", source(`"os"`, "os.Exit(1)"), 1},
		{"pkg/command/a.go", source(`"os"`, "os.Exit(1)"), 0},
		{"pkg/ast/lang/langtest/a.go", source(`"os"`, "_ = os.Stdout"), 0},
		{"cmd/pmap-walk/main.go", source(`"os"`, "_ = os.Args"), 0},
		{"pkg/commander/a.go", source(`"os"`, "_ = os.Args"), 1},
		{"pkg/walk/a.go", source(`system "os"`, "_ = system.Stdout"), 1},
		{"pkg/walk/a.go", source(`. "os"`, "Exit(1)"), 1},
		{"pkg/walk/a.go", source(`"time"`, "_ = time.Now"), 1},
		{"pkg/walk/a.go", source(`"time"`, "_ = time.Second"), 0},
		{"pkg/walk/a.go", source(`"os"`, "_ = os.Getenv; _ = os.Stdin; _ = os.Stderr"), 3},
		{"pkg/walk/a.go", source(`"os"`, "os.ReadFile(s)"), 0},
		{"pkg/walk/a.go", source("", "") + "func init() {}\n", 1},
		{"pkg/command/a.go", source("", "") + "func init() {}\n", 1},
	} {
		got, err := sourceFaults(tt.name, []byte(tt.src))
		if err != nil || len(got) != tt.want {
			t.Errorf("%s: %q, %v, want %d faults in\n%s", tt.name, got, err, tt.want, tt.src)
		}
	}
	long := []byte(strings.Repeat("\n", maxMainLines+1))
	for name, want := range map[string]int{"cmd/pmap-walk/main.go": 1, "cmd/pmap-walk/more.go": 1, "pkg/walk/main.go": 0} {
		if got := mainFaults(name, long); len(got) != want {
			t.Errorf("%s of %d lines: %q, want %d faults", name, maxMainLines+1, got, want)
		}
	}
	if got := mainFaults("cmd/pmap-walk/main.go", long[1:]); len(got) != 0 {
		t.Errorf("a main of %d lines: %q", maxMainLines, got)
	}
}
