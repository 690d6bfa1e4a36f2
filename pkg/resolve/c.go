package resolve

import (
	"path"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// cfamily resolves the includes of C, C++ and Objective-C. No compiler's flags
// are known, so what a header can mean is tried in the order in which a wrong
// answer is least likely: beside the file, the usual include directories above
// it, then the only listed path, or the clearly nearest, that ends in the name.
type cfamily struct {
	tree     *tree
	std      map[string]bool
	packages map[string]bool     // first directories of libraries, lower case
	headers  map[string][]string // base name to paths, sorted
}

// maxHeaders is how many paths of one base name are compared.
const maxHeaders = 256

func newCFamily(t *tree, files []File) *cfamily {
	c := &cfamily{tree: t, std: words(cHeaders + cppHeaders + posixHeaders + platformHeaders), headers: map[string][]string{}, packages: words(cPackages)}
	for _, f := range files {
		if path.Base(f.Path) == "CMakeLists.txt" && f.Facts != nil {
			for _, name := range f.Facts.Dependencies {
				c.packages[strings.ToLower(name)] = true
			}
		}
		if base := path.Base(f.Path); isHeader(base) {
			c.headers[base] = append(c.headers[base], f.Path)
		}
	}
	for _, same := range c.headers {
		slices.Sort(same)
	}
	return c
}

// isHeader reports whether a file may be meant by an include without being
// beside the file that has it.
func isHeader(base string) bool {
	switch path.Ext(base) {
	case ".h", ".hh", ".hpp", ".hxx", ".h++", ".inc", ".inl", ".ipp", ".tpp", ".tcc", ".def", ".c", ".cc", ".cpp", ".cuh", ".in", "":
		return true
	}
	return false
}

func (c *cfamily) resolve(from string, imp record.Import) []Target {
	name, quoted := strings.CutPrefix(imp.Raw, `"`)
	name = strings.Trim(strings.TrimSuffix(name, `"`), "<> ")
	name = strings.TrimPrefix(name, "./")
	if name == "" || name[0] == '/' || strings.Contains(name, "\\") || !quoted && imp.Raw[0] != '<' {
		return unresolved(name)
	}
	dir := path.Dir(from)
	if found := c.listed(dir, name, quoted); found != nil {
		return found
	}
	if c.listed(dir, name+".in", quoted) != nil {
		return unresolved(name) // the project's own, but the build writes it
	}
	first, _, nested := strings.Cut(name, "/")
	switch {
	case c.std[name] || c.std[strings.ToLower(name)] || nested && c.std[first+"/"]:
		return standard(name)
	case quoted && (!nested || !c.packages[strings.ToLower(first)]) || path.Clean(name) != name:
		return unresolved(name)
	}
	return external(first)
}

// listed finds the listed file that a name means in a file of dir, or nil.
func (c *cfamily) listed(dir, name string, quoted bool) []Target {
	if p, ok := join(dir, name); ok && quoted {
		if c.tree.files[p] {
			return internal(p)
		}
		if collapsed := c.tree.within(p); collapsed != "" {
			return internal(collapsed)
		}
	}
	if path.Clean(name) != name || strings.HasPrefix(name, "../") {
		return c.parent(dir, name)
	}
	for d := range upward(dir) {
		if found := c.inRoots(d, name, c.std[name] && !quoted); found != "" {
			return internal(found)
		}
	}
	if found := c.only(dir, name); found != "" && !c.std[name] {
		return internal(found)
	}
	return nil
}

// parent resolves a name with "..", which may be relative to an include
// directory above the file.
func (c *cfamily) parent(dir, name string) []Target {
	for d := range upward(dir) {
		for _, root := range []string{d, under(d, "include"), under(d, "src")} {
			if p, ok := join(root, name); ok && c.tree.files[p] {
				return internal(p)
			}
		}
	}
	return nil
}

// inRoots looks in the include directories of one directory, or strictly in
// the one that is named so: a header of the language's library in brackets is
// the project's only there.
func (c *cfamily) inRoots(dir, name string, strictly bool) string {
	if p := under(dir, "include/"+name); c.tree.files[p] {
		return p
	}
	if strictly {
		return ""
	}
	for _, root := range []string{"", "src/", "inc/", "lib/", "source/"} {
		if p := under(dir, root+name); c.tree.files[p] {
			return p
		}
	}
	return ""
}

// only finds the one listed path that ends in name, or that of several that
// shares most directories with dir.
func (c *cfamily) only(dir, name string) string {
	same := c.headers[path.Base(name)]
	if len(same) > maxHeaders {
		return ""
	}
	best, most, tied := "", -1, false
	for _, p := range same {
		if p != name && !strings.HasSuffix(p, "/"+name) {
			continue
		}
		shared := sharedDepth(dir, path.Dir(p))
		if shared > most {
			best, most, tied = p, shared, false
		} else if shared == most {
			tied = true
		}
	}
	if tied {
		return ""
	}
	return best
}
