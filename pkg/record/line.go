package record

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Line is one record as it stands on the wire, checked to be strict JSON.
type Line struct {
	Type Type
	Raw  []byte // without the newline; valid until the next call of Next
}

// maxType is the longest type, in bytes.
const maxType = 64

var typePrefix = []byte(`{"type":"`)

// ParseLine splits off a line's type. The line must be one strict JSON object
// in UTF-8, without repeated keys, that starts with the member "type" and has
// no white space around it.
func ParseLine(raw []byte) (Line, error) {
	rest, ok := bytes.CutPrefix(raw, typePrefix)
	if !ok {
		return Line{}, errors.New(`record does not start with {"type":"`)
	}
	end := bytes.IndexByte(rest, '"')
	if end <= 0 || end > maxType {
		return Line{}, errors.New("record has no type, or a very long one")
	}
	for _, c := range rest[:end] {
		if (c < 'a' || c > 'z') && c != '-' {
			return Line{}, fmt.Errorf("record type %q is not in lower-case letters", rest[:end])
		}
	}
	if next := rest[end+1:]; len(next) == 0 || (next[0] != ',' && next[0] != '}') || raw[len(raw)-1] != '}' {
		return Line{}, errors.New("record has white space around its members, or is cut")
	}
	if !jsontext.Value(raw).IsValid() {
		return Line{}, errors.New("record is not strict JSON")
	}
	return Line{Type: Type(rest[:end]), Raw: raw}, nil
}

// Decode reads the line's members into rec, a pointer to the struct for the
// line's type. Unknown members are refused: they are misspelt known ones. So
// are null and every value that breaks the record's own rules. The error is a
// [Failure] with exit code 4.
func (l Line) Decode(rec any) error {
	if bytes.Contains(l.Raw, []byte("null")) && hasNull(l.Raw) {
		return badRecord(l.Type, errors.New("a member is null"))
	}
	if err := l.decode(rec, json.RejectUnknownMembers(true)); err != nil {
		return badRecord(l.Type, err)
	}
	if c, ok := rec.(checker); ok {
		if err := c.check(); err != nil {
			return badRecord(l.Type, err)
		}
	}
	return nil
}

func badRecord(t Type, err error) error {
	return Failf(ExitStream, "bad-stream", badHint, "decode %s record: %w", t, err)
}

// hasNull reports whether valid JSON holds the value null, which would pass
// for any absent member.
func hasNull(raw []byte) bool {
	d := jsontext.NewDecoder(bytes.NewReader(raw))
	for {
		token, err := d.ReadToken()
		if err != nil {
			return false
		}
		if token.Kind() == 'n' {
			return true
		}
	}
}

func (l Line) decode(rec any, opts ...json.Options) error {
	body := l.Raw[len(typePrefix)+len(l.Type)+1:]
	object := make([]byte, 0, len(body)+1)
	object = append(object, '{')
	object = append(object, bytes.TrimPrefix(body, []byte{','})...)
	return plainError(json.Unmarshal(object, rec, opts...))
}

// plainError says what json found in words of our own: its text names Go types
// and differs from one process to the next.
func plainError(err error) error {
	var e *json.SemanticError
	if !errors.As(err, &e) {
		return err
	}
	where := strings.TrimPrefix(string(e.JSONPointer), "/")
	switch {
	case errors.Is(e.Err, json.ErrUnknownName):
		return fmt.Errorf("unknown member %q", where)
	case e.Err == nil:
		return fmt.Errorf("%q has a value of the wrong type", where)
	}
	return fmt.Errorf("%q: %w", where, e.Err)
}

// OneLine makes any text fit a record's member: valid UTF-8 on one line. Only
// a text that does not fit is changed: runs of spaces, control characters and
// line separators become one space.
func OneLine(s string) string {
	if utf8.ValidString(s) && !strings.ContainsFunc(s, breaks) {
		return s
	}
	s = strings.ToValidUTF8(s, "\uFFFD")
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return breaks(r) || r == ' ' }), " ")
}

func breaks(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }
