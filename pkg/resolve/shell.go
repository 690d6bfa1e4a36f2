package resolve

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// shell resolves what a script sources. The path often starts with a variable
// or a command that stands for a directory; the rest is looked for beside the
// script and from the root; if it surely stands for the script's own directory,
// only there.
type shell struct{ tree *tree }

// The ways to write the directory of the script itself, without quotes, and
// that of another directory seen from there.
const (
	ownName = `(?:\$0|\$BASH_SOURCE|\$\{BASH_SOURCE(?:\[0\])?\})`
	ownDir  = `(?:\$\(dirname (?:-- )?(?:` + ownName + `|\$\((?:readlink -f|realpath) (?:-- )?` + ownName + `\))\)|\$\{(?:0|BASH_SOURCE(?:\[0\])?)%/\*\})`
)

var fromOwnDir = regexp.MustCompile(`^(?:` + ownDir + `|\$\(cd (?:-P )?(?:-- )?` + ownDir + `(/[\w./-]*)?(?: ?[>&][^)]*?)? ?(?:&&|;) ?pwd(?: -P)?\))(/.*)$`)

func (s *shell) resolve(from string, imp record.Import) []Target {
	name := strings.ReplaceAll(strings.ReplaceAll(imp.Raw, `"`, ""), "'", "")
	roots := []string{path.Dir(from), "."}
	led := false
	if m := fromOwnDir.FindStringSubmatch(name); m != nil {
		name, led, roots = "."+m[1]+m[2], true, roots[:1]
	} else if leads(name, "$HOME", "${HOME", "$XDG_", "${XDG_", "$TMPDIR", "${TMPDIR") {
		return unresolved(imp.Raw)
	} else {
		name, led = cutVariable(name)
	}
	if name == "" || name[0] == '/' && !led || strings.ContainsAny(name, "$`*?~") {
		return unresolved(imp.Raw)
	}
	name = strings.TrimLeft(name, "/")
	for _, root := range roots {
		if p, ok := join(root, name); ok {
			if s.tree.files[p] {
				return internal(p)
			}
			if c := s.tree.within(p); c != "" {
				return internal(c)
			}
		}
	}
	return unresolved(imp.Raw)
}

// leads reports whether a word starts with one of several.
func leads(word string, starts ...string) bool {
	return slices.ContainsFunc(starts, func(s string) bool { return strings.HasPrefix(word, s) })
}

// cutVariable removes one leading "$name", "${…}", "$(…)" or "`…`".
func cutVariable(name string) (rest string, led bool) {
	if name == "" || name[0] != '$' && name[0] != '`' {
		return name, false
	}
	if name[0] == '`' {
		_, rest, led = strings.Cut(name[1:], "`")
		return rest, led
	}
	depth := 0
	for i := 1; i < len(name); i++ {
		switch c := name[i]; {
		case c == '(' || c == '{':
			depth++
		case c == ')' || c == '}':
			depth--
			if depth == 0 {
				return name[i+1:], true
			}
		case depth == 0 && c == '/':
			return name[i:], true
		}
	}
	return "", true
}
