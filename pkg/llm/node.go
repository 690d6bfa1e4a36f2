package llm

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/claim"
	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
	"github.com/pi-project-map/pmap/pkg/tokens"
)

// node is a directory until it is described: what is known of its parts.
type node struct {
	path    string
	parent  *node // nil for the root
	at      int   // which of the parent's parts it is
	parts   []part
	waiting int  // parts that are not known yet
	closed  bool // all parts are there
	order   int64
	slot    *slot
	given   *record.Note
}

// part is a file or subdirectory as its directory's prompt shows it.
type part struct {
	name     string
	dir      bool
	class    record.Class
	words    string // purpose, or role
	concepts []string
	guessed  bool   // of a dry run: there will be words
	below    []part // of a directory, in a batch run
}

func (n *node) add(p part) int {
	n.parts = append(n.parts, p)
	return len(n.parts) - 1
}

// learn takes what a note says about the part.
func (p *part) learn(a *answer) {
	if a == nil {
		return
	}
	p.words, p.concepts = a.Purpose, a.Concepts
	if p.dir {
		p.words, p.concepts = a.Role, nil
	}
	if p.words == claim.None {
		p.words, p.concepts = "", nil
	}
}

// line is how a prompt shows the part.
func (p part) line() string {
	name := pathname.Quote(p.name)
	if p.dir {
		name += "/"
	}
	switch {
	case p.words == "" && p.dir:
		return "- " + name
	case p.words == "":
		return "- " + name + " (" + string(p.class) + ")"
	case len(p.concepts) > 0:
		return "- " + name + ": " + p.words + " [" + strings.Join(p.concepts, ", ") + "]"
	}
	return "- " + name + ": " + p.words
}

// dirTokens is how much of a directory's list a prompt shows, in shares of
// maxFileTokens.
const dirTokens = 2

// listing is the list of a directory as its prompt shows it, and the hash by
// which its answer is remembered.
func (n *node) listing(maxFileTokens int) (text, input string) {
	var lines []string
	left, kept := dirTokens*maxFileTokens, n.parts
	for i, p := range n.parts {
		line := p.line()
		if left -= tokens.Count(line) + 1; left < 0 {
			kept = n.parts[:i]
			break
		}
		lines = append(lines, line)
	}
	if len(kept) < len(n.parts) {
		lines = append(lines, truncated)
	}
	return strings.Join(lines, "\n"), n.input(kept)
}

// input hashes what the prompt's list says. A directory or file that moves, is
// renamed or copied says nothing new, so names count only where all that is
// known is one text: two directories that hold the same small file are not the
// same. One around another single one is.
func (n *node) input(parts []part) string {
	var said []string
	for _, p := range parts {
		if p.words == "" {
			said = append(said, "name "+p.line())
			continue
		}
		p.name = ""
		said = append(said, "words "+p.line())
	}
	slices.Sort(said)
	said = slices.Compact(said)
	texts := map[string]bool{}
	for _, p := range parts {
		if p.words != "" {
			texts[p.words] = true
		}
	}
	if around := len(parts) == 1 && parts[0].dir; len(texts) < 2 && !around {
		said = append(said, "at "+baseOf(n.path))
		for _, p := range parts {
			said = append(said, "has "+p.line())
		}
	}
	sum := sha256.Sum256([]byte(strings.Join(said, "\n")))
	return hex.EncodeToString(sum[:])
}

// vocabulary is what the names in a directory bear out.
func (n *node) vocabulary() *claim.Vocabulary {
	v := claim.NewVocabulary()
	v.Name(n.path)
	for _, p := range n.parts {
		v.Name(p.name)
	}
	return v
}

// worded reports whether anything is known that only a model could know.
func (n *node) worded() bool {
	return slices.ContainsFunc(n.parts, func(p part) bool { return p.words != "" || p.guessed })
}

func (n *node) guessed() bool {
	return slices.ContainsFunc(n.parts, func(p part) bool { return p.guessed })
}

// node returns the directory of a path, and makes it and those above it.
func (s *stage) node(dir string) *node {
	if n := s.nodes[dir]; n != nil {
		return n
	}
	n := &node{path: dir}
	s.nodes[dir] = n
	if dir != "." && !s.cfg.Fragment {
		n.parent = s.node(dirOf(dir))
		n.parent.waiting++
		n.at = n.parent.add(part{name: baseOf(dir), dir: true})
	}
	return n
}

func dirOf(path string) string {
	path = strings.TrimSuffix(path, "/")
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i]
	}
	return "."
}

func baseOf(path string) string {
	path = strings.TrimSuffix(path, "/")
	return path[strings.LastIndexByte(path, '/')+1:]
}
