package sql

import (
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/token"
	"github.com/pi-project-map/pmap/pkg/record"
)

// created are the things whose names other scripts use.
var created = map[string]struct {
	kind     record.Kind
	exported bool
	shown    string
}{
	"table": {record.KindType, true, "table"}, "view": {record.KindType, true, "view"}, "type": {record.KindType, true, "type"},
	"domain": {record.KindType, true, "domain"}, "function": {record.KindFunction, true, "function"},
	"procedure": {record.KindFunction, true, "procedure"}, "proc": {record.KindFunction, true, "procedure"},
	"aggregate": {record.KindFunction, true, "aggregate"}, "package": {record.KindType, true, "package"},
	"trigger": {record.KindFunction, false, "trigger"}, "event": {record.KindFunction, false, "event"},
}

// maxModifiers is how many words may stand between CREATE and what is created.
const maxModifiers = 12

// create reads a statement that starts with CREATE.
func (s *script) create(t token.Token) {
	above := t.Above
	for range maxModifiers {
		t = s.next()
		what, ok := created[strings.ToLower(t.Text)]
		switch {
		case t.Kind == token.End, s.ends(t):
			return
		case t.Is("="): // MySQL's DEFINER = `a`@`b`
			s.next()
			continue
		case t.Kind == token.Word && (objects[strings.ToLower(t.Text)] && !ok):
			switch strings.ToLower(t.Text) {
			case "index", "sequence", "schema", "database", "role", "user", "policy", "extension", "login", "statistics":
				at := s.At()
				s.done("creates", t)
				s.Seek(at)
				s.finish(t, false)
				return
			}
			continue
		case t.Kind != token.Word || !ok:
			continue
		}
		bodies := what.kind == record.KindFunction || what.shown == "package"
		t = s.next()
		name, end, t := s.name(t)
		if name == "" {
			s.finish(t, bodies)
			return
		}
		sym := record.Symbol{Name: name, Kind: what.kind, Exported: what.exported, Doc: lang.Doc(above)}
		sym.Signature, t = s.head(what.shown+" "+name, end, t)
		if at, again := s.at[name]; !again {
			s.at[name] = len(s.symbols)
			s.symbols = append(s.symbols, sym)
		} else if s.symbols[at].Doc == "" {
			s.symbols[at].Doc = sym.Doc
		}
		s.finish(t, bodies)
		return
	}
	s.finish(t, false)
}

// name reads [IF NOT EXISTS] a.b.c and returns the name without the schema
// that every object is in unless said otherwise, its end and the token after.
func (s *script) name(t token.Token) (string, int, token.Token) {
	for word(t, "if") || word(t, "not") || word(t, "exists") || word(t, "body") || word(t, "concurrently") {
		t = s.next()
	}
	var parts []string
	end := t.Start
	for {
		switch {
		case t.Kind == token.String && t.Text != "":
			parts, end = append(parts, t.Text), t.End
			t = s.next()
		case t.Is("["):
			parts, end = append(parts, strings.TrimSuffix(s.Until("]"), "]")), s.At()
			t = s.next()
		case t.Kind == token.Word:
			parts, end = append(parts, t.Text), t.End
			t = s.next()
		default:
			return "", end, t
		}
		if !t.Is(".") {
			break
		}
		t = s.next()
	}
	if len(parts) > 1 && (strings.EqualFold(parts[0], "public") || strings.EqualFold(parts[0], "dbo")) {
		parts = parts[1:]
	}
	return strings.Join(parts, "."), end, t
}

