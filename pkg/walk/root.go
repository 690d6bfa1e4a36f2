package walk

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/pi-project-map/pmap/pkg/record"
)

// rootDir is the root in its two spellings.
type rootDir struct {
	given string // absolute, links kept
	real  string // absolute, links resolved
}

// openRoot checks the root: a directory that is there, and neither "/" nor the
// home directory, where a walk would take everything a person owns.
func openRoot(cfg Config) (rootDir, error) {
	given, err := filepath.Abs(cfg.Root)
	if err != nil {
		return rootDir{}, fmt.Errorf("open root: %w", err)
	}
	resolved, err := filepath.EvalSymlinks(given)
	var st fs.FileInfo
	if err == nil {
		st, err = os.Stat(resolved)
	}
	if err != nil {
		return rootDir{}, record.Failf(record.ExitIO, "no-root", "give an existing directory with -C", "open root: %w", plain(err))
	}
	if !st.IsDir() {
		return rootDir{}, record.Failf(record.ExitIO, "no-root", "give the directory that holds it with -C", "open root: %q is not a directory", cfg.Root)
	}
	if what := refused(resolved, st, cfg.Environ); what != "" && !cfg.Force {
		return rootDir{}, record.Failf(record.ExitUsage, "refused-root", "give a project's directory with -C, or --force if this is one",
			"open root: %q is %s", cfg.Root, what)
	}
	return rootDir{given: given, real: resolved}, nil
}

// plain drops the name of the system call from an error.
func plain(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return fmt.Errorf("%q: %w", p.Path, p.Err)
	}
	return err
}

func refused(root string, st fs.FileInfo, environ []string) string {
	if filepath.Dir(root) == root {
		return "the root of the file system"
	}
	for _, kv := range environ {
		home, ok := strings.CutPrefix(kv, "HOME=")
		if !ok || home == "" {
			continue
		}
		if h, err := os.Stat(home); err == nil && os.SameFile(st, h) {
			return "the home directory"
		}
	}
	return ""
}

// The longest list of operands, in bytes, that is read from a stream.
const maxNames = 64 << 20

// operands returns the paths to pick, relative to the root.
func operands(root rootDir, cfg Config) ([]string, error) {
	names := cfg.Operands
	if cfg.Names != nil {
		more, err := readNames(cfg.Names, cfg.NUL)
		if err != nil {
			return nil, err
		}
		names = append(names[:len(names):len(names)], more...)
	}
	list := make([]string, 0, len(names))
	for _, name := range names {
		path, err := root.relative(name)
		if err != nil {
			return nil, err
		}
		list = append(list, path)
	}
	return list, nil
}

func readNames(r io.Reader, nul bool) ([]string, error) {
	end := byte('\n')
	if nul {
		end = 0
	}
	in := bufio.NewReader(io.LimitReader(r, maxNames+1))
	var names []string
	for total := 0; ; {
		name, err := in.ReadBytes(end)
		if total += len(name); total > maxNames {
			return nil, record.Failf(record.ExitUsage, "operands", "name directories instead of their files", "read operands: more than %d bytes", maxNames)
		}
		if name = bytes.TrimSuffix(name, []byte{end}); len(name) > 0 {
			names = append(names, string(name))
		}
		if errors.Is(err, io.EOF) {
			return names, nil
		}
		if err != nil {
			return nil, record.Failf(record.ExitIO, "operands", "", "read operands: %w", err)
		}
	}
}

// relative returns an operand as a path below the root. The operand need not
// be there.
func (r rootDir) relative(name string) (string, error) {
	if name == "" || strings.IndexByte(name, 0) >= 0 {
		return "", record.Failf(record.ExitUsage, "operands", "give a path below the root", "read operand %q: not a path", name)
	}
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(r.given, path)
	}
	path = filepath.Clean(path)
	for _, spelling := range []string{path, resolve(path)} {
		for _, root := range []string{r.given, r.real} {
			if rest, ok := inside(root, spelling); ok {
				return rest, nil
			}
		}
	}
	return "", record.Failf(record.ExitUsage, "outside-root", "give paths below the root, or another root with -C",
		"read operand %q: it is outside the root", name)
}

// inside returns path below root, "." for the root itself.
func inside(root, path string) (string, bool) {
	if path == root {
		return ".", true
	}
	return strings.CutPrefix(path, strings.TrimSuffix(root, "/")+"/")
}

// resolve follows the links of the longest part of a path that exists, without
// its last name, which may be a link to be picked.
func resolve(path string) string {
	dir, name := filepath.Split(path)
	for dir = filepath.Clean(dir); ; {
		if resolved, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(resolved, name)
		}
		up := filepath.Dir(dir)
		if up == dir {
			return path
		}
		name, dir = filepath.Join(filepath.Base(dir), name), up
	}
}
