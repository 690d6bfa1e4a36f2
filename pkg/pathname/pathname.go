// Package pathname is the one codec for names that a file system allows and a
// line of text does not: it turns any byte string into printable UTF-8 and
// back. Start from [Quote] and [Unquote].
//
// The written form is git's with core.quotePath=false: a name that holds a
// control character, a double quote, a backslash or bytes that are not UTF-8
// is put in double quotes with C escapes, every other name stands as it is.
// Unquote refuses every spelling but the one that Quote writes, so that a name
// has exactly one spelling.
package pathname

import (
	"errors"
	"fmt"
	"strings"
)

// Path is a path relative to the project's root, as raw bytes with "/" between
// components: no empty, "." or ".." component and no leading slash. The root
// itself is ".". A trailing slash marks a line that stands for a directory
// whose contents are not listed. Its text form is quoted.
type Path string

// Text is any other byte string of the file system, such as a link's target.
// Its text form is quoted like a path's; nothing else is asked of it.
type Text string

// MarshalText returns the quoted form.
func (p Path) MarshalText() ([]byte, error) {
	if err := Check(string(p)); err != nil {
		return nil, err
	}
	return []byte(Quote(string(p))), nil
}

// UnmarshalText reads the quoted form and refuses what [Check] refuses.
func (p *Path) UnmarshalText(text []byte) error {
	raw, err := Unquote(string(text))
	if err != nil {
		return err
	}
	if err := Check(raw); err != nil {
		return err
	}
	*p = Path(raw)
	return nil
}

// MarshalText returns the quoted form.
func (t Text) MarshalText() ([]byte, error) { return []byte(Quote(string(t))), nil }

// UnmarshalText reads the quoted form.
func (t *Text) UnmarshalText(text []byte) error {
	raw, err := Unquote(string(text))
	*t = Text(raw)
	return err
}

// Check says why a raw path is not a [Path], or nil.
func Check(raw string) error {
	switch raw {
	case "":
		return errors.New("path is empty")
	case ".":
		return nil
	}
	if strings.HasPrefix(raw, "/") {
		return fmt.Errorf("path %s is absolute", Quote(raw))
	}
	for part := range strings.SplitSeq(strings.TrimSuffix(raw, "/"), "/") {
		switch {
		case part == "":
			return fmt.Errorf("path %s has an empty component", Quote(raw))
		case part == "." || part == "..":
			return fmt.Errorf("path %s has the component %q", Quote(raw), part)
		case strings.IndexByte(part, 0) >= 0:
			return fmt.Errorf("path %s holds a NUL byte", Quote(raw))
		}
	}
	return nil
}

// Quote returns the written form of a name; see the package comment.
func Quote(raw string) string {
	if plain(raw) {
		return raw
	}
	return quoteAll(raw, false)
}

func plain(raw string) bool {
	for i := 0; i < len(raw); {
		r, n, broken := runeAt(raw[i:])
		if broken || r < ' ' || r == 0x7f || r == '"' || r == '\\' {
			return false
		}
		i += n
	}
	return true
}

// The characters that have escapes of their own, and the letters of those.
const (
	escaped = "\a\b\t\n\v\f\r\"\\"
	letters = `abtnvfr"\`
)

// quoteAll writes raw in double quotes, for a map's line if field is set.
func quoteAll(raw string, field bool) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(raw); {
		r, n, broken := runeAt(raw[i:])
		k := strings.IndexByte(escaped, raw[i])
		switch {
		case k >= 0:
			b.WriteString(`\` + letters[k:k+1])
		case broken || r < ' ' || r == 0x7f || (field && fieldEscapes(raw, i, r)):
			for _, c := range []byte(raw[i : i+n]) {
				b.WriteString(octalByte(c))
			}
		default:
			b.WriteString(raw[i : i+n])
		}
		i += n
	}
	b.WriteByte('"')
	return b.String()
}

var errSpelling = errors.New("name is not spelled as it is written")

// Unquote returns the raw name for its written form. It is an error if
// Quote(result) is not s.
func Unquote(s string) (string, error) { return unquote(s, Quote) }

// UnquoteField is Unquote for the form that [QuoteField] writes.
func UnquoteField(s string) (string, error) { return unquote(s, QuoteField) }

func unquote(s string, canonical func(string) string) (string, error) {
	raw := s
	if strings.HasPrefix(s, `"`) {
		var err error
		if raw, err = unescape(s); err != nil {
			return "", err
		}
	}
	if canonical(raw) != s {
		return "", fmt.Errorf("%w: %q", errSpelling, s)
	}
	return raw, nil
}

func unescape(s string) (string, error) {
	if len(s) < 2 || s[len(s)-1] != '"' {
		return "", fmt.Errorf("quoted name has no end: %q", s)
	}
	s = s[1 : len(s)-1]
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		i++
		if i == len(s) {
			return "", fmt.Errorf("quoted name ends in a backslash: %q", s)
		}
		if c, ok := octal(s[i:]); ok {
			b.WriteByte(c)
			i += 2
			continue
		}
		k := strings.IndexByte(letters, s[i])
		if k < 0 {
			return "", fmt.Errorf("quoted name has an unknown escape: %q", s)
		}
		b.WriteByte(escaped[k])
	}
	return b.String(), nil
}

func octal(s string) (byte, bool) {
	if len(s) < 3 {
		return 0, false
	}
	v := 0
	for _, d := range []byte(s[:3]) {
		if d < '0' || d > '7' {
			return 0, false
		}
		v = v*8 + int(d-'0')
	}
	return byte(v), v < 256
}
