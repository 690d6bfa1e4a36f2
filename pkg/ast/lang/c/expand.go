package c

import (
	"context"
	"slices"
	"sort"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

const (
	// maxMacroDepth is how often a macro's expansion is expanded again.
	maxMacroDepth = 8
	// maxExpansion is how many bytes all macros of a file may expand to.
	maxExpansion = 256 << 10
	// maxArguments is how many arguments a macro may have.
	maxArguments = 64
)

// expansion is what a macro that stands in the place of declarations declares.
type expansion struct {
	at, end int // where the macro is used
	text    string
	hidden  bool // in a namespace without a name
}

// declaring deals with a macro of the file's own at first that stands for
// whole declarations, or for the head of a function: it is blanked, and what
// it stands for is read apart. It returns the index behind it, first if there
// is no such macro.
func (o *outline) declaring(first, to int) int {
	at := o.live[first].start
	d, ok := o.defined(o.word(first), at)
	if !ok || o.budget < 0 {
		return first
	}
	stop := first + 1
	if d.function {
		if o.kind(stop) != '(' || o.end(stop) > to {
			return first
		}
		stop = o.end(stop)
	}
	l := lexed{src: o.src, tokens: o.live[first:stop]}
	text := expander{macros: o.macros, at: at, budget: &o.budget}.expand(&l, 0, nil)
	if o.budget < 0 {
		o.cut = true
		return first
	}
	if frames(text) {
		o.blankBody(first, stop)
		return stop
	}
	next := o.kind(stop)
	switch whole := strings.HasSuffix(text, ";") || strings.HasSuffix(text, "}"); {
	case stop == to || next != ';' && next != '{':
		if !whole {
			return first
		}
	case next == ';':
		if !whole && !(d.function && strings.Contains(text, " ")) {
			return first
		}
		text += ";"
		stop++
	default:
		if !strings.HasSuffix(text, ")") || !d.function && !strings.Contains(text, " ") {
			return first
		}
		text += "{}"
		stop = min(o.end(stop), to)
	}
	if strings.Count(text, "{") != strings.Count(text, "}") {
		return first
	}
	o.expansions = append(o.expansions, expansion{at: at, end: o.live[stop-1].end, text: text, hidden: o.hidden > 0})
	o.blankBody(first, stop)
	return stop
}

// frames reports whether a text opens namespaces or closes them: what is
// between two such macros is read as if they were not there.
func frames(text string) bool {
	if strings.Trim(text, "} ") == "" {
		return text != ""
	}
	open := strings.HasPrefix(text, "namespace") || strings.HasPrefix(text, "inline namespace") || strings.HasPrefix(text, "extern \"C")
	return open && strings.HasSuffix(text, "{")
}

// expander expands macros as they are defined at one place of a file.
type expander struct {
	macros
	at     int
	budget *int // bytes left; below 0 the result is of no use
}

// spend reports whether there is room for a text.
func (e expander) spend(text string) bool {
	*e.budget -= len(text) + 1
	return *e.budget >= 0
}

// expand returns the text that tokens stand for; active are the macros whose
// expansion they are of.
func (e expander) expand(l *lexed, depth int, active []string) string {
	var out strings.Builder
	for i := 0; i < len(l.tokens); i++ {
		t := l.tokens[i]
		word, stop := l.text(t), i
		l.space(&out, i)
		if d, ok := e.macro(word, t.kind, depth, active); ok {
			var arguments []string
			if d.function {
				arguments, stop = l.arguments(i + 1)
			}
			if !d.function || stop > i {
				word = e.body(d, arguments, depth, append(active[:len(active):len(active)], word))
				i = stop
			}
		}
		if !e.spend(word) {
			return ""
		}
		out.WriteString(word)
	}
	return strings.TrimSpace(out.String())
}

func (e expander) macro(word string, kind byte, depth int, active []string) (definition, bool) {
	if kind != kindName || depth == maxMacroDepth || slices.Contains(active, word) {
		return definition{}, false
	}
	return e.defined(word, e.at)
}

// body returns what a macro with its arguments stands for.
func (e expander) body(d definition, arguments []string, depth int, active []string) string {
	text := strings.NewReplacer("\\\r\n", " ", "\\\n", " ").Replace(withoutComments(d.text))
	values := map[string]string{}
	if d.function {
		end := strings.IndexByte(text, ')')
		if end < 0 {
			return ""
		}
		values = parameters(text[1:end], arguments)
		text = text[end+1:]
	}
	l := lex([]byte(e.paste(text, values)))
	return e.expand(&l, depth+1, active)
}

// parameters gives a macro's parameters their values.
func parameters(text string, arguments []string) map[string]string {
	values := map[string]string{}
	for i, name := range strings.Split(text, ",") {
		name, rest, variadic := strings.Cut(strings.TrimSpace(name), "...")
		if name = strings.TrimSpace(name); variadic && name == "" && rest == "" {
			name = "__VA_ARGS__"
		}
		switch {
		case variadic && i < len(arguments):
			values[name] = strings.Join(arguments[i:], ", ")
		case i < len(arguments):
			values[name] = arguments[i]
		default:
			values[name] = ""
		}
	}
	return values
}

// paste puts arguments in the place of a macro's parameters and joins what ##
// joins. What # makes of an argument no declaration needs.
func (e expander) paste(text string, values map[string]string) string {
	l := lex([]byte("x " + text)) // so that a # at its start is no directive
	var out strings.Builder
	glue := true
	for i := 1; i < len(l.tokens); i++ {
		word := l.text(l.tokens[i])
		if word == "#" && i+1 < len(l.tokens) {
			i++
			if l.text(l.tokens[i]) == "#" {
				glue = true
				continue
			}
			word = `""`
		} else if value, ok := values[word]; ok {
			word = value
		}
		if !glue {
			l.space(&out, i)
		}
		glue = false
		if !e.spend(word) {
			return ""
		}
		out.WriteString(word)
	}
	return out.String()
}

// space writes a space if there is any before token i.
func (l *lexed) space(out *strings.Builder, i int) {
	if i > 0 && l.tokens[i-1].end < l.tokens[i].start {
		out.WriteByte(' ')
	}
}

// arguments returns the texts between the parentheses that open at token i,
// and the index of the closing one, i-1 if there are none.
func (l *lexed) arguments(i int) (list []string, stop int) {
	if i >= len(l.tokens) || l.tokens[i].kind != '(' {
		return nil, i - 1
	}
	depth := 0
	var text strings.Builder
	for j := i; j < min(len(l.tokens), i+maxScan); j++ {
		switch t := l.tokens[j]; t.kind {
		case '(', '[', '{':
			if depth++; depth == 1 {
				continue
			}
		case ')', ']', '}':
			if depth--; depth == 0 {
				return append(list, strings.TrimSpace(text.String())), j
			}
		case ',':
			if depth == 1 && len(list) < maxArguments {
				list = append(list, strings.TrimSpace(text.String()))
				text.Reset()
				continue
			}
		}
		l.space(&text, j)
		text.WriteString(l.text(l.tokens[j]))
	}
	return nil, i - 1
}

// expanded reads what macros in the place of declarations stand for. The
// symbols stand where the macros do.
func (f *file) expanded(ctx context.Context) {
	var text strings.Builder
	var starts []int
	for _, e := range f.expansions {
		starts = append(starts, text.Len())
		text.WriteString(e.text)
		text.WriteByte('\n')
	}
	if len(starts) == 0 {
		return
	}
	o := outlineOf([]byte(text.String()))
	tree, err := treesitter.Parse(ctx, f.grammar(), o.out)
	if err != nil {
		return // the context's end, which the caller sees
	}
	defer tree.Close()
	part := &file{Tree: tree, outline: o, dialect: f.dialect, out: &record.Syntax{}}
	part.declarations(tree.Root, scope{exported: true, public: true})
	for _, p := range part.placed {
		from := f.expansions[sort.SearchInts(starts, p.start+1)-1]
		p.start = from.at
		p.Doc = f.docAt(from.at, from.end, false)
		p.Exported = p.Exported && !from.hidden
		f.placed = append(f.placed, p)
	}
}
