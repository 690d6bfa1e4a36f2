// Package git asks git about a work tree without letting the repository's own
// configuration run anything: it can name programs for file monitors, hooks,
// pagers, transports and more, and a checkout may come from anyone. Start from
// [Open].
//
// The user's own and the system's configuration count as they do for git
// (ignore files, safe directories); variables that point git at another
// repository do not.
package git

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/pi-project-map/pmap/pkg/record"
)

// ErrNone says that a directory is not in a git work tree.
var ErrNone = errors.New("not in a git work tree")

// Tree is a directory of a git work tree: its top or one below.
type Tree struct {
	dir    string // absolute
	prefix string // of dir below the work tree's top: "" or "a/b/"
	env    []string
	index  string // GIT_INDEX_FILE, absolute, or empty

	patience time.Duration
}

// patience is how long one call of git may take. It is a backstop: git reads
// ignore files without asking whether they are pipes, and then waits for ever.
const patience = 5 * time.Minute

var errSlow = errors.New("no answer")

// settings take every program out of the repository's hands. They win over any
// configuration file.
var settings = []string{
	"core.fsmonitor=", "core.hooksPath=/dev/null", "core.untrackedCache=false",
	"core.quotePath=false", "core.pager=cat", "core.sshCommand=false", "core.askPass=",
	"credential.helper=", "protocol.allow=never", "diff.external=", "gc.auto=0",
	"safe.bareRepository=explicit",
}

// Open finds the work tree that dir, an absolute path, is in. The error wraps
// [ErrNone] if there is none.
func Open(ctx context.Context, dir string, environ []string) (*Tree, error) {
	t := &Tree{dir: dir, env: scrub(environ), patience: patience}
	out, err := t.output(ctx, "rev-parse", "--is-inside-work-tree", "--show-prefix")
	if errors.Is(err, exec.ErrNotFound) && !Marked(dir) {
		return nil, ErrNone
	}
	if err != nil {
		return nil, err
	}
	inside, prefix, _ := strings.Cut(string(out), "\n")
	if inside != "true" {
		return nil, t.noWorkTree()
	}
	t.prefix = strings.TrimSuffix(prefix, "\n")
	t.index = value(environ, "GIT_INDEX_FILE")
	return t, nil
}

// Marked reports whether a directory or one above it says that it is a
// repository. If [Open] finds none all the same, what is there is broken, or
// git may not look at it.
func Marked(dir string) bool {
	for {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); !errors.Is(err, fs.ErrNotExist) {
			return true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return false
		}
		dir = up
	}
}

// scrub drops the variables that point git at another repository or at
// programs, and adds those that keep it from writing, asking and fetching.
func scrub(environ []string) []string {
	env := make([]string, 0, len(environ)+8)
	for _, kv := range environ {
		name, _, _ := strings.Cut(kv, "=")
		if strings.HasPrefix(name, "GIT_") && !kept(name) || strings.HasPrefix(name, "LC_") || name == "LANGUAGE" {
			continue
		}
		env = append(env, kv)
	}
	return append(env,
		"LC_ALL=C", // messages are read
		"GIT_OPTIONAL_LOCKS=0",
		"GIT_TERMINAL_PROMPT=0",
		"GIT_NO_LAZY_FETCH=1",     // of a partial clone
		"GIT_ALLOW_PROTOCOL=none", // the same for a git that does not know it
		"GIT_NO_REPLACE_OBJECTS=1",
	)
}

// kept reports whether a variable says where the user's configuration is or
// how far up to look for a repository.
func kept(name string) bool {
	switch name {
	case "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_COUNT",
		"GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM":
		return true
	}
	return strings.HasPrefix(name, "GIT_CONFIG_KEY_") || strings.HasPrefix(name, "GIT_CONFIG_VALUE_")
}

func value(environ []string, name string) string {
	for _, kv := range environ {
		if v, ok := strings.CutPrefix(kv, name+"="); ok {
			return v
		}
	}
	return ""
}

