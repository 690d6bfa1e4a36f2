package sql

import (
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang/token"
)

// A script that creates nothing that others name, and about which its author
// says nothing, still tells what it does to what: migrations, data, rights.

// deed is one verb and what it was done to.
type deed struct {
	verb  string
	names []string
}

// Bounds on what is told.
const (
	maxDeeds = 3
	maxNames = 4
)

// verbs are told by the first words of a statement: the word before the name.
var verbs = map[string]struct{ word, verb string }{
	"alter": {"", "alters"}, "drop": {"", "drops"}, "insert": {"into", "fills"}, "merge": {"into", "merges into"}, "update": {"", "updates"},
	"delete": {"from", "deletes from"}, "truncate": {"", "empties"}, "copy": {"", "fills"}, "replace": {"into", "fills"},
}

// objects may stand between a verb and a name.
var objects = map[string]bool{
	"table": true, "view": true, "materialized": true, "function": true, "procedure": true, "proc": true, "trigger": true, "type": true, "index": true,
	"sequence": true, "schema": true, "database": true, "role": true, "user": true, "policy": true, "extension": true, "domain": true, "only": true,
	"unique": true, "login": true, "statistics": true, "if": true, "exists": true, "not": true, "concurrently": true, "clustered": true, "nonclustered": true,
	"column": true, "default": true, "foreign": true, "external": true, "server": true, "source": true, "partition": true, "tablespace": true, "into": true,
}

// note remembers what a statement does; t is its first word. It goes no further
// than the name.
func (s *script) note(t token.Token) {
	v, ok := verbs[strings.ToLower(t.Text)]
	if !ok || t.Kind != token.Word {
		return
	}
	at := s.At()
	defer s.Seek(at)
	next := s.next()
	if v.word != "" && !word(next, v.word) {
		return
	}
	s.done(v.verb, next)
}

// done adds a name that comes at t or after words for what it is.
func (s *script) done(verb string, t token.Token) {
	kind := ""
	for range maxModifiers {
		lower := strings.ToLower(t.Text)
		if t.Kind != token.Word || !objects[lower] {
			break
		}
		switch lower {
		case "index", "sequence", "schema", "database", "role", "user", "policy", "extension", "login", "statistics":
			kind = lower + " "
		}
		t = s.next()
	}
	name, _, _ := s.name(t)
	if name == "" || strings.HasPrefix(name, "#") || strings.HasPrefix(name, "@") {
		return
	}
	name = kind + name
	for i := range s.deeds {
		if s.deeds[i].verb != verb {
			continue
		}
		for _, known := range s.deeds[i].names {
			if known == name {
				return
			}
		}
		if len(s.deeds[i].names) <= maxNames {
			s.deeds[i].names = append(s.deeds[i].names, name)
		}
		return
	}
	s.deeds = append(s.deeds, deed{verb: verb, names: []string{name}})
}

// told puts the deeds into words.
func (s *script) told() string {
	var parts []string
	for _, d := range s.deeds[:min(len(s.deeds), maxDeeds)] {
		names := d.names
		if len(names) > maxNames {
			names = append(names[:maxNames:maxNames], "…")
		}
		parts = append(parts, d.verb+" "+strings.Join(names, ", "))
	}
	return strings.Join(parts, "; ")
}
