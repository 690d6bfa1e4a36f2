package markdown

import (
	"bytes"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/structure"
	"github.com/pi-project-map/pmap/pkg/prose"
)

// maxFront is the longest block of settings, in bytes.
const maxFront = 16 << 10

// front is what the block of settings before a document says.
type front struct{ title, name, summary string }

// frontMatter reads YAML between lines of "---" or TOML between lines of "+++"
// and returns the document that follows.
func frontMatter(src []byte) (front, []byte) {
	read := structure.YAML
	first, rest, _ := bytes.Cut(src, []byte("\n"))
	mark := string(bytes.TrimSpace(first))
	switch mark {
	case "---":
	case "+++":
		read = structure.TOML
	default:
		return front{}, src
	}
	end := bytes.Index(rest, []byte("\n"+mark))
	if end < 0 || end > maxFront {
		return front{}, src
	}
	_, body, _ := bytes.Cut(rest[end+1:], []byte("\n"))
	n, _ := read(rest[:end+1])
	f := front{title: prose.Sentence(prose.Plain(n.Str("title")), maxHeading), name: n.Str("name")}
	for _, key := range []string{"description", "summary", "excerpt", "abstract", "about"} {
		if f.summary == "" {
			f.summary = prose.Cut(prose.Plain(n.Str(key)), lang.MaxDoc)
		}
	}
	return f, body
}
