package structure

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// JSON reads JSON in which comments and trailing commas are allowed. whole is
// false if something did not parse or was over a bound.
func JSON(src []byte) (root *Node, whole bool) {
	d := jsontext.NewDecoder(bytes.NewReader(strict(src)), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	b := newBudget()
	root = value(d, b, 0)
	_, err := d.ReadToken()
	return root, b.whole && root != nil && errors.Is(err, io.EOF)
}

// value reads one value; nil means that there is none.
func value(d *jsontext.Decoder, b *budget, depth int) *Node {
	if !b.take(depth) {
		return nil
	}
	token, err := d.ReadToken()
	if err != nil {
		b.whole = false
		return nil
	}
	switch token.Kind() {
	case '"':
		return &Node{Kind: String, Text: token.String()}
	case '0', 't', 'f':
		return &Node{Kind: Scalar, Text: token.String()}
	case '[':
		return elements(d, b, depth)
	case '{':
		return members(d, b, depth)
	}
	return &Node{Kind: Null}
}

func elements(d *jsontext.Decoder, b *budget, depth int) *Node {
	n := &Node{Kind: List}
	for d.PeekKind() > 0 && d.PeekKind() != ']' {
		item := value(d, b, depth+1)
		if item == nil {
			return n
		}
		n.Items = append(n.Items, item)
	}
	closing(d, b)
	return n
}

func members(d *jsontext.Decoder, b *budget, depth int) *Node {
	n := &Node{Kind: Table}
	for d.PeekKind() == '"' {
		key, err := d.ReadToken()
		if err != nil {
			break
		}
		name := key.String()
		item := value(d, b, depth+1)
		if item == nil {
			return n
		}
		n.add(name, item)
	}
	closing(d, b)
	return n
}

func closing(d *jsontext.Decoder, b *budget) {
	if _, err := d.ReadToken(); err != nil {
		b.whole = false
	}
}

// strict makes spaces of comments and trailing commas.
func strict(src []byte) []byte {
	out := bytes.Clone(src)
	comma := -1 // a comma with nothing but space after it
	for i := 0; i < len(out); i++ {
		switch c := out[i]; {
		case c == '"':
			comma = -1
			for i++; i < len(out) && out[i] != '"' && out[i] != '\n'; i++ {
				if out[i] == '\\' {
					i++
				}
			}
		case c == '/' && i+1 < len(out) && out[i+1] == '/':
			for ; i < len(out) && out[i] != '\n'; i++ {
				out[i] = ' '
			}
		case c == '/' && i+1 < len(out) && out[i+1] == '*':
			end := bytes.Index(out[i+2:], []byte("*/"))
			if end < 0 {
				return out
			}
			for end += i + 4; i < end; i++ {
				if out[i] != '\n' {
					out[i] = ' '
				}
			}
			i--
		case c == ',':
			comma = i
		case c == '}' || c == ']':
			if comma >= 0 {
				out[comma] = ' '
			}
			comma = -1
		case c > ' ':
			comma = -1
		}
	}
	return out
}
