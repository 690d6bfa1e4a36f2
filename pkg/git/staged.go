package git

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// UseStaged makes [Staged] listings take the index that the environment names,
// as git does while it commits only some files, if it is this repository's.
func (t *Tree) UseStaged(ctx context.Context) error {
	if t.index == "" {
		return nil
	}
	out, err := t.output(ctx, "rev-parse", "--absolute-git-dir")
	if err != nil {
		return err
	}
	gitDir := strings.TrimSuffix(string(out), "\n")
	index, err := filepath.Abs(t.index)
	if err != nil {
		return fmt.Errorf("find git's index: %w", err)
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(index)); err != nil || dir != gitDir {
		t.index = ""
		return nil
	}
	t.index = index
	return nil
}

// emptyBlobs are the names of the empty file, with SHA-1 and SHA-256: an entry
// that is only announced (git add -N) has one of them.
var emptyBlobs = map[string]bool{
	"e69de29bb2d1d6434b8b29ae775ad8c2e48c5391":                         true,
	"473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813": true,
}

// DropAnnounced removes the entries of a Staged listing that a commit would
// not take because they are only announced.
func (t *Tree) DropAnnounced(ctx context.Context, entries []Entry) ([]Entry, error) {
	candidates := false
	for _, e := range entries {
		candidates = candidates || emptyBlobs[e.Object]
	}
	if !candidates {
		return entries, nil
	}
	staged, err := t.staged(ctx)
	if err != nil {
		return nil, err
	}
	kept := entries[:0]
	for _, e := range entries {
		if !emptyBlobs[e.Object] || staged[e.Path] {
			kept = append(kept, e)
		}
	}
	return kept, nil
}

// staged returns the paths that differ between no files at all and the index.
func (t *Tree) staged(ctx context.Context) (map[string]bool, error) {
	nothing, err := t.output(ctx, "hash-object", "-t", "tree", "--stdin")
	if err != nil {
		return nil, err
	}
	cmd := t.command(ctx, "diff-index", "--cached", "--no-ext-diff", "--no-textconv", "--no-renames",
		"--ita-invisible-in-index", "--ignore-submodules=none", "--relative", "--name-only", "-z", strings.TrimSpace(string(nothing)))
	if t.index != "" {
		cmd.Env = append(cmd.Env, "GIT_INDEX_FILE="+t.index)
	}
	out, complaints := &bytes.Buffer{}, &tail{max: maxComplaints}
	cmd.Stdout, cmd.Stderr = out, complaints
	if err := t.run(cmd); err != nil {
		return nil, t.failure(ctx, "diff-index", err, complaints.String())
	}
	paths := map[string]bool{}
	for p := range strings.SplitSeq(out.String(), "\x00") {
		paths[p] = true
	}
	return paths, nil
}

// Blobs reads the contents of files from git's object store, one at a time.
type Blobs struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// Blobs starts a reader; the caller closes it.
func (t *Tree) Blobs(ctx context.Context) (*Blobs, error) {
	cmd := t.command(ctx, "cat-file", "--batch")
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("read staged files: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("read staged files: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, t.failure(ctx, "cat-file", err, "")
	}
	return &Blobs{cmd: cmd, in: in, out: bufio.NewReaderSize(out, 64<<10)}, nil
}

// Open returns the size and contents of one object, which must be read to the
// end before the next Open. The error is [ErrMissing] if the store lacks it.
func (b *Blobs) Open(object string) (int64, io.Reader, error) {
	if _, err := io.WriteString(b.in, object+"\n"); err != nil {
		return 0, nil, b.broken(err)
	}
	line, err := b.out.ReadString('\n')
	if err != nil {
		return 0, nil, b.broken(err)
	}
	f := strings.Fields(line)
	if len(f) == 2 && f[1] == "missing" {
		return 0, nil, ErrMissing
	}
	if len(f) != 3 || f[1] != "blob" {
		return 0, nil, b.broken(fmt.Errorf("unexpected answer %q", line))
	}
	size, err := strconv.ParseInt(f[2], 10, 64)
	if err != nil || size < 0 {
		return 0, nil, b.broken(fmt.Errorf("unexpected answer %q", line))
	}
	return size, &blob{b: b, left: size}, nil
}

// ErrMissing says that git's store does not have an object.
var ErrMissing = errors.New("object is not in git's store")

func (b *Blobs) broken(err error) error {
	return record.Failf(record.ExitIO, "git", "try git fsck", "read staged files: %w", err)
}

// Close ends git.
func (b *Blobs) Close() error {
	b.in.Close()
	_, _ = io.Copy(io.Discard, b.out)
	if err := b.cmd.Wait(); err != nil {
		return fmt.Errorf("read staged files: %w", err)
	}
	return nil
}

// blob is the rest of one object; a newline follows it.
type blob struct {
	b    *Blobs
	left int64
}

func (r *blob) Read(p []byte) (int, error) {
	if r.left == 0 {
		c, err := r.b.out.ReadByte()
		if err != nil || c != '\n' {
			return 0, r.b.broken(errors.New("object has no end"))
		}
		r.left = -1
	}
	if r.left < 0 {
		return 0, io.EOF
	}
	n, err := r.b.out.Read(p[:min(int64(len(p)), r.left)])
	r.left -= int64(n)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}
