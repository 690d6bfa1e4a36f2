package conformance

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"

	"github.com/pi-project-map/pmap/internal/goroot"
)

// floorGo is for trees of one module and more.
var floorGo = floor{exports: [2]float64{99.5, 99.5}, internal: [2]float64{99, 98}, external: [2]float64{99, 99}, kinds: 99.5}

// goPackages is what the go command says of a tree's packages.
type goPackages struct {
	root    string
	sources map[string]bool // directories in which the pipe lists Go files
	modules []goModule
}

type goModule struct {
	dir, path string            // directory relative to the root, module path
	requires  []string          // module paths
	dirOf     map[string]string // import path to directory, relative to the root
}

// askGo runs `go list` in every module of at, of which root is a copy, perhaps
// of a part alone. Directories in which the pipe lists no Go file do not count.
func askGo(t *testing.T, root, at string, files []*said) *goPackages {
	t.Helper()
	p := &goPackages{root: root, sources: map[string]bool{}}
	for _, f := range files {
		p.sources[path.Dir(f.path)] = true
	}
	for _, dir := range goModules(t, root) {
		mod := readModule(t, filepath.Join(at, dir))
		m := goModule{dir: dir, path: mod.Module.Mod.Path, dirOf: map[string]string{}}
		for _, r := range mod.Require {
			m.requires = append(m.requires, r.Mod.Path)
		}
		for _, line := range goList(t, filepath.Join(at, dir), mod) {
			pkg, where, _ := strings.Cut(line, "\t")
			rel, err := filepath.Rel(at, where)
			if err != nil {
				t.Fatal(err)
			}
			m.dirOf[pkg] = filepath.ToSlash(rel)
		}
		p.modules = append(p.modules, m)
	}
	return p
}

// goModules lists the directories of a tree's module files.
func goModules(t *testing.T, root string) []string {
	t.Helper()
	var dirs []string
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == "vendor") {
			return filepath.SkipDir
		}
		if d.Name() == "go.mod" {
			rel, err := filepath.Rel(root, filepath.Dir(name))
			dirs = append(dirs, filepath.ToSlash(rel))
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return dirs
}

func readModule(t *testing.T, dir string) *modfile.File {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	mod, err := modfile.ParseLax("go.mod", b, nil)
	if err != nil || mod.Module == nil {
		t.Fatalf("parse go.mod of %q: %v", dir, err)
	}
	return mod
}

