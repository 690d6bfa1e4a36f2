// Package render turns pages into the two map files of every directory, or
// says how those on disk differ. Start from [Run].
//
// Nothing is written before the whole stream has been read and proved, and
// nothing at all if it has no result. Then every file is either untouched, the
// old one or the new one, whenever the run is killed. Maps are never written
// through a link, and what is not one of pmap's own files is never removed.
package render

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"github.com/pi-project-map/pmap/pkg/atomicfile"
	"github.com/pi-project-map/pmap/pkg/lock"
	"github.com/pi-project-map/pmap/pkg/record"
	"github.com/pi-project-map/pmap/pkg/rootfs"
)

// Config says what to do with the pages. Without Check, Diff or Show the maps
// are written.
type Config struct {
	Root     string
	Check    bool // find what differs; exit 1 if anything does
	Diff     bool // print what would change as a unified diff
	Show     bool // print the files
	JSON     bool // Check's findings as records
	CacheDir string
	Environ  []string             // for git
	LockWait time.Duration        // 10 s if zero
	Warn     func(message string) // one line for people
}

const defaultLockWait = 10 * time.Second

// Run reads a stream of pages to its end and then does what cfg says. A
// [record.Failure] without a message and with exit code 1 says that Check
// found something.
func Run(ctx context.Context, in *record.Reader, stdout io.Writer, cfg Config) (err error) {
	if err := cfg.validate(); err != nil {
		return err
	}
	if _, err := os.Stat(cfg.Root); err != nil {
		return noRoot(cfg.Root, err) // the lock's name comes from the root
	}
	if cfg.Writes() {
		held, err := cfg.lock(ctx)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, held.Release()) }()
	}
	r, err := open(cfg)
	if err != nil {
		return err
	}
	defer r.close()
	if cfg.Check {
		if err := r.loadKept(); err != nil {
			return err
		}
	}
	if err := r.read(ctx, in); err != nil {
		return err
	}
	if !record.Gave(in.Exit()) {
		if cfg.JSON {
			return printRecords(stdout, nil, in.Exit())
		}
		return nil
	}
	err = r.finish(ctx, in.Exit(), stdout)
	r.trouble.warn(cfg.Warn)
	return err
}

// Writes reports whether a run with this configuration changes files.
func (cfg Config) Writes() bool { return !cfg.Check && !cfg.Diff && !cfg.Show }

func (cfg Config) validate() error {
	n := 0
	for _, set := range []bool{cfg.Check, cfg.Diff, cfg.Show} {
		if set {
			n++
		}
	}
	if n > 1 {
		return record.Failf(record.ExitUsage, "usage", "give one of them", "--check, --diff and --stdout exclude each other")
	}
	if cfg.JSON && !cfg.Check {
		return record.Failf(record.ExitUsage, "usage", "add --check", "--json is for the findings of --check")
	}
	return nil
}

func (cfg Config) lock(ctx context.Context) (*lock.Lock, error) {
	wait := cfg.LockWait
	if wait == 0 {
		wait = defaultLockWait
	}
	held, err := lock.Take(ctx, cfg.CacheDir, cfg.Root, wait)
	var other *lock.HeldError
	switch {
	case errors.As(err, &other):
		return nil, record.Failf(record.ExitTemporary, "locked", "run again when it has ended", "lock project %q: %w", cfg.Root, other)
	case err != nil:
		return nil, record.Failf(record.ExitIO, "lock", "set XDG_CACHE_HOME to a directory that you can write to",
			"lock project %q: %w", cfg.Root, err)
	}
	return held, nil
}

// run is one run's state. What it holds of the pages: the paths of all, and
// the formatted files of those that are to be written or shown, in a [spool],
// and the lines of the file of notes.
type run struct {
	cfg      Config
	files    *rootfs.Root // for reading
	tree     *atomicfile.Tree
	mode     record.Mode
	options  record.Options
	pages    map[string]bool // directory to whether it is picked
	picking  bool            // some page is picked, so only picked ones count
	changes  []change
	notes    map[string][]string      // directory to lines of the file of notes
	kept     map[string][]record.Note // directory to notes on disk; for Check
	findings []record.Finding
	spool    spool
	trouble  trouble
}

// change is a file that is to be written, compared or shown.
type change struct {
	dir, path string
	data      span
}

func open(cfg Config) (*run, error) {
	files, err := rootfs.Open(cfg.Root)
	if err != nil {
		return nil, noRoot(cfg.Root, err)
	}
	tree, err := atomicfile.Open(cfg.Root)
	if err != nil {
		return nil, errors.Join(noRoot(cfg.Root, err), files.Close())
	}
	return &run{
		cfg: cfg, files: files, tree: tree,
		pages: map[string]bool{}, notes: map[string][]string{}, kept: map[string][]record.Note{},
		spool: spool{dir: cfg.CacheDir, limit: spoolLimit},
	}, nil
}

func noRoot(root string, err error) error {
	return record.Failf(record.ExitIO, "no-root", "give the project's root with -C", "open root: %w", err)
}

func (r *run) close() {
	// Only read from, or already reported on.
	_ = r.files.Close()
	_ = r.tree.Close()
	r.spool.close()
}

// finish does what the run is for, now that the stream is proved.
func (r *run) finish(ctx context.Context, exit int, stdout io.Writer) error {
	switch {
	case r.cfg.Show:
		return r.show(stdout)
	case r.cfg.Diff:
		return r.diff(ctx, stdout)
	case r.cfg.Check:
		return r.report(ctx, exit, stdout)
	}
	return r.write(ctx)
}

// wanted reports whether the files of a page count in this run.
func (r *run) wanted(dir string) bool { return !r.picking || r.pages[dir] }

func writeFailure(err error) error {
	return record.Failf(record.ExitIO, "write", "free some space, or write elsewhere", "write standard output: %w", err)
}

func badPage(dir string, err error) error {
	return record.Failf(record.ExitStream, "bad-page", "the stage before this one wrote it; see its version",
		"page %s: %w", dir, err)
}
