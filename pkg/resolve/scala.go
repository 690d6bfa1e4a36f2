package resolve

import (
	"path"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// scala resolves names in the packages that Java's index holds. An import may
// begin at any package around the file, and may name members of values, which
// mean no file: what begins with neither a package nor a type is nothing.
type scala struct {
	java *java
	uses *uses
}

func (s *scala) resolve(from string, imp record.Import) []Target {
	raw := strings.TrimPrefix(imp.Raw, "_root_.")
	if raw == "" || strings.ContainsAny(raw, "/\\ ") || strings.Contains("."+raw+".", "..") {
		return unresolved(imp.Raw)
	}
	names := imp.Names
	if len(names) == 0 {
		names = []string{""}
	}
	var found targets
	for _, name := range names {
		found.add(s.name(from, raw, name)...)
	}
	if len(found.list) > 0 {
		return found.list
	}
	if imp.Form == "inner" && !s.known(raw) {
		return nil
	}
	return s.foreign(raw, names)
}

// known reports whether a name begins like those of packages. Inside of a
// class or function it may else be a value that the class inherits.
func (s *scala) known(raw string) bool {
	first, _, _ := strings.Cut(raw, ".")
	return strings.Contains(topDomains+"scala java javax akka cats zio play sbt ", " "+first+" ") || s.java.required[first]
}

// name looks for one name of an import in the packages around, the nearest
// first.
func (s *scala) name(from, raw, name string) []Target {
	for scope := s.uses.files[from].Package; ; scope = withoutLast(scope) {
		qualified := raw
		if scope != "" {
			qualified = scope + "." + raw
		}
		if found := s.absolute(from, scope, qualified, name); found != nil {
			return found
		}
		if scope == "" {
			return nil
		}
	}
}

// absolute looks for a name below a package.
func (s *scala) absolute(from, scope, qualified, name string) []Target {
	if name == "*" {
		if !s.isObject(qualified) {
			if found := s.java.used(s.uses, from, qualified); found != nil {
				return found
			}
		}
	} else if name != "" {
		qualified += "." + name
	}
	for q := qualified; len(q) > len(scope); q = withoutLast(q) {
		if files := s.java.files(q); len(files) > 0 {
			return internal(nearest(from, files))
		}
	}
	if dirs := s.java.dirs(from, qualified); len(dirs) > 0 && testOrder(dirs[0]) <= testOrder(path.Dir(from)) {
		return home(from, qualified[strings.LastIndexByte(qualified, '.')+1:], dirs)
	}
	return nil
}

// isObject reports whether a name is both a package and an object, whose
// members an import takes.
func (s *scala) isObject(qualified string) bool {
	at := strings.LastIndexByte(qualified, '.') + 1
	return isClassName(qualified[at:]) && len(s.java.files(qualified)) > 0
}

// foreign names what lies outside of the tree; a lone word that is no known
// package is a value.
func (s *scala) foreign(raw string, names []string) []Target {
	first, rest, dotted := strings.Cut(raw, ".")
	switch {
	case first == "scala" || first == "java" || first == "javax" && s.java.std[firstParts(raw, 2)]:
		return standard(raw)
	case isClassName(first) || len(first) <= 2 && first != "io" && first != "os":
		return nil
	case !dotted && slices.ContainsFunc(names, isValueName) && !s.java.required[first]:
		return nil
	case first == "this" || first == "super" || dotted && rest == "":
		return nil
	}
	for name := range s.java.groups {
		if own, _, _ := strings.Cut(name, "."); own == first && !strings.Contains(topDomains, " "+first+" ") {
			return unresolved(raw)
		}
	}
	return s.java.foreign(raw)
}

// topDomains begin packages of many projects.
const topDomains = " com org net io dev edu gov de ch fr uk me "

// isValueName reports whether a name begins like that of a value.
func isValueName(name string) bool { return name != "" && name != "*" && !isClassName(name) }
