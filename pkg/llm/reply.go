package llm

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Bounds of what is taken from a reply, in characters.
const (
	maxPurpose  = 240
	maxRole     = 200
	maxArch     = 800
	maxItem     = 60
	maxWorkflow = 160
	maxItems    = 40
	maxReply    = 64 << 10 // bytes that are looked at, from the end
)

// keep is a role that says: as before.
const keep = "KEEP"

// field is one line of the answer's format, by the words that models use for
// its key.
type field int

const (
	purposeField field = iota
	depsField
	conceptsField
	exportsField
	roleField
	archField
	tagsField
	workflowsField
)

// fieldOf knows the keys in the languages that models fall into.
func fieldOf(key string) (field, bool) {
	switch strings.Join(strings.Fields(strings.ToLower(strings.ReplaceAll(key, "_", " "))), " ") {
	case "purpose", "zweck", "propósito", "objetivo", "objectif", "but", "scopo", "цель", "назначение", "目的", "用途", "목적":
		return purposeField, true
	case "deps", "dep", "dependencies", "dependency", "abhängigkeiten", "dependencias", "dépendances", "dipendenze", "зависимости", "依赖", "依存関係", "의존성":
		return depsField, true
	case "concepts", "key concepts", "concept", "konzepte", "conceptos", "conceptos clave", "concetti", "концепции", "понятия", "概念", "关键概念", "개념":
		return conceptsField, true
	case "exports", "export", "exporte", "exportaciones", "экспорт", "导出", "エクスポート":
		return exportsField, true
	case "role", "rolle", "rol", "rôle", "ruolo", "роль", "角色", "作用", "役割", "역할":
		return roleField, true
	case "arch", "architecture", "architektur", "arquitectura", "arquitetura", "architettura", "архитектура", "架构", "アーキテクチャ", "구조":
		return archField, true
	case "tags", "tag", "schlagwörter", "etiquetas", "теги", "标签", "タグ", "태그":
		return tagsField, true
	case "workflows", "workflow", "abläufe", "flujos", "процессы", "工作流", "ワークフロー":
		return workflowsField, true
	}
	return 0, false
}

// keyLine is a line that begins a field: a key of up to three words with
// whatever Markdown or quotes around it, and a colon.
var keyLine = regexp.MustCompile(`^[\s>*#\-_"'\x60{\d.)]*([\p{L}_]+(?: [\p{L}_]+){0,2})[\s*_"'\x60]*[::][\s*_]*(.*)$`)

// thought matches reasoning that comes with the answer; an end without a
// beginning closes what came before it.
var thought = regexp.MustCompile(`(?is)^.*</(?:think|thinking|thought|reasoning|analysis)>`)

// fields reads the last value of each field of a reply.
func fields(text string) map[field][]string {
	if len(text) > maxReply {
		text = text[len(text)-maxReply:]
	}
	text = thought.ReplaceAllString(strings.ToValidUTF8(text, ""), "")
	found := map[field][]string{}
	var at field
	open := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		trimmed := strings.TrimSpace(line)
		if m := keyLine.FindStringSubmatch(line); m != nil {
			if f, ok := fieldOf(m[1]); ok {
				at, open = f, true
				found[at] = []string{unquote(m[2])}
				continue
			}
		}
		switch {
		case strings.HasPrefix(trimmed, "```"), trimmed == "---", trimmed == "}":
			open = false
		case open && strings.Join(found[at], "") != "" && (trimmed == "" || !at.goesOn(found[at], trimmed)):
			open = false
		case trimmed != "" && open:
			found[at] = append(found[at], unquote(trimmed))
		}
	}
	return found
}

// goesOn reports whether a line that begins no field belongs to the one before
// it: sentences do, a list's lines only if they look like it.
func (f field) goesOn(lines []string, line string) bool {
	switch f {
	case depsField, conceptsField, exportsField, tagsField, workflowsField:
		last := lines[len(lines)-1]
		return last == "" || strings.ContainsAny(last[len(last)-1:], ",;") || strings.ContainsAny(line[:1], "-*[") || strings.HasPrefix(line, "•")
	}
	return true
}

