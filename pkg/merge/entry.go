package merge

import (
	"path"
	"strings"
)

// entries marks the files that programs and packages start from, with the
// words that name what starts there: only what a source or a manifest says.
func (t *tree) entries() {
	for _, f := range t.files {
		if f.facts != nil && manifest(f) {
			t.declared(f)
		}
	}
	for _, f := range t.files {
		if f.test() || !starts(f) {
			continue
		}
		f.program = true
		if f.entry == "" {
			f.entry = programName(f)
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
			f.entry = firstOf(bin.Key, m.facts.Name, f.stem())
		}
	}
	targets := m.facts.Main
	if m.facts.Kind == "cargo" {
		targets = append(targets[:len(targets):len(targets)], "src/lib.rs")
	}
	for _, e := range m.facts.Exports {
		if e.Key == "." || e.Key == "" {
			targets = append(targets[:len(targets):len(targets)], e.Value)
		}
	}
	for _, target := range targets {
		if f := t.built(m.dir, target); f != nil && f.entry == "" {
			f.entry = firstOf(m.facts.Name, f.stem())
		}
	}
}

// built finds the file that a manifest's path means: itself, a Python module,
// or the source that it is built from.
func (t *tree) built(d *dir, written string) *file {
	written, _, _ = strings.Cut(written, ":")
	written = strings.TrimSuffix(strings.TrimPrefix(path.Clean("/"+written), "/"), "/")
	if written == "" {
		return nil
	}
	at := func(rel string) *file { return t.byPath[path.Join(d.path, rel)] }
	if f := at(written); f != nil && !f.slash {
		return f
	}
	if !strings.Contains(written, "/") {
		module := strings.ReplaceAll(written, ".", "/")
		for _, p := range []string{module + ".py", module + "/__init__.py", "src/" + module + ".py", "src/" + module + "/__init__.py"} {
			if f := at(p); f != nil {
				return f
			}
		}
	}
	first, rest, deep := strings.Cut(written, "/")
	stems := []string{written}
	if deep && (first == "dist" || first == "lib" || first == "build" || first == "out") {
		stems = append(stems, "src/"+rest, rest)
		if _, after, ok := strings.Cut(rest, "/"); ok { // dist/esm/index.js
			stems = append(stems, "src/"+after)
		}
	}
	for _, stem := range stems {
		for _, old := range []string{".d.ts", ".js", ".mjs", ".cjs", ".ts"} {
			bare, ok := strings.CutSuffix(stem, old)
			if !ok {
				continue
			}
			for _, ending := range []string{".ts", ".tsx", ".mts", ".js", ".mjs", ".jsx"} {
				if f := at(bare + ending); f != nil {
					return f
				}
			}
		}
		for _, ending := range []string{".js", ".ts", "/index.js", "/index.ts"} {
			if f := at(stem + ending); f != nil {
				return f
			}
		}
	}
	return nil
}
