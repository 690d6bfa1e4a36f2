package resolve

import (
	"path"
	"slices"
	"strings"
)

const (
	maxGlobs        = 256 // patterns of one manifest that are looked at
	maxAlternatives = 64  // patterns that braces may make of one
)

// globs is an ordered list of workspace patterns; one that starts with "!"
// takes away. "**" stands for any number of directories, "*" and "?" stay
// inside one name, braces give alternatives.
type globs []glob

type glob struct {
	negative bool
	parts    []string
}

func newGlobs(patterns []string) globs {
	var gs globs
	for _, p := range patterns[:min(len(patterns), maxGlobs)] {
		if len(p) > maxRaw {
			continue
		}
		p, negative := strings.CutPrefix(p, "!")
		for _, alternative := range expandBraces(p) {
			clean := path.Clean(strings.TrimPrefix(alternative, "/"))
			gs = append(gs, glob{negative: negative, parts: strings.Split(clean, "/")})
		}
	}
	return gs
}

// match reports whether the last pattern that fits the path, taken relative to
// the globs' own directory, is a positive one.
func (gs globs) match(p string) bool {
	parts := strings.Split(p, "/")
	for _, g := range slices.Backward(gs) {
		if matchParts(g.parts, parts) {
			return !g.negative
		}
	}
	return false
}

// matchParts needs at most len(pattern)·len(parts) steps: only the last "**"
// is ever tried again.
func matchParts(pattern, parts []string) bool {
	i, j, star, mark := 0, 0, -1, 0
	for j < len(parts) {
		switch {
		case i < len(pattern) && pattern[i] == "**":
			star, mark = i, j
			i++
		case i < len(pattern) && matchName(pattern[i], parts[j]):
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

// matchName is matchParts for the bytes of one name.
func matchName(pattern, name string) bool {
	i, j, star, mark := 0, 0, -1, 0
	for j < len(name) {
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

// expandBraces writes out "{a,b}", the first group first. A pattern that would
// give more than maxAlternatives keeps the braces that are left over.
func expandBraces(pattern string) []string {
	done, todo := []string{}, []string{pattern}
	for len(todo) > 0 {
		p := todo[0]
		todo = todo[1:]
		open := strings.IndexByte(p, '{')
		length := strings.IndexByte(p[max(open, 0):], '}')
		if open < 0 || length < 0 {
			done = append(done, p)
			continue
		}
		group := strings.Split(p[open+1:open+length], ",")
		if len(done)+len(todo)+len(group) > maxAlternatives {
			return append(done, todo...)
		}
		for _, g := range group {
			todo = append(todo, p[:open]+g+p[open+length+1:])
		}
	}
	return done
}
