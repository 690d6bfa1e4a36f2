package merge

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
	"github.com/pi-project-map/pmap/pkg/resolve"
)

// page is everything that the two files of a directory say.
func (t *tree) page(d *dir) record.Page {
	p := record.Page{
		Path:      pathname.Path(d.path),
		Picked:    d.picked,
		Role:      d.role,
		Likely:    t.likely(d),
		Arch:      t.arch(d),
		Tags:      t.tags(d),
		Symbols:   t.symbols(d),
		Workflows: t.workflows(d),
		Notes:     d.notes(),
	}
	for _, to := range d.deps {
		p.Deps = append(p.Deps, pathname.Text("pkg/"+to.path))
	}
	for _, sub := range d.subs {
		p.Children = append(p.Children, record.Child{Name: pathname.Path(sub.base()), Role: sub.role})
	}
	for _, f := range d.files {
		p.Files = append(p.Files, t.pageFile(f))
	}
	return p
}

func (t *tree) pageFile(f *file) record.PageFile {
	pf := record.PageFile{Name: pathname.Path(f.base()), SHA256: f.sha256(), Test: f.test(), Purpose: t.purpose(f)}
	if f.slash {
		pf.Name += "/"
	}
	for _, e := range slices.Concat(t.exports(f), t.spared[f]) {
		pf.Exports = append(pf.Exports, t.asked(f, e))
	}
	for _, d := range telling(f) {
		if (f.test() || d.tests) && (d.target.Kind == resolve.External || d.target.Kind == resolve.Standard) {
			continue
		}
		pf.Deps = append(pf.Deps, pathname.Text(strings.TrimSuffix(d.target.String(), "/")))
	}
	if f.noted != nil {
		pf.Exports = append(pf.Exports, f.noted.exports...)
		pf.Deps = append(pf.Deps, f.noted.deps...)
	}
	return pf
}

// asked is the name by which other files ask for an export: its own, or
// "default" if all that names it is another file or this one's path.
func (t *tree) asked(f *file, e export) string {
	if t.names.list[e.given] == "default" {
		return "default"
	}
	return e.name
}

// telling orders what a file depends on, kinds aside: what few files use says
// more than what all use. A test is about what has its name.
func telling(f *file) []dep {
	subject := subjectStem(f)
	other := func(d dep) bool { return !f.test() || d.file == nil || !same(d.file.stem(), subject) }
	deps := slices.Clone(f.deps)
	slices.SortStableFunc(deps, func(a, b dep) int {
		return cmp.Or(
			cmp.Compare(kindOrder(a.target.Kind), kindOrder(b.target.Kind)),
			compareBool(a.tests, b.tests),
			compareBool(other(a), other(b)),
			cmp.Compare(power(a.users()), power(b.users())),
		)
	})
	return deps
}

// users is how many files of the project use what a file depends on.
func (d dep) users() int {
	switch {
	case d.file != nil:
		return d.file.users
	case d.dir != nil:
		return d.dir.used
	}
	return 0
}

// maxUnresolved bounds the names in one diag.
const maxUnresolved = 8

// unresolved reports the imports of a directory's files that lead nowhere.
func unresolved(d *dir) []record.Diag {
	var diags []record.Diag
	for _, f := range d.files {
		var names []string
		for _, dep := range f.deps {
			if dep.target.Kind == resolve.Unresolved {
				names = append(names, dep.target.Path)
			}
		}
		if len(names) > 0 {
			diags = append(diags, record.Diag{
				Stage:    "merge",
				Severity: record.SeverityInfo,
				Code:     "unresolved-import",
				Path:     pathname.Path(f.path),
				Message:  record.OneLine("cannot resolve " + commas(names, maxUnresolved)),
			})
		}
	}
	return diags
}
