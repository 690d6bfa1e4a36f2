package component

import (
	"regexp"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang/token"
)

// Props are read from the text of the declaration alone; what a type elsewhere
// adds is not seen.

var (
	defineProps = regexp.MustCompile(`\bdefineProps\s*([<(])\s*`)
	propsOption = regexp.MustCompile(`(?m)^\s*props\s*:\s*([{\[])`)
	typeName    = regexp.MustCompile(`^([A-Za-z_$][\w$]*)\s*>`)
	exportLet   = regexp.MustCompile(`(?m)^[ \t]*export let ([A-Za-z_$][\w$]*)(?:\s*:\s*([^=;\n]+?))?\s*(=|;|$)`)
	runeProps   = regexp.MustCompile(`\b(?:let|const)\s*(\{[^;=]*?(?:=[^;]*?)?\})\s*(?::\s*([A-Za-z_$][\w$.]*|\{[^=]*\})[^=;]*)?=\s*\$props\s*(?:<[^>]*>)?\(`)
	astroProps  = regexp.MustCompile(`\{[^{}]*\}\s*(?::[^=\n]*)?=\s*Astro\.props`)
	name        = regexp.MustCompile(`^(?:readonly\s+)?["']?([A-Za-z_$][\w$-]*)["']?(\??)`)
)

// rules cut TypeScript well enough to find brackets, commas and comments.
var rules = token.Rules{Line: []string{"//"}, Block: true, Quotes: "\"'`", Escapes: true, Words: "$"}

// maxProps is how many props a signature names.
const maxProps = 24

func vueProps(code string) []string {
	if m := defineProps.FindStringSubmatchIndex(code); m != nil {
		rest := code[m[1]:]
		if code[m[2]] == '(' {
			return names(rest)
		}
		if strings.HasPrefix(rest, "{") {
			return members(inside(rest))
		}
		if t := typeName.FindStringSubmatch(rest); t != nil {
			return typed(code, t[1])
		}
		return nil
	}
	if m := propsOption.FindStringSubmatchIndex(code); m != nil {
		return names(code[m[2]:])
	}
	return nil
}

// typed are the props of a named type, itself if it stands elsewhere.
func typed(code, name string) []string {
	if body, ok := typeBody(code, name); ok {
		return members(body)
	}
	return []string{"props: " + name}
}

func svelteProps(code, all string) []string {
	if m := runeProps.FindStringSubmatch(code); m != nil {
		switch {
		case strings.HasPrefix(m[2], "{"):
			return members(inside(m[2]))
		case m[2] != "":
			if body, ok := typeBody(all, m[2]); ok {
				return members(body)
			}
		}
		return names(m[1])
	}
	var props []string
	for _, m := range exportLet.FindAllStringSubmatch(code, maxProps) {
		p := m[1]
		if m[3] == "=" {
			p += "?"
		}
		if m[2] != "" {
			p += ": " + m[2]
		}
		props = append(props, p)
	}
	return props
}

// typeBody returns what an interface or an object type holds.
func typeBody(code, name string) (string, bool) {
	m := regexp.MustCompile(`\b(?:interface|type)\s+` + regexp.QuoteMeta(name) + `\b[^{;]*\{`).FindStringIndex(code)
	if m == nil {
		return "", false
	}
	return inside(code[m[1]-1:]), true
}

// inside returns what stands between the bracket that a text starts with and
// the one that closes it.
func inside(text string) string {
	s := rules.Scan(text)
	s.Next()
	if s.Skip() {
		return text[1 : s.At()-1]
	}
	return text[1:]
}

// members cuts the body of an object type into "name?: type".
func members(body string) []string {
	var props []string
	for _, part := range split(body) {
		if len(props) < maxProps && name.MatchString(part) {
			props = append(props, strings.TrimPrefix(part, "readonly "))
		}
	}
	return props
}

// names lists the keys of an object, a pattern or a list of strings that a
// text starts with.
func names(text string) []string {
	if text == "" || text[0] != '{' && text[0] != '[' {
		return nil
	}
	var props []string
	for _, part := range split(inside(text)) {
		if m := name.FindStringSubmatch(part); m != nil && len(props) < maxProps {
			props = append(props, m[1])
		}
	}
	return props
}

// split cuts a text at the commas, semicolons and ends of lines that are
// outside brackets, and takes comments out.
func split(body string) []string {
	var parts []string
	var b strings.Builder
	end := func() {
		if b.Len() > 0 {
			parts = append(parts, b.String())
		}
		b.Reset()
	}
	s := rules.Scan(body)
	depth, last := 0, token.Token{}
	for {
		t := s.Next()
		switch {
		case t.Kind == token.End:
			end()
			return parts
		case depth == 0 && (t.Is(",") || t.Is(";")):
			end()
			last = token.Token{}
			continue
		case depth == 0 && t.First && !t.Is("|") && !t.Is("&") && !last.Is("|") && !last.Is(":") && !last.Is("&") && !last.Is("="):
			end()
		}
		switch {
		case t.Is("{"), t.Is("("), t.Is("["), t.Is("<"):
			depth++
		case t.Is(">") && last.Is("="):
		case t.Is("}"), t.Is(")"), t.Is("]"), t.Is(">"):
			depth = max(0, depth-1)
		}
		if b.Len() > 0 && t.Start > last.End {
			b.WriteByte(' ')
		}
		b.WriteString(body[t.Start:t.End])
		last = t
	}
}