// head makes the signature of what was named and returns the token at which
// its body starts.
func (s *script) head(shown string, end int, t token.Token) (string, token.Token) {
	kind, _, _ := strings.Cut(shown, " ")
	switch kind {
	case "table", "view":
		if t.Is("(") {
			names := s.columns()
			if len(names) > 0 {
				shown += "(" + strings.Join(names, ", ") + ")"
			}
			t = s.next()
		}
	case "function", "procedure", "aggregate":
		start := end
		if t.Is("(") {
			s.Skip()
			end, t = s.At(), s.next()
		}
		if word(t, "returns") || word(t, "return") {
			end, t = s.returned(t)
		}
		shown += s.Src[start:end]
	case "trigger":
		return s.trigger(shown, end, t)
	case "type", "domain":
		start := end
		for t.Kind != token.End && !s.ends(t) {
			if end = t.End; t.Is("(") {
				s.Skip()
				end = s.At()
			}
			t = s.next()
		}
		shown += s.Src[start:end]
	}
	return lang.Signature(shown), t
}

// returned reads a function's result: RETURNS and a type, or TABLE(…).
func (s *script) returned(t token.Token) (int, token.Token) {
	end := t.End
	for t = s.next(); t.Is(".") || t.Is("%") || t.Kind == token.Word && !attributes[strings.ToLower(t.Text)]; t = s.next() {
		end = t.End
	}
	if t.Is("(") {
		s.Skip()
		end, t = s.At(), s.next()
	}
	for t.Is("[") || t.Is("]") {
		end, t = t.End, s.next()
	}
	return end, t
}

// attributes follow a function's result.
var attributes = map[string]bool{
	"as": true, "language": true, "begin": true, "immutable": true, "stable": true, "volatile": true, "strict": true,
	"deterministic": true, "not": true, "reads": true, "modifies": true, "contains": true, "no": true, "sql": true, "security": true,
	"called": true, "parallel": true, "cost": true, "rows": true, "return": true, "is": true, "with": true, "comment": true,
	"leakproof": true, "window": true, "support": true, "set": true, "declare": true, "pipelined": true, "authid": true,
}

// trigger reads when it fires and on what.
func (s *script) trigger(shown string, end int, t token.Token) (string, token.Token) {
	for range maxModifiers {
		if t.Kind == token.End || s.ends(t) {
			break
		}
		on := word(t, "on")
		if t = s.next(); !on {
			continue
		}
		name, past, after := s.name(t)
		if name == "" {
			t = after
			break
		}
		return lang.Signature(shown + s.Src[end:past]), after
	}
	return lang.Signature(shown), t
}

// constraints start what is no column.
var constraints = map[string]bool{
	"primary": true, "foreign": true, "unique": true, "constraint": true, "check": true, "exclude": true, "like": true,
	"key": true, "index": true, "fulltext": true, "spatial": true, "period": true, "projection": true,
}

// columns reads the names in a table's brackets, to the closing one.
func (s *script) columns() []string {
	var names []string
	first := true
	for {
		t := s.Next()
		switch {
		case t.Kind == token.End || t.Is(")"):
			return names
		case t.Is(","):
			first = true
			continue
		case first && t.Is("["):
			names = append(names, strings.TrimSuffix(s.Until("]"), "]"))
		case t.Is("("):
			s.Skip()
		case first && t.Kind == token.String && t.Text != "":
			names = append(names, t.Text)
		case first && t.Kind == token.Word && !constraints[strings.ToLower(t.Text)]:
			names = append(names, t.Text)
		}
		first = false
	}
}

// comment reads COMMENT ON TABLE name IS 'words'.
func (s *script) comment() {
	on, what, t := s.next(), s.next(), s.next()
	if _, ok := created[strings.ToLower(what.Text)]; !ok || !word(on, "on") {
		s.finish(t, false)
		return
	}
	name, _, t := s.name(t)
	if t.Is("(") {
		s.Skip()
		t = s.next()
	}
	if at, ok := s.at[name]; ok && word(t, "is") {
		if t = s.next(); t.Kind == token.String && s.symbols[at].Doc == "" {
			s.symbols[at].Doc = lang.Sentence(strings.ReplaceAll(t.Text, "''", "'"))
		}
	}
	s.finish(t, false)
}
