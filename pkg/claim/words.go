package claim

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// claims lists what a sentence claims.
func claims(sentence string) []Claim {
	var list []Claim
	for i, part := range strings.Split(sentence, "`") {
		switch part = strings.TrimSpace(part); {
		case i%2 == 0:
			list = append(list, plain(part)...)
		case part == "":
			list = append(list, Claim{Shell, "`"})
		default:
			list = append(list, span(part))
		}
	}
	if strings.Count(sentence, "`")%2 != 0 {
		list = append(list, Claim{Shell, "`"})
	}
	return list
}

// span is the claim of a code span.
func span(text string) Claim {
	if strings.Contains(text, " ") {
		return Claim{Command, text}
	}
	for _, c := range word(text) {
		return c
	}
	return Claim{Name, strings.TrimSuffix(strings.Trim(text, "\"'*.,:;"), "()")}
}

// plain lists the claims of words outside code spans.
func plain(text string) []Claim {
	var list []Claim
	for _, at := range calls(text) {
		if rest := text[at[1]:]; !strings.HasPrefix(rest, "s)") && !strings.HasPrefix(rest, "es)") {
			list = append(list, Claim{Name, text[at[2]:at[3]]})
		}
	}
	for _, w := range strings.FieldsFunc(text, parts) {
		list = append(list, word(w)...)
	}
	return append(list, commands(text)...)
}

// call is a name with a bracket right after it.
var call = regexp.MustCompile(`([\pL_][\pL\pN_$.:]*)\(`)

func calls(text string) [][]int {
	if !strings.Contains(text, "(") {
		return nil // the usual text is told apart quickly
	}
	return call.FindAllStringSubmatchIndex(text, -1)
}

// parts reports whether a rune parts words.
func parts(r rune) bool { return r == ' ' || strings.ContainsRune(",;()[]{}<>\"“”«»„", r) }

// maxWord is the longest word of prose, in bytes.
const maxWord = 60

var (
	// number is a number, version, size, time or ratio, and no address.
	number = regexp.MustCompile(`^[v~±+-]?\d+([.:]\d+){0,2}[\pL%]{0,4}\+?$`)
	// letters are abbreviations: e.g, i.e, a.k.a, U.S.
	letters = regexp.MustCompile(`^\pL(\.\pL)+$`)
	// release is a protocol and its version.
	release = regexp.MustCompile(`^\p{Lu}+/\d(\.\d)?$`)
	// humps begin a word inside a word.
	humps = regexp.MustCompile(`\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{2}|\pN\p{Lu}\p{Ll}`)
)

// word lists the claims of one word, which has no space in it.
func word(raw string) []Claim {
	if small := strings.TrimRight(raw, "."); len(small) <= maxWord && strings.Trim(small, "abcdefghijklmnopqrstuvwxyz") == "" {
		if risky[small] {
			return []Claim{{Program, small}}
		}
		return nil // the usual word is told apart quickly
	}
	w := strings.TrimRight(raw, ".:!?…'’*\"")
	w = strings.TrimLeft(w, "'‘*\"")
	for _, s := range []string{"'s", "’s"} {
		w = strings.TrimSuffix(w, s)
	}
	lower := strings.ToLower(w)
	switch {
	case !strings.ContainsFunc(w, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
		if strings.ContainsAny(raw, "|$\\") || strings.Contains(raw, "&&") {
			return []Claim{{Shell, raw}}
		}
		return nil
	case strings.ContainsAny(w, "|\\") || strings.Contains(w, "&&") || strings.Contains(w, "$") && strings.Trim(w, "$0123456789.,kKmM") != "":
		return []Claim{{Shell, w}}
	case strings.Contains(w, "://") || schemed(lower):
		return []Claim{{Address, w}}
	case wellKnown[lower] || number.MatchString(w) || letters.MatchString(w) || release.MatchString(w):
		return nil
	case w[0] == '-':
		if strings.TrimLeft(w, "-0123456789.") == "" {
			return nil
		}
		return []Claim{{Command, w}}
	case strings.Contains(w, "/"):
		if alternatives(w) {
			return joined(w, "/")
		}
		return []Claim{{Path, w}}
	case strings.ContainsAny(w, "_.@=:#") && !issue(w), len(w) > maxWord && isASCII(w):
		return []Claim{{Name, strings.TrimLeft(strings.TrimSuffix(w, "()"), "*@#")}}
	}
	return joined(w, "-")
}

// joined lists the claims of the parts of a compound.
func joined(w, by string) []Claim {
	var list []Claim
	for part := range strings.SplitSeq(w, by) {
		lower := strings.ToLower(part)
		switch {
		case risky[lower] && (part == lower || len(part) > 3):
			list = append(list, Claim{Program, part})
		case humps.MatchString(part) && !wellKnown[lower] && !wellKnown[strings.TrimRight(lower, "s0123456789")]:
			list = append(list, Claim{Name, part})
		case by == "/" && strings.Contains(part, "-"):
			list = append(list, joined(part, "-")...)
		}
	}
	return list
}

// schemed reports whether a word begins as addresses do that have no "//".
func schemed(lower string) bool {
	for _, start := range []string{"www.", "mailto:", "data:", "javascript:", "file:", "tel:", "magnet:"} {
		if strings.HasPrefix(lower, start) {
			return true
		}
	}
	return false
}

// issue is a number that stands for a discussion, or a language's name.
func issue(w string) bool {
	lower := strings.ToLower(w)
	return lower == "c#" || lower == "f#" || w[0] == '#' && strings.Trim(w[1:], "0123456789") == ""
}

// alternatives reports whether slashes part words of which one or the other is
// meant: two, or any number of those that often stand so.
func alternatives(w string) bool {
	list := strings.Split(w, "/")
	common := true
	for _, part := range list {
		if part == "" || strings.ContainsFunc(part, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' && r != '+' }) || strings.Trim(part, "-+") != part {
			return false
		}
		lower := strings.ToLower(part)
		common = common && (either[lower] || either[strings.TrimSuffix(lower, "s")])
	}
	return common || len(list) == 2 && !tops[strings.ToLower(list[0])]
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}
