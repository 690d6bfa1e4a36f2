// Package claim finds in a model's prose what can be looked up: names, paths,
// addresses, commands. Start from [Split]. Whoever has the tree looks the claims
// up and leaves out the sentences whose claims are not borne out.
//
// The policy is to doubt: a model reads files that may tell it what to say, and
// an agent reads what it said. A word is prose only if it looks like prose; code
// spans, words with the shape of code, and words that a shell would run are
// claims, and shell syntax is a claim that nothing bears out. So whatever a file
// made a model say, no command, address or path survives that the project does
// not have already.
package claim

import (
	"strings"
	"unicode"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/prose"
)

// Kind is what a claim is about, and so where to look it up.
type Kind int

// The kinds.
const (
	Name    Kind = iota // an identifier, module, package or file's name
	Path                // words joined by slashes
	Address             // of a site, host or mailbox
	Program             // the name of a program with which harm is easily done
	Command             // a command line, or the start of one
	Shell               // what only a shell reads: nothing bears it out
)

// Claim is one thing that a sentence claims to be there.
type Claim struct {
	Kind Kind
	Text string // without the punctuation around it
}

// Sentence is one sentence of a text, on one line, and its claims in order.
type Sentence struct {
	Text   string
	Claims []Claim
}

// None is a text that says nothing, where a record must have one.
const None = "-"

// Split takes a text apart into sentences. What the eye does not see in it is
// dropped first, so that it cannot part a word.
func Split(text string) []Sentence {
	var list []Sentence
	text = strings.Join(strings.Fields(strings.Map(seen, text)), " ")
	for text != "" {
		one := prose.Sentence(text, len(text))
		if one == "" || !strings.HasPrefix(text, one) {
			one = text // invalid UTF-8 is told apart nowhere
		}
		list = append(list, Sentence{Text: one, Claims: claims(one)})
		text = strings.TrimLeft(text[len(one):], " ")
	}
	return list
}

func seen(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case pathname.Hidden(r):
		return -1
	}
	return r
}

// Keep returns the sentences whose claims are all borne out, as one text, and
// the claims that are not.
func Keep(text string, borneOut func(Claim) bool) (string, []Claim) {
	var kept []string
	var without []Claim
	for _, s := range Split(text) {
		ok := true
		for _, c := range s.Claims {
			if c.Kind == Shell || !borneOut(c) {
				ok = false
				without = append(without, c)
			}
		}
		if ok && tells(s.Text) {
			kept = append(kept, s.Text)
		}
	}
	return strings.Join(kept, " "), without
}

// tells reports whether a text has a letter or digit at all.
func tells(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// Defang takes from what a model said of one file the sentences that hold shell
// syntax, or an address, program or command that the file itself does not name;
// names and paths stay, which only the whole tree can bear out. It returns
// [None] if nothing is left.
func Defang(text string, v *Vocabulary) string {
	kept, _ := Keep(text, func(c Claim) bool { return c.Kind == Name || c.Kind == Path || v.BearsOut(c) })
	if kept == "" {
		return None
	}
	return kept
}
