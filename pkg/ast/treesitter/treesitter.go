// Package treesitter parses source text with tree-sitter's grammars and makes
// sure that a tree's C memory is freed and that no parse runs without bounds.
// Start from [Parse].
package treesitter

import (
	"context"
	"errors"
	"iter"

	sitter "github.com/smacker/go-tree-sitter"
)

// MaxBytes is the longest text that is parsed. A grammar fed with text of
// another language needs seconds for each megabyte.
const MaxBytes = 2 << 20

// MaxDepth is how deep an extractor may follow nesting; see [Tree.Walk].
const MaxDepth = 500

// ErrTooLong says that a text is longer than [MaxBytes].
var ErrTooLong = errors.New("text is too long to parse")

// Tree is one parsed text. Its nodes are valid until Close.
type Tree struct {
	Root *sitter.Node
	Src  []byte

	tree    *sitter.Tree
	skipped bool
}

// Parse parses src, which must be valid UTF-8. The caller closes the tree. The
// error is [ErrTooLong], ctx's own, or the grammar's being unusable; text that
// is not the grammar's language is no error: see [Tree.Broken]. Of a text with
// merge conflicts one side is parsed.
func Parse(ctx context.Context, language *sitter.Language, src []byte) (*Tree, error) {
	if len(src) > MaxBytes {
		return nil, ErrTooLong
	}
	t, err := parse(ctx, language, src)
	if err != nil || !t.Broken() {
		return t, err
	}
	one, conflicts := OneSide(src)
	if !conflicts {
		return t, nil
	}
	t.Close()
	t, err = parse(ctx, language, one)
	if err == nil {
		t.Skip()
	}
	return t, err
}

func parse(ctx context.Context, language *sitter.Language, src []byte) (*Tree, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	// A parser that was stopped resumes the old text at its next use, so each
	// parse has a parser of its own.
	parser := sitter.NewParser()
	defer parser.Close()
	parser.SetLanguage(language)
	tree, err := parser.ParseCtx(ctx, nil, src)
	if err != nil {
		return nil, errors.Join(ctx.Err(), err)
	}
	return &Tree{Root: tree.RootNode(), Src: src, tree: tree}, nil
}

// Close frees the tree and every node of it.
func (t *Tree) Close() { t.tree.Close() }

// Text returns the source of a node, or "" for nil.
func (t *Tree) Text(n *sitter.Node) string {
	if n == nil {
		return ""
	}
	return string(t.Src[n.StartByte():n.EndByte()])
}

// Broken reports whether anything in the text did not parse or was skipped.
func (t *Tree) Broken() bool { return t.skipped || t.Root.HasError() }

// Children yields the named children of a node in source order.
func Children(n *sitter.Node) iter.Seq[*sitter.Node] {
	return func(yield func(*sitter.Node) bool) {
		for c := range All(n) {
			if c.IsNamed() && !yield(c) {
				return
			}
		}
	}
}

// All yields the children of a node, keywords and punctuation too.
func All(n *sitter.Node) iter.Seq[*sitter.Node] {
	return func(yield func(*sitter.Node) bool) {
		if n == nil {
			return
		}
		cursor := sitter.NewTreeCursor(n)
		defer cursor.Close()
		for ok := cursor.GoToFirstChild(); ok; ok = cursor.GoToNextSibling() {
			if !yield(cursor.CurrentNode()) {
				return
			}
		}
	}
}

// Walk visits every node below n, parents first, down to [MaxDepth]. visit
// says whether to go below a node. The result is false if nesting was cut off.
func (t *Tree) Walk(n *sitter.Node, visit func(*sitter.Node) bool) bool {
	cursor := sitter.NewTreeCursor(n)
	defer cursor.Close()
	whole, depth := true, 0
	for {
		below := visit(cursor.CurrentNode())
		if below && depth == MaxDepth {
			whole, below = false, false
		}
		if below && cursor.GoToFirstChild() {
			depth++
			continue
		}
		for !cursor.GoToNextSibling() {
			if depth == 0 {
				return whole
			}
			cursor.GoToParent()
			depth--
		}
		if depth == 0 {
			return whole
		}
	}
}
