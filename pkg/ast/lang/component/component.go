// Package component reads the single-file components of Vue, Svelte and Astro:
// their scripts as ES modules, and the component itself as the default export,
// with its props as parameters. Templates and styles are not looked into.
package component

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/ecmascript"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractors of this folder.
func Extractors() []lang.Extractor {
	modules := map[string]lang.Extractor{}
	for _, e := range ecmascript.Extractors() {
		modules[e.Name] = e
	}
	of := func(name, suffix, language string, read func(string) parts) lang.Extractor {
		return lang.Extractor{
			Name: name, Version: 1, Suffixes: []string{suffix}, Langs: []string{language},
			Extract: func(ctx context.Context, src []byte) (record.Syntax, error) {
				return extract(ctx, modules, read(string(src)))
			},
		}
	}
	return []lang.Extractor{
		of("vue", ".vue", "Vue", vue),
		of("svelte", ".svelte", "Svelte", svelte),
		of("astro", ".astro", "Astro", astro),
	}
}

// parts is what a component's file holds.
type parts struct {
	scripts []script
	doc     string   // of the component, without markers
	props   []string // as they are declared, with their types where they have some
	sources []string // files that stand for a script
}

// script is one block of code.
type script struct {
	code     string
	language string // an extractor's name
	module   bool   // its exports are the file's
}

func extract(ctx context.Context, modules map[string]lang.Extractor, p parts) (record.Syntax, error) {
	if err := ctx.Err(); err != nil {
		return record.Syntax{}, err
	}
	out := record.Syntax{State: record.StateOK, Doc: lang.Paragraph(p.doc)}
	var imports lang.Imports
	for _, s := range p.scripts {
		read, err := modules[s.language].Extract(ctx, []byte(s.code))
		if err != nil {
			return record.Syntax{}, err
		}
		if read.State != record.StateOK {
			out.State = record.StatePartial
		}
		if out.Doc == "" {
			out.Doc = read.Doc
		}
		for _, y := range read.Symbols {
			if !s.module {
				y.Exported, y.Default = false, false
			}
			if y.Exported || !state(y.Kind) {
				out.Symbols = append(out.Symbols, y)
			}
		}
		for _, i := range read.Imports {
			imports.Add(i)
		}
	}
	for _, raw := range p.sources {
		imports.Add(record.Import{Raw: raw})
	}
	out.Imports = imports.List()
	out.Symbols = offer(out.Symbols, p.props)
	return out, nil
}

// state reports whether a symbol holds a value: without an export it is the
// component's own.
func state(k record.Kind) bool {
	switch k {
	case record.KindConstant, record.KindVariable, record.KindField, record.KindProperty:
		return true
	}
	return false
}

// offer makes sure that the component is the default export.
func offer(symbols []record.Symbol, props []string) []record.Symbol {
	at := slices.IndexFunc(symbols, func(y record.Symbol) bool { return y.Default })
	if at >= 0 && symbols[at].Name != "default" {
		return symbols
	}
	c := record.Symbol{Name: "default", Kind: record.KindFunction, Signature: lang.Signature("default(" + strings.Join(props, ", ") + ")"), Exported: true, Default: true}
	if at >= 0 {
		c.Doc = symbols[at].Doc
		symbols[at] = c
		return symbols
	}
	return append([]record.Symbol{c}, symbols...)
}

var (
	block = regexp.MustCompile(`(?is)(?:^|\n)[ \t]*<script\b((?:[^>"']|"[^"]*"|'[^']*')*)>(.*?)</script\s*>`)
	// attribute is a name and its value, without which it has none.
	attribute = regexp.MustCompile(`([\w:@-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?`)
	comment   = regexp.MustCompile(`(?s)^\s*<!--(.*?)-->`)
	described = regexp.MustCompile(`(?s)<!--\s*@component\b(.*?)-->`)
)

// tag is one script's element.
type tag struct {
	attributes map[string]string
	code       string
}

func tags(src string) []tag {
	var all []tag
	for _, m := range block.FindAllStringSubmatch(src, -1) {
		t := tag{attributes: map[string]string{}, code: m[2]}
		for _, a := range attribute.FindAllStringSubmatch(m[1], -1) {
			t.attributes[strings.ToLower(a[1])] = a[2] + a[3] + a[4]
		}
		all = append(all, t)
	}
	return all
}

// has reports whether an attribute is there, with or without a value.
func (t tag) has(name string) bool {
	_, ok := t.attributes[name]
	return ok
}

// language names the extractor for a script.
func (t tag) language() string {
	switch strings.TrimPrefix(strings.ToLower(t.attributes["lang"]+t.attributes["type"]), "text/") {
	case "ts", "typescript", "application/typescript":
		return "typescript"
	case "tsx":
		return "tsx"
	}
	return "javascript"
}

// vue reads a component of Vue. What a setup script declares stays inside.
func vue(src string) parts {
	p := parts{doc: first(comment.FindStringSubmatch(src))}
	all := tags(src)
	code := joined(all)
	for _, t := range all {
		if t.has("src") {
			p.sources = append(p.sources, t.attributes["src"])
			continue
		}
		p.scripts = append(p.scripts, script{code: t.code, language: t.language(), module: true})
	}
	p.props = vueProps(code)
	return p
}

// svelte reads a component of Svelte. The exports of the instance's script are
// its props; only those of the module's script can be imported.
func svelte(src string) parts {
	p := parts{doc: first(described.FindStringSubmatch(src))}
	all := tags(src)
	code := joined(all)
	for _, t := range all {
		if kind := t.attributes["type"]; kind != "" && !strings.Contains(kind, "script") && kind != "module" {
			continue // data in a page's head
		}
		module := t.has("module") || t.attributes["context"] == "module"
		p.scripts = append(p.scripts, script{code: t.code, language: t.language(), module: module})
		if !module {
			p.props = append(p.props, svelteProps(t.code, code)...)
		}
	}
	return p
}

var fence = regexp.MustCompile(`(?s)^\s*---[ \t]*\r?\n(.*?)\n---[ \t]*(?:\r?\n|$)`)

// astro reads a component of Astro, whose code stands between two lines of
// dashes.
func astro(src string) parts {
	code := first(fence.FindStringSubmatch(src))
	p := parts{scripts: []script{{code: code, language: "typescript", module: true}}}
	if body, ok := typeBody(code, "Props"); ok {
		p.props = members(body)
	} else if m := astroProps.FindStringIndex(code); m != nil {
		p.props = names(code[m[0]:m[1]])
	}
	return p
}

func joined(all []tag) string {
	var b strings.Builder
	for _, t := range all {
		b.WriteString(t.code)
		b.WriteByte('\n')
	}
	return b.String()
}

// first is the first group of a match, or nothing.
func first(match []string) string {
	if match == nil {
		return ""
	}
	return match[1]
}
