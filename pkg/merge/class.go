package merge

import (
	"path"
	"strings"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// sealed is the word for what is not looked into.
func sealed(f *file) string {
	switch f.class {
	case record.ClassSymlink:
		return "-> " + pathname.Quote(f.target)
	case record.ClassBoundary:
		if f.reason != "" {
			return f.reason + ", another repository"
		}
		return "another repository"
	case record.ClassCollapsed:
		if f.reason != "" {
			return f.reason + " (not listed)"
		}
		return "not listed"
	case record.ClassLarge, record.ClassMinified:
		return "Large/generated file"
	case record.ClassBinary:
		return "binary"
	case record.ClassSecret:
		return "secret, never read"
	case record.ClassLFS:
		return "Git LFS file"
	}
	if lockFile(f.base()) {
		return "lock file"
	}
	if f.void() {
		return "empty"
	}
	return ""
}

// void reports whether there is nothing in a file of which something is
// expected.
func (f *file) void() bool {
	return f.empty && !f.slash && (f.source() || f.test() || f.class == record.ClassDoc)
}

// classWord says what a file is whose author wrote nothing about it.
func classWord(f *file) string {
	if f.state == record.StateFailed {
		return "could not be parsed"
	}
	switch f.class {
	case record.ClassGenerated:
		if f.test() {
			return "generated test"
		}
		return string(f.class)
	case record.ClassTest:
		return "test"
	case record.ClassConfig, record.ClassData, record.ClassNotebook, record.ClassVendored:
		return string(f.class)
	case record.ClassDoc:
		if !readme(f) {
			return "doc"
		}
	}
	return ""
}

// bare reports whether a file's name says all there is to say.
func bare(f *file) bool {
	if legal(f.base()) == "" && !customaryDocument(f.base()) {
		return false
	}
	return f.class == record.ClassDoc || f.class == record.ClassData || f.class == record.ClassConfig || f.lang == "" || f.lang == "Text" || f.lang == "Markdown"
}

// legal returns which of the files that every project has this is: a licence
// or a list of changes or people.
func legal(base string) string {
	name := strings.ToLower(base)
	for _, word := range []string{
		"licence", "license", "copying", "release-notes", "releasenotes", "00-releasenotes", "copyright", "notice", "patents", "unlicense", "changelog", "changes", "history", "news",
		"releases", "authors", "contributors", "maintainers", "codeowners", "owners", "code_of_conduct", "code-of-conduct", "thanks", "credits",
	} {
		rest, ok := strings.CutPrefix(name, word)
		if ok && (rest == "" || rest[0] == '.' || rest[0] == '-' || rest[0] == '_') && !strings.HasSuffix(rest, ".go") {
			return word
		}
	}
	return ""
}

// customaryDocument reports whether a file is one of those whose name is known
// to mean what it holds, but which is worth reading.
func customaryDocument(base string) bool {
	switch base[:len(base)-len(path.Ext(base))] {
	case "CONTRIBUTING", "Contributing", "contributing", "SECURITY", "SUPPORT", "GOVERNANCE", "TODO", "BUGS", "INSTALL":
		return true
	}
	return false
}

func lockFile(base string) bool {
	switch base {
	case "package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock", "bun.lockb", "deno.lock",
		"go.sum", "go.work.sum", "Cargo.lock", "poetry.lock", "uv.lock", "pdm.lock", "Pipfile.lock", "composer.lock",
		"Gemfile.lock", "mix.lock", "Podfile.lock", "Package.resolved", "pubspec.lock", "flake.lock", "gradle.lockfile":
		return true
	}
	return false
}

// manifest reports whether a file declares a package, module or workspace.
func manifest(f *file) bool {
	if f.facts == nil {
		return false
	}
	switch f.base() {
	case "package.json", "go.mod", "go.work", "Cargo.toml", "pyproject.toml", "setup.py", "setup.cfg", "pom.xml", "build.gradle",
		"build.gradle.kts", "settings.gradle", "settings.gradle.kts", "composer.json", "deno.json", "Gemfile", "Package.swift", "CMakeLists.txt", "meson.build":
		return true
	}
	return strings.HasSuffix(f.base(), ".gemspec") || strings.HasSuffix(f.base(), ".csproj")
}

// manifestWord names what a manifest declares.
func manifestWord(f *file) string {
	what := f.facts.Name
	if what == "" {
		what = f.facts.Module
	}
	switch {
	case what == "" && len(f.facts.Members) > 0:
		return "workspace: " + strings.Join(f.facts.Members[:min(len(f.facts.Members), 5)], ", ")
	case what == "":
		return "manifest"
	}
	return "manifest of " + what
}

// readme reports whether a file introduces its directory.
func readme(f *file) bool {
	name := strings.ToLower(f.base())
	stem := strings.TrimSuffix(name, path.Ext(name))
	return stem == "readme"
}
