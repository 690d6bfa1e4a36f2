package merge

import (
	"regexp"
	"strings"
)

var (
	identifier = regexp.MustCompile(`^[\pL_$][\pL\pN_$.?!-]{0,63}$`)
	tagWord    = regexp.MustCompile(`^[\pL\pN][\pL\pN+#.]*(-[\pL\pN][\pL\pN+#.]*){0,2}$`)
)

// maxTag is the longest tag that a model gives, in bytes.
const maxTag = 30

// tagOf makes a tag of a concept, or nothing of one that is no short name.
func tagOf(concept string) string {
	words := strings.FieldsFunc(strings.ToLower(concept), func(r rune) bool { return r == ' ' || r == '-' || r == '_' || r == '/' })
	tag := strings.Trim(strings.Join(words, "-"), ".")
	if len(tag) > maxTag || !tagWord.MatchString(tag) {
		return ""
	}
	return tag
}
