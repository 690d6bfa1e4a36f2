package pypackage

import (
	"bufio"
	"bytes"
	"context"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang/structure"
	"github.com/pi-project-map/pmap/pkg/record"
)

// ini reads Python's configuration format into a table of sections. A value
// that goes on over indented lines keeps its line breaks.
func ini(src []byte) (*structure.Node, bool) {
	root := &structure.Node{Kind: structure.Table}
	var section, value *structure.Node
	in := bufio.NewScanner(bytes.NewReader(src))
	in.Buffer(nil, len(src)+1)
	for in.Scan() {
		line := strings.TrimRight(in.Text(), " \t\r")
		text := strings.TrimSpace(line)
		switch {
		case text == "" || text[0] == '#' || text[0] == ';':
		case value != nil && line[0] <= ' ':
			value.Text += "\n" + text
		case text[0] == '[' && text[len(text)-1] == ']':
			section, value = &structure.Node{Kind: structure.Table}, nil
			root.Keys, root.Items = append(root.Keys, text[1:len(text)-1]), append(root.Items, section)
		case section != nil:
			at := strings.IndexAny(text, "=:")
			if at < 0 {
				continue
			}
			value = &structure.Node{Kind: structure.String, Text: strings.TrimSpace(text[at+1:])}
			section.Keys = append(section.Keys, strings.TrimSpace(text[:at]))
			section.Items = append(section.Items, value)
		}
	}
	return root, in.Err() == nil
}

func setupCfg(n *structure.Node) *record.Facts {
	options := n.Get("options")
	f := &record.Facts{Kind: "setup-cfg", Name: n.Str("metadata", "name"), Summary: n.Str("metadata", "description")}
	names := requirements(lines(options.Str("install_requires")))
	names = append(names, requirements(lines(options.Str("tests_require")))...)
	extras := n.Get("options.extras_require")
	for _, extra := range extras.Names() {
		names = append(names, requirements(lines(extras.Str(extra)))...)
	}
	f.Dependencies = structure.Sorted(names)
	for _, line := range lines(n.Str("options.entry_points", "console_scripts")) {
		if name, target, ok := strings.Cut(line, "="); ok {
			f.Bin = append(f.Bin, record.Pair{Key: strings.TrimSpace(name), Value: strings.TrimSpace(target)})
		}
	}
	for _, line := range lines(options.Str("package_dir")) {
		if name, dir, ok := strings.Cut(line, "="); ok && strings.TrimSpace(dir) != "" {
			f.Paths = append(f.Paths, record.Pair{Key: strings.TrimSpace(name), Value: strings.TrimSpace(dir)})
		}
	}
	for _, dir := range lines(n.Str("options.packages.find", "where")) {
		f.Paths = append(f.Paths, record.Pair{Value: dir})
	}
	f.Paths = unique(f.Paths)
	return f
}

// lines splits a value that has one entry a line, or entries with commas.
func lines(value string) []string {
	var all []string
	for line := range strings.FieldsFuncSeq(value, func(r rune) bool { return r == '\n' }) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			all = append(all, line)
		}
	}
	return all
}

func requirementsFile(ctx context.Context, src []byte) (record.Syntax, error) {
	if err := ctx.Err(); err != nil {
		return record.Syntax{}, err
	}
	text := strings.ReplaceAll(string(src), "\\\n", " ")
	var entries []string
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		for _, editable := range []string{"-e ", "--editable "} {
			line = strings.TrimPrefix(line, editable)
		}
		if line != "" && line[0] != '#' && line[0] != '-' {
			entries = append(entries, line)
		}
	}
	return record.Syntax{State: record.StateOK, Facts: &record.Facts{Kind: "requirements", Dependencies: structure.Sorted(requirements(entries))}}, nil
}
