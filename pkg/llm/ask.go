package llm

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/claim"
	"github.com/pi-project-map/pmap/pkg/contents"
	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
	"github.com/pi-project-map/pmap/pkg/redact"
	"github.com/pi-project-map/pmap/pkg/tokens"
)

// noteFile finds the note of a file, or has it asked for. Done is told what is
// known about the file once that is settled.
func (s *stage) noteFile(g *fileGroup, done func(a *answer, guessed bool) error) error {
	f := g.file
	s.progress.Subjects++
	settle := func(n *record.Note, guessed bool, diags ...record.Diag) error {
		g.slot.waiting, g.slot.note, g.slot.diags = false, n, diags
		s.progress.Done++
		if n == nil {
			return done(nil, guessed)
		}
		n = g.defang(*n)
		g.slot.note = n
		if n.Cached {
			s.progress.Cached++
		}
		a := answerOf(*n)
		return done(&a, false)
	}
	if n := s.kept(f.Path, f.SHA256, filePrompt, g.given); n != nil {
		return settle(n, false)
	}
	q := question{key: f.SHA256, prompt: filePrompt, model: s.model}
	j := &job{
		question: q, subject: pathname.Quote(string(f.Path)),
		request: func(ctx context.Context) (Request, error) { return s.fileRequest(ctx, f, g.parsed) },
		parse:   parseFile,
	}
	return s.ask(j, func(o outcome) error {
		if o.answer == nil {
			return settle(nil, o.guessed, s.without(f.Path, o)...)
		}
		return settle(note(f.Path, q, o), false)
	})
}

// defang takes from a note what a file may have made a model say: an address, a
// program or a command that the file does not name. So none of them gets into
// the prompt of its directory.
func (g *fileGroup) defang(n record.Note) *record.Note {
	harmless := func(own *claim.Vocabulary) bool {
		return claim.Defang(n.Purpose, own) == n.Purpose && !slices.ContainsFunc(n.Concepts, func(c string) bool { return claim.Defang(c, own) != c })
	}
	if harmless(claim.NewVocabulary()) {
		return &n
	}
	var syntax record.Syntax
	if err := g.syntax.Decode(&syntax); err != nil {
		syntax = record.Syntax{} // it was decoded before
	}
	own := claim.OfFile(string(g.file.Path), g.file.Lang, syntax)
	n.Purpose = claim.Defang(n.Purpose, own)
	n.Concepts = slices.DeleteFunc(slices.Clone(n.Concepts), func(c string) bool { return claim.Defang(c, own) != c })
	return &n
}

// describe finds the note of a directory, or has it asked for, if all that is
// in it is known.
func (s *stage) describe(n *node) error {
	if !n.closed || n.waiting > 0 {
		return nil
	}
	delete(s.nodes, n.path)
	settle := func(note *record.Note, diags ...record.Diag) error {
		n.slot.waiting, n.slot.note, n.slot.diags = false, note, diags
		if n.parent == nil {
			return nil
		}
		if s.flattens() {
			n.parent.parts[n.at].below = n.above()
		}
		if note != nil {
			a := answerOf(*note)
			a.Role = claim.Defang(a.Role, n.vocabulary()) // it may come from the repository
			n.parent.parts[n.at].learn(&a)
		}
		n.parent.waiting--
		return s.describe(n.parent)
	}
	if !n.worded() {
		return settle(nil)
	}
	s.progress.Subjects++
	path := pathname.Path(n.path)
	list, input := n.listing(s.options.MaxFileTokens)
	if found := s.kept(path, input, dirPrompt, n.given); found != nil && !n.guessed() {
		s.progress.Done++
		s.progress.Cached++
		return settle(found)
	}
	previous := s.previousRole(n)
	q := question{key: input, prompt: dirPrompt, model: s.model}
	j := &job{
		question: q, order: n.order, subject: pathname.Quote(n.path), guessed: n.guessed(), parts: n.parts,
		request: func(context.Context) (Request, error) {
			return s.dirRequest(n.path, list, previous)
		},
		parse: func(text string) (answer, bool) { return parseDir(text, previous) },
	}
	if s.flattens() {
		j.flat = s.flatten(n)
		list, j.parts = j.flat.list, j.flat.parts
	}
	return s.ask(j, func(o outcome) error {
		s.progress.Done++
		if o.answer == nil {
			if o.guessed && n.parent != nil {
				n.parent.parts[n.at].guessed = true
			}
			return settle(nil, s.without(path, o)...)
		}
		if o.cached {
			s.progress.Cached++
		}
		return settle(note(path, q, o))
	})
}

// kept is the note that needs no question: the one of an earlier run over this
// stream, else what the maps hold for the same input.
// Those may have been made with an older prompt: they cost nothing.
func (s *stage) kept(path pathname.Path, input, prompt string, given *record.Note) *record.Note {
	if given != nil && given.Input == input && given.Prompt == prompt {
		return given
	}
	if s.cfg.Refresh {
		return nil
	}
	for _, n := range s.cfg.Kept[path] {
		if n.Input == input && (n.Role != "") == (prompt == dirPrompt) { // a repository may hold anything
			n.Path, n.Cached, n.TokensIn, n.TokensOut = path, true, 0, 0
			return &n
		}
	}
	return nil
}

