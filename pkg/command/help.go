package command

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// flags is the whole flag table of a command: its own and what all have.
func flags(c Command, opts *common) []Flag {
	list := append([]Flag{String(&opts.root, "C", "DIR", "the project's root")}, c.Flags...)
	if c.Output {
		list = append(list, Bool(&opts.zstd, "zstd", "compress the stream written"))
	}
	return append(list,
		Choice(&opts.color, "color", []string{"auto", "always", "never"}, "colour messages on standard error"),
		Bool(&opts.version, "version", "print the version and exit"),
	)
}

// help is what --help prints. It holds no template actions.
func help(c Command, table []Flag) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\nusage: %s\n\noptions:\n", c.Name, c.Summary, synopsis(c))
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, f := range table {
		fmt.Fprintf(w, "  %s\t%s", f.spelling(), f.usage)
		if f.show != "" {
			fmt.Fprintf(w, " (default: %s)", f.show)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w, "  --help, -h\tprint this and exit")
	_ = w.Flush() // writes to memory
	fmt.Fprintf(&b, "\nexample:\n  %s\n", c.Example)
	return b.String()
}

func synopsis(c Command) string {
	s := c.Name + " [OPTION...]"
	if c.Operands != "" {
		s += " [--] " + c.Operands
	}
	return s
}

// plainUsage says a parsing error in the words of the help.
func plainUsage(err error) string {
	s := strings.Replace(err.Error(), "flag provided but not defined: -", "unknown option -", 1)
	if name, ok := strings.CutPrefix(s, "unknown option -"); ok {
		return "unknown option " + option(name)
	}
	return strings.Replace(s, " for flag -", " for option --", 1)
}
