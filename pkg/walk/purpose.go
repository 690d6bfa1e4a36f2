package walk

import (
	"path"
	"strings"

	enry "github.com/go-enry/go-enry/v2"

	"github.com/pi-project-map/pmap/pkg/record"
)

// purposeClass tells source, configuration, documents and data apart.
func purposeClass(file, lang string) record.Class {
	name := base(file)
	lower := strings.ToLower(name)
	switch {
	case script(name, lang) && (docName(lower) || lower == "build"):
		return record.ClassSource
	case docName(lower):
		return record.ClassDoc
	case configName(file, lower):
		return record.ClassConfig
	}
	if class, ok := byLanguage(lang); ok {
		return class
	}
	switch enry.GetLanguageType(lang) {
	case enry.Programming:
		return record.ClassSource
	case enry.Markup:
		if lang == "HTML" && containsDir(parent(file), "docs") {
			return record.ClassDoc
		}
		return record.ClassSource
	case enry.Prose:
		return record.ClassDoc
	}
	if lang == "" && path.Ext(name) == "" && !strings.HasPrefix(name, ".") && upper(name) && name != "VERSION" {
		return record.ClassDoc // NEWS, THANKS and their like
	}
	if strings.HasPrefix(name, ".") {
		return record.ClassConfig
	}
	if lang == "JSON" || lang == "XML" {
		for dir := parent(file); dir != "."; dir = parent(dir) {
			if strings.HasPrefix(base(dir), ".") {
				return record.ClassConfig // .vscode/settings.json
			}
		}
	}
	return record.ClassData
}

// script reports whether a file without an ending is a program to run, as its
// first line says.
func script(name, lang string) bool {
	switch lang {
	case "Shell", "Python", "Perl", "Ruby", "JavaScript", "PHP", "Lua", "Awk", "Tcl":
		return path.Ext(name) == ""
	}
	return false
}

func upper(name string) bool { return strings.ToUpper(name) == name && strings.ToLower(name) != name }

// docName reports whether a file is about the project, whatever its ending.
func docName(lower string) bool {
	stem, ext, _ := strings.Cut(lower, ".")
	switch ext {
	case "", "md", "markdown", "txt", "rst", "adoc", "org", "html":
	default:
		return false
	}
	for _, word := range []string{"readme", "license", "licence", "copying", "authors", "contributors", "changelog", "changes",
		"notice", "contributing", "code_of_conduct", "security", "maintainers", "patents", "install", "todo", "history", "copyright"} {
		if stem == word || strings.HasPrefix(stem, word+"-") || strings.HasPrefix(stem, word+"_") {
			return ext != "html" || word != "security" && word != "install"
		}
	}
	return false
}

// configName reports whether a file sets up a tool, by its name.
func configName(file, lower string) bool {
	switch lower {
	case "makefile", "gnumakefile", "dockerfile", "containerfile", "jenkinsfile", "vagrantfile", "procfile", "gemfile",
		"rakefile", "podfile", "fastfile", "brewfile", "justfile", "build", "build.bazel", "workspace", "workspace.bazel",
		"module.bazel", "meson.build", "cmakelists.txt", "requirements.txt", "constraints.txt", "robots.txt", "setup.py",
		"build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts", "build.sbt", "codeowners", "pipfile",
		"package.json", "composer.json", "bower.json", "lerna.json", "nx.json", "turbo.json", "deno.json", "deno.jsonc",
		"angular.json", "biome.json", "biome.jsonc", "renovate.json", "nest-cli.json", "typedoc.json", "firebase.json", "app.json", "vercel.json", "manifest.json", "jsconfig.json", "global.json", "appsettings.json",
		"pom.xml", "web.config", "androidmanifest.xml", "nuget.config", "package.swift", "mix.exs", "configure.ac",
		"configure.in", "makefile.am", "makefile.in", "configure", "kbuild", "kconfig", "sources.list", "manifest.in",
		"cname", "dune", "dune-project", "dune-workspace", "terragrunt.hcl":
		return true
	}
	stem, ext := strings.TrimSuffix(lower, path.Ext(lower)), path.Ext(lower)
	switch ext {
	case ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".json":
		if strings.HasSuffix(stem, ".config") || strings.Contains(stem, ".config.") && ext != ".json" || strings.HasSuffix(stem, ".conf") || strings.HasPrefix(stem, "tsconfig") && ext == ".json" {
			return true
		}
		return strings.HasPrefix(lower, ".") // .eslintrc.js
	case ".py":
		return lower == "noxfile.py" || lower == "conf.py" && (containsDir(parent(file), "docs") || containsDir(parent(file), "doc")) // Sphinx
	case ".txt":
		return strings.HasPrefix(stem, "requirements") || strings.HasSuffix(stem, "requirements")
	case ".csproj", ".fsproj", ".vbproj", ".vcxproj", ".sln", ".props", ".targets", ".gemspec", ".cabal", ".podspec",
		".mk", ".cmake", ".bazelrc", ".conf", ".service", ".plist", ".nuspec", ".opam", ".gyp", ".gypi":
		return true
	}
	return strings.HasPrefix(lower, "dockerfile.") || strings.HasPrefix(lower, "makefile.") || strings.HasSuffix(lower, ".dockerfile")
}

// byLanguage is the class of languages whose type in linguist says too little.
func byLanguage(lang string) (record.Class, bool) {
	switch lang {
	case "SQL", "Protocol Buffer", "GraphQL", "FlatBuffers", "Avro IDL", "Prisma", "YANG", "EBNF", "ABNF", "ASN.1",
		"Type Language", "WebAssembly Interface Type", "RBS", "Lark", "ROS Interface", "PlantUML":
		return record.ClassSource, true
	case "TOML", "YAML", "INI", "Java Properties", "Dotenv", "EditorConfig", "Ignore List", "Git Attributes", "Git Config",
		"NPM Config", "HOCON", "HCL", "KDL", "NEON", "Nginx", "ApacheConf", "HAProxy", "Caddyfile", "Ninja", "GN", "Soong",
		"Gradle", "Gradle Kotlin DSL", "Maven POM", "Ant Build System", "Go Module", "Go Workspace", "Pip Requirements",
		"Browserslist", "Cabal Config", "RPM Spec", "Debian Package Control File", "SSH Config", "Makefile", "CMake",
		"Dockerfile", "Meson", "QMake", "Procfile", "JSON with Comments", "Option List", "ShellCheck Config", "CODEOWNERS",
		"MiniYAML", "desktop", "crontab", "Automake", "M4Sugar", "Just", "nanorc", "cURL Config", "Wget Config",
		"Readline Config", "OpenStep Property List", "XML Property List", "Microsoft Visual Studio Solution", "Proguard":
		return record.ClassConfig, true
	case "TeX", "BibTeX", "Roff", "Roff Manpage", "MDX", "API Blueprint", "Rich Text Format", "Mermaid":
		return record.ClassDoc, true
	case "Gettext Catalog", "PostScript", "SVG", "Checksums":
		return record.ClassData, true
	}
	return "", false
}
