package glob

import (
	"fmt"
	"strings"
)

// Rule is one line of an ignore file.
type Rule struct {
	pattern string
	negated bool
	dirOnly bool
	byName  bool // no slash in it: the name at any depth is compared
}

// ParseRule reads one line without its newline. It is false for a line that
// says nothing: empty, or a comment.
func ParseRule(line string) (Rule, bool) {
	line = trimSpaces(line)
	if line == "" || line[0] == '#' {
		return Rule{}, false
	}
	var r Rule
	r.pattern, r.negated = strings.CutPrefix(line, "!")
	r.pattern, r.dirOnly = strings.CutSuffix(r.pattern, "/")
	r.byName = strings.IndexByte(r.pattern, '/') < 0
	r.pattern = strings.TrimPrefix(r.pattern, "/")
	return r, r.pattern != ""
}

// trimSpaces cuts unescaped spaces from the end.
func trimSpaces(line string) string {
	end := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ' ':
			continue
		case '\\':
			if i++; i == len(line) {
				return line
			}
		}
		end = i + 1
	}
	return line[:end]
}

// Match reports whether the rule speaks of this path, which is relative to the
// rule's directory.
func (r Rule) Match(path string, dir bool) bool {
	if r.dirOnly && !dir {
		return false
	}
	if r.byName {
		return Match(r.pattern, path[strings.LastIndexByte(path, '/')+1:])
	}
	// git compares what comes before the first wildcard by itself, so that
	// "**" right after it counts as the start of a pattern.
	plain := len(r.pattern)
	if i := strings.IndexAny(r.pattern, `*?[\`); i >= 0 {
		plain = i
	}
	rest, ok := strings.CutPrefix(path, r.pattern[:plain])
	return ok && Match(r.pattern[plain:], rest)
}

// Rules are the rules of one file, in its order.
type Rules []Rule

// ParseRules reads the contents of an ignore file.
func ParseRules(text string) Rules {
	var rules Rules
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\ufeff"), "\n") {
		if r, ok := ParseRule(strings.TrimSuffix(line, "\r")); ok {
			rules = append(rules, r)
		}
	}
	return rules
}

// Decide returns what the last rule that speaks of path says: picked, or
// picked out again by a "!" rule. Without such a rule decided is false.
func (rs Rules) Decide(path string, dir bool) (picked, decided bool) {
	for i := len(rs) - 1; i >= 0; i-- {
		if rs[i].Match(path, dir) {
			return !rs[i].negated, true
		}
	}
	return false, false
}

// Under reports whether the rules pick the file path or a directory that holds
// it.
func (rs Rules) Under(path string) bool {
	if len(rs) == 0 {
		return false
	}
	for i := 0; i < len(path); i++ {
		if path[i] != '/' {
			continue
		}
		if picked, _ := rs.Decide(path[:i], true); picked {
			return true
		}
	}
	picked, _ := rs.Decide(path, false)
	return picked
}

// Check says what is wrong with a glob of a project's configuration, or nil.
// Such a glob is relative to the root and stays inside it.
func Check(pattern string) error {
	r, ok := ParseRule(pattern)
	switch {
	case !ok:
		return fmt.Errorf("glob %q matches nothing", pattern)
	case strings.ContainsAny(pattern, "\x00\n"):
		return fmt.Errorf("glob %q holds a control character", pattern)
	}
	for part := range strings.SplitSeq(r.pattern, "/") {
		if part == ".." || part == "." || part == "" {
			return fmt.Errorf("glob %q has the component %q, which no path has", pattern, part)
		}
	}
	return nil
}
