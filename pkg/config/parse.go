package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Parse reads the file's text.
func Parse(file []byte) (Config, error) {
	if len(file) > MaxBytes {
		return Config{}, bad("shorten it", "it is longer than %d bytes", MaxBytes)
	}
	if bytes.HasPrefix(file, []byte("\ufeff")) {
		return Config{}, bad("save it as UTF-8 without a byte order mark", "it starts with a byte order mark")
	}
	dec := jsontext.NewDecoder(bytes.NewReader(file))
	if dec.PeekKind() != '{' {
		if _, err := dec.ReadValue(); err != nil {
			return Config{}, syntax(file, err)
		}
		return Config{}, bad("write a JSON object: {}", "it is not a JSON object")
	}
	c := Default()
	if err := members(dec, file, &c); err != nil {
		return Config{}, err
	}
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return Config{}, bad("remove what follows the closing brace", "it has text after the object")
	}
	return c, nil
}

// members reads the object's keys, in their order.
func members(dec *jsontext.Decoder, file []byte, c *Config) error {
	known := map[string]key{}
	for _, k := range keys() {
		known[k.name] = k
	}
	if _, err := dec.ReadToken(); err != nil {
		return syntax(file, err)
	}
	for dec.PeekKind() != '}' {
		name, err := dec.ReadToken()
		if err != nil {
			return syntax(file, err)
		}
		named := name.String()
		k, ok := known[named]
		if !ok {
			return unknown(named)
		}
		value, err := dec.ReadValue()
		if err != nil {
			return syntax(file, err)
		}
		if err := k.set(c, value); err != nil {
			return bad("mend that value, or leave the key out for its default", "key %q: %w", named, err)
		}
	}
	_, err := dec.ReadToken()
	if err != nil {
		return syntax(file, err)
	}
	return nil
}

// syntax is the error for text that is not strict JSON.
func syntax(file []byte, err error) error {
	var s *jsontext.SyntacticError
	if !errors.As(err, &s) {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return bad("write a JSON object: {}", "it is not JSON: it ends too early")
		}
		return bad("write a JSON object: {}", "it is not JSON: %w", err)
	}
	at := min(max(int(s.ByteOffset), 0), len(file))
	line := 1 + bytes.Count(file[:at], []byte{'\n'})
	if errors.Is(s.Err, jsontext.ErrDuplicateName) {
		return bad("keep one of the two", "line %d: key %q is there twice", line, s.JSONPointer.LastToken())
	}
	reason := fmt.Sprint(s.Err)
	if errors.Is(s.Err, io.ErrUnexpectedEOF) {
		reason = "it ends too early"
	}
	return bad("mend the JSON there", "line %d: it is not JSON: %s", line, reason)
}

// unknown is the error for a key that the table lacks. It names the nearest one
// that it has.
func unknown(name string) error {
	near, least := "", math.MaxInt
	for _, k := range keys() {
		if d := distance(strings.ToLower(name), strings.ToLower(k.name)); d < least {
			near, least = k.name, d
		}
	}
	return bad("rename it or remove it", "unknown key %q; the nearest known one is %q", clip(name), near)
}

// distance counts the single letters to insert, remove or change that make a
// into b. Longer names than any key's are cut.
func distance(a, b string) int {
	a, b = a[:min(len(a), 64)], b[:min(len(b), 64)]
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
