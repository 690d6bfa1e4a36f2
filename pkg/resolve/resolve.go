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
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pi-project-map/pmap/pkg/record"
)

// File is what resolution needs to know of one listed file. Imports may be
// left out; they serve Rust alone, whose module tree is declared in sources.
type File struct {
	Path    string // root-relative; a trailing slash marks a directory whose contents are not listed
	Lang    string // go-enry's name
	Package string // as its source declares
	Facts   *record.Facts
	Imports []record.Import
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
	tree   *tree
	golang *golang
	es     *ecmascript
	python *python
	rust   *rust
	java   *java
	c      *cfamily
	shell  *shell
	make   *makefile
}

// New indexes a project's files. Their order does not matter.
func New(files []File) *Resolver {
	t := newTree(files)
	files = slices.DeleteFunc(slices.Clone(files), func(f File) bool { return strings.HasSuffix(f.Path, "/") })
	return &Resolver{
		tree:   t,
		golang: newGolang(t, files),
		es:     newECMAScript(t, files),
		python: newPython(t, files),
		rust:   newRust(t, files),
		java:   newJava(files),
		c:      newCFamily(t, files),
		shell:  &shell{tree: t},
		make:   &makefile{tree: t},
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
	switch lang {
	case "Go":
		return r.golang.resolve(from, imp)
	case "JavaScript", "TypeScript", "TSX", "JSX", "Vue", "Svelte", "Astro", "MDX":
		return r.es.resolve(from, imp)
	case "Python", "Cython", "Jupyter Notebook":
		return r.python.resolve(from, imp)
	case "Rust":
		return r.rust.resolve(from, imp)
	case "Java", "Kotlin", "Groovy":
		return r.java.resolve(from, imp)
	case "C", "C++", "Objective-C", "Objective-C++", "Cuda":
		return r.c.resolve(from, imp)
	case "Shell":
		return r.shell.resolve(from, imp)
	case "Makefile":
		return r.make.resolve(from, imp)
	case "Dockerfile":
		return image(imp)
	}
	return nil
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
