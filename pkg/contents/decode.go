package contents

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// Decode turns a file's bytes into valid UTF-8 without a byte order mark and
// without NUL. Text that is not UTF-8 is taken for UTF-16 if it has the mark
// or every other byte of its start is NUL, and for Latin-1 if hardly any of it
// is UTF-8. whole is false if characters had to be replaced.
func Decode(raw []byte) (text []byte, whole bool) {
	if order, rest := utf16Order(raw); order != nil {
		return withoutNUL(fromUTF16(order, rest))
	}
	raw = bytes.TrimPrefix(raw, []byte("\xEF\xBB\xBF"))
	if utf8.Valid(raw) {
		return withoutNUL(raw, true)
	}
	multi, bad := 0, 0
	for i := 0; i < len(raw); {
		r, n := utf8.DecodeRune(raw[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			bad++
		case n > 1:
			multi++
		}
		i += n
	}
	if multi > bad || bytes.IndexByte(raw, 0) >= 0 {
		text, _ := withoutNUL(bytes.ToValidUTF8(raw, []byte("\uFFFD")), true)
		return text, false
	}
	text = make([]byte, 0, len(raw)+bad)
	for _, b := range raw {
		text = utf8.AppendRune(text, rune(b))
	}
	return text, true
}

// utf16Order returns the byte order of UTF-16 text and what follows the mark.
func utf16Order(raw []byte) (binary.ByteOrder, []byte) {
	switch {
	case bytes.HasPrefix(raw, []byte{0xFF, 0xFE}) && !bytes.HasPrefix(raw, []byte{0xFF, 0xFE, 0, 0}):
		return binary.LittleEndian, raw[2:]
	case bytes.HasPrefix(raw, []byte{0xFE, 0xFF}):
		return binary.BigEndian, raw[2:]
	}
	head := raw[:min(len(raw), 256)&^1]
	even, odd := 0, 0
	for i, b := range head {
		if b == 0 {
			if i%2 == 0 {
				even++
			} else {
				odd++
			}
		}
	}
	switch half := len(head) / 2; {
	case half < 2:
	case odd > half*3/4 && even == 0:
		return binary.LittleEndian, raw
	case even > half*3/4 && odd == 0:
		return binary.BigEndian, raw
	}
	return nil, nil
}

func fromUTF16(order binary.ByteOrder, raw []byte) (text []byte, whole bool) {
	whole = len(raw)%2 == 0
	text = make([]byte, 0, len(raw))
	for i := 0; i+1 < len(raw); i += 2 {
		r := rune(order.Uint16(raw[i:]))
		if utf16.IsSurrogate(r) {
			next := rune(0)
			if i+3 < len(raw) {
				next = rune(order.Uint16(raw[i+2:]))
			}
			if r = utf16.DecodeRune(r, next); r == utf8.RuneError {
				whole = false
			} else {
				i += 2
			}
		}
		text = utf8.AppendRune(text, r)
	}
	return text, whole
}

// withoutNUL makes spaces of NUL characters, on which parsers disagree.
func withoutNUL(text []byte, whole bool) ([]byte, bool) {
	if bytes.IndexByte(text, 0) < 0 {
		return text, whole
	}
	return bytes.ReplaceAll(text, []byte{0}, []byte{' '}), false
}
