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
	maxEntries = 6
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
	for _, line := range append(d.saidArch(), t.layers(d), t.inside(d), t.starting(d), using(d), cycling(d)) {
		if line == "" || length+len(line) >= maxArch {
			continue
		}
		lines = append(lines, line)
		length += len(line) + 1
	}
	return strings.Join(lines, "\n")
}

// layers says how the subdirectories depend on each other: those that need the
// same stand together, those that need each other are named once.
func (t *tree) layers(d *dir) string {
	type side struct {
		dir *dir
		by  string
	}
	arrows := t.arrows(d)
	drawn, both := map[[2]*dir]bool{}, map[[2]*dir]bool{}
	for _, a := range arrows {
		drawn[[2]*dir{a.from, a.to}] = true
	}
	var order []side
	targets := map[side][]string{}
	for _, a := range arrows {
		s := side{a.from, " -> "}
		if both[[2]*dir{a.to, a.from}] {
			continue // drawn from the other side
		}
		if drawn[[2]*dir{a.to, a.from}] {
			s.by = " <-> "
			both[[2]*dir{a.from, a.to}] = true
		}
		if targets[s] == nil {
			order = append(order, s)
		}
		targets[s] = append(targets[s], fieldName(a.to.base()))
	}
	sources := map[string][]string{} // who depends on the same
	var groups []string
	for _, s := range order {
		to := s.by + commas(targets[s], maxTargets)
		if sources[to] == nil {
			groups = append(groups, to)
		}
		sources[to] = append(sources[to], fieldName(s.dir.base()))
	}
	parts := make([]string, 0, len(groups))
	for _, to := range groups {
		parts = append(parts, commas(sources[to], maxTargets)+to)
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

// startsUnder lists a directory's entry points: those that its own manifests
// name and its own, then, for the root and directories without source of their
// own, those further down. Those of examples and the like count only if there
// is no other.
func (t *tree) startsUnder(d *dir) []*file {
	var files, trials []*file
	beneath := d.path == "." || !slices.ContainsFunc(d.files, (*file).source)
	for _, f := range t.under(d) {
		switch {
		case f.entry == "" || f.dir != d && !beneath:
		case trial(d.within(parentPath(f.path))):
			trials = append(trials, f)
		default:
			files = append(files, f)
		}
	}
	if len(files) == 0 {
		files = trials[:min(len(trials), maxTrials)]
	}
	slices.SortStableFunc(files, func(a, b *file) int {
		return cmp.Or(
			compareBool(a.listed != d && a.dir != d, b.listed != d && b.dir != d),
			compareBool(!a.program, !b.program),
			cmp.Compare(strings.Count(a.path, "/")/3, strings.Count(b.path, "/")/3),
			-cmp.Compare(power(len(a.deps)), power(len(b.deps))),
			cmp.Compare(strings.Count(a.path, "/"), strings.Count(b.path, "/")),
			strings.Compare(a.path, b.path))
	})
	return files
}

// maxTrials is how many entry points of examples stand for a project that has
// no other.
const maxTrials = 3

// trial reports whether a path leads into what only shows, tries or measures a
// project.
func trial(path string) bool {
	for part := range strings.SplitSeq(path, "/") {
		switch strings.TrimLeft(strings.ToLower(part), "_.") {
		case "example", "examples", "demo", "demos", "sample", "samples", "playground", "playgrounds", "fixture", "fixtures", "fixtures__",
			"test", "tests", "tests__", "testing", "testdata", "e2e", "spec", "bench", "benches", "benchmark", "benchmarks", "fuzz", "fuzzing", "tutorial", "tutorials":
			return true
		}
	}
	return false
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
