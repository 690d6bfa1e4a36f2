package resolve

import (
	"path"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// java resolves names by the packages that sources declare, whatever
// directories they lie in. Kotlin, Groovy and Scala share their packages with
// it. Which names a file declares is known for those of Kotlin and Scala; one
// of Java has the class that it is named after, and what else is known.
type java struct {
	names    map[string]map[string][]string // package and name to files, sorted
	packages map[string][]string            // name to directories, sorted, those of tests last
	modules  map[string][]string            // names of modules to their module-info files, sorted
	groups   map[string]bool                // first three parts of the tree's packages
	required map[string]bool                // groups of the dependencies, and well-known ones
	std      map[string]bool                // packages of the JDK whose first part is shared with others
}

// maxPackageDirs is how many directories of one package a wildcard gives.
const maxPackageDirs = 8

func newJava(files []File) *java {
	j := &java{
		names: map[string]map[string][]string{}, packages: map[string][]string{}, groups: map[string]bool{}, modules: map[string][]string{}, required: words(javaGroups),
		std: words(jdkPackages),
	}
	for _, f := range files {
		if f.Facts != nil {
			j.require(f.Facts.Dependencies)
		}
		switch path.Ext(f.Path) {
		case ".java", ".kt", ".groovy", ".scala":
		default:
			continue
		}
		if f.Package == "" || len(f.Package) > maxRaw {
			continue
		}
		if path.Base(f.Path) == "module-info.java" {
			j.modules[f.Package] = append(j.modules[f.Package], f.Path)
			continue
		}
		j.declare(f)
		dir := path.Dir(f.Path)
		if dirs := j.packages[f.Package]; len(dirs) == 0 || dirs[len(dirs)-1] != dir {
			j.packages[f.Package] = append(dirs, dir)
		}
		j.groups[firstParts(f.Package, 3)] = true
	}
	for _, same := range j.modules {
		slices.Sort(same)
	}
	for _, names := range j.names {
		for name, same := range names {
			slices.Sort(same)
			names[name] = slices.Compact(same)
		}
	}
	for name, dirs := range j.packages {
		slices.Sort(dirs)
		dirs = slices.Compact(dirs)
		slices.SortStableFunc(dirs, func(a, b string) int { return testOrder(a) - testOrder(b) })
		j.packages[name] = dirs
	}
	return j
}

// declare indexes the names of a file.
func (j *java) declare(f File) {
	names := j.names[f.Package]
	if names == nil {
		names = map[string][]string{}
		j.names[f.Package] = names
	}
	add := func(name string) { names[name] = append(names[name], f.Path) }
	for _, name := range f.Names {
		add(name)
	}
	if ext := path.Ext(f.Path); len(f.Names) == 0 || ext == ".java" || ext == ".groovy" {
		add(strings.TrimSuffix(path.Base(f.Path), ext))
	}
}

// files returns the files that declare a qualified name.
func (j *java) files(qualified string) []string {
	pkg := withoutLast(qualified)
	if pkg == "" {
		return nil
	}
	return j.names[pkg][qualified[len(pkg)+1:]]
}

// require keeps the groups of coordinates like "org.acme:core".
func (j *java) require(dependencies []string) {
	for _, name := range dependencies {
		if group, _, ok := strings.Cut(name, ":"); ok && strings.Contains(group, ".") {
			j.required[group] = true
		}
	}
}

// testOrder is 1 for a directory of a source set of tests.
func testOrder(dir string) int {
	for part := range strings.SplitSeq(dir, "/") {
		switch part {
		case "test", "tests", "testFixtures", "integrationTest", "androidTest":
			return 1
		}
	}
	return 0
}

func (j *java) resolve(from string, imp record.Import) []Target {
	raw := imp.Raw
	if raw == "" || strings.ContainsAny(raw, "/\\ ") || strings.Contains("."+raw+".", "..") {
		return unresolved(raw)
	}
	if imp.Form == "requires" {
		if files := j.modules[raw]; len(files) > 0 {
			return internal(nearest(from, files))
		}
		if jdkModule(raw) {
			return standard(raw)
		}
		return external(shortGroup(raw))
	}
	if slices.Contains(imp.Names, "*") && imp.Form != "static" {
		if dirs := j.wildcard(from, raw); dirs != nil {
			return dirs
		}
	}
	// The longest name that is a class: what follows is nested in it.
	for name := raw; name != ""; name = withoutLast(name) {
		if files := j.files(name); len(files) > 0 {
			return internal(nearest(from, files))
		}
	}
	// A class without a file of its name still lies in its package.
	for name := withoutLast(raw); name != ""; name = withoutLast(name) {
		if dirs := j.packages[name]; len(dirs) > 0 && isClassName(raw[len(name)+1:]) {
			return internal(nearest(from, dirs))
		}
	}
	return j.foreign(raw)
}

// wildcard gives the directories of a package, without those of tests if there
// are others.
func (j *java) wildcard(from, name string) []Target {
	var found []Target
	for _, dir := range j.dirs(from, name) {
		if len(found) == maxPackageDirs {
			break
		}
		found = append(found, Target{Kind: Internal, Path: dir})
	}
	return found
}

// dirs lists the directories of a package that wildcard chooses from.
func (j *java) dirs(from, name string) []string {
	dirs := j.packages[name]
	for i, dir := range dirs {
		if i > 0 && testOrder(dir) > 0 && testOrder(path.Dir(from)) == 0 {
			return dirs[:i]
		}
	}
	return dirs
}

// used gives the directories of a package in which names are declared that a
// file uses and that its own package lacks; if none is seen to be used, the
// directory that is named like the package. Nothing is given for what is no
// package of the tree.
func (j *java) used(u *uses, from, name string) []Target {
	names := j.names[name]
	if names == nil {
		return nil
	}
	own := u.files[from].Package
	files := u.declaring(from, names, func(used string) bool { return own != name && len(j.names[own][used]) > 0 })
	if len(files) > 0 {
		return directories(files)
	}
	return home(from, name[strings.LastIndexByte(name, '.')+1:], j.dirs(from, name))
}

// foreign names what lies outside of the tree by its package, of which three
// parts are enough. A package that shares its first three parts
// with one of the tree is the project's own, but not listed.
func (j *java) foreign(raw string) []Target {
	first, _, _ := strings.Cut(raw, ".")
	switch first {
	case "java", "jdk", "sun", "kotlin", "groovy":
		return standard(raw)
	}
	for name := raw; name != ""; name = withoutLast(name) {
		if j.std[name] {
			return standard(raw)
		}
	}
	group := shortGroup(raw)
	if strings.Count(group, ".") == 2 && j.groups[group] && !j.requires(raw) {
		return unresolved(raw)
	}
	return external(group)
}

// requires reports whether a name lies in a group of the dependencies.
func (j *java) requires(raw string) bool {
	for name := raw; name != ""; name = withoutLast(name) {
		if j.required[name] && !j.groups[firstParts(name, 3)] {
			return true
		}
	}
	return false
}

// shortGroup is the first parts of a qualified name, at most three, that are
// packages by Java's convention.
func shortGroup(raw string) string {
	group := firstParts(raw, 3)
	n := 0
	for part := range strings.SplitSeq(group, ".") {
		if isClassName(part) {
			break
		}
		n++
	}
	return firstParts(group, max(n, 1))
}

// jdkModule reports whether a module belongs to the JDK or to the library of Kotlin.
func jdkModule(name string) bool {
	first, _, _ := strings.Cut(name, ".")
	return first == "java" || first == "jdk" || first == "kotlin"
}

func firstParts(name string, n int) string {
	at := 0
	for range n {
		i := strings.IndexByte(name[at:], '.')
		if i < 0 {
			return name
		}
		at += i + 1
	}
	return name[:at-1]
}

func withoutLast(name string) string {
	return name[:max(strings.LastIndexByte(name, '.'), 0)]
}

func isClassName(name string) bool { return name != "" && name[0] >= 'A' && name[0] <= 'Z' }

// nearest is the path that shares most leading directories with from, the
// first of several.
func nearest(from string, paths []string) string {
	dir, best, most := path.Dir(from), "", -1
	for _, p := range paths[:min(len(paths), maxRoots)] {
		if shared := sharedDepth(dir, path.Dir(p)); shared > most {
			best, most = p, shared
		}
	}
	return best
}
