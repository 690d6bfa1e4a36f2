package git

import (
	"bytes"
	"context"
)

// Find returns the paths of all files below the tree's directory whose base
// name fits: tracked, untracked and ignored ones, but none in another
// repository, and no untracked one in a directory with a name in skip.
func (t *Tree) Find(ctx context.Context, fits func(base string) bool, skip []string) ([]string, error) {
	args := []string{"ls-files", "-z", "-c", "-o"}
	for _, name := range skip {
		args = append(args, "-x", name+"/")
	}
	cmd := t.command(ctx, args...)
	out, complaints := &finder{fits: fits}, &tail{max: maxComplaints}
	cmd.Stdout, cmd.Stderr = out, complaints
	if err := t.run(cmd); err != nil {
		return nil, t.failure(ctx, "ls-files", err, complaints.String())
	}
	return out.found, nil
}

// finder keeps those of the NUL-terminated paths written to it that fit.
type finder struct {
	fits  func(base string) bool
	found []string
	part  []byte
}

func (f *finder) Write(p []byte) (int, error) {
	n := len(p)
	for {
		head, rest, whole := bytes.Cut(p, []byte{0})
		f.part = append(f.part, head...)
		if !whole {
			return n, nil
		}
		if f.fits(string(f.part[bytes.LastIndexByte(f.part, '/')+1:])) {
			f.found = append(f.found, string(f.part))
		}
		f.part, p = f.part[:0], rest
	}
}
