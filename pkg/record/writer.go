package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
)

// Writer writes a stream: records in the order given, then the end that counts
// them.
type Writer struct {
	w      *bufio.Writer
	counts map[Type]int64
	exit   int
	closed bool
}

// NewWriter returns a Writer to w; nothing reaches w for certain before Close.
func NewWriter(w io.Writer) *Writer {
	return &Writer{w: bufio.NewWriterSize(w, 64<<10), counts: map[Type]int64{}}
}

// Write writes one record. A diag's exit code counts for the end.
func (w *Writer) Write(rec Record) error {
	line, err := Marshal(rec)
	if err != nil {
		return err
	}
	switch d := rec.(type) {
	case Diag:
		w.exit = WorseExit(w.exit, d.Exit)
	case *Diag:
		w.exit = WorseExit(w.exit, d.Exit)
	}
	return w.put(rec.RecordType(), line)
}

// Copy passes on a line that another stage wrote, byte for byte.
func (w *Writer) Copy(l Line) error { return w.put(l.Type, l.Raw) }

func (w *Writer) put(t Type, line []byte) error {
	if w.closed {
		return errors.New("write a record after the end")
	}
	w.counts[t]++
	if _, err := w.w.Write(line); err != nil {
		return writeFailure(err)
	}
	if err := w.w.WriteByte('\n'); err != nil {
		return writeFailure(err)
	}
	return nil
}

// Exit is the worst exit code of the diags written, for a piece of a stream
// whose end another stage writes.
func (w *Writer) Exit() int { return w.exit }

// Flush hands on what is buffered, so that a slow stage shows its work.
func (w *Writer) Flush() error {
	if err := w.w.Flush(); err != nil {
		return writeFailure(err)
	}
	return nil
}

// Close writes the end, with the worst of exit and the diags' own codes, and
// returns the code written.
func (w *Writer) Close(exit int) (int, error) {
	exit = WorseExit(w.exit, exit)
	line, err := Marshal(End{Counts: w.counts, Exit: exit})
	if err != nil {
		return exit, err
	}
	if err := w.put(TypeEnd, line); err != nil {
		return exit, err
	}
	w.closed = true
	return exit, w.Flush()
}

// Fail gives up: a diag of severity fatal and an end, both with the failure's
// exit code, so that every later stage ends with it too. A failure whose code
// says that there is a result counts as an unexpected one.
func (w *Writer) Fail(stage string, f *Failure) error {
	d := Diag{Stage: stage, Severity: SeverityFatal, Code: f.Code, Message: OneLine(f.Error()), Exit: f.Exit}
	if d.Code == "" {
		d.Code = "failed"
	}
	if d.Message == "" {
		d.Message = d.Code
	}
	if Gave(d.Exit) {
		d.Exit = ExitIO
	}
	if err := w.Write(d); err != nil {
		return err
	}
	w.exit = d.Exit
	_, err := w.Close(d.Exit)
	return err
}

func writeFailure(err error) error {
	return Failf(ExitIO, "write", "free some space, or write elsewhere", "write records: %w", err)
}

// Marshal returns a record's line, without the newline: the member "type"
// first, then the struct's fields in their order, nothing escaped for HTML. It
// refuses what a reader would refuse.
func Marshal(rec Record) ([]byte, error) {
	if c, ok := rec.(checker); ok {
		if err := c.check(); err != nil {
			return nil, fmt.Errorf("encode %s record: %w", rec.RecordType(), err)
		}
	}
	body, err := json.Marshal(rec, json.Deterministic(true))
	if err != nil {
		return nil, fmt.Errorf("encode %s record: %w", rec.RecordType(), plainError(err))
	}
	var line bytes.Buffer
	line.Grow(len(body) + 20)
	fmt.Fprintf(&line, `{"type":"%s"`, rec.RecordType())
	if len(body) > 2 {
		line.WriteByte(',')
		line.Write(body[1 : len(body)-1])
	}
	line.WriteByte('}')
	if line.Len() > MaxLine {
		return nil, fmt.Errorf("encode %s record: longer than %d bytes", rec.RecordType(), MaxLine)
	}
	return line.Bytes(), nil
}
