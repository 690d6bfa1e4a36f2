// Package vector reads the conformance vectors of spec/vectors, for tests. A
// vector is a file of header lines "key: value", an empty line, and the bytes
// of one record stream. Start from [Load].
//
//	expect   accept (a whole stream, exit 0), partial (whole, some files could
//	         not be read: exit 3) or reject (no result)
//	code     exit code of a command that reads it: 4 if the stream itself is at
//	         fault, another one if the stream carries it
//	demand   syntax, pages or fragment: where in the pipe it stands; absent
//	         before pmap-ast
//	comment  the one defect, or the property
package vector

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Vector is one stream and what a reader must say about it.
type Vector struct {
	Name    string // area_case
	Expect  string
	Code    int
	Demand  string
	Comment string
	Stream  []byte
}

// Load reads all vectors of a directory, sorted by name.
func Load(dir string) ([]Vector, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("read vectors: %w", err)
	}
	var all []Vector
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, fmt.Errorf("read vector: %w", err)
		}
		v, err := parse(e.Name(), text)
		if err != nil {
			return nil, fmt.Errorf("parse vector %s: %w", e.Name(), err)
		}
		all = append(all, v)
	}
	return all, nil
}

func parse(name string, text []byte) (Vector, error) {
	v := Vector{Name: name, Code: -1}
	header, stream, ok := bytes.Cut(text, []byte("\n\n"))
	if !ok {
		return v, fmt.Errorf("no empty line after the headers")
	}
	v.Stream = stream
	for line := range strings.SplitSeq(string(header), "\n") {
		key, value, _ := strings.Cut(line, ": ")
		switch key {
		case "expect":
			v.Expect = value
		case "code":
			code, err := strconv.Atoi(value)
			if err != nil {
				return v, err
			}
			v.Code = code
		case "demand":
			v.Demand = value
		case "comment":
			v.Comment = value
		default:
			return v, fmt.Errorf("unknown header %q", line)
		}
	}
	return v, v.check()
}

func (v Vector) check() error {
	if area, rest, ok := strings.Cut(v.Name, "_"); !ok || area == "" || rest == "" {
		return fmt.Errorf("name is not area_case")
	}
	if v.Comment == "" {
		return fmt.Errorf("no comment")
	}
	switch v.Demand {
	case "", "syntax", "pages", "fragment":
	default:
		return fmt.Errorf("unknown demand %q", v.Demand)
	}
	ok := false
	switch v.Expect {
	case "accept":
		ok = v.Code == 0
	case "partial":
		ok = v.Code == 3
	case "reject":
		ok = v.Code > 0 && v.Code != 3
	}
	if !ok {
		return fmt.Errorf("code %d does not go with expect %q", v.Code, v.Expect)
	}
	return nil
}
