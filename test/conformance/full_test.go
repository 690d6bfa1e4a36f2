//go:build e2e

package conformance

import (
	"archive/zip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pi-project-map/pmap/internal/goroot"
)

// The whole of the standard library and the go command, and the modules that
// this one is built from.
func TestGoFull(t *testing.T) {
	src := goroot.Source(t, "")
	var s score
	s.compareGo(t, src, src)
	s.check(t, "Go, GOROOT", floorGo)

	out := output(t, "", "", nil, "go", "list", "-m", "-f", "{{.Dir}}", "all")
	var m score
	for dir := range strings.FieldsSeq(string(out)) {
		if strings.Contains(dir, "@") && exists(filepath.Join(dir, "go.mod")) {
			m.compareGo(t, dir, dir)
		}
	}
	m.check(t, "Go, module cache", floorGo)
}

// Packages whose sources are TypeScript: alone, in a workspace that leads to
// sources by a condition of its own, and with path aliases.
func TestTypeScriptFull(t *testing.T) {
	dir := npm(t, "full")
	var s score
	for _, p := range []string{"rxjs/src", "viem", "type-fest"} {
		s.compareES(t, copiedSources(t, dir, p), "", nil)
	}
	s.compareWorkspace(t, dir)
	s.compareAliases(t, dir)
	s.check(t, "TypeScript, npm", floorTypeScript)
}

// copiedSources leaves out what a package was built into.
func copiedSources(t *testing.T, dir, name string) string {
	t.Helper()
	root := t.TempDir()
	copyTree(t, filepath.Join(dir, "node_modules", name), root, "_cjs", "_esm", "_types", "dist", "build")
	return root
}

// compareWorkspace lays packages out as the repository that they come from.
func (s *score) compareWorkspace(t *testing.T, dir string) {
	t.Helper()
	root := t.TempDir()
	packages := []string{"query-core", "react-query", "vue-query"}
	for _, p := range packages {
		copyTree(t, filepath.Join(dir, "node_modules", "@tanstack", p), filepath.Join(root, "packages", p), "build")
	}
	write(t, filepath.Join(root, "package.json"), `{"private": true, "workspaces": ["packages/*"]}`)
	s.compareES(t, root, "@tanstack/custom-condition", func() {
		for _, p := range packages {
			scope := filepath.Join(root, "node_modules", "@tanstack")
			if err := os.MkdirAll(scope, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(filepath.Join(root, "packages", p), filepath.Join(scope, p)); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// compareAliases gives a package back the paths of the configuration that it
// was made with.
func (s *score) compareAliases(t *testing.T, dir string) {
	t.Helper()
	root := copiedSources(t, dir, "@reduxjs/toolkit")
	write(t, filepath.Join(root, "tsconfig.json"), `{"compilerOptions": {"baseUrl": ".", "paths": {
		"@reduxjs/toolkit": ["src/index.ts"],
		"@reduxjs/toolkit/query": ["src/query/index.ts"],
		"@reduxjs/toolkit/query/react": ["src/query/react/index.ts"],
		"@internal/*": ["src/*"]}}}`)
	s.compareES(t, root, "", nil)
}

// ES modules in JavaScript.
func TestJavaScriptFull(t *testing.T) {
	dir := npm(t, "full")
	var s score
	for _, p := range []string{"lodash-es", "svelte", "esrap", "@jridgewell/trace-mapping"} {
		s.compareES(t, copied(t, dir, p), "", nil)
	}
	s.check(t, "ES modules, npm", floorTypeScript)
}

func TestCommonJSFull(t *testing.T) {
	dir := npm(t, "full")
	var s score
	for _, p := range []string{"webpack", "eslint", "fastify", "winston", "readable-stream", "ajv", "pino", "node-gyp", "enhanced-resolve", "watchpack", "avvio"} {
		s.compareES(t, copied(t, dir, p), "", nil)
	}
	s.check(t, "CommonJS, npm", floorCommonJS)
}

func TestPythonFull(t *testing.T) {
	root := t.TempDir()
	lib := pythonLibrary(t)
	configs, err := filepath.Glob(filepath.Join(lib, "config-*"))
	if err != nil {
		t.Fatal(err)
	}
	leave := []string{"site-packages", "dist-packages", "test", "lib2to3/tests"}
	for _, c := range configs {
		leave = append(leave, filepath.Base(c))
	}
	copyTree(t, lib, root, leave...)
	var s score
	s.comparePython(t, root)
	s.comparePython(t, copied(t, npm(t, "full"), "node-gyp"))
	s.check(t, "Python, stdlib", floorPython)
}

func TestJavaFull(t *testing.T) {
	javac(t)
	var s score
	s.compareJava(t, copied(t, npm(t, "full"), "cordova-android"))
	s.check(t, "Java, npm", floorJava)
	archive := filepath.Join(javaHome(t), "lib", "src.zip")
	if !exists(archive) {
		t.Log("no sources beside this JDK")
		return
	}
	root := t.TempDir()
	unzip(t, archive, root, "jdk.jshell", "jdk.javadoc", "jdk.jartool", "java.net.http", "java.logging", "java.sql", "jdk.compiler")
	var j score
	j.compareJava(t, root)
	j.check(t, "Java, JDK", floorJava)
}

// javaHome is where the compiler on the PATH is installed.
func javaHome(t *testing.T) string {
	t.Helper()
	home, err := filepath.EvalSymlinks(program(t, "javac"))
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(filepath.Dir(home))
}

// unzip extracts the files of an archive below one of the folders.
func unzip(t *testing.T, archive, to string, folders ...string) {
	t.Helper()
	z, err := zip.OpenReader(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	for _, f := range z.File {
		if !slices.ContainsFunc(folders, func(dir string) bool { return within(dir, f.Name) }) || f.FileInfo().IsDir() || !filepath.IsLocal(f.Name) {
			continue
		}
		name := filepath.Join(to, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func within(dir, p string) bool { return dir == "." || strings.HasPrefix(p, dir+"/") }