// unquote takes off what JSON puts around a value.
func unquote(s string) string {
	s = strings.TrimSpace(s)
	if t := strings.TrimRight(s, ", "); len(t) > 1 && t[0] == '"' && t[len(t)-1] == '"' {
		return strings.ReplaceAll(t[1:len(t)-1], `\"`, `"`)
	}
	return s
}

// parseFile reads an answer about a file. A reply without a purpose is none.
func parseFile(text string) (answer, bool) {
	f := fields(text)
	a := answer{
		Purpose: sentence(f[purposeField], maxPurpose), Deps: list(f[depsField], ",;、,", maxItem),
		Concepts: list(f[conceptsField], ",;、,", maxItem), Exports: list(f[exportsField], ",;、,", maxItem),
	}
	_, deps := f[depsField]
	_, concepts := f[conceptsField]
	return a, a.Purpose != "" && (deps || concepts)
}

// parseDir reads an answer about a directory; previous is the role that it was
// shown and may keep.
func parseDir(text, previous string) (answer, bool) {
	f := fields(text)
	a := answer{
		Role: sentence(f[roleField], maxRole), Arch: prose(f[archField]),
		Tags: list(f[tagsField], ",;、,", maxItem), Workflows: list(f[workflowsField], ";", maxWorkflow),
	}
	if strings.EqualFold(strings.Trim(a.Role, "\"'`. "), keep) {
		a.Role = previous
	}
	return a, a.Role != "" && a.Arch != ""
}

// sentence joins a field's lines to one text of at most so many characters.
func sentence(lines []string, most int) string {
	s := clean(strings.Join(lines, " "))
	s = strings.TrimSpace(strings.Trim(s, "*`\"' "))
	if empty(s) || strings.HasPrefix(s, "<") && strings.HasSuffix(s, ">") {
		return ""
	}
	return cut(s, most)
}

// prose keeps a field's lines as they are, of at most 800 characters together.
func prose(lines []string) string {
	var kept []string
	left := maxArch
	for _, line := range lines {
		line = clean(line)
		if empty(line) || left < 2 {
			continue
		}
		line = cut(line, left)
		left -= utf8.RuneCountInString(line) + 1
		kept = append(kept, line)
	}
	return strings.Join(kept, "\n")
}

// list splits a field at separators and lines into its items, each once.
func list(lines []string, separators string, most int) []string {
	var items []string
	for _, line := range lines {
		for _, item := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(separators, r) }) {
			item = clean(strings.Trim(strings.TrimSpace(item), "[]\"'`*"))
			item = strings.TrimSpace(strings.TrimLeft(item, "-*• "))
			item = strings.Trim(item, "`\"'. ")
			if empty(item) || utf8.RuneCountInString(item) > most || slices.Contains(items, item) || len(items) == maxItems {
				continue
			}
			items = append(items, item)
		}
	}
	return items
}

// clean makes text fit one line of a record, without what nobody sees.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if pathname.Hidden(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
	return strings.TrimSpace(record.OneLine(s))
}

// empty reports whether a text says that there is nothing to say.
func empty(s string) bool {
	switch strings.ToLower(strings.Trim(s, " .()[]-\"'`")) {
	case "", "none", "n/a", "na", "null", "nothing", "keine", "ninguno", "ninguna", "aucun", "aucune", "нет", "无", "なし", "없음":
		return true
	}
	return false
}

// cut shortens a text to so many characters, at a word's end.
func cut(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	runes := []rune(s)[:most-1]
	if i := strings.LastIndexByte(string(runes), ' '); i > len(string(runes))/2 {
		return strings.TrimRight(string(runes)[:i], " ,;:") + "…"
	}
	return string(runes) + "…"
}
