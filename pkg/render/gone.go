package render

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/atomicfile"
	"github.com/pi-project-map/pmap/pkg/git"
	"github.com/pi-project-map/pmap/pkg/mapfile"
	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// junk are directories that have never had maps and may hold very many files.
func junk() []string { return []string{".git", "node_modules", ".next", ".venv", "__pycache__"} }

// ours reports whether a base name is one that pmap gives to files it writes.
func ours(base string) bool {
	return base == mapfile.IndexName || base == mapfile.MapName || atomicfile.IsTemp(base)
}

// leftovers are pmap's files that no page accounts for.
type leftovers struct {
	gone  []string // maps of directories that have no page
	temps []string // of runs that were killed
}

// leftovers looks for them: in a git work tree git lists its files, elsewhere
// a walk does.
func (r *run) leftovers(ctx context.Context) (leftovers, error) {
	paths, err := r.find(ctx)
	if err != nil {
		return leftovers{}, err
	}
	slices.Sort(paths)
	var out leftovers
	for _, p := range slices.Compact(paths) {
		dir := path.Dir(p)
		switch _, mapped := r.pages[dir]; {
		case atomicfile.IsTemp(path.Base(p)):
			out.temps = append(out.temps, p)
		case !mapped && r.wanted(r.nearest(dir)) && r.isMap(p):
			out.gone = append(out.gone, p)
		}
	}
	return out, nil
}

func (r *run) find(ctx context.Context) ([]string, error) {
	root, err := filepath.Abs(r.cfg.Root)
	if err != nil {
		return nil, err
	}
	if r.mode != record.ModePlain {
		tree, err := git.Open(ctx, root, r.cfg.Environ)
		if err == nil {
			return tree.Find(ctx, ours, junk())
		}
		if !errors.Is(err, git.ErrNone) {
			return nil, err
		}
	}
	return walk(ctx, root)
}

// walk finds the files below root without following links or entering other
// repositories. What cannot be read is passed over: the stage that lists the
// project has said so.
func walk(ctx context.Context, root string) ([]string, error) {
	var found []string
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return nil
		}
		if d.IsDir() {
			if name != root && (slices.Contains(junk(), d.Name()) || isRepository(name)) {
				return fs.SkipDir
			}
			return nil
		}
		if ours(d.Name()) {
			found = append(found, strings.TrimPrefix(strings.TrimPrefix(name, root), "/"))
		}
		return nil
	})
	return found, err
}

func isRepository(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, ".git"))
	return err == nil
}

// nearest returns the closest directory above dir that has a page.
func (r *run) nearest(dir string) string {
	for dir != "." {
		if _, ok := r.pages[dir]; ok {
			return dir
		}
		dir = path.Dir(dir)
	}
	return dir
}

// isMap reports whether a file begins as the map that pmap would put there; a
// map of another root, or a sample in a test's data, does not.
func (r *run) isMap(p string) bool {
	file, err := r.files.ReadFile(p, mapfile.MaxBytes)
	if err != nil {
		return false
	}
	suffix := ""
	if path.Base(p) == mapfile.IndexName {
		suffix = " (index)"
	}
	dir := pathname.QuoteField(path.Dir(p))
	lines := strings.SplitN(string(file), "\n", 3)
	return len(lines) == 3 && trim(lines[0]) == "# "+dir+suffix && trim(lines[1]) == "dir: "+dir
}

// trim drops what an editor may have put at a line's end.
func trim(line string) string { return strings.TrimRight(line, " \t\r") }
