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

var typePrefix = []byte(`{"type":"`)

// ParseLine splits off a line's type. The line must be one strict JSON object
// in UTF-8, without repeated keys, that starts with the member "type".
func ParseLine(raw []byte) (Line, error) {
	rest, ok := bytes.CutPrefix(raw, typePrefix)
	if !ok {
		return Line{}, errors.New(`record does not start with {"type":"`)
	}
	end := bytes.IndexByte(rest, '"')
	if end <= 0 || end > 64 {
		return Line{}, errors.New("record has no type")
	}
	for _, c := range rest[:end] {
		if (c < 'a' || c > 'z') && c != '-' {
			return Line{}, fmt.Errorf("record type %q is not in lower-case letters", rest[:end])
		}
	}
	if !jsontext.Value(raw).IsValid() {
		return Line{}, errors.New("record is not strict JSON")
	}
	return Line{Type: Type(rest[:end]), Raw: raw}, nil
}

// Decode reads the line's members into rec, a pointer to the struct for the
// line's type. Unknown members are refused: they are misspelt known ones.
func (l Line) Decode(rec any) error { return l.decode(rec, json.RejectUnknownMembers(true)) }

func (l Line) decode(rec any, opts ...json.Options) error {
	body := l.Raw[len(typePrefix)+len(l.Type)+1:]
	object := make([]byte, 0, len(body)+1)
	object = append(object, '{')
	object = append(object, bytes.TrimPrefix(body, []byte{','})...)
	if err := json.Unmarshal(object, rec, opts...); err != nil {
		return fmt.Errorf("decode %s record: %w", l.Type, err)
	}
	return nil
}

// OneLine makes any text fit a record's member: one line, valid UTF-8, runs of
// space and control characters folded to one space.
func OneLine(s string) string {
	if utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl) {
		return s
	}
	s = strings.ToValidUTF8(s, "\uFFFD")
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsControl(r) || r == ' ' }), " ")
}
