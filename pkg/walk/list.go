package walk

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/pi-project-map/pmap/pkg/config"
	"github.com/pi-project-map/pmap/pkg/git"
	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// list finds out where the files come from and which there are.
func list(ctx context.Context, root rootDir, cfg Config) (*listing, error) {
	if !cfg.Index {
		return listDisk(ctx, root, cfg)
	}
	repo, err := git.Open(ctx, root.real, cfg.Environ)
	if errors.Is(err, git.ErrNone) {
		return nil, record.Failf(record.ExitUsage, "no-index", "leave out --index, or run git init", "list staged files: %q is not in a git work tree", root.given)
	}
	if err != nil {
		return nil, err
	}
	return listStaged(ctx, repo)
}

func listDisk(ctx context.Context, root rootDir, cfg Config) (*listing, error) {
	settings, err := config.Load(root.real)
	if err != nil {
		return nil, err
	}
	d := &disk{root: root.real, max: settings.MaxFileBytes}
	l := &listing{settings: settings, source: d}
	repo, err := git.Open(ctx, root.real, cfg.Environ)
	if err != nil && !errors.Is(err, git.ErrNone) {
		return nil, err
	}
	if err == nil {
		ok, err := l.fromGit(ctx, repo)
		if err != nil {
			return nil, err
		}
		if ok {
			d.repo = repo
			return l, nil
		}
	}
	if err != nil && git.Marked(root.real) {
		l.note("not-git", "there is a .git, but git finds no repository there; ignored are the files that .gitignore files name")
	}
	if settings.TrackedOnly {
		l.note("not-git", "trackedOnly has no effect outside a git work tree")
	}
	return l, l.fromDisk(ctx, root.real)
}

// fromGit takes git's list. It is false if git ignores the root itself: then
// the repository around it has nothing to say about what is in it.
func (l *listing) fromGit(ctx context.Context, repo *git.Tree) (bool, error) {
	scope := git.Everything
	if l.settings.TrackedOnly {
		scope = git.TrackedOnly
	}
	files, warnings, err := repo.List(ctx, scope)
	if err != nil {
		return false, err
	}
	if len(files) == 0 && repo.Below() {
		ignored, err := repo.Ignored(ctx, []string{"."})
		if err != nil || len(ignored) > 0 {
			return false, err
		}
	}
	l.mode = record.ModeGit
	l.entries = make([]entry, 0, len(files)+len(warnings))
	for _, f := range files {
		l.add(f)
	}
	for _, w := range warnings {
		l.warn(w)
	}
	return true, nil
}

// add takes an entry of git's. git does not look at the paths of an index that
// came with a repository, which may lead out of it.
func (l *listing) add(f git.Entry) {
	if err := pathname.Check(f.Path); err != nil || f.Path == "." || strings.HasSuffix(f.Path, "/") {
		l.notes = append(l.notes, record.Diag{
			Stage: stage, Severity: record.SeverityError, Code: "bad-path",
			Message: "git lists " + pathname.Quote(f.Path) + ", which is no path below the root", Exit: record.ExitPartial,
		})
		return
	}
	l.entries = append(l.entries, fromGit(f))
}

// fromGit is git's entry as one of ours.
func fromGit(f git.Entry) entry {
	e := entry{path: f.Path, tracked: f.Tracked, mode: f.Mode, object: f.Object}
	switch {
	case f.Nested:
		e.kind = boundary
	case f.Mode == git.ModeSubmodule:
		e.kind, e.reason = boundary, "submodule"
	}
	return e
}

// warn notes what git could not read.
func (l *listing) warn(w git.Warning) {
	if w.Path == "" || w.Path == "." || pathname.Check(w.Path) != nil {
		l.notes = append(l.notes, record.Diag{
			Stage: stage, Severity: record.SeverityError, Code: "unreadable",
			Message: record.OneLine("git: " + w.Message), Exit: record.ExitPartial,
		})
		return
	}
	l.entries = append(l.entries, entry{path: w.Path, kind: unreadable, reason: w.Message})
}

func (l *listing) note(code, format string, args ...any) {
	l.notes = append(l.notes, record.Diag{
		Stage: stage, Severity: record.SeverityWarning, Code: code, Message: fmt.Sprintf(format, args...),
	})
}

// fromDisk lists the root without git.
func (l *listing) fromDisk(ctx context.Context, root string) error {
	l.mode = record.ModePlain
	top, err := os.Open(root)
	if err != nil {
		return record.Failf(record.ExitIO, "no-root", "make it readable", "open root: %w", plain(err))
	}
	p := &plainLister{ctx: ctx}
	if err := p.dir(top, ".", nil); err != nil {
		return err
	}
	l.entries = p.entries
	return nil
}

// repositoryReason says what kind of repository a .git file leads to; see
// gitrepository-layout(5).
func repositoryReason(pointer string) string {
	switch {
	case containsDir(pointer, "worktrees"):
		return "linked worktree"
	case containsDir(pointer, "modules"):
		return "submodule"
	}
	return "embedded repository"
}
