package merge

import (
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/claim"
	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
	"github.com/pi-project-map/pmap/pkg/resolve"
	"github.com/pi-project-map/pmap/pkg/sumfile"
)

// Longest texts of a note that go into a page, in bytes but for the cut that
// mapfile makes.
const (
	maxNotedPurpose = 240
	maxNotedRole    = 200
	maxNotedArch    = 500 // leaves room for what the graph proves
	maxNotedLines   = 6
)

// noted is what a model said of a file or directory, and what of it is borne
// out. What a file's own syntax bears out is settled while the syntax is at
// hand, the rest when the whole tree is.
type noted struct {
	kept     record.Note
	open     []claim.Sentence // of a file's purpose, without the claims that its syntax bears out
	concepts []string         // of a file, borne out, as tags
	exports  []string         // of a file that no parser reads
	text     string           // the purpose or role, borne out
	arch     []string
	deps     []pathname.Text // beyond what the imports say
	flows    []string
	without  []string // claims that are not borne out
	looked   int      // how many claims were looked up
}

// maxLooked bounds the claims of one note that are looked up: an honest one has
// a dozen.
const maxLooked = 100

// addNote takes a note in, after its file's syntax or before its dir. A note of
// a file that no model sees, or of other bytes than it has, is none.
func (t *tree) addNote(n record.Note) {
	kept := &noted{kept: sumfile.Kept(n)}
	if n.Role != "" {
		t.dirNote = kept
		return
	}
	if len(t.files) == 0 || t.syntax == nil {
		return
	}
	f := t.files[len(t.files)-1]
	if f.path != string(n.Path) || !shownToModels(f.class) || n.Input != f.sha256() && n.Input != t.syntax.SHA256 {
		return
	}
	own := claim.OfFile(f.path, f.lang, *t.syntax)
	for _, i := range t.syntax.Imports {
		own.Text(frameworkWord(resolve.Target{Kind: resolve.External, Path: i.Raw}))
	}
	for _, s := range claim.Split(n.Purpose) {
		s.Claims = slices.DeleteFunc(s.Claims, own.BearsOut)
		kept.open = append(kept.open, s)
	}
	for _, c := range n.Concepts {
		if word := tagOf(c); word != "" && own.SpeaksOf(word) {
			kept.concepts = append(kept.concepts, word)
		} else {
			kept.doubt(c)
		}
	}
	if t.syntax.Extractor == "" {
		for _, e := range n.Exports {
			if identifier.MatchString(e) && !slices.Contains(kept.exports, e) {
				kept.exports = append(kept.exports, e)
			} else {
				kept.doubt(e)
			}
		}
	}
	f.noted = kept
}

// shownToModels reports whether files of a class are ever sent to a model.
func shownToModels(c record.Class) bool {
	switch c {
	case record.ClassSource, record.ClassTest, record.ClassConfig, record.ClassDoc, record.ClassData, record.ClassNotebook:
		return true
	}
	return false
}

// doubt notes down a claim that is not borne out.
func (n *noted) doubt(what string) {
	if len(n.without) <= maxUnproved {
		n.without = append(n.without, what)
	}
}

// prove settles what the notes claim against the whole tree.
func (t *tree) prove() {
	var look *lookup
	for _, f := range t.files {
		if f.noted != nil {
			if look == nil {
				look = t.newLookup()
			}
			look.file(f)
		}
	}
	for _, d := range t.dirs {
		if d.noted != nil {
			if look == nil {
				look = t.newLookup()
			}
			look.directory(d)
		}
	}
}

// sentences joins what is borne out as far as it has room; one sentence has.
func sentences(list []claim.Sentence, borneOut func(claim.Claim) bool, n *noted, max int) string {
	text := ""
	for _, s := range list {
		ok := true
		for _, c := range s.Claims {
			if n.looked++; c.Kind == claim.Shell || n.looked > maxLooked || !borneOut(c) {
				n.doubt(c.Text)
				ok = false
			}
		}
		switch {
		case !ok || letters(s.Text) == "":
		case text == "":
			text = s.Text
		case len(text)+1+len(s.Text) > max:
			return text
		default:
			text += " " + s.Text
		}
	}
	return text
}

// notes lists the notes kept of a directory and its files.
func (d *dir) notes() []record.Note {
	var list []record.Note
	if d.noted != nil {
		list = append(list, d.noted.kept)
	}
	for _, f := range d.files {
		if f.noted != nil {
			list = append(list, f.noted.kept)
		}
	}
	slices.SortFunc(list, func(a, b record.Note) int { return strings.Compare(string(a.Path), string(b.Path)) })
	return list
}

// maxUnproved bounds the claims in one diag, maxDoubt the length of each.
const (
	maxUnproved = 8
	maxDoubt    = 60
)

// unproved reports the claims on a directory and its files that are left out.
func unproved(d *dir) []record.Diag {
	var diags []record.Diag
	report := func(path string, n *noted) {
		if n == nil || len(n.without) == 0 {
			return
		}
		words := make([]string, 0, len(n.without))
		for _, w := range n.without {
			if len(w) > maxDoubt {
				w = w[:maxDoubt] + "…"
			}
			words = append(words, pathname.Quote(w))
		}
		diags = append(diags, record.Diag{
			Stage:    "merge",
			Severity: record.SeverityInfo,
			Code:     "unproved-claim",
			Path:     pathname.Path(path),
			Message:  record.OneLine("not borne out: " + commas(words, maxUnproved)),
		})
	}
	for _, f := range d.files {
		report(f.path, f.noted)
	}
	report(d.path, d.noted)
	return diags
}
