package resolve

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// module is the module that a file is. A crate's root, a mod.rs and a file that
// a path attribute names have their modules beside them, others in a directory
// of their own name.
func (r *rust) module(file string) rustModule {
	dir, base := path.Dir(file), path.Base(file)
	if base == "mod.rs" || r.parents[file] != "" || r.isRoot(file) {
		return rustModule{file: file, children: dir}
	}
	return rustModule{file: file, children: under(dir, strings.TrimSuffix(base, ".rs"))}
}

// parent is the module that holds another. It is false for a crate's root.
func (r *rust) parent(m rustModule) (rustModule, bool) {
	if m.file == "" || r.isRoot(m.file) {
		return rustModule{}, false
	}
	if declarer := r.parents[m.file]; declarer != "" {
		return r.module(declarer), true
	}
	dir := path.Dir(m.file) // where the parent's modules lie
	if path.Base(m.file) == "mod.rs" {
		dir = path.Dir(dir)
	}
	if root := r.root(m.file); root.children == dir {
		return root, true
	}
	for _, f := range []string{under(dir, "mod.rs"), dir + ".rs"} {
		if r.tree.files[f] {
			return r.module(f), true
		}
	}
	return rustModule{}, false
}

func (r *rust) crateOf(file string) *rustCrate {
	for dir := range upward(path.Dir(file)) {
		if c := r.crates[dir]; c != nil {
			return c
		}
	}
	return nil
}

// programAbove is the program of the manifest whose own directory holds a file,
// the innermost, unless the library is as near.
func (c *rustCrate) programAbove(file string) string {
	best, dir := "", ""
	if c.lib != "" && strings.HasPrefix(file, path.Dir(c.lib)+"/") {
		dir = path.Dir(c.lib)
	}
	for _, bin := range slices.Sorted(maps.Keys(c.bins)) {
		if d := path.Dir(bin); len(d) > len(dir) && d != c.dir && strings.HasPrefix(file, d+"/") {
			best, dir = bin, d
		}
	}
	return best
}

// isRoot reports whether a file is the root of a crate: a package's library,
// program, test, example, benchmark or build script.
func (r *rust) isRoot(file string) bool {
	c := r.crateOf(file)
	if c == nil {
		base := path.Base(file)
		return base == "lib.rs" || base == "main.rs"
	}
	if file == c.lib || c.bins[file] {
		return true
	}
	rel := strings.TrimPrefix(file, under(c.dir, ""))
	if rel == "src/lib.rs" || rel == "src/main.rs" || rel == "build.rs" {
		return true
	}
	target, inside := cutTargets(rel)
	name, rest, nested := strings.Cut(inside, "/")
	return target != "" && name != "" && (!nested || rest == "main.rs")
}

// cutTargets splits off the directory whose files are crates of their own.
func cutTargets(rel string) (dir, inside string) {
	for _, dir := range []string{"src/bin", "tests", "examples", "benches"} {
		if inside, ok := strings.CutPrefix(rel, dir+"/"); ok {
			return dir, inside
		}
	}
	return "", ""
}

// root is the root of the crate that a file belongs to. A package with a
// library and a program shares out its modules by what the two declare, the
// library first.
func (r *rust) root(file string) rustModule {
	if r.isRoot(file) {
		return r.module(file)
	}
	c := r.crateOf(file)
	if c == nil {
		return r.looseRoot(file)
	}
	rel := strings.TrimPrefix(file, under(c.dir, ""))
	if target, inside := cutTargets(rel); target != "" {
		name, _, _ := strings.Cut(inside, "/")
		if f := under(c.dir, target+"/"+name+"/main.rs"); r.tree.files[f] {
			return r.module(f)
		}
		return rustModule{children: under(c.dir, target)}
	}
	if bin := c.programAbove(file); bin != "" {
		return r.module(bin)
	}
	program := under(c.dir, "src/main.rs")
	switch {
	case c.lib == "" && r.tree.files[program]:
		return r.module(program)
	case c.lib == "":
		return rustModule{children: under(c.dir, "src")}
	}
	if r.tree.files[program] {
		top, _, _ := strings.Cut(strings.TrimPrefix(rel, "src/"), "/")
		top = strings.TrimSuffix(top, ".rs")
		_, inLib := r.declared[c.lib][top]
		_, inProgram := r.declared[program][top]
		if inProgram && !inLib {
			return r.module(program)
		}
	}
	return rustModule{file: c.lib, children: path.Dir(c.lib)}
}

// looseRoot serves sources without a manifest: the nearest lib.rs or main.rs.
func (r *rust) looseRoot(file string) rustModule {
	for dir := range upward(path.Dir(file)) {
		for _, base := range []string{"lib.rs", "main.rs"} {
			if f := under(dir, base); r.tree.files[f] {
				return r.module(f)
			}
		}
	}
	return rustModule{children: path.Dir(file)}
}
