package merge

import (
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
	pf := record.PageFile{Name: pathname.Path(f.base()), SHA256: f.sha256(), Purpose: t.purpose(f)}
	if f.slash {
		pf.Name += "/"
	}
	for _, e := range t.exports(f) {
		pf.Exports = append(pf.Exports, e.name)
	}
	for _, d := range f.deps {
		if f.test() && (d.target.Kind == resolve.External || d.target.Kind == resolve.Standard) {
			continue
		}
		pf.Deps = append(pf.Deps, pathname.Text(strings.TrimSuffix(d.target.String(), "/")))
	}
	return pf
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
