package c

import (
	"sort"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/record"
)

// maxValue is the longest value, in bytes, that a macro's signature shows.
const maxValue = 60

// directives reads the includes and, in a header, the macros. A macro that is
// undefined again further down, and an include guard, is none.
func (f *file) directives() {
	var imports lang.Imports
	undefined := map[string]bool{}
	guard := ""
	for _, t := range f.tokens {
		if t.kind != kindDirective {
			continue
		}
		switch name, rest := f.directiveName(t); name {
		case "include", "include_next", "import":
			imports.Add(record.Import{Raw: included(rest)})
		case "undef":
			undefined[firstWord(rest)] = true
		}
	}
	for _, t := range f.tokens {
		if t.kind != kindDirective {
			continue
		}
		name, rest := f.directiveName(t)
		switch {
		case name == "ifndef":
			guard = firstWord(rest)
			continue
		case name == "define" && f.header:
			f.macro(t, rest, guard, undefined)
		}
		guard = ""
	}
	f.out.Imports = imports.List()
}

// included returns the name in quotes or brackets at the start of a text.
func included(text string) string {
	if text == "" {
		return ""
	}
	closer := map[byte]byte{'"': '"', '<': '>'}[text[0]]
	if closer == 0 {
		return ""
	}
	if end := strings.IndexByte(text[1:], closer); end > 0 {
		return record.OneLine(text[:end+2])
	}
	return ""
}

func firstWord(text string) string {
	n := 0
	for n < len(text) && isNamePart(text[n]) {
		n++
	}
	return text[:n]
}

// macro adds what a #define defines.
func (f *file) macro(t token, text, guard string, undefined map[string]bool) {
	text = strings.TrimSpace(strings.NewReplacer("\\\n", " ", "\\\r\n", " ").Replace(withoutComments(text)))
	name := firstWord(text)
	value := text[len(name):]
	if name == "" || undefined[name] || guardName(name) && value == "" || name == guard && value == "" {
		return
	}
	s := record.Symbol{Name: name, Kind: record.KindMacro, Exported: true, Signature: "#define " + name}
	if strings.HasPrefix(value, "(") {
		if end := strings.IndexByte(value, ')'); end > 0 {
			s.Signature += value[:end+1]
		}
	} else if value = strings.TrimSpace(value); value != "" && len(value) <= maxValue {
		s.Signature += " " + value
	}
	s.Signature = lang.Signature(s.Signature)
	s.Doc = f.docAt(t.start, f.codeEnd(t), true)
	f.placed = append(f.placed, placed{Symbol: s, start: t.start, defines: true})
}

// codeEnd is where a directive's first comment begins, or the directive ends.
func (f *file) codeEnd(t token) int {
	i := sort.Search(len(f.comments), func(i int) bool { return f.comments[i].start >= t.start })
	if i < len(f.comments) {
		return min(f.comments[i].start, t.end)
	}
	return t.end
}

// guardName reports whether a macro is named like an include guard.
func guardName(name string) bool {
	name = strings.TrimRight(name, "_")
	for _, end := range []string{"_H", "_HPP", "_HH", "_HXX", "_INCLUDED", "_INC", "_INL"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}
