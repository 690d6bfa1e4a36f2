// Package stylesheet reads CSS, SCSS, Sass and Less: the sheets that one builds
// on, and the mixins, functions and variables that it offers to others. Of plain
// CSS these are the custom properties of the root, of CSS modules the classes.
// Otherwise the first classes and ids at the top say what a sheet is about; rules
// are not looked into.
package stylesheet

import (
	"bytes"
	"context"
	"regexp"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/token"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractors of this folder.
func Extractors() []lang.Extractor {
	block := token.Rules{Block: true, Quotes: `"'`, Escapes: true, Words: "-"}
	lines := block
	lines.Line = []string{"//"}
	return []lang.Extractor{
		{Name: "css-module", Version: 1, Suffixes: []string{".module.css"}, Extract: module(block, '-')},
		{Name: "scss-module", Version: 1, Suffixes: []string{".module.scss"}, Extract: module(lines, '$')},
		{Name: "less-module", Version: 1, Suffixes: []string{".module.less"}, Extract: module(lines, '@')},
		{Name: "css", Version: 1, Suffixes: []string{".css", ".pcss"}, Langs: []string{"CSS", "PostCSS"}, Extract: extract(block, '-')},
		{Name: "scss", Version: 1, Suffixes: []string{".scss"}, Langs: []string{"SCSS"}, Extract: extract(lines, '$')},
		{Name: "less", Version: 1, Suffixes: []string{".less"}, Langs: []string{"Less"}, Extract: extract(lines, '@')},
		{Name: "sass", Version: 1, Suffixes: []string{".sass"}, Langs: []string{"Sass"}, Extract: indented},
	}
}

func extract(rules token.Rules, sigil byte) func(context.Context, []byte) (record.Syntax, error) {
	return extractor(rules, sigil, false)
}

// module reads a sheet whose classes scripts import.
func module(rules token.Rules, sigil byte) func(context.Context, []byte) (record.Syntax, error) {
	return extractor(rules, sigil, true)
}

func extractor(rules token.Rules, sigil byte, module bool) func(context.Context, []byte) (record.Syntax, error) {
	return func(ctx context.Context, src []byte) (record.Syntax, error) {
		if err := ctx.Err(); err != nil {
			return record.Syntax{}, err
		}
		s := &sheet{Scanner: rules.Scan(string(src)), sigil: sigil, module: module, at: map[string]int{}}
		whole := s.statements()
		runs, attached := rules.Header(s.Src)
		if attached && !s.leads {
			runs = runs[:len(runs)-1]
		}
		out := record.Syntax{State: record.StateOK, Doc: lang.FileDoc(runs...), Symbols: s.symbols, Imports: s.imports.List()}
		if !whole {
			out.State = record.StatePartial
		}
		return out, nil
	}
}

// sheet is one file while it is read.
type sheet struct {
	*token.Scanner
	module    bool // its classes are exports
	sigil     byte // of variables: '$', '@', '-' for custom properties
	started   bool
	selectors int
	leads     bool // the first statement is an import: a comment above it is the file's
	symbols   []record.Symbol
	at        map[string]int
	imports   lang.Imports
}

// statements reads the top of the sheet. It reports whether all brackets close.
func (s *sheet) statements() bool {
	for {
		t := s.Next()
		switch {
		case t.Kind == token.End:
			return true
		case t.Is("@"):
			if !s.rule(t) {
				return false
			}
		case t.Is("$") && s.sigil == '$':
			s.variable(t, "$")
		case t.Is(".") && s.sigil == '@' && s.mixin(t):
		case t.Is(".") || t.Is("#"):
			s.selector(t)
		case t.Is("{"):
			if !s.Skip() {
				return false
			}
		case t.Is(":") && s.sigil == '-' && s.root():
			s.properties()
		case t.Is("(") || t.Is("["):
			if !s.Skip() {
				return false
			}
		}
		s.started = s.started || !t.Is(";")
	}
}

// rule reads what follows an "@" at the top.
func (s *sheet) rule(t token.Token) bool {
	word := s.Next()
	switch word.Text {
	case "import", "use", "forward", "charset", "plugin", "config", "reference":
		s.leads = s.leads || !s.started
		s.imported(word)
	case "mixin", "function":
		s.definition(t, word.Text)
	case "include", "media", "layer", "supports", "font-face", "keyframes", "if", "else", "each", "for", "while", "return":
	default:
		if s.sigil == '@' && word.Kind == token.Word {
			s.named(t, "@"+word.Text)
		}
	}
	return true
}

// imported reads to the end of an @import, @use or @forward.
func (s *sheet) imported(word token.Token) {
	form := "use" // Tailwind's @plugin, @config and @reference too
	switch word.Text {
	case "import", "charset":
		form = ""
	case "forward":
		form = "forward"
	}
	first := true
	for {
		t := s.Next()
		switch {
		case t.Kind == token.End, t.Is(";"), t.Is("{"), t.Is("}"):
			return
		case t.Is("(") && first: // Less's options
			s.Skip()
		case t.Is("url"):
			if t = s.Next(); t.Is("(") {
				raw, _, _ := strings.Cut(s.Until(")"), "\n")
				s.sheet(strings.Trim(strings.TrimSuffix(raw, ")"), " \t\"'"), form)
			}
			first = false
		case t.Kind == token.String && word.Text != "charset" && (first || form == ""):
			s.sheet(t.Text, form)
			first = false
		case t.Is("(") || t.Is("["):
			s.Skip()
		}
	}
}

func (s *sheet) sheet(raw, form string) {
	if raw == "" || strings.HasPrefix(raw, "data:") || strings.ContainsAny(raw, "\n{") {
		return
	}
	s.imports.Add(record.Import{Raw: raw, Form: form, Reexport: form == "forward"})
}

// definition reads "@mixin name($a, $b: 1) {" and "@function".
func (s *sheet) definition(t token.Token, kind string) {
	name := s.Next()
	if name.Kind != token.Word {
		return
	}
	end, at := name.End, s.At()
	if next := s.Next(); next.Is("(") {
		s.Skip()
		end = s.At()
	} else {
		s.Seek(at)
	}
	s.add(record.Symbol{
		Name: name.Text, Kind: record.KindFunction, Signature: kind + " " + s.Src[name.Start:end], Exported: !private(name.Text), Doc: lang.Doc(t.Above),
	})
}

// variable reads "$name: value".
func (s *sheet) variable(t token.Token, sigil string) {
	if name := s.Next(); name.Kind == token.Word {
		s.named(t, sigil+name.Text)
	}
}

// maxValue is the longest value that a signature shows, in bytes.
const maxValue = 60

// named reads the value of a variable.
func (s *sheet) named(t token.Token, name string) {
	at := s.At()
	if next := s.Next(); !next.Is(":") {
		s.Seek(at)
		return
	}
	start := s.At()
	for next := s.Next(); next.Kind != token.End && !next.Is(";") && !next.Is("}"); next = s.Next() {
		if next.Is("(") || next.Is("[") || next.Is("{") {
			s.Skip()
		}
	}
	value, _, _ := strings.Cut(strings.TrimRight(s.Src[start:s.At()], ";} \t\r\n"), "!default")
	sig := name
	if value = strings.TrimSpace(value); len(value) <= maxValue && !strings.ContainsAny(value, "\n{") {
		sig += ": " + value
	}
	s.add(record.Symbol{Name: name, Kind: record.KindVariable, Signature: sig, Exported: !private(strings.TrimLeft(name, "$@")), Doc: lang.Doc(t.Above)})
}

// private is Sass's rule for members that stay with their sheet.
func private(name string) bool {
	return name != "" && (name[0] == '_' || name[0] == '-' && !strings.HasPrefix(name, "--"))
}

// maxSelectors is how many classes and ids tell of a sheet.
const maxSelectors = 20

// selector reads ".class" or "#id" at the top.
func (s *sheet) selector(t token.Token) {
	at := s.At()
	name := s.Next()
	end := s.At()
	call := s.Next().Is("(")
	s.Seek(end)
	switch {
	case call: // a mixin of Less
	case name.Kind != token.Word || name.Start != t.End || '0' <= name.Text[0] && name.Text[0] <= '9':
		s.Seek(at)
	case s.module && t.Is("."):
		s.add(record.Symbol{Name: name.Text, Kind: record.KindProperty, Signature: name.Text, Exported: true})
	case s.selectors < maxSelectors:
		s.selectors++
		s.add(record.Symbol{Name: t.Text + name.Text, Kind: record.KindClass, Signature: t.Text + name.Text})
	}
}

// mixin reads Less's ".name(@a; @b) {", as against a rule or a call.
func (s *sheet) mixin(t token.Token) bool {
	at := s.At()
	name := s.Next()
	if open := s.Next(); name.Kind == token.Word && t.First && open.Is("(") && open.Start == name.End && s.Skip() {
		end := s.At()
		next := s.Next()
		for next.Kind == token.Word || next.Is("(") || next.Is("@") || next.Is("=") || next.Is(">") || next.Is("<") { // when (guard)
			if next.Is("(") {
				s.Skip()
			}
			next = s.Next()
		}
		if next.Is("{") {
			s.add(record.Symbol{Name: "." + name.Text, Kind: record.KindFunction, Signature: s.Src[t.Start:end], Exported: true, Doc: lang.Doc(t.Above)})
			s.Skip()
			return true
		}
	}
	s.Seek(at)
	return false
}

// root reports whether ":root" and its bracket come next, and goes into it.
func (s *sheet) root() bool {
	at := s.At()
	if !s.Next().Is("root") {
		s.Seek(at)
		return false
	}
	for t := s.Next(); ; t = s.Next() {
		switch {
		case t.Is("{"):
			return true
		case t.Kind == token.End, t.Is(";"), t.Is("}"):
			return false
		}
	}
}

// properties reads the custom properties of a rule, to its closing bracket.
func (s *sheet) properties() {
	for {
		t := s.Next()
		switch {
		case t.Kind == token.End || t.Is("}"):
			return
		case t.Is("{") || t.Is("("):
			s.Skip()
		case t.Kind == token.Word && strings.HasPrefix(t.Text, "--"):
			end := s.At()
			s.named(t, t.Text)
			if last := s.At() - 1; last >= end && s.Src[last] == '}' {
				return
			}
		}
	}
}

func (s *sheet) add(y record.Symbol) {
	if at, again := s.at[y.Name]; again {
		if s.symbols[at].Doc == "" {
			s.symbols[at].Doc = y.Doc
		}
		return
	}
	y.Signature = lang.Signature(y.Signature)
	s.at[y.Name] = len(s.symbols)
	s.symbols = append(s.symbols, y)
}

var (
	sassLine = regexp.MustCompile(`^(?:@(import|use|forward)[ \t]+(.*)|(?:@(mixin|function)[ \t]+|=)([\w-]+)([ \t]*\(.*\))?|\$([\w-]+):[ \t]*(.*?))[ \t]*;?$`)
	sassName = regexp.MustCompile(`^["']?([^"',]+)["']?`)
)

// indented reads the syntax without brackets, which has one statement a line.
func indented(ctx context.Context, src []byte) (record.Syntax, error) {
	if err := ctx.Err(); err != nil {
		return record.Syntax{}, err
	}
	s := &sheet{at: map[string]int{}}
	for line := range bytes.Lines(src) {
		m := sassLine.FindStringSubmatch(string(bytes.TrimRight(line, "\r\n")))
		switch {
		case m == nil:
		case m[1] == "import":
			for part := range strings.SplitSeq(m[2], ",") {
				if n := sassName.FindStringSubmatch(strings.TrimSpace(part)); n != nil {
					s.sheet(n[1], "")
				}
			}
		case m[1] != "":
			if n := sassName.FindStringSubmatch(m[2]); n != nil {
				s.sheet(n[1], m[1])
			}
		case m[4] != "":
			kind := m[3]
			if kind == "" {
				kind = "mixin"
			}
			s.add(record.Symbol{Name: m[4], Kind: record.KindFunction, Signature: kind + " " + m[4] + m[5], Exported: !private(m[4])})
		default:
			value, _, _ := strings.Cut(m[7], "!default")
			s.add(record.Symbol{Name: "$" + m[6], Kind: record.KindVariable, Signature: "$" + m[6] + ": " + strings.TrimSpace(value), Exported: !private(m[6])})
		}
	}
	rules := token.Rules{Line: []string{"//"}, Block: true}
	runs, _ := rules.Header(string(src))
	return record.Syntax{State: record.StateOK, Doc: lang.FileDoc(runs...), Symbols: s.symbols, Imports: s.imports.List()}, nil
}
