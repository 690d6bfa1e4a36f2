package llm

// flat is a directory's question in a batch: its list shows, in place of its
// subdirectories' roles, what the files below them are for.
type flat struct {
	parts []part
	question
	list    string
	guessed bool // a file below has no purpose yet
}

// How many parts from below a directory are shown to those above it, and by it.
const (
	mostBelow = 200
	leastEach = 3
)

// flatten makes a directory's question for a batch. Of a directory without
// subdirectories it is the same as any other's.
func (s *stage) flatten(n *node) *flat {
	all := &node{path: n.path, parts: n.flat()}
	list, input := all.listing(s.options.MaxFileTokens)
	return &flat{parts: all.parts, question: question{input, dirPrompt, s.model}, list: list, guessed: all.guessed()}
}

// flat returns a directory's files, then each subdirectory and what is below
// it, as many of each as of every other.
func (n *node) flat() []part {
	var files, dirs []part
	for _, p := range n.parts {
		if p.dir {
			dirs = append(dirs, p)
		} else {
			files = append(files, p)
		}
	}
	all := files
	for _, d := range dirs {
		all = append(all, part{name: d.name, dir: true})
		for _, p := range d.below[:min(len(d.below), max(leastEach, mostBelow/len(dirs)))] {
			p.name = d.name + "/" + p.name
			all = append(all, p)
		}
	}
	return all
}

// above returns what the directories above are shown.
func (n *node) above() []part {
	all := n.flat()
	return all[:min(len(all), mostBelow)]
}

// flattens reports whether directories are asked about in batches.
func (s *stage) flattens() bool { return s.cfg.Batch }
