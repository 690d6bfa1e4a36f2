package merge

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// The notes on a directory's architecture say only what the graph proves. Each
// line is bounded, so that the whole is.
const (
	maxTargets = 5 // names on either side of an arrow
	maxUsers   = 5
	maxEntries = 8
	maxCycles  = 3
	maxRound   = 4 // files of a cycle
	minCore    = 4 // source files that make it worth while to say which carry the others
	maxArch    = 800
)

// arch says what the graph proves about a directory: how its parts depend on
// each other, what starts in it, who uses it, where it goes in circles.
func (t *tree) arch(d *dir) string {
	var lines []string
	length := 0
	for _, line := range []string{t.layers(d), t.inside(d), t.starting(d), using(d), cycling(d)} {
		if line == "" || length+len(line) >= maxArch {
			continue
		}
		lines = append(lines, line)
		length += len(line) + 1
	}
	return strings.Join(lines, "\n")
}

// layers says how the subdirectories depend on each other.
func (t *tree) layers(d *dir) string {
	var order []*dir
	targets := map[*dir][]string{}
	for _, a := range t.arrows(d) {
		if targets[a.from] == nil {
			order = append(order, a.from)
		}
		targets[a.from] = append(targets[a.from], fieldName(a.to.base()))
	}
	sources := map[string][]string{} // who depends on the same
	var groups []string
	for _, from := range order {
		to := commas(targets[from], maxTargets)
		if sources[to] == nil {
			groups = append(groups, to)
		}
		sources[to] = append(sources[to], fieldName(from.base()))
	}
	parts := make([]string, 0, len(groups))
	for _, to := range groups {
		parts = append(parts, commas(sources[to], maxTargets)+" -> "+to)
	}
	return fit(parts, "; ", maxArch/2)
}

// inside says how the files of a package depend on each other in languages
// that do not write it down as imports: which of them most others use.
func (t *tree) inside(d *dir) string {
	weights := map[[2]*file]int{}
	definers := map[name][]*file(nil)
	sources := 0
	for _, f := range d.files {
		if f.test() || f.lang != "Go" && f.lang != "Java" || f.class == record.ClassGenerated {
			continue
		}
		sources++
		if definers == nil {
			definers = t.definers(d)
		}
		for _, n := range f.refs {
			if found := definers[n]; len(found) == 1 && found[0] != f && found[0].pkg == f.pkg {
				weights[[2]*file{f, found[0]}]++
			}
		}
	}
	if sources < minCore {
		return ""
	}
	used := map[*file]int{}
	for pair := range weights {
		used[pair[1]]++
	}
	var core []*file
	for f, n := range used {
		if n > 1 {
			core = append(core, f)
		}
	}
	slices.SortFunc(core, func(a, b *file) int {
		return cmp.Or(-cmp.Compare(power(used[a]), power(used[b])), strings.Compare(a.path, b.path))
	})
	if len(core) == 0 {
		return ""
	}
	names := make([]string, 0, len(core))
	for _, f := range core {
		names = append(names, fieldName(f.base()))
	}
	return "Core: " + commas(names, maxTargets)
}

// starting names the entry points in a directory and, where that is a
// project's or group's top, below it.
func (t *tree) starting(d *dir) string {
	var names []string
	for _, f := range t.startsUnder(d) {
		name := fieldName(d.within(f.path))
		if f.entry != f.stem() && f.entry != f.dir.base() {
			name += " (" + f.entry + ")"
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return ""
	}
	return "Entry: " + commas(names, maxEntries)
}

// startsUnder lists a directory's entry points, its own first. Those further
// down count for the root and for directories without source of their own.
func (t *tree) startsUnder(d *dir) []*file {
	var own, below []*file
	for _, f := range d.files {
		if f.entry != "" {
			own = append(own, f)
		}
	}
	if d.path == "." || !slices.ContainsFunc(d.files, (*file).source) {
		for _, f := range t.under(d) {
			if f.entry != "" && f.dir != d {
				below = append(below, f)
			}
		}
	}
	slices.SortStableFunc(own, func(a, b *file) int {
		return cmp.Or(compareBool(!a.program, !b.program), -cmp.Compare(power(len(a.deps)), power(len(b.deps))))
	})
	slices.SortStableFunc(below, func(a, b *file) int {
		return cmp.Or(compareBool(!a.program, !b.program), -cmp.Compare(power(len(a.deps)), power(len(b.deps))), cmp.Compare(strings.Count(a.path, "/"), strings.Count(b.path, "/")), strings.Compare(a.path, b.path))
	})
	return append(own, below...)
}

// using names the directories that depend on this one.
func using(d *dir) string {
	if len(d.users) == 0 {
		return ""
	}
	names := make([]string, 0, len(d.users))
	for _, u := range d.users {
		names = append(names, pathname.Quote(u.path))
	}
	return "Used by: " + commas(names, maxUsers)
}

// cycling names the cycles of imports that lie here.
func cycling(d *dir) string {
	var rounds []string
	for _, c := range d.cycles {
		var names []string
		for _, f := range c.files {
			names = append(names, fieldName(d.within(f.path)))
		}
		round := ""
		switch {
		case len(names) == 2:
			round = names[0] + " <-> " + names[1]
		case len(names) > maxRound:
			round = strings.Join(names[:maxRound], " -> ") + " -> … -> " + names[0]
		default:
			round = strings.Join(names, " -> ") + " -> " + names[0]
		}
		if c.more {
			round += " and others"
		}
		rounds = append(rounds, round)
	}
	if len(rounds) == 0 {
		return ""
	}
	return "Import cycles: " + joinSome(rounds, "; ", maxCycles)
}

func fieldName(name string) string { return pathname.Quote(name) }

// commas joins at most max names and says if there are more.
func commas(names []string, max int) string { return joinSome(names, ", ", max) }

func joinSome(names []string, sep string, max int) string {
	if len(names) > max {
		return strings.Join(names[:max], sep) + sep + "…"
	}
	return strings.Join(names, sep)
}

// fit joins as many parts as have room.
func fit(parts []string, sep string, maxBytes int) string {
	var b strings.Builder
	for _, p := range parts {
		if b.Len() > 0 && b.Len()+len(sep)+len(p) > maxBytes {
			break
		}
		if b.Len() > 0 {
			b.WriteString(sep)
		}
		b.WriteString(p)
	}
	return b.String()
}
