package ast

import (
	"regexp"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
	"github.com/pi-project-map/pmap/pkg/redact/shape"
)

// A signature shows a constant's value, a doc comment an example, a manifest a
// command line: each may hold a secret, and no record may. Looking for one is
// dear, so only texts that could hold one are looked at: those with the name of
// a secret beside a value, with a long run of characters that no word has, or
// with an address that names a user.
var (
	secretName = regexp.MustCompile(`(?i)pass|pwd|secret|token|key|cred|auth|bearer|private|salt|psk|webhook|dsn`)
	longRun    = regexp.MustCompile(`[A-Za-z0-9_+/=.-]*[0-9][A-Za-z0-9_+/=.-]*`)
)

// valued are the bytes of which one stands between a name and its value.
const valued = "\"'`=:-"

// Lengths in bytes: of the shortest text that is looked at, of the shortest key
// that is known by its form alone, and of what is looked at of a text that will
// be cut to less than that.
const (
	leastText = 8
	leastRun  = 16
	mostText  = 8 << 10
)

// clean takes secrets out of every text of a syntax that is more than a name.
func clean(syntax *record.Syntax) {
	list := []*string{&syntax.Doc, &syntax.PackageDoc}
	for i := range syntax.Symbols {
		list = append(list, &syntax.Symbols[i].Signature, &syntax.Symbols[i].Doc, &syntax.Symbols[i].From)
		if syntax.Symbols[i].Kind == record.KindHeading { // a text, not a name
			list = append(list, &syntax.Symbols[i].Name)
		}
	}
	for i := range syntax.Imports {
		list = append(list, &syntax.Imports[i].Raw)
	}
	redact(list, shape.Program)
	if syntax.Facts == nil {
		return
	}
	f := syntax.Facts
	list = []*string{&f.Title, &f.Summary, &f.BaseURL}
	for _, pairs := range [][]record.Pair{f.Exports, f.Imports, f.Bin, f.Scripts, f.Paths, f.Replace} {
		for i := range pairs {
			list = append(list, &pairs[i].Value)
		}
	}
	for _, texts := range [][]string{f.Main, f.Dependencies, f.Extends, f.Members} {
		for i := range texts {
			list = append(list, &texts[i])
		}
	}
	redact(list, shape.Settings)
}

func redact(list []*string, form shape.Form) {
	for _, text := range list {
		if suspect(*text) {
			*text = shape.Redact((*text)[:min(len(*text), mostText)], form)
		}
	}
}

// suspect reports whether a text could hold a secret.
func suspect(text string) bool {
	if len(text) < leastText {
		return false
	}
	if strings.Contains(text, "://") && strings.Contains(text, "@") || strings.Contains(text, "-----BEGIN") || strings.ContainsAny(text, valued) && secretName.MatchString(text) {
		return true
	}
	for _, run := range longRun.FindAllString(text, -1) {
		if len(run) >= leastRun {
			return true
		}
	}
	return false
}