// goList prints import path and directory of a module's packages. What the
// module requires does not matter here, and asking would need it fetched.
func goList(t *testing.T, dir string, mod *modfile.File) []string {
	t.Helper()
	env := []string{"GOWORK=off", "GOFLAGS=", "GOPROXY=off", "GOTOOLCHAIN=local"}
	args := []string{"list", "-e", "-find", "-f", "{{.ImportPath}}\t{{.Dir}}"}
	switch mod.Module.Mod.Path {
	case "std":
		args = append(args, "std")
	case "cmd":
		args = append(args, "cmd/...")
	default:
		alone := filepath.Join(t.TempDir(), "go.mod")
		if err := os.WriteFile(alone, []byte("module "+mod.Module.Mod.Path+"\n\ngo 1.21\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		args = append(args, "-mod=mod", "-modfile="+alone, "./...")
	}
	out := strings.TrimSpace(string(output(t, dir, "", env, "go", args...)))
	return slices.DeleteFunc(strings.Split(out, "\n"), func(line string) bool { return line == "" })
}

// moduleOf is the innermost module that holds a file.
func (p *goPackages) moduleOf(file string) *goModule {
	var best *goModule
	for i := range p.modules {
		m := &p.modules[i]
		if (m.dir == "." || strings.HasPrefix(file, m.dir+"/")) && (best == nil || len(m.dir) > len(best.dir) || best.dir == ".") {
			best = m
		}
	}
	return best
}

// target says where an import path leads when a file names it.
func (p *goPackages) target(file, raw string) target {
	own := p.moduleOf(file)
	if dir, ok := own.dirOf[raw]; ok && p.sources[dir] {
		if dir == path.Dir(file) {
			return target{Raw: raw, Kind: "open", Accept: []string{dir}} // a program beside the package it uses
		}
		return target{Raw: raw, Kind: "pkg", Accept: []string{dir}}
	}
	if rest, ok := strings.CutPrefix(raw+"/", own.path+"/"); ok {
		// The go command says nothing of packages that only other systems
		// have, nor of modules inside this one that it would have to fetch.
		return target{Raw: raw, Kind: "open", Accept: []string{path.Join(own.dir, rest)}}
	}
	first, _, _ := strings.Cut(raw, "/")
	if !strings.Contains(first, ".") {
		return p.standard(raw)
	}
	name := raw
	for _, r := range own.requires {
		if (raw == r || strings.HasPrefix(raw, r+"/")) && (name == raw || len(r) > len(name)) {
			name = r
		}
	}
	return target{Raw: raw, Kind: "ext", Accept: []string{name, raw}}
}

// standard is where a path without a dot leads: into the tree if that holds
// the standard library itself.
func (p *goPackages) standard(raw string) target {
	for _, m := range p.modules {
		if m.path != "std" {
			continue
		}
		if dir, ok := m.dirOf[raw]; ok && p.sources[dir] {
			return target{Raw: raw, Kind: "pkg", Accept: []string{dir}}
		}
		return target{Raw: raw, Kind: "open", Accept: []string{raw}}
	}
	return target{Raw: raw, Kind: "std", Accept: []string{raw}}
}

// goRows asks go/parser and go/types about each file on its own, so that files
// which never meet in one build do not hide each other's names.
func goRows(t *testing.T, p *goPackages, files []*said) []row {
	t.Helper()
	var rows []row
	for _, f := range files {
		if strings.HasSuffix(f.path, "_test.go") {
			continue
		}
		r := row{Path: f.path}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, filepath.Join(p.root, f.path), nil, parser.SkipObjectResolution)
		if err != nil {
			r.Error = err.Error()
			rows = append(rows, r)
			continue
		}
		r.Exports = goExports(fset, file)
		for _, spec := range file.Imports {
			if raw, err := strconv.Unquote(spec.Path.Value); err == nil && raw != "C" {
				r.Imports = append(r.Imports, p.target(f.path, raw))
			}
		}
		rows = append(rows, r)
	}
	return rows
}

// goExports lists a file's exported package-level objects.
func goExports(fset *token.FileSet, file *ast.File) []truth {
	conf := types.Config{Error: func(error) {}, IgnoreFuncBodies: true, FakeImportC: true, DisableUnusedImportCheck: true}
	pkg, _ := conf.Check(file.Name.Name, fset, []*ast.File{file}, nil)
	var list []truth
	for _, name := range pkg.Scope().Names() {
		o := pkg.Scope().Lookup(name)
		if !o.Exported() {
			continue
		}
		kind := "value"
		switch o.(type) {
		case *types.Func:
			kind = "function"
		case *types.TypeName:
			kind = "type"
		}
		list = append(list, truth{Name: name, Kind: kind})
	}
	return list
}

// A part of the standard library, with its own module file.
func TestGo(t *testing.T) {
	src := goroot.Source(t, "")
	root := t.TempDir()
	for _, dir := range []string{"go", "encoding", "net", "os", "internal/syscall", "vendor", "text", "crypto"} {
		copyTree(t, filepath.Join(src, dir), filepath.Join(root, dir))
	}
	mod, err := os.ReadFile(filepath.Join(src, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "go.mod"), mod, 0o644); err != nil {
		t.Fatal(err)
	}
	var s score
	s.compareGo(t, root, src)
	s.check(t, "Go", floorGo)
}

// compareGo runs the pipe over root and asks the go command in at.
func (s *score) compareGo(t *testing.T, root, at string) {
	t.Helper()
	files := pipe(t, root)
	list := sources(files, ".go")
	s.compare(files, goRows(t, askGo(t, root, at, list), list))
}
