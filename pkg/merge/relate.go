package merge

import (
	"cmp"
	"slices"
	"strings"
)

// weighed is a directory and how many files stand behind a relation to it.
type weighed struct {
	dir    *dir
	weight int
}

// strongest sorts by weight in powers of two, then by how much else uses the
// directory, then by path.
func strongest(weights map[*dir]int) []*dir {
	list := make([]weighed, 0, len(weights))
	for d, n := range weights {
		list = append(list, weighed{d, n})
	}
	slices.SortFunc(list, func(a, b weighed) int {
		return cmp.Or(
			-cmp.Compare(power(a.weight), power(b.weight)),
			-cmp.Compare(power(a.dir.used), power(b.dir.used)),
			strings.Compare(a.dir.path, b.dir.path),
		)
	})
	dirs := make([]*dir, 0, len(list))
	for _, w := range list {
		dirs = append(dirs, w.dir)
	}
	return dirs
}

// relate finds for every directory which others it depends on and which
// depend on it. Tests do not count, except in a directory of nothing else.
func (t *tree) relate() {
	users := map[*dir]map[*dir]int{}
	for _, f := range t.files {
		if f.test() {
			continue
		}
		for _, d := range f.dirs {
			for a := d; a != nil && !a.above(f.dir); a = a.parent {
				if users[a] == nil {
					users[a] = map[*dir]int{}
				}
				users[a][f.dir]++
				a.used++
			}
		}
	}
	for _, d := range t.dirs {
		d.users = strongest(users[d])
	}
	for _, d := range t.dirs {
		d.deps = strongest(t.needs(d))
	}
}

// needs weighs what a directory's own files depend on or, if none of them is
// source, what all below it do.
func (t *tree) needs(d *dir) map[*dir]int {
	weights := map[*dir]int{}
	add := func(files []*file, test, outside bool) {
		for _, f := range files {
			if f.test() != test {
				continue
			}
			for _, to := range f.dirs {
				if to != d && !(outside && d.above(to)) {
					weights[to]++
				}
			}
		}
	}
	add(d.files, false, false)
	if len(weights) == 0 && !slices.ContainsFunc(d.files, (*file).source) {
		if slices.ContainsFunc(d.files, (*file).test) {
			add(d.files, true, false)
		} else {
			add(t.under(d), false, true)
		}
	}
	return weights
}

// under lists the files in d and below it: the stream has them in one piece.
// It goes down once to the first of them and once to the last, so that its work
// grows with the depth and no faster.
func (t *tree) under(d *dir) []*file {
	first, last := d, d
	for len(first.subs) > 0 {
		first = first.subs[0]
	}
	for len(last.files) == 0 && len(last.subs) > 0 {
		last = last.subs[len(last.subs)-1]
	}
	if len(first.files) == 0 || len(last.files) == 0 {
		return nil
	}
	return t.files[first.files[0].id : last.files[len(last.files)-1].id+1]
}

// arrow is a dependency of one child of a directory on another.
type arrow struct {
	from, to *dir
	weight   int
}

// arrows returns how the subdirectories of d depend on each other, strongest
// first.
func (t *tree) arrows(d *dir) []arrow {
	weights := map[[2]*dir]int{}
	for _, sub := range d.subs {
		for _, f := range t.under(sub) {
			if f.test() {
				continue
			}
			for _, to := range f.dirs {
				if child := d.childAbove(to); child != nil && child != sub {
					weights[[2]*dir{sub, child}]++
				}
			}
		}
	}
	list := make([]arrow, 0, len(weights))
	for pair, n := range weights {
		list = append(list, arrow{pair[0], pair[1], n})
	}
	slices.SortFunc(list, func(a, b arrow) int {
		return cmp.Or(
			-cmp.Compare(power(a.weight), power(b.weight)),
			strings.Compare(a.from.path, b.from.path),
			strings.Compare(a.to.path, b.to.path),
		)
	})
	return list
}

// childAbove returns the subdirectory of d that holds o, or nil.
func (d *dir) childAbove(o *dir) *dir {
	for o != nil && o.parent != d {
		o = o.parent
	}
	return o
}
