package prose

import (
	"regexp"
	"strings"
)

// credits reports whether a lower-case paragraph says who wrote or gave the
// code or where it was taken from, or speaks to the compiler, rather than what
// it is for.
func credits(lower string) bool {
	for _, start := range creditStarts {
		if rest, ok := strings.CutPrefix(lower, start); ok && (rest == "" || rest[0] == ' ' || rest[0] == ':') {
			return true
		}
	}
	if provenance(lower) || inspired.MatchString(lower) || strings.Contains(lower[:min(len(lower), 120)], "based on source") {
		return true
	}
	return strings.Contains(lower[:min(len(lower), 300)], "build constraint") || strings.Contains(lower[:min(len(lower), 300)], "build tag")
}

// inspired is how words begin that name what came before.
var inspired = regexp.MustCompile(`^(?:th(?:is|e following)|it) (?:\w+ )?(?:is|was|has been) (?:\w+ly )?(?:inspired|based on|adapted|derived|ported|borrowed|copied|taken from|forked|stolen|translated from)\b`)

// pathWord is a word that names a source file by its path.
var pathWord = regexp.MustCompile(`^[\w.-]+(?:/[\w.-]+)+\.[a-z]{1,3}[.,;]?$`)

// provenance reports whether a lower-case paragraph names the files that
// another began as: "utils/6l/span.c", "based on lib/x.go", "from y tests".
func provenance(lower string) bool {
	words := strings.SplitN(lower, " ", 5)
	for _, start := range [...]string{"based", "on"} {
		if len(words) > 1 && words[0] == start {
			words = words[1:]
		}
	}
	if len(words) < 5 && words[0] == "from" {
		return true
	}
	return pathWord.MatchString(words[0]) && len(words) != 2 || len(words) > 1 && pathWord.MatchString(words[1]) && (len(words) == 2 || strings.HasPrefix(words[2], "http"))
}

var creditStarts = []string{
	"this code was contributed", "this code was originally", "this file was originally", "this code was written", "this file was contributed",
	"this code is based on", "this code is derived", "this code is adapted", "the author of this", "the original author", "the original version",
	"original version", "original code", "originally written", "originally from", "originally based", "originally taken",
	"portions of this", "parts of this", "some of this code", "much of this code", "most of this code",
	"this implementation is based on", "based on code", "adapted from", "derived from", "taken from", "copied from", "ported from",
	"borrowed from", "inspired by", "based on http", "from http", "heavily based on", "cribbed from", "lifted from", "imported from",
	"modified by", "created by", "generated using", "please send", "please report", "send bug reports", "report bugs", "forked from", "forked jan", "forked feb", "the following is modified", "this file is refactored", "inlined to avoid", "modified and inlined", "contributors", "credits", "this product includes",
}