// previousRole is what the maps say of a directory, whatever it was made from.
// Nobody vouches for it, so it is harmless or it is not shown.
func (s *stage) previousRole(n *node) string {
	notes := s.cfg.Kept[pathname.Path(n.path)]
	if len(notes) == 0 || s.cfg.Refresh {
		return ""
	}
	role := notes[len(notes)-1].Role
	if role == "" || claim.Defang(role, n.vocabulary()) != role {
		return ""
	}
	return role
}

// without is what there is to say of a subject that stays without a note.
func (s *stage) without(path pathname.Path, o outcome) []record.Diag {
	var diags []record.Diag
	if o.diag != nil {
		o.diag.Path = path
		diags = append(diags, *o.diag)
	}
	if len(s.cfg.Kept[path]) > 0 && s.plan == nil {
		s.dropped++
		diags = append(diags, diag(record.SeverityInfo, "note-dropped", path, "what a model said about it is left out: it has changed since"))
	}
	return diags
}

// note makes the record of an answer.
func note(path pathname.Path, q question, o outcome) *record.Note {
	a := o.answer
	return &record.Note{
		Path: path, Input: q.key, Prompt: q.prompt, Model: q.model,
		Purpose: a.Purpose, Deps: a.Deps, Concepts: a.Concepts, Exports: a.Exports,
		Role: a.Role, Arch: a.Arch, Tags: a.Tags, Workflows: a.Workflows,
		Cached: o.cached, TokensIn: o.tokensIn, TokensOut: o.tokensOut,
	}
}

func answerOf(n record.Note) answer {
	return answer{
		Purpose: n.Purpose, Deps: n.Deps, Concepts: n.Concepts, Exports: n.Exports,
		Role: n.Role, Arch: n.Arch, Tags: n.Tags, Workflows: n.Workflows,
	}
}

// errChanged says that a file is not what was listed: nothing is asked.
var errChanged = errors.New("its contents changed after they were listed")

// Beyond what a prompt can hold so much more is looked at for secrets that the
// cut would tear apart, in bytes.
const overhang = 8 << 10

// fileRequest reads a file and makes its request. It runs in a worker.
func (s *stage) fileRequest(ctx context.Context, f record.File, parsed bool) (Request, error) {
	raw, err := s.files.Read(ctx, string(f.Path), f.Size)
	if err != nil {
		return Request{}, err
	}
	if sum := sha256.Sum256(raw); hex.EncodeToString(sum[:]) != f.SHA256 {
		return Request{}, errChanged
	}
	text := s.text(f, raw)
	kept, cut := tokens.Cut(text, s.options.MaxFileTokens)
	if cut {
		text = strings.ToValidUTF8(text[:min(len(text), len(kept)+overhang)], "")
	}
	text, err = s.redact(text, formOf(f))
	if err != nil {
		return Request{}, err
	}
	if cut {
		text = shorten(text, s.options.MaxFileTokens)
	}
	return render(s.prompts.file, filePrompt, subject{
		Path: string(f.Path), Contents: text, Exports: !parsed && f.Class == record.ClassSource,
	})
}

// dirRequest makes the request of a directory. The role that the maps give it
// comes from the repository, so it stands among the data.
func (s *stage) dirRequest(path, list, previous string) (Request, error) {
	if previous != "" {
		list += "\n\nPrevious role: " + clean(previous)
	}
	list, err := s.redact(list, redact.Program)
	if err != nil {
		return Request{}, err
	}
	return render(s.prompts.dir, dirPrompt, subject{Path: path, Contents: list})
}

// text is what of a file's bytes a model is shown.
func (s *stage) text(f record.File, raw []byte) string {
	decoded, _ := contents.Decode(raw)
	if f.Class == record.ClassNotebook {
		decoded = cells(decoded)
	}
	return string(bytes.ToValidUTF8(decoded, nil))
}

// formOf says how values stand in the file.
func formOf(f record.File) redact.Form {
	switch f.Class {
	case record.ClassConfig, record.ClassData, record.ClassNotebook, record.ClassDoc:
		return redact.Settings
	}
	switch f.Lang {
	case "Shell", "Dockerfile", "Makefile", "HCL", "SQL", "Batchfile", "PowerShell":
		return redact.Settings
	}
	return redact.Program
}

// redact takes secrets out. A dry run sends nothing and only counts.
func (s *stage) redact(text string, form redact.Form) (string, error) {
	if s.plan != nil {
		return text, nil
	}
	r, err := s.team.rules()
	if err != nil {
		return "", err
	}
	return r.Text(text, form), nil
}

func isEOF(err error) bool { return errors.Is(err, io.EOF) }
