package merge

import (
	"path"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/pathname"
)

// entries marks the files that programs and packages start from, with the
// words that name what starts there: only what a source or a manifest says.
func (t *tree) entries() {
	for _, f := range t.files {
		if f.facts != nil && manifest(f) {
			t.declared(f)
			if name := letters(f.facts.Name); name != "" {
				t.projects[name] = true
			}
		}
	}
	for _, f := range t.files {
		if f.test() || !starts(f) {
			continue
		}
		f.program = true
		if f.entry == "" {
			f.entry = pathname.Quote(programName(f))
		}
	}
}

// starts reports whether running a program begins in a file.
func starts(f *file) bool {
	switch f.lang {
	case "Go":
		return f.main && f.pkg == "main" && f.dir.pkg == "main"
	case "Python":
		return f.base() == "__main__.py" || f.main
	case "C", "C++":
		// A library may bring a test of its own, compiled on demand.
		main := f.symbol("main")
		return f.main && (main != nil && main.exported || f.users == 0)
	case "Rust":
		return f.main && (f.base() == "main.rs" || path.Base(f.dir.path) == "bin")
	}
	return f.main
}

// programName is what people call the program that starts in f.
func programName(f *file) string {
	stem := f.stem()
	if (stem == "main" || stem == "__main__" || stem == "Main" || stem == "cli" || f.lang == "Go") && f.dir.path != "." {
		d := f.dir
		for (d.base() == "src" || d.base() == "main") && d.parent != nil && d.parent.path != "." {
			d = d.parent
		}
		return d.base()
	}
	return stem
}

// declared marks the files that a manifest names.
func (t *tree) declared(m *file) {
	for _, bin := range m.facts.Bin {
		if f := t.built(m.dir, bin.Value); f != nil && f.entry == "" {
			f.program = true
			f.listed = m.dir
			f.entry = firstOf(bin.Key, m.facts.Name, pathname.Quote(f.stem()))
		}
	}
	targets := m.facts.Main
	if m.facts.Kind == "cargo" {
		targets = append(targets[:len(targets):len(targets)], "src/lib.rs")
	}
	if (m.facts.Kind == "pyproject" || strings.HasPrefix(m.facts.Kind, "setup-")) && m.facts.Name != "" { // the package that a project is named after
		targets = append(targets[:len(targets):len(targets)], strings.ReplaceAll(strings.ToLower(m.facts.Name), "-", "_"))
	}
	for _, e := range m.facts.Exports {
		if e.Key == "." || e.Key == "" {
			targets = append(targets[:len(targets):len(targets)], e.Value)
		}
	}
	for _, target := range targets {
		if f := t.built(m.dir, target); f != nil && f.entry == "" {
			f.listed = m.dir
			f.entry = firstOf(m.facts.Name, pathname.Quote(f.stem()))
		}
	}
}

// built finds the file that a manifest's path means: itself, a Python module,
// or the source that it is built from.
func (t *tree) built(d *dir, written string) *file {
	written, _, _ = strings.Cut(written, ":")
	written = strings.TrimPrefix(path.Clean("/"+written), "/")
	if written == "" {
		return nil
	}
	for _, p := range slices.Concat([]string{written}, pythonFiles(written), scriptSources(written)) {
		if f := t.byPath[path.Join(d.path, p)]; f != nil && !f.slash {
			return f
		}
	}
	return nil
}

// pythonFiles are where a dotted module may be.
func pythonFiles(module string) []string {
	if strings.Contains(module, "/") {
		return nil
	}
	at := strings.ReplaceAll(module, ".", "/")
	return []string{at + ".py", at + "/__init__.py", "src/" + at + ".py", "src/" + at + "/__init__.py"}
}

// scriptSources are what a script may be built from, likeliest first: the same
// path or, instead of a directory of products, src.
func scriptSources(script string) []string {
	places := []string{script}
	first, rest, deep := strings.Cut(script, "/")
	if !deep {
		places = append(places, "src/"+script)
	}
	switch first {
	case "dist", "distribution", "lib", "build", "out":
		if !deep {
			break
		}
		places = append(places, "src/"+rest, "source/"+rest, rest)
		if _, after, ok := strings.Cut(rest, "/"); ok { // dist/esm/index.js
			places = append(places, "src/"+after)
		}
	}
	var list []string
	for _, p := range places {
		for _, ending := range []string{".d.ts", ".js", ".mjs", ".cjs", ".ts"} {
			if stem, ok := strings.CutSuffix(p, ending); ok {
				list = append(list, stem+".ts", stem+".tsx", stem+".mts", stem+".js", stem+".mjs", stem+".jsx")
			}
		}
		list = append(list, p+".js", p+".ts", p+"/index.js", p+"/index.ts")
	}
	return list
}
