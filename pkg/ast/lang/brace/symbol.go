package brace

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/record"
)

// MaxBytes is the longest text that an extractor may have read.
const MaxBytes = 2 << 20

// MaxNesting is how deep types may nest before the rest is skipped.
const MaxNesting = 50

// Upper reports whether a name is written like a type's.
func Upper(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}

// Finish sets what a record says of the whole text: its state and, if no
// header did, its doc, which is that of the type it is about.
func (s *Source) Finish(out *record.Syntax, types map[string]string) {
	nothing := len(out.Symbols) == 0 && len(out.Imports) == 0 && out.Package == ""
	switch {
	case !s.Broken && (!nothing || s.program()):
		out.State = record.StateOK
	case nothing:
		out.State = record.StateFailed
	default:
		out.State = record.StatePartial
	}
	if out.Doc == "" {
		out.Doc = lang.FileDoc(types[theType(out.Symbols)])
	}
}

// program reports whether a text without declarations may be one of statements
// alone, for which prose has too few marks; an empty one is.
func (s *Source) program() bool {
	return len(s.Tokens) == 0 || slices.ContainsFunc(s.Tokens, func(t Token) bool { return strings.IndexByte("=([{", t.Kind) >= 0 })
}

// theType names the one type that a file is about: the only one of those that
// other files can name, or the only one at all.
func theType(symbols []record.Symbol) string {
	var exported, all []string
	for _, s := range symbols {
		if s.Parent != "" || !typeKind(s.Kind) {
			continue
		}
		if all = append(all, s.Name); s.Exported {
			exported = append(exported, s.Name)
		}
	}
	for _, names := range [][]string{exported, all} {
		if names = slices.Compact(names); len(names) == 1 {
			return names[0]
		}
	}
	return ""
}

func typeKind(k record.Kind) bool {
	switch k {
	case record.KindClass, record.KindInterface, record.KindStruct, record.KindEnum, record.KindTrait:
		return true
	}
	return false
}
