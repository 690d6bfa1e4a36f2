package ecmascript

import (
	"bytes"
	"context"
	"regexp"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// parse parses src with the dialect's grammar. What that does not understand
// is tried with imported types masked, so that the tree hides them, then with the
// second grammar.
func (d dialect) parse(ctx context.Context, src []byte) (tree *treesitter.Tree, used grammar, hides bool, err error) {
	tree, err = treesitter.Parse(ctx, d.first.language, src)
	if err != nil || !tree.Broken() {
		return tree, d.first, false, err
	}
	if !d.commonJS {
		if masked := maskTypes(src); masked != nil {
			tree.Close()
			tree, err = treesitter.Parse(ctx, d.first.language, masked)
			if err != nil {
				return nil, d.first, false, err
			}
			tree.Src, hides = src, true
		}
	}
	if d.second.language == nil || !tree.Broken() {
		return tree, d.first, hides, nil
	}
	other, err := treesitter.Parse(ctx, d.second.language, src)
	if err != nil {
		tree.Close()
		return nil, d.first, false, err
	}
	if other.Broken() {
		other.Close()
		return tree, d.first, hides, nil
	}
	tree.Close()
	return other, d.second, false, nil
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

// maskedImports adds the imports that maskTypes hides from the tree, where the
// mask stands for a name and not inside a string.
func (f *file) maskedImports() {
	at := map[uint32]record.Import{}
	var offsets []uint32
	for _, m := range importedType.FindAllSubmatchIndex(f.Src, -1) {
		raw := string(f.Src[max(m[2], m[4]):max(m[3], m[5])])
		offsets = append(offsets, uint32(m[0]))
		at[uint32(m[0])] = record.Import{Raw: raw, Names: []string{string(f.Src[m[6]:m[7]])}, TypeOnly: true}
	}
	f.WalkTo(f.Root, offsets, func(n *sitter.Node) bool {
		if n.ChildCount() == 0 && strings.HasSuffix(n.Type(), "identifier") {
			f.imports.Add(at[n.StartByte()])
		}
		return true
	})
}
