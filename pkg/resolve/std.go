package resolve

import (
	_ "embed"
	"strings"
)

// What comes with a language, separated by blanks. The sources: Node 24's
// require("module").builtinModules that need no "node:"; Python 3.14's
// sys.stdlib_module_names, and those of earlier versions that it has lost; the
// C23 and C++26 headers; POSIX.1-2024's with those that glibc, the BSDs and
// macOS add; the packages of JDK 25 that do not tell themselves by their first
// part; the libraries and bundled gems of Ruby 1.9 to 4.0; the classes of PHP 8.5
// and of its common extensions.
var (
	//go:embed std/node.txt
	nodeModules string
	//go:embed std/python.txt
	pythonModules string
	//go:embed std/python_former.txt
	formerPythonModules string
	//go:embed std/python_distributions.txt
	pythonDistributions string // lines of a module and a distribution that brings it under another name
	//go:embed std/c.txt
	cHeaders string
	//go:embed std/cpp.txt
	cppHeaders string
	//go:embed std/posix.txt
	posixHeaders string
	//go:embed std/platform.txt
	platformHeaders string // of compilers and systems; directories end in "/"
	//go:embed std/c_packages.txt
	cPackages string // first directories of libraries that are often included in quotes
	//go:embed std/jdk.txt
	jdkPackages string
	//go:embed std/ruby.txt
	rubyLibrary string // directories end in "/"
	//go:embed std/php.txt
	phpClasses string
	//go:embed std/swift.txt
	swiftModules string // of the toolchain and of Apple's systems
	//go:embed std/dotnet.txt
	dotnetNamespaces string // of .NET, those of "System" and what does not tell itself
	//go:embed std/java_groups.txt
	javaGroups string // well-known groups whose packages have many names
)

// words is the set of the blank-separated words of a text.
func words(text string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(text) {
		set[w] = true
	}
	return set
}

// lists gathers lines of a word and one that belongs to it.
func lists(text string) map[string][]string {
	found := map[string][]string{}
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		found[key] = append(found[key], value)
	}
	return found
}
