// Package resolve turns the imports of source files into what they mean: a
// file or directory of the project, a package from elsewhere, the language's
// own library, or nothing that could be found. Start from [New] and
// [Resolver.Resolve].
//
// It knows the listed paths and what the manifests among them say, and opens
// nothing: the answer for a list of files is the same on every machine. Each
// language is resolved by its own ecosystem's rules; names are compared
// bytewise; a path that is not listed is never an answer. Everything it reads
// comes from a repository and is taken to be hostile: a step costs at most the
// depth of a path or a stated limit.
package resolve

import (
	"iter"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pi-project-map/pmap/pkg/record"
)

// File is what resolution needs to know of one listed file. Imports may be
// left out; they serve Rust alone, whose module tree is declared in sources.
// So may Names; they serve languages whose names need not be those of files,
// and Uses, which serve those whose imports name whole packages.
type File struct {
	Path    string // root-relative; a trailing slash marks a directory whose contents are not listed
	Lang    string // go-enry's name
	Package string // as its source declares
	Facts   *record.Facts
	Imports []record.Import
	Names   []string         // that its source declares at top level
	Uses    iter.Seq[string] // names that it uses without importing or defining them
}

// Kind is where an import leads.
type Kind string

// The kinds.
const (
	Internal   Kind = "pkg" // Path is a listed file, or a directory that holds some
	External   Kind = "ext" // Path is a package's name
	Standard   Kind = "std" // Path is a module of the language's own library
	Unresolved Kind = "?"   // Path is the raw text, shortened
)

// Target is one thing that an import means.
type Target struct {
	Kind Kind
	Path string
}

// String is the form that maps show: "pkg/a/b.ts", "ext/express", "std/fs" or
// "?name".
func (t Target) String() string {
	if t.Kind == Unresolved {
		return "?" + t.Path
	}
	return string(t.Kind) + "/" + t.Path
}

const (
	maxRaw   = 2048 // bytes of an import that can be a name; a longer one is not looked up
	maxShown = 160  // bytes of an unresolved import that are kept
)

// Resolver holds the indexes. It does not change after New and may be used
// from several goroutines.
type Resolver struct {
	tree        *tree
	golang      *golang
	es          *ecmascript
	python      *python
	rust        *rust
	java        *java
	kotlin      *kotlin
	scala       *scala
	csharp      *csharp
	swift       *swift
	c           *cfamily
	ruby        *ruby
	php         *php
	shell       *shell
	build       *build
	definitions *definitions
	modules     *modules
}

// New indexes a project's files. Their order does not matter.
func New(files []File) *Resolver {
	t := newTree(files)
	files = slices.DeleteFunc(slices.Clone(files), func(f File) bool { return strings.HasSuffix(f.Path, "/") })
	j := newJava(files)
	used := newUses(files)
	return &Resolver{
		tree:        t,
		golang:      newGolang(t, files),
		es:          newECMAScript(t, files),
		python:      newPython(t, files),
		rust:        newRust(t, files),
		java:        j,
		kotlin:      &kotlin{java: j, uses: used},
		scala:       &scala{java: j, uses: used},
		csharp:      newCSharp(files, used),
		swift:       newSwift(t, files),
		c:           newCFamily(t, files),
		ruby:        newRuby(t, files),
		php:         newPHP(t, files),
		shell:       &shell{tree: t},
		build:       newBuild(t, files),
		definitions: newDefinitions(t, files),
		modules:     newModules(t, files),
	}
}

