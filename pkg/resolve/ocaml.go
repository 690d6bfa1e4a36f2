package resolve

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pi-project-map/pmap/pkg/record"
)

// OCaml's modules are files; dune says which directories make up one library
// and what its main module is called.

func (m *modules) addOCaml(f File) {
	switch dir, base := path.Dir(f.Path), path.Base(f.Path); {
	case base == "dune" && f.Facts != nil:
		m.units[dir] = len(f.Facts.Members) > 0
		for _, lib := range f.Facts.Exports {
			name := capital(lib.Key)
			m.libs[name] = append(m.libs[name], dir)
		}
	case path.Ext(base) == ".ml" || path.Ext(base) == ".mli" || path.Ext(base) == ".mll" || path.Ext(base) == ".mly":
		stem := strings.TrimSuffix(base, path.Ext(base))
		m.ocamls[stem] = append(m.ocamls[stem], f.Path)
	}
}

func capital(name string) string {
	r, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(r)) + name[size:]
}

// ocaml resolves a module by the file of its name: beside, or elsewhere in the
// same library; else by the library whose main module it is. Where a name may as
// well come out of a module that is opened, nothing is said.
func (m *modules) ocaml(from string, imp record.Import) []Target {
	first, _, _ := strings.Cut(imp.Raw, ".")
	if p := m.unit(path.Dir(from), first); p != "" {
		return internal(p)
	}
	if dirs := m.libs[first]; len(dirs) == 1 {
		if p := m.beside(dirs[0], first); p != "" {
			return internal(p)
		}
		return internal(dirs[0])
	}
	switch {
	case m.std["OCaml"][first]:
		return standard(first)
	case imp.Form == "":
		return nil
	}
	return unresolved(imp.Raw)
}

// beside finds a module's file in a directory, the implementation first.
func (m *modules) beside(dir, module string) string {
	r, size := utf8.DecodeRuneInString(module)
	for _, stem := range []string{string(unicode.ToLower(r)) + module[size:], module} {
		for _, ending := range []string{".ml", ".mli", ".mly", ".mll"} {
			if p := under(dir, stem+ending); m.tree.files[p] {
				return p
			}
		}
	}
	return ""
}

// unit finds a module's file in the library that a directory belongs to.
func (m *modules) unit(dir, module string) string {
	if p := m.beside(dir, module); p != "" {
		return p
	}
	for top := range upward(dir) {
		whole, built := m.units[top]
		if !built {
			continue
		}
		if !whole {
			return ""
		}
		r, size := utf8.DecodeRuneInString(module)
		same, found := m.ocamls[string(unicode.ToLower(r))+module[size:]], ""
		if len(same) > maxHeaders {
			return ""
		}
		for _, p := range same {
			if _, in := within(p, top); !in {
				continue
			}
			switch stem := strings.TrimSuffix(p, path.Ext(p)); {
			case found == "" || stem == strings.TrimSuffix(found, path.Ext(found)):
				if found == "" || path.Ext(p) == ".ml" {
					found = p
				}
			default:
				return "" // two modules of one name
			}
		}
		return found
	}
	return ""
}

// within reports whether a path lies below a directory.
func within(p, dir string) (string, bool) {
	if dir == "." {
		return p, true
	}
	return strings.CutPrefix(p, dir+"/")
}
