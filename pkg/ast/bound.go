package ast

import (
	"slices"
	"unicode/utf8"

	"github.com/pi-project-map/pmap/pkg/record"
)

// The most that one file may say, whatever its extractor found: lists in
// elements, texts in bytes. They keep a record far below the longest line.
const (
	maxSymbols   = 10000
	maxImports   = 10000
	maxNames     = 2000
	maxRefs      = 2000
	maxPairs     = 2000
	maxName      = 400
	maxSignature = 400
	maxDoc       = 1000
	maxValue     = 2000
)

// bound cuts what is too long, makes every text one line and drops what has no
// name. It reports
// whether nothing was left out; a text that is shortened counts as there.
func bound(s *record.Syntax) bool {
	whole := cutSymbols(&s.Symbols)
	whole = cutList(&s.Imports, maxImports) && whole
	s.Doc, s.PackageDoc, s.Package = text(s.Doc, maxDoc), text(s.PackageDoc, maxDoc), text(s.Package, maxName)
	for i := range s.Symbols {
		y := &s.Symbols[i]
		y.Name, y.Parent, y.Of, y.From = text(y.Name, maxName), text(y.Parent, maxName), text(y.Of, maxName), text(y.From, maxName)
		y.Signature, y.Doc = text(y.Signature, maxSignature), text(y.Doc, maxDoc)
	}
	s.Symbols = slices.DeleteFunc(s.Symbols, func(y record.Symbol) bool { return y.Name == "" })
	for i := range s.Imports {
		m := &s.Imports[i]
		m.Raw = text(m.Raw, maxValue)
		whole = texts(&m.Names, maxNames, maxName) && whole
	}
	s.Imports = slices.DeleteFunc(s.Imports, func(m record.Import) bool { return m.Raw == "" })
	whole = texts(&s.Refs, maxRefs, maxName) && whole
	if s.Facts != nil {
		whole = boundFacts(s.Facts) && whole
	}
	return whole
}

// cutSymbols leaves out members and values, from the end on, before it leaves
// out types and functions.
func cutSymbols(list *[]record.Symbol) bool {
	over := len(*list) - maxSymbols
	if over <= 0 {
		return true
	}
	kept := slices.Clone(*list)
	slices.Reverse(kept)
	kept = slices.DeleteFunc(kept, func(s record.Symbol) bool {
		drop := over > 0 && minor(s)
		if drop {
			over--
		}
		return drop
	})
	slices.Reverse(kept)
	cutList(&kept, maxSymbols)
	*list = kept
	return false
}

// minor reports whether a symbol is a member or a value.
func minor(s record.Symbol) bool {
	switch s.Kind {
	case record.KindConstant, record.KindVariable, record.KindField, record.KindProperty:
		return true
	}
	return s.Parent != ""
}

func boundFacts(f *record.Facts) bool {
	f.Module, f.Name, f.Title = text(f.Module, maxName), text(f.Name, maxName), text(f.Title, maxName)
	f.Summary, f.BaseURL = text(f.Summary, maxDoc), text(f.BaseURL, maxValue)
	whole := true
	for _, list := range []*[]string{&f.Main, &f.Dependencies, &f.Extends, &f.Members} {
		whole = texts(list, maxPairs, maxValue) && whole
	}
	for _, list := range []*[]record.Pair{&f.Exports, &f.Imports, &f.Bin, &f.Scripts, &f.Paths, &f.Replace} {
		whole = cutList(list, maxPairs) && whole
		for i := range *list {
			(*list)[i].Key, (*list)[i].Value = text((*list)[i].Key, maxName), text((*list)[i].Value, maxValue)
		}
	}
	return whole
}

func texts(list *[]string, most, bytes int) bool {
	whole := cutList(list, most)
	for i := range *list {
		(*list)[i] = text((*list)[i], bytes)
	}
	return whole
}

func cutList[T any](list *[]T, most int) bool {
	if len(*list) <= most {
		return true
	}
	*list = (*list)[:most]
	return false
}

// text makes one line of at most maxBytes bytes.
func text(s string, maxBytes int) string {
	s = record.OneLine(s)
	if len(s) <= maxBytes {
		return s
	}
	end := maxBytes - len("…")
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…"
}
