package walk

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/pi-project-map/pmap/pkg/glob"
	"github.com/pi-project-map/pmap/pkg/record"
)

// plainLister lists a directory that is in no repository by the rules of the
// .gitignore files in it.
type plainLister struct {
	ctx     context.Context
	entries []entry
}

// ignoreFile is one .gitignore and where it holds.
type ignoreFile struct {
	dir   string
	rules glob.Rules
	up    *ignoreFile
}

// ignores reports whether the nearest rule that speaks of path leaves it out.
func (f *ignoreFile) ignores(path string, dir bool) bool {
	for ; f != nil; f = f.up {
		if picked, decided := f.rules.Decide(below(path, f.dir), dir); decided {
			return picked
		}
	}
	return false
}

// maxIgnoreFile is the longest .gitignore that is read, in bytes. git's own
// limit is 100 MB.
const maxIgnoreFile = 1 << 20

// maxDepth bounds the nesting of directories; no path of a file system that can
// be spelled is deeper than half of its longest path.
const maxDepth = 2048

// dir lists one directory and closes it.
func (p *plainLister) dir(d *os.File, path string, ignored *ignoreFile) error {
	defer d.Close()
	if err := p.ctx.Err(); err != nil {
		return err
	}
	names, err := d.ReadDir(-1)
	switch {
	case err != nil && path == ".":
		return record.Failf(record.ExitIO, "no-root", "make it readable", "list root: %w", plain(err))
	case err != nil:
		p.unreadable(path, err)
	}
	if text, err := readAt(d, ".gitignore", maxIgnoreFile); err == nil {
		ignored = &ignoreFile{dir: path, rules: glob.ParseRules(text), up: ignored}
	} else if !missing(err) && !errors.Is(err, errNotRegular) {
		p.unreadable(join(path, ".gitignore"), err)
	}
	slices.SortFunc(names, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	for _, n := range names {
		at := join(path, n.Name())
		if always(n.Name()) || ignored.ignores(at, n.IsDir()) {
			continue
		}
		switch {
		case n.IsDir():
			if err := p.below(d, n.Name(), at, ignored); err != nil {
				return err
			}
		case n.Type()&(fs.ModeNamedPipe|fs.ModeSocket|fs.ModeDevice|fs.ModeIrregular) != 0:
			p.entries = append(p.entries, entry{path: at, kind: odd})
		default:
			p.entries = append(p.entries, entry{path: at})
		}
	}
	return nil
}

func (p *plainLister) unreadable(path string, err error) {
	p.entries = append(p.entries, entry{path: path, kind: unreadable, reason: why(err)})
}

// below enters a subdirectory, unless it is a repository of its own.
func (p *plainLister) below(d *os.File, name, path string, ignored *ignoreFile) error {
	sub, err := openAt(d, name, unix.O_RDONLY|unix.O_DIRECTORY)
	if err == nil && strings.Count(path, "/") > maxDepth {
		sub.Close()
		err = unix.ENAMETOOLONG
	}
	if err != nil {
		p.unreadable(path, err)
		return nil
	}
	if reason := repository(sub); reason != "" {
		p.entries = append(p.entries, entry{path: path, kind: boundary, reason: reason})
		return sub.Close()
	}
	return p.dir(sub, path, ignored)
}

// repository says what kind of repository begins in a directory, or "".
func repository(dir *os.File) string {
	text, err := readAt(dir, ".git", 4096)
	if err == nil {
		if pointer, ok := strings.CutPrefix(text, "gitdir: "); ok {
			return repositoryReason(strings.TrimSpace(pointer))
		}
		return ""
	}
	inner, err := openAt(dir, ".git", unix.O_RDONLY|unix.O_DIRECTORY)
	if err != nil {
		return ""
	}
	defer inner.Close()
	for _, name := range []string{"HEAD", "objects", "refs"} {
		var st unix.Stat_t
		if err := unix.Fstatat(int(inner.Fd()), name, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
			return ""
		}
	}
	return "embedded repository"
}

// containsDir reports whether a path has a component of this name.
func containsDir(path, name string) bool {
	return slices.Contains(strings.Split(path, "/"), name)
}

// readAt reads a regular file of a directory, at most max bytes of it.
func readAt(dir *os.File, name string, max int64) (string, error) {
	f, err := openAt(dir, name, unix.O_RDONLY)
	if err != nil {
		return "", err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return "", err
	}
	if !st.Mode().IsRegular() {
		return "", errNotRegular
	}
	text, err := io.ReadAll(io.LimitReader(f, max))
	return string(text), err
}
