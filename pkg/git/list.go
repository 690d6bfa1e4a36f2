package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// Mode is what an index entry is.
type Mode string

// The modes of an index.
const (
	ModeFile       Mode = "100644"
	ModeExecutable Mode = "100755"
	ModeSymlink    Mode = "120000"
	ModeSubmodule  Mode = "160000"
)

// Entry is one path that git lists.
type Entry struct {
	Path    string // below the tree's directory, without a trailing slash
	Tracked bool
	Nested  bool   // untracked: another repository begins here
	Mode    Mode   // of a tracked one
	Object  string // of a tracked one: the object's name in hexadecimal
}

// Warning is a directory or ignore file that git could not read.
type Warning struct {
	Path    string // below the tree's directory; empty if it is not known
	Message string
}

// Scope says which files to list.
type Scope int

// The scopes.
const (
	Everything  Scope = iota // tracked files, and untracked ones that are not ignored
	TrackedOnly              // tracked files as the index has them
	Staged                   // the index that a commit would take: see [Tree.UseStaged]
)

// List returns the files of the tree's directory, each path once, in no
// particular order. Tracked files may be gone from disk.
func (t *Tree) List(ctx context.Context, scope Scope) ([]Entry, []Warning, error) {
	args := []string{"ls-files", "-z", "-s", "-t", "-c"}
	if scope == Everything {
		args = append(args, "-o", "--exclude-standard")
	}
	cmd := t.command(ctx, args...)
	complaints := &tail{max: maxComplaints}
	out := &lister{seen: -1}
	cmd.Stdout, cmd.Stderr = out, complaints
	if scope == Staged && t.index != "" {
		cmd.Env = append(cmd.Env, "GIT_INDEX_FILE="+t.index)
	}
	if err := t.run(cmd); err != nil {
		if out.err != nil && ctx.Err() == nil {
			return nil, nil, out.err
		}
		return nil, nil, t.failure(ctx, "ls-files", err, complaints.String())
	}
	return out.entries, t.warnings(complaints.String()), nil
}

// lister reads the listing as git prints it: "? path" for an untracked path,
// else a letter, mode, object and stage, a tab and the path; a NUL after each.
type lister struct {
	entries []Entry
	part    []byte
	seen    int // index of the last tracked entry, to unite the stages of an unmerged one
	stage   byte
	err     error
}

func (l *lister) Write(p []byte) (int, error) {
	n := len(p)
	for {
		head, rest, whole := bytes.Cut(p, []byte{0})
		if !whole {
			l.part = append(l.part, p...)
			return n, nil
		}
		item := head
		if len(l.part) > 0 {
			item = append(l.part, head...)
		}
		if err := l.item(string(item)); err != nil {
			l.err = err
			return 0, err
		}
		l.part, p = l.part[:0], rest
	}
}

func (l *lister) item(s string) error {
	if path, ok := strings.CutPrefix(s, "? "); ok {
		path, nested := strings.CutSuffix(path, "/")
		l.entries = append(l.entries, Entry{Path: path, Nested: nested})
		return nil
	}
	meta, path, ok := strings.Cut(s, "\t")
	f := strings.Fields(meta)
	if !ok || len(f) != 4 || len(f[3]) != 1 {
		return fmt.Errorf("read git's listing: unexpected line %q", s)
	}
	e := Entry{Path: path, Tracked: true, Mode: Mode(f[1]), Object: f[2]}
	stage := f[3][0]
	if l.seen >= 0 && l.entries[l.seen].Path == path {
		// Of an unmerged path's versions the second is this branch's own.
		if l.stage == '1' || stage == '2' {
			l.entries[l.seen], l.stage = e, stage
		}
		return nil
	}
	l.entries, l.seen, l.stage = append(l.entries, e), len(l.entries), stage
	return nil
}

// warnings reads what git complained about while it listed.
func (t *Tree) warnings(complaints string) []Warning {
	var list []Warning
	for line := range strings.SplitSeq(complaints, "\n") {
		message, ok := strings.CutPrefix(line, "warning: ")
		if !ok {
			continue
		}
		w := Warning{Message: message}
		if quoted, reason, ok := cutLast(message, "': "); ok {
			if _, path, ok := strings.Cut(quoted, "'"); ok {
				if path, below := strings.CutPrefix(path, t.prefix); below {
					w = Warning{Path: strings.TrimSuffix(path, "/"), Message: strings.ToLower(reason)}
				}
			}
		}
		list = append(list, w)
	}
	return list
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// Ignored returns those of paths that git ignores. A path of "." stands for
// the tree's directory itself.
func (t *Tree) Ignored(ctx context.Context, paths []string) ([]string, error) {
	cmd := t.command(ctx, "check-ignore", "-z", "--stdin")
	// A path that starts with a colon would be read as more than a path.
	cmd.Stdin = strings.NewReader("./" + strings.Join(paths, "\x00./") + "\x00")
	out, complaints := &bytes.Buffer{}, &tail{max: maxComplaints}
	cmd.Stdout, cmd.Stderr = out, complaints
	err := t.run(cmd)
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		return nil, nil // git's way to say none
	}
	if err != nil {
		return nil, t.failure(ctx, "check-ignore", err, complaints.String())
	}
	var ignored []string
	for p := range strings.SplitSeq(strings.TrimSuffix(out.String(), "\x00"), "\x00") {
		ignored = append(ignored, strings.TrimPrefix(p, "./"))
	}
	return ignored, nil
}
