// Package rust reads Rust: items with their visibility, impl and trait members,
// use trees, module declarations, and items inside macro invocations where
// these parse as items. Start from [Extractors].
//
// It evaluates no cfg but `cfg(test)` and expands no macro: what one generates
// is not there.
package rust

import (
	"context"
	"errors"
	"regexp"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/rust"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// maxSymbols bounds what one file contributes; generated tables have more.
const maxSymbols = 20000

// maxBlocks is how deep modules and macros inside each other are followed.
const maxBlocks = 20

// Extractors returns the one for Rust.
func Extractors() []lang.Extractor {
	language := rust.GetLanguage()
	return []lang.Extractor{{
		Name: "rust", Version: 3, Suffixes: []string{".rs"}, Langs: []string{"Rust"},
		Extract: func(ctx context.Context, src []byte) (record.Syntax, error) { return extract(ctx, language, src) },
	}}
}

// crateFile is what is known of the file being read.
type crateFile struct {
	ctx      context.Context
	language *sitter.Language
	whole    bool // everything parsed, nothing was cut off
	parsed   int  // bytes of macros parsed again
	symbols  []record.Symbol
	at       map[key]int
	imports  lang.Imports
}

type key struct{ parent, name string }

// source is one parsed text: the file, or what a macro is called with.
type source struct {
	*treesitter.Tree
	*crateFile
}

func extract(ctx context.Context, language *sitter.Language, src []byte) (record.Syntax, error) {
	tree, err := parse(ctx, language, src)
	if errors.Is(err, treesitter.ErrTooLong) {
		return record.Syntax{State: record.StateFailed}, nil
	}
	if err != nil {
		return record.Syntax{}, err
	}
	defer tree.Close()
	s := source{tree, &crateFile{ctx: ctx, language: language, whole: !tree.Broken(), at: map[key]int{}}}
	s.items(tree.Root, scope{}, 0)
	if err := ctx.Err(); err != nil {
		return record.Syntax{}, err
	}
	s.finish()
	out := record.Syntax{State: record.StateOK, Doc: s.doc(), Symbols: s.symbols, Imports: s.imports.List()}
	switch {
	case s.whole:
	case len(out.Symbols) == 0 && len(out.Imports) == 0:
		out.State = record.StateFailed
	default:
		out.State = record.StatePartial
	}
	return out, nil
}

// typeMacro matches a macro with the name of a primitive type, which the
// grammar takes for the type.
var typeMacro = regexp.MustCompile(`\b(?:str|char|bool|[iuf](?:8|16|32|64|128|size))![ \t]*[\[({]`)

// parse parses src; where macros with types' names break it, with other names
// of the same length for them. No name of a macro that is called gets out.
func parse(ctx context.Context, language *sitter.Language, src []byte) (*treesitter.Tree, error) {
	tree, err := treesitter.Parse(ctx, language, src)
	if err != nil || !tree.Broken() || !typeMacro.Match(src) {
		return tree, err
	}
	other, err := treesitter.Parse(ctx, language, typeMacro.ReplaceAllFunc(src, func(call []byte) []byte {
		return append([]byte{'_'}, call[1:]...)
	}))
	if err != nil {
		tree.Close()
		return nil, err
	}
	if other.Broken() {
		tree, other = other, tree
	}
	tree.Close()
	return other, nil
}

// add appends a symbol; of several under one name, as cfg makes them, the
// first counts, and it is exported if one of them is.
func (f *crateFile) add(s record.Symbol) {
	if s.Name == "" {
		return
	}
	s.Signature = lang.Signature(s.Signature)
	k := key{s.Parent, s.Name}
	i, ok := f.at[k]
	switch {
	case ok && f.symbols[i].Kind == record.KindModule && s.Kind != record.KindModule:
		s.Exported = s.Exported || f.symbols[i].Exported
		f.symbols[i] = s
	case ok:
		old := &f.symbols[i]
		old.Exported = old.Exported || s.Exported
		if old.Doc == "" {
			old.Doc = s.Doc
		}
	case len(f.symbols) >= maxSymbols:
		f.whole = false
	default:
		f.at[k] = len(f.symbols)
		f.symbols = append(f.symbols, s)
	}
}

// finish takes back what is exported from a type or module of this file that
// is not exported itself.
func (f *crateFile) finish() {
	owners := map[string]int{}
	for i, s := range f.symbols {
		if name := join(s.Parent, s.Name); s.Kind != record.KindMethod {
			if _, ok := owners[name]; !ok {
				owners[name] = i
			}
		}
	}
	for i := range f.symbols {
		s := &f.symbols[i]
		for parent, steps := s.Parent, 0; parent != "" && steps < maxBlocks && s.Exported; steps++ {
			owner, ok := owners[parent]
			if !ok {
				break
			}
			s.Exported = f.symbols[owner].Exported
			parent = f.symbols[owner].Parent
		}
	}
}

func join(parent, name string) string {
	if parent == "" {
		return name
	}
	return parent + "::" + name
}
