// Package makefile reads the targets of a makefile that someone would call by
// name, with what their comments say, and the makefiles that it includes. It
// expands nothing: a target spelled with a variable or a pattern is left out.
package makefile

import (
	"context"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/structure"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractor of makefiles.
func Extractors() []lang.Extractor {
	return []lang.Extractor{{
		Name: "make", Version: 1, Names: []string{"Makefile", "makefile", "GNUmakefile", "Makefile.*"},
		Suffixes: []string{".mk", ".mak"}, Langs: []string{"Makefile"}, Extract: extract,
	}}
}

func extract(ctx context.Context, src []byte) (record.Syntax, error) {
	if err := ctx.Err(); err != nil {
		return record.Syntax{}, err
	}
	m := &file{at: map[string]int{}, phony: map[string]bool{}}
	text := strings.ReplaceAll(strings.ReplaceAll(string(src), "\r\n", "\n"), "\\\n", " ")
	for line := range strings.SplitSeq(text, "\n") {
		m.line(line)
	}
	out := record.Syntax{State: record.StateOK, Doc: structure.Detached(src, "#"), Symbols: m.symbols, Imports: m.imports.List(), Facts: &record.Facts{Kind: "make"}}
	for _, s := range m.symbols {
		if m.phony[s.Name] || !strings.ContainsAny(s.Name, "./") {
			out.Facts.Scripts = append(out.Facts.Scripts, record.Pair{Key: s.Name, Value: "make " + s.Name})
		}
	}
	return out, nil
}

// file is one makefile while it is read.
type file struct {
	symbols  []record.Symbol
	at       map[string]int // of a target in symbols
	phony    map[string]bool
	imports  lang.Imports
	comment  []string // the comment lines just above
	defining bool     // inside define … endef
}

func (m *file) line(line string) {
	text := strings.TrimSpace(line)
	word, rest, _ := strings.Cut(text, " ")
	switch {
	case m.defining:
		m.defining = word != "endef"
		return
	case strings.HasPrefix(line, "\t"):
		m.comment = nil
		return
	case strings.HasPrefix(text, "#"):
		m.comment = append(m.comment, text)
		return
	case word == "define" || word == "override" && strings.HasPrefix(rest, "define "):
		m.defining = true
	case keywords[word] || strings.HasPrefix(text, "$"):
	case word == "include" || word == "-include" || word == "sinclude":
		for name := range strings.FieldsSeq(rest) {
			if !strings.ContainsAny(name, "$*#") {
				m.imports.Add(record.Import{Raw: name, Form: "include"})
			}
		}
	case m.rule(text):
		return
	}
	m.comment = nil
}

// keywords begin lines that define no target.
var keywords = map[string]bool{
	"ifeq": true, "ifneq": true, "ifdef": true, "ifndef": true, "else": true, "endif": true,
	"export": true, "unexport": true, "override": true, "private": true, "undefine": true, "vpath": true, "load": true,
}

// rule handles a line that defines targets. It reports whether the comment
// above is kept for the line below.
func (m *file) rule(text string) (keep bool) {
	text, help, helped := strings.Cut(text, "##")
	text, _, _ = strings.Cut(text, "#")
	names, prerequisites, ok := cutRule(text)
	if !ok {
		return false
	}
	doc := ""
	if helped {
		doc = lang.Said(strings.TrimLeft(help, "# "))
	} else if len(m.comment) > 0 {
		doc = lang.Doc(strings.Join(m.comment, "\n"))
	}
	special := false
	for name := range strings.FieldsSeq(names) {
		switch {
		case name == ".PHONY":
			special = true
			for p := range strings.FieldsSeq(prerequisites) {
				m.phony[p] = true
			}
		case name[0] == '.' && !strings.Contains(name, "/"):
			special = true
		case !strings.ContainsAny(name, "%$*?()"):
			m.target(name, doc)
		}
	}
	return special
}

// cutRule splits "targets: prerequisites". An assignment is no rule.
func cutRule(text string) (names, prerequisites string, ok bool) {
	at := strings.IndexByte(text, ':')
	if at <= 0 || strings.ContainsAny(text[:at], "=\"'`!<>|;") {
		return "", "", false
	}
	names, prerequisites = text[:at], strings.TrimLeft(text[at+1:], ":")
	if strings.HasPrefix(prerequisites, "=") {
		return "", "", false
	}
	if head, _, found := strings.Cut(prerequisites, "="); found && len(strings.Fields(head)) == 1 && !strings.Contains(head, ";") {
		return "", "", false // a variable of the target
	}
	return names, prerequisites, true
}

func (m *file) target(name, doc string) {
	if at, ok := m.at[name]; ok {
		if m.symbols[at].Doc == "" {
			m.symbols[at].Doc = doc
		}
		return
	}
	m.at[name] = len(m.symbols)
	m.symbols = append(m.symbols, record.Symbol{Name: name, Kind: record.KindTarget, Exported: true, Doc: doc})
}
