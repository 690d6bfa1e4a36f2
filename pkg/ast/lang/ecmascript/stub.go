package ecmascript

import (
	"bytes"
	"context"
	"regexp"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
)

const (
	// maxPieces is how many statements of a text are parsed one by one.
	maxPieces = 3000
	// maxHead is how long the head of a declaration may be, in bytes.
	maxHead = 2000
)

// A grammar that fails over one statement may lose all others with it. Then
// each is parsed on its own, and of those that fail a head is left that the
// grammar knows.

// damaged reports whether statements of the file itself are lost.
func damaged(t *treesitter.Tree) bool {
	if t.Root.IsError() {
		return true
	}
	for n := range treesitter.Children(t.Root) {
		if n.IsError() {
			return true
		}
	}
	return false
}

// stub parses src again with stubs for the statements that do not parse. heads
// are what those declare, by name. The tree is nil if that helps nothing.
func stub(ctx context.Context, language *sitter.Language, src []byte) (tree *treesitter.Tree, heads map[string]string, err error) {
	out := bytes.Clone(src)
	heads = map[string]string{}
	for _, p := range pieces(src) {
		text := src[p.start:p.end]
		part, err := treesitter.Parse(ctx, language, text)
		if err != nil {
			return nil, nil, err
		}
		broken := part.Broken()
		part.Close()
		if broken {
			shorten(out[p.start:p.end], heads)
		}
	}
	tree, err = treesitter.Parse(ctx, language, out)
	if err != nil {
		return nil, nil, err
	}
	if damaged(tree) {
		tree.Close()
		return nil, nil, nil
	}
	tree.Skip()
	return tree, heads, nil
}

// declares matches the beginning of a declaration up to its name.
var declares = regexp.MustCompile(`^(?:export\s+)?(?:default\s+)?((?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(type|interface|function\s*\*?|class|enum|const\s+enum|const|let|var|namespace|module)\s+([A-Za-z_$][\w$]*))`)

// shorten leaves of a statement what the grammar understands: its beginning up
// to the name with the least that must follow, or nothing.
func shorten(text []byte, heads map[string]string) {
	keep := 0
	if m := declares.FindSubmatchIndex(text); m != nil {
		rest := "{}"
		switch keyword := string(text[m[4]:m[5]]); keyword {
		case "type":
			rest = "=0"
		case "const", "let", "var":
			rest = ";"
		default:
			if strings.HasPrefix(keyword, "function") {
				rest = "(){}"
			}
		}
		if m[1]+len(rest) <= len(text) {
			heads[string(text[m[6]:m[7]])] = head(text, m[2], m[1])
			keep = m[1] + copy(text[m[1]:], rest)
		}
	}
	for i := keep; i < len(text); i++ {
		if text[i] != '\n' {
			text[i] = ' '
		}
	}
}

// head is a declaration from start up to its body or value, which comes
// somewhere behind its name.
func head(text []byte, start, name int) string {
	depth, end := 0, name
	for ; end < min(len(text), start+maxHead); end++ {
		c := text[end]
		switch {
		case c == '=' && end+1 < len(text) && text[end+1] == '>':
			end++
			continue
		case depth == 0 && (c == '{' || c == '=' || c == ';'):
			return declared(text[start:end])
		}
		switch c {
		case '(', '[', '{', '<':
			depth++
		case ')', ']', '}', '>':
			depth--
		}
	}
	return declared(text[start:name])
}

var functionWord = regexp.MustCompile(`^((?:async\s+)?)function\s*(\*?)\s*`)

// declared is a head as signatures have it.
func declared(text []byte) string {
	return lang.Signature(functionWord.ReplaceAllString(string(text), "$1$2"))
}

// piece is a statement of the file itself, without the comments around it.
type piece struct{ start, end int }

// begins matches a line that starts a statement, whatever is still open: code
// is indented below it.
var begins = regexp.MustCompile(`^(?:export|import|declare|type|interface|abstract|async|function|class|enum|const|let|var|namespace|module)\b`)

// pieces cuts a text into its statements, by lines that start in the first
// column where nothing is open or a declaration begins.
func pieces(src []byte) []piece {
	var list []piece
	depth := 0
	for at := 0; at < len(src); {
		c := src[at]
		next := at + 1
		switch {
		case c == '/' && at+1 < len(src) && src[at+1] == '/', c == '/' && at+1 < len(src) && src[at+1] == '*':
			at = comment(src, at)
			continue
		case c <= ' ':
			at = next
			continue
		case c == '"' || c == '\'' || c == '`':
			next = quoted(src, at)
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			depth = max(depth-1, 0)
		}
		first := at == 0 || src[at-1] == '\n'
		if len(list) == 0 || first && (depth == 0 && (isWord(c) || c == '@') || begins.Match(src[at:min(len(src), at+12)])) && !decorator(src, list[len(list)-1]) {
			if len(list) == maxPieces {
				return list
			}
			depth = 0
			list = append(list, piece{at, at})
		}
		list[len(list)-1].end = next
		at = next
	}
	return list
}

// decorator reports whether all of a piece so far is a decorator.
func decorator(src []byte, p piece) bool {
	return src[p.start] == '@' && !bytes.ContainsAny(src[p.start:p.end], "{;")
}

// comment returns the place behind the comment at a place.
func comment(src []byte, at int) int {
	closer := "\n"
	if src[at+1] == '*' {
		closer = "*/"
	}
	if i := bytes.Index(src[at+2:], []byte(closer)); i >= 0 {
		return at + 2 + i + len(closer)
	}
	return len(src)
}

// quoted returns the place behind the string at a place. Only templates run
// over lines.
func quoted(src []byte, at int) int {
	for i := at + 1; i < len(src); i++ {
		switch {
		case src[i] == '\\':
			i++
		case src[i] == src[at]:
			return i + 1
		case src[i] == '\n' && src[at] != '`':
			return i
		}
	}
	return len(src)
}

// headed gives what stubs declare the signatures of what they stand for.
func (f *file) headed(heads map[string]string) {
	for i := range f.symbols {
		s := &f.symbols[i]
		if head, ok := heads[s.Name]; ok && s.Parent == "" {
			s.Signature = head
		}
	}
}
