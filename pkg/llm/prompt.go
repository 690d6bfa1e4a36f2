package llm

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"strings"
	"text/template"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/tokens"
)

//go:embed prompts/*.tmpl
var templates embed.FS

// The prompts' names and versions: what a note was answered to. A changed text
// is a new version in a new file.
const (
	filePrompt = "file@1"
	dirPrompt  = "dir@1"
)

// truncated ends contents that are not shown whole.
const truncated = "[...truncated]"

// perMessage is what a message costs beside its text, in tokens.
const perMessage = 4

// prompts makes requests.
type prompts struct{ file, dir *template.Template }

func newPrompts() (prompts, error) {
	var p prompts
	for id, t := range map[string]**template.Template{filePrompt: &p.file, dirPrompt: &p.dir} {
		name := "prompts/" + strings.Replace(id, "@", ".", 1) + ".tmpl"
		parsed, err := template.ParseFS(templates, name)
		if err != nil {
			return p, fmt.Errorf("read prompt %s: %w", id, err)
		}
		*t = parsed
	}
	return p, nil
}

// subject is what a template may use.
type subject struct {
	Path     string
	Contents string // data; everything else is this program's own, or quoted
	Fence    string
	Exports  bool // no parser exists: ask for them
}

// render makes a request. The fence depends on the prompt and the contents
// alone: the same for the provider's cache, and contents cannot foresee it.
func render(t *template.Template, id string, s subject) (Request, error) {
	sum := sha256.Sum256([]byte(id + "\x00" + s.Contents))
	s.Fence = hex.EncodeToString(sum[:8])
	s.Path = pathname.Quote(s.Path)
	var system, user strings.Builder
	if err := t.ExecuteTemplate(&system, "system", s); err != nil {
		return Request{}, fmt.Errorf("fill prompt %s: %w", id, err)
	}
	if err := t.ExecuteTemplate(&user, "user", s); err != nil {
		return Request{}, fmt.Errorf("fill prompt %s: %w", id, err)
	}
	return Request{System: system.String(), User: user.String()}, nil
}

// size estimates the tokens of a request.
func (r Request) size() int {
	return tokens.Count(r.System) + tokens.Count(r.User) + 3*perMessage
}

// shorten cuts contents that go on to so many tokens, at the end of a line
// where one is near, and says so in them.
func shorten(contents string, most int) string {
	kept, _ := tokens.Cut(contents, most)
	if i := strings.LastIndexByte(kept, '\n'); i >= len(kept)*9/10 {
		kept = kept[:i]
	}
	return kept + "\n" + truncated
}
