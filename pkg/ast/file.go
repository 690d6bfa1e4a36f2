package ast

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/contents"
	"github.com/pi-project-map/pmap/pkg/record"
	"github.com/pi-project-map/pmap/pkg/rootfs"
)

// parser turns one file into its syntax.
type parser struct {
	picker picker
	clock  backstop
}

// A file is read up to the size that walk saw, and one that has grown since up
// to leeway; none beyond maxBytes, whatever its record says.
const (
	leeway   = 1 << 20
	maxBytes = 16 << 20
)

// wants reports whether a file is read at all.
func (p parser) wants(f record.File) bool {
	switch f.Class {
	case record.ClassSource, record.ClassTest, record.ClassGenerated, record.ClassConfig, record.ClassDoc, record.ClassData, record.ClassNotebook:
		return p.picker.pick(f) != nil
	}
	return false
}

// file reads and parses one file.
func (p parser) file(ctx context.Context, files *contents.Files, f record.File) result {
	e := p.picker.pick(f)
	syntax := record.Syntax{Extractor: fmt.Sprintf("%s@%d", e.Name, e.Version), State: record.StateFailed}
	if f.SHA256 == "" {
		return encode(syntax, nil) // walk could not read it and has said so
	}
	raw, err := files.Read(ctx, string(f.Path), min(max(f.Size, leeway), maxBytes))
	if err != nil {
		d, err := unread(ctx, f, err)
		if err != nil {
			return result{err: err}
		}
		return encode(syntax, []record.Diag{d})
	}
	var diags []record.Diag
	sum := sha256.Sum256(raw)
	digest := hex.EncodeToString(sum[:])
	if digest != f.SHA256 {
		diags = append(diags, note(record.SeverityWarning, "changed-underfoot", 0, "contents changed after they were listed"))
	}
	text, whole := contents.Decode(raw)
	read, problem := p.extract(ctx, e, text)
	read.SHA256, read.Extractor = digest, syntax.Extractor
	clean(&read)
	if (!bound(&read) || !whole) && read.State == record.StateOK {
		read.State = record.StatePartial
	}
	if problem != nil {
		return encode(read, append(diags, *problem))
	}
	return encode(read, append(diags, remark(read.State)...))
}

// encode makes the record's line in the worker that found it. What the schema
// refuses is the extractor's fault, and the file's loss alone.
func encode(syntax record.Syntax, diags []record.Diag) result {
	line, err := record.Marshal(syntax)
	if err == nil {
		return result{syntax: line, diags: diags}
	}
	diags = append(diags, note(record.SeverityError, "extractor-fault", record.ExitPartial, "extractor %s: %v", syntax.Extractor, err))
	line, err = record.Marshal(record.Syntax{SHA256: syntax.SHA256, Extractor: syntax.Extractor, State: record.StateFailed})
	return result{syntax: line, diags: diags, err: err}
}

// remark says what was not understood.
func remark(state record.State) []record.Diag {
	switch state {
	case record.StatePartial:
		return []record.Diag{note(record.SeverityInfo, "partial", 0, "not all of it could be parsed")}
	case record.StateFailed:
		return []record.Diag{note(record.SeverityInfo, "unparsable", 0, "it could not be parsed")}
	}
	return nil
}

// unread says why a file's contents could not be had; an error ends the run.
func unread(ctx context.Context, f record.File, err error) (record.Diag, error) {
	var run *record.Failure
	switch {
	case ctx.Err() != nil:
		return record.Diag{}, ctx.Err()
	case errors.As(err, &run):
		return record.Diag{}, run
	case errors.Is(err, rootfs.ErrTooLong) && f.Size > maxBytes:
		return note(record.SeverityWarning, "too-long", 0, "longer than %d bytes", maxBytes), nil
	case errors.Is(err, rootfs.ErrTooLong), errors.Is(err, rootfs.ErrLink), errors.Is(err, rootfs.ErrNotRegular), errors.Is(err, fs.ErrNotExist):
		return note(record.SeverityError, "changed-underfoot", record.ExitPartial, "changed after it was listed: %v", err), nil
	}
	return note(record.SeverityError, "unreadable", record.ExitPartial, "%v", err), nil
}

// extract runs an extractor within the limit of time and keeps a fault of it
// from ending the run.
func (p parser) extract(ctx context.Context, e *lang.Extractor, text []byte) (syntax record.Syntax, problem *record.Diag) {
	fail := func(code string, exit int, format string, args ...any) (record.Syntax, *record.Diag) {
		d := note(record.SeverityError, code, exit, format, args...)
		return record.Syntax{State: record.StateFailed}, &d
	}
	defer func() {
		if r := recover(); r != nil {
			syntax, problem = fail("extractor-fault", record.ExitPartial, "extractor %s broke: %v", e.Name, r)
		}
	}()
	if len(bytes.TrimSpace(text)) == 0 {
		return record.Syntax{State: record.StateOK}, nil
	}
	limited, cancel := p.clock.start(ctx)
	defer cancel()
	syntax, err := e.Extract(limited, text)
	switch {
	case err == nil:
		return syntax, nil
	case limited.Err() != nil && ctx.Err() == nil:
		return fail("time-out", record.ExitPartial, "parsing took longer than %v", p.clock.limit)
	}
	return fail("extractor-fault", record.ExitPartial, "extractor %s: %v", e.Name, err)
}
