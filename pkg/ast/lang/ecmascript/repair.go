package ecmascript

import (
	"bytes"
	"context"
	"regexp"

	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// parse parses src with the dialect's grammar. What that does not understand
// is tried with imported types masked, then with the second grammar.
func (d dialect) parse(ctx context.Context, src []byte) (*treesitter.Tree, grammar, error) {
	tree, err := treesitter.Parse(ctx, d.first.language, src)
	if err != nil || !tree.Broken() {
		return tree, d.first, err
	}
	if !d.commonJS {
		if masked := maskTypes(src); masked != nil {
			tree.Close()
			tree, err = treesitter.Parse(ctx, d.first.language, masked)
			if err != nil {
				return nil, d.first, err
			}
			tree.Src = src
		}
	}
	if d.second.language == nil || !tree.Broken() {
		return tree, d.first, nil
	}
	other, err := treesitter.Parse(ctx, d.second.language, src)
	if err != nil {
		tree.Close()
		return nil, d.first, err
	}
	if other.Broken() {
		other.Close()
		return tree, d.first, nil
	}
	tree.Close()
	return other, d.second, nil
}

// importedType matches `import("x").` before a type with arguments or an
// index, which the grammar takes for a call.
var importedType = regexp.MustCompile(`\bimport\(\s*(?:"([^"\\\n]+)"|'([^'\\\n]+)')\s*\)\s*\.\s*([A-Za-z_$][\w$]*)(?:\s*\.\s*[A-Za-z_$][\w$]*)*\s*[<\[]`)

// maskTypes writes underscores over everything before an imported type's name,
// so that the rest keeps its place; nil if there is nothing to mask.
func maskTypes(src []byte) []byte {
	found := importedType.FindAllSubmatchIndex(src, -1)
	if len(found) == 0 {
		return nil
	}
	masked := bytes.Clone(src)
	for _, m := range found {
		for i := m[0]; i < m[6]; i++ {
			masked[i] = '_'
		}
	}
	return masked
}

// maskedImports adds the imports that maskTypes hides from the tree.
func (f *file) maskedImports() {
	if f.commonJS || !bytes.Contains(f.Src, []byte("import(")) {
		return
	}
	for _, m := range importedType.FindAllSubmatch(f.Src, -1) {
		if name := string(m[3]); name != "then" {
			f.imports.Add(record.Import{Raw: string(m[1]) + string(m[2]), Names: []string{name}, TypeOnly: true})
		}
	}
}
