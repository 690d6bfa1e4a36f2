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

// parsed is a tree with how it was got.
type parsed struct {
	*treesitter.Tree
	grammar grammar
	hides   bool              // imported types are masked
	heads   map[string]string // of declarations that are stubs, by name
}

// parse parses src with the dialect's grammar. What that does not understand
// is tried with imported types masked, so that the tree hides them, then with
// the second grammar, then with stubs for the statements that are to blame.
func (d dialect) parse(ctx context.Context, src []byte) (parsed, error) {
	tree, err := treesitter.Parse(ctx, d.first.language, src)
	p := parsed{Tree: tree, grammar: d.first}
	if err != nil || !tree.Broken() {
		return p, err
	}
	text := src
	if masked := d.masked(src); masked != nil {
		tree, err := treesitter.Parse(ctx, d.first.language, masked)
		if err != nil {
			return p, p.fail(err)
		}
		p.Close()
		text, p.Tree, p.hides = masked, tree, true
		p.Src = src
	}
	if !p.Broken() {
		return p, nil
	}
	if d.second.language != nil {
		other, err := treesitter.Parse(ctx, d.second.language, src)
		if err != nil {
			return p, p.fail(err)
		}
		if !other.Broken() {
			p.Close()
			return parsed{Tree: other, grammar: d.second}, nil
		}
		other.Close()
	}
	if !damaged(p.Tree) {
		return p, nil
	}
	tree, heads, err := stub(ctx, d.first.language, text)
	if err != nil {
		return p, p.fail(err)
	}
	if tree != nil {
		p.Close()
		p.Tree, p.heads = tree, heads
	}
	return p, nil
}

// fail frees the tree and returns err.
func (p parsed) fail(err error) error {
	p.Close()
	return err
}

func (d dialect) masked(src []byte) []byte {
	if d.commonJS {
		return nil
	}
	return maskTypes(src)
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
func (f *file) maskedImports(src []byte) {
	at := map[uint32]record.Import{}
	var offsets []uint32
	for _, m := range importedType.FindAllSubmatchIndex(src, -1) {
		raw := string(src[max(m[2], m[4]):max(m[3], m[5])])
		offsets = append(offsets, uint32(m[0]))
		at[uint32(m[0])] = record.Import{Raw: raw, Names: []string{string(src[m[6]:m[7]])}, TypeOnly: true}
	}
	f.WalkTo(f.Root, offsets, func(n *sitter.Node) bool {
		if n.ChildCount() == 0 && strings.HasSuffix(n.Type(), "identifier") {
			f.imports.Add(at[n.StartByte()])
		}
		return true
	})
}
