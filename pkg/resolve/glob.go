package resolve

import (
	"path"
	"slices"
	"strings"
)

const (
	maxGlobs     = 512        // patterns of one manifest, braces written out
	maxAllGlobs  = 16_384     // patterns of one project
	maxGlobSteps = 50_000_000 // comparisons of bytes in one project
)

// globs is an ordered list of workspace patterns; one that starts with "!"
// takes away. "**" stands for any number of directories, "*" and "?" stay
// inside one name, braces give alternatives.
type globs []glob

type glob struct {
	negative bool
	parts    []string
}

// newGlobs keeps at most limit patterns.
func newGlobs(patterns []string, limit int) globs {
	var gs globs
	for _, p := range patterns {
		if len(p) > maxRaw {
			continue
		}
		p, negative := strings.CutPrefix(p, "!")
		for _, alternative := range expandBraces(p, limit-len(gs)) {
			clean := path.Clean(strings.TrimPrefix(alternative, "/"))
			gs = append(gs, glob{negative: negative, parts: strings.Split(clean, "/")})
		}
	}
	return gs
}

// matcher compares paths with globs until its steps are used up; from then on
// nothing matches.
type matcher struct{ steps int }

// match reports whether the last pattern that fits the path, taken relative to
// the globs' own directory, is a positive one.
func (m *matcher) match(gs globs, p string) bool {
	parts := strings.Split(p, "/")
	for _, g := range slices.Backward(gs) {
		if m.parts(g.parts, parts) {
			return !g.negative
		}
	}
	return false
}

// parts tries only the last "**" again, so that its steps are bounded by the
// product of the lengths.
func (m *matcher) parts(pattern, parts []string) bool {
	i, j, star, mark := 0, 0, -1, 0
	for j < len(parts) {
		switch {
		case m.steps <= 0:
			return false
		case i < len(pattern) && pattern[i] == "**":
			star, mark = i, j
			i++
		case i < len(pattern) && m.name(pattern[i], parts[j]):
			i++
			j++
		case star >= 0:
			mark++
			i, j = star+1, mark
		default:
			return false
		}
	}
	for i < len(pattern) && pattern[i] == "**" {
		i++
	}
	return i == len(pattern)
}

// name is parts for the bytes of one name.
func (m *matcher) name(pattern, name string) bool {
	i, j, star, mark := 0, 0, -1, 0
	for m.steps--; j < len(name); m.steps-- {
		switch {
		case i < len(pattern) && pattern[i] == '*':
			star, mark = i, j
			i++
		case i < len(pattern) && (pattern[i] == '?' || pattern[i] == name[j]):
			i++
			j++
		case star >= 0:
			mark++
			i, j = star+1, mark
		default:
			return false
		}
	}
	for i < len(pattern) && pattern[i] == '*' {
		i++
	}
	return i == len(pattern)
}

// expandBraces writes out "{a,b}", the first group first, to at most limit
// patterns; braces that would give more are left.
func expandBraces(pattern string, limit int) []string {
	var done []string
	todo := []string{pattern}
	for len(todo) > 0 && len(done) < limit {
		p := todo[0]
		todo = todo[1:]
		open := strings.IndexByte(p, '{')
		length := strings.IndexByte(p[max(open, 0):], '}')
		if open < 0 || length < 0 || len(done)+len(todo)+strings.Count(p[open:open+length], ",") >= limit {
			done = append(done, p)
			continue
		}
		for group := range strings.SplitSeq(p[open+1:open+length], ",") {
			todo = append(todo, p[:open]+group+p[open+length+1:])
		}
	}
	return done
}
