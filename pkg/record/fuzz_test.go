package record

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"testing"
)

// FuzzReader feeds any bytes to every kind of reader. What is accepted must be
// accepted again, with the same code, after a stage that only copies.
func FuzzReader(f *testing.F) {
	for _, v := range vectors(f) {
		if len(v.Stream) < 4<<10 && v.Name != "line_too_long" {
			f.Add(v.Stream)
		}
	}
	f.Fuzz(func(t *testing.T, stream []byte) {
		for _, d := range []Demand{{}, {Syntax: true}, {Pages: true}, {Fragment: true}} {
			copied, exit, err := pass(stream, d)
			if err != nil {
				if f := AsFailure(err); f.Exit != ExitStream {
					t.Errorf("%+v: %v has exit code %d", d, err, f.Exit)
				}
				continue
			}
			again, exit2, err := pass(copied, d)
			if err != nil || exit2 != exit || !bytes.Equal(again, copied) {
				t.Errorf("%+v: exit code %d, after a copy %d, %v:\n%q\n%q", d, exit, exit2, err, copied, again)
			}
		}
	})
}

// pass is a stage that copies every line.
func pass(stream []byte, d Demand) ([]byte, int, error) {
	var out bytes.Buffer
	r, w := NewReader(bytes.NewReader(stream), d), NewWriter(&out)
	for {
		l, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, 0, err
		}
		if err := w.Copy(l); err != nil {
			return nil, 0, err
		}
	}
	if d.Fragment {
		err := w.Flush()
		return out.Bytes(), r.Exit(), err
	}
	exit, err := w.Close(r.Exit())
	return out.Bytes(), exit, err
}

// FuzzDecode decodes any line into its record and writes it: that must read
// back as the same record, and be written as the same bytes from then on.
func FuzzDecode(f *testing.F) {
	for _, v := range vectors(f) {
		for line := range bytes.Lines(v.Stream) {
			if len(line) < 1<<10 {
				f.Add(bytes.TrimSuffix(line, []byte("\n")))
			}
		}
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		l, err := ParseLine(raw)
		if err != nil {
			return
		}
		switch l.Type {
		case TypeHead:
			rewrite[Head](t, l)
		case TypeFile:
			rewrite[File](t, l)
		case TypeDir:
			rewrite[Dir](t, l)
		case TypeSyntax:
			rewrite[Syntax](t, l)
		case TypeNote:
			rewrite[Note](t, l)
		case TypePage:
			rewrite[Page](t, l)
		case TypeDiag:
			rewrite[Diag](t, l)
		case TypeEnd:
			rewrite[End](t, l)
		case TypeFinding:
			rewrite[Finding](t, l)
		}
	})
}

func rewrite[R Record](t *testing.T, l Line) {
	var rec, back R
	if err := l.Decode(&rec); err != nil {
		return
	}
	line, err := Marshal(rec)
	if err != nil {
		t.Fatalf("%s is read but cannot be written: %v", l.Raw, err)
	}
	canonical, err := ParseLine(line)
	if err != nil {
		t.Fatalf("%s is written as %s: %v", l.Raw, line, err)
	}
	if err := canonical.Decode(&back); err != nil {
		t.Fatalf("%s is written as %s: %v", l.Raw, line, err)
	}
	again, err := Marshal(back)
	if err != nil || !bytes.Equal(line, again) {
		t.Errorf("%s is written as %s and then as %s, %v", l.Raw, line, again, err)
	}
	if len(line) == len(l.Raw) && !reflect.DeepEqual(rec, back) {
		t.Errorf("%s reads back as %+v, not %+v", line, back, rec)
	}
}