// Resolve says what an import of the file from, written in lang, means. It
// gives nothing for an import that names no module (Go's "C") and for
// languages without imports, and several targets where one statement names
// several modules. from need not be listed.
func (r *Resolver) Resolve(from, lang string, imp record.Import) []Target {
	if len(imp.Raw) > maxRaw {
		return unresolved(imp.Raw)
	}
	switch imp.Form {
	case "from":
		return image(imp)
	case "uses":
		return r.build.uses(imp)
	}
	switch ecosystem(from, lang) {
	case "go":
		return r.golang.resolve(from, imp)
	case "es":
		return r.es.resolve(from, imp)
	case "python":
		return r.python.resolve(from, imp)
	case "rust":
		return r.rust.resolve(from, imp)
	case "java":
		return r.java.resolve(from, imp)
	case "kotlin":
		return r.kotlin.resolve(from, imp)
	case "scala":
		return r.scala.resolve(from, imp)
	case "csharp":
		return r.csharp.resolve(from, imp)
	case "swift":
		return r.swift.resolve(from, imp)
	case "c":
		return r.c.resolve(from, imp)
	case "ruby":
		return r.ruby.resolve(from, imp)
	case "php":
		return r.php.resolve(from, imp)
	case "shell":
		return r.shell.resolve(from, imp)
	case "make":
		return r.build.included(from, imp)
	case "cmake":
		return r.build.module(from, imp)
	}
	return r.byFile(from, lang, imp)
}

// ecosystem says whose rules hold for a language, or for a file whose language
// is not known by its suffix.
func ecosystem(from, lang string) string {
	switch lang {
	case "Go":
		return "go"
	case "JavaScript", "TypeScript", "TSX", "JSX", "Vue", "Svelte", "Astro", "MDX":
		return "es"
	case "Python", "Cython", "Jupyter Notebook":
		return "python"
	case "Rust":
		return "rust"
	case "Java", "Groovy":
		return "java"
	case "Kotlin":
		return "kotlin"
	case "Scala":
		return "scala"
	case "C#":
		return "csharp"
	case "Swift":
		return "swift"
	case "C", "C++", "Objective-C", "Objective-C++", "Cuda":
		return "c"
	case "Ruby":
		return "ruby"
	case "PHP":
		return "php"
	case "Shell":
		return "shell"
	case "Makefile":
		return "make"
	case "CMake":
		return "cmake"
	}
	switch path.Ext(from) {
	case ".go":
		return "go"
	case ".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".vue", ".svelte", ".astro":
		return "es"
	case ".py", ".pyi", ".pyw", ".pyx", ".ipynb":
		return "python"
	case ".rs":
		return "rust"
	case ".java":
		return "java"
	case ".kt", ".kts":
		return "kotlin"
	case ".scala", ".sc":
		return "scala"
	case ".cs":
		return "csharp"
	case ".swift":
		return "swift"
	case ".c", ".h", ".cc", ".cpp", ".cxx", ".c++", ".C", ".cppm", ".ixx", ".hh", ".hpp", ".hxx", ".m", ".mm", ".cu", ".inl", ".ipp":
		return "c"
	case ".rb", ".rake", ".gemspec", ".ru":
		return "ruby"
	case ".php", ".phtml":
		return "php"
	case ".sh", ".bash", ".zsh", ".ksh", ".bats":
		return "shell"
	case ".mk", ".mak":
		return "make"
	case ".cmake":
		return "cmake"
	}
	return ""
}

func internal(path string) []Target { return []Target{{Kind: Internal, Path: path}} }
func external(name string) []Target { return []Target{{Kind: External, Path: name}} }
func standard(name string) []Target { return []Target{{Kind: Standard, Path: name}} }

func unresolved(raw string) []Target {
	if len(raw) > maxShown {
		n := maxShown
		for n > 0 && !utf8.RuneStart(raw[n]) {
			n--
		}
		raw = raw[:n] + "…"
	}
	return []Target{{Kind: Unresolved, Path: strings.ToValidUTF8(raw, "\uFFFD")}}
}

// targets gathers targets without repeats, in the order of their first add.
type targets struct {
	list []Target
	seen map[Target]bool
}

func (ts *targets) add(more ...Target) {
	for _, t := range more {
		if ts.seen[t] {
			continue
		}
		if ts.seen == nil {
			ts.seen = map[Target]bool{}
		}
		ts.seen[t] = true
		ts.list = append(ts.list, t)
	}
}
