// Package c reads C and C++: sources, whose definitions other files can name
// if they are not static, and headers, whose declarations they can.
//
// Grammars stumble over macros and conditionals, so a text is first cut into
// tokens and reduced to its declarations, offsets unchanged; see [outlineOf].
// What is left goes through the grammar.
package c

import (
	"context"

	sitter "github.com/smacker/go-tree-sitter"
	grammarc "github.com/smacker/go-tree-sitter/c"
	grammarcpp "github.com/smacker/go-tree-sitter/cpp"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractors of this folder. A header named ".h" is
// read as what it holds, C or C++.
func Extractors() []lang.Extractor {
	return []lang.Extractor{
		{Name: "c", Version: 3, Suffixes: []string{".c"}, Langs: []string{"C"}, Extract: extractor(dialect{})},
		{Name: "c-header", Version: 3, Suffixes: []string{".h"}, Extract: extractor(dialect{header: true, either: true})},
		{Name: "cpp", Version: 3, Suffixes: []string{".cc", ".cpp", ".cxx", ".c++", ".C", ".cppm", ".ixx"}, Langs: []string{"C++"}, Extract: extractor(dialect{cpp: true})},
		{Name: "cpp-header", Version: 3, Suffixes: []string{".hpp", ".hh", ".hxx", ".h++", ".H", ".inl", ".ipp", ".tpp", ".tcc"}, Extract: extractor(dialect{cpp: true, header: true})},
	}
}

// dialect is how a file is read.
type dialect struct {
	cpp    bool
	header bool // declarations count
	either bool // cpp is found out from the contents
}

func (d dialect) grammar() *sitter.Language {
	if d.cpp {
		return grammarcpp.GetLanguage()
	}
	return grammarc.GetLanguage()
}

func extractor(d dialect) func(context.Context, []byte) (record.Syntax, error) {
	return func(ctx context.Context, src []byte) (record.Syntax, error) {
		if len(src) > treesitter.MaxBytes {
			return record.Syntax{State: record.StateFailed}, nil
		}
		src, conflict := treesitter.OneSide(src)
		o := outlineOf(src)
		if o.prose() {
			return record.Syntax{State: record.StateFailed}, nil
		}
		o.cut = o.cut || conflict
		d := d
		if d.either {
			d.cpp = o.isCPP()
		}
		return treesitter.Extract(ctx, d.grammar(), o.out, func(t *treesitter.Tree, out *record.Syntax) {
			f := &file{Tree: t, outline: o, dialect: d, out: out}
			f.read(ctx)
		})
	}
}

// proseRun is how many names that are neither words of the language nor macros
// follow each other in prose and not in code.
const proseRun = 5

// prose reports whether the text is of no programming language: names follow
// each other without marks between them.
func (o *outline) prose() bool {
	inRuns, run := 0, 0
	for i := 0; i <= len(o.live); i++ {
		if word := o.word(i); word != "" && !keyword(word) && !macroCase(word) {
			run++
			continue
		}
		if run >= proseRun {
			inRuns += run
		}
		run = 0
	}
	return inRuns > 20 && inRuns > len(o.live)/4
}

// isCPP reports whether the declarations of a header are those of C++.
func (o *outline) isCPP() bool {
	for i := range o.live {
		next := o.kind(i + 1)
		switch o.word(i) {
		case "namespace", "class", "typename":
			if next == kindName || next == '{' {
				return true
			}
		case "template":
			if next == '<' {
				return true
			}
		case "public", "private", "protected":
			if next == ':' {
				return true
			}
		case "constexpr", "noexcept", "virtual", "nullptr", "static_cast", "reinterpret_cast", "decltype", "operator":
			return true
		case "using":
			if next == kindName {
				return true
			}
		case "std":
			if next == kindScope {
				return true
			}
		}
	}
	return false
}
