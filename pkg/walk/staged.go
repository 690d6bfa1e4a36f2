package walk

import (
	"context"
	"errors"
	"io"

	"github.com/pi-project-map/pmap/pkg/config"
	"github.com/pi-project-map/pmap/pkg/git"
	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// index reads files as they are staged.
type index struct {
	blobs *git.Blobs
	max   int
}

// listStaged lists what a commit would take, with the settings that are staged.
func listStaged(ctx context.Context, repo *git.Tree) (*listing, error) {
	if err := repo.UseStaged(ctx); err != nil {
		return nil, err
	}
	files, _, err := repo.List(ctx, git.Staged)
	if err != nil {
		return nil, err
	}
	if files, err = repo.DropAnnounced(ctx, files); err != nil {
		return nil, err
	}
	blobs, err := repo.Blobs(ctx)
	if err != nil {
		return nil, err
	}
	l := &listing{mode: record.ModeIndex, settings: config.Default()}
	for _, f := range files {
		l.add(f)
		if f.Path != config.Name {
			continue
		}
		if l.settings, err = stagedSettings(blobs, fromGit(f)); err != nil {
			blobs.Close()
			return nil, err
		}
	}
	l.source = &index{blobs: blobs, max: l.settings.MaxFileBytes}
	return l, nil
}

func stagedSettings(blobs *git.Blobs, e entry) (config.Config, error) {
	if e.mode != git.ModeFile && e.mode != git.ModeExecutable {
		return config.Config{}, record.Failf(record.ExitUsage, "bad-config", "replace the link by the file itself",
			"read %s: it is not a regular file", config.Name)
	}
	_, r, err := blobs.Open(e.object)
	if err != nil {
		return config.Config{}, err
	}
	text, err := io.ReadAll(io.LimitReader(r, config.MaxBytes+1))
	if err != nil {
		return config.Config{}, err
	}
	if _, err := io.Copy(io.Discard, r); err != nil {
		return config.Config{}, err
	}
	return config.Parse(text)
}

// workers is one: git gives one object at a time.
func (x *index) workers(int) int { return 1 }

func (x *index) close() { _ = x.blobs.Close() } // everything asked for was read

func (x *index) descend(parent *folder, name string) *folder {
	if parent == nil {
		return &folder{path: "."}
	}
	return &folder{path: join(parent.path, name), parent: parent}
}

func (x *index) look(ctx context.Context, it *item, buf *[]byte) error {
	e := it.entry
	switch {
	case it.ends:
		return nil
	case e.kind == boundary:
		it.file = record.File{Path: pathname.Path(e.path + "/"), Class: record.ClassBoundary, Reason: e.reason}
		return nil
	case e.kind == collapsed:
		it.file = record.File{Path: pathname.Path(e.path + "/"), Class: record.ClassCollapsed, Reason: e.reason}
		return nil
	case e.mode != git.ModeSymlink && secret(e.path):
		it.file = record.File{Path: pathname.Path(e.path), Class: record.ClassSecret}
		return nil
	}
	size, r, err := x.blobs.Open(e.object)
	if errors.Is(err, git.ErrMissing) {
		it.refused(err)
		return nil
	}
	if err != nil {
		return err
	}
	c, err := digest(ctx, r, size, x.max, buf)
	if err != nil {
		return err
	}
	if e.mode == git.ModeSymlink {
		it.file = record.File{Path: pathname.Path(e.path), Class: record.ClassSymlink, Target: pathname.Text(c.text)}
		return nil
	}
	it.file = c.record(e.path)
	return nil
}