// command prepares one call of git in the tree's directory.
func (t *Tree) command(ctx context.Context, args ...string) *exec.Cmd {
	all := []string{"--no-pager"}
	for _, s := range settings {
		all = append(all, "-c", s)
	}
	cmd := exec.CommandContext(ctx, "git", append(all, args...)...)
	cmd.Dir = t.dir
	cmd.Env = append(t.env[:len(t.env):len(t.env)], "PWD="+t.dir)
	return cmd
}

// output runs git and returns what it prints.
func (t *Tree) output(ctx context.Context, args ...string) ([]byte, error) {
	cmd := t.command(ctx, args...)
	var out bytes.Buffer
	complaints := &tail{max: maxComplaints}
	cmd.Stdout, cmd.Stderr = &out, complaints
	if err := t.run(cmd); err != nil {
		return nil, t.failure(ctx, args[0], err, complaints.String())
	}
	return out.Bytes(), nil
}

// run runs a prepared call to its end, or until patience is over.
func (t *Tree) run(cmd *exec.Cmd) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	timer := time.AfterFunc(t.patience, func() { _ = cmd.Process.Kill() }) // it may just have ended
	err := cmd.Wait()
	if !timer.Stop() {
		return errSlow
	}
	return err
}

// maxComplaints bounds what is kept of git's standard error, in bytes.
const maxComplaints = 1 << 20

// tail keeps the first max bytes written to it and drops the rest.
type tail struct {
	bytes.Buffer
	max int
}

func (t *tail) Write(p []byte) (int, error) {
	if room := t.max - t.Len(); room > 0 {
		t.Buffer.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

// failure turns git's refusal into an error that says what to do.
func (t *Tree) failure(ctx context.Context, act string, err error, complaint string) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, exec.ErrNotFound) {
		return record.Failf(record.ExitIO, "no-git", "install git and put it on PATH", "run git %s: %w", act, err)
	}
	if errors.Is(err, errSlow) {
		return record.Failf(record.ExitTemporary, "git-slow", "look for a pipe that is named .gitignore or given as an ignore file, or run again",
			"run git %s: no answer in %s", act, t.patience)
	}
	message := fatal(complaint)
	switch {
	case act == "rev-parse" && strings.HasPrefix(message, "not a git repository"):
		return ErrNone
	case strings.HasPrefix(message, "detected dubious ownership"), strings.HasPrefix(message, "unsafe repository"):
		return record.Failf(record.ExitIO, "git-owner",
			"if you trust it, run: git config --global --add safe.directory "+shellWord(t.dir),
			"run git %s: %q belongs to another user and git refuses to read it", act, t.dir)
	case strings.HasPrefix(message, "cannot use bare repository"), strings.Contains(message, "must be run in a work tree"):
		return t.noWorkTree()
	case message == "":
		return record.Failf(record.ExitIO, "git", "try git status there", "run git %s: %w", act, err)
	}
	return record.Failf(record.ExitIO, "git", "try git status there", "run git %s: %s", act, message)
}

// noWorkTree is for a directory that git knows and that is in no work tree. A
// repository's configuration can say so of the directory that it is in.
func (t *Tree) noWorkTree() error {
	if _, err := os.Lstat(filepath.Join(t.dir, ".git")); err == nil {
		return record.Failf(record.ExitUsage, "git-directory", "see core.bare and core.worktree in its git config, or give the work tree with -C",
			"open %q: its repository is bare or has its work tree elsewhere", t.dir)
	}
	return record.Failf(record.ExitUsage, "git-directory", "give the work tree with -C",
		"open %q: this is git's own directory, not a work tree", t.dir)
}

// fatal returns the first line of git's last words.
func fatal(complaint string) string {
	for line := range strings.SplitSeq(complaint, "\n") {
		for _, mark := range []string{"fatal: ", "error: "} {
			if rest, ok := strings.CutPrefix(line, mark); ok {
				return rest
			}
		}
	}
	return ""
}

// shellWord quotes a path for a command line that a person copies.
func shellWord(s string) string {
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// Below reports whether the tree's directory is not the top of its work tree.
func (t *Tree) Below() bool { return t.prefix != "" }
