// Package dockerfile reads the build stages of a Dockerfile, the images that
// they start from and the command that the last one runs.
package dockerfile

import (
	"context"
	"os"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/structure"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractor of Dockerfiles.
func Extractors() []lang.Extractor {
	return []lang.Extractor{{
		Name: "dockerfile", Version: 1, Names: []string{"Dockerfile", "Dockerfile.*", "Containerfile", "Containerfile.*"},
		Suffixes: []string{".dockerfile"}, Langs: []string{"Dockerfile"}, Extract: extract,
	}}
}

func extract(ctx context.Context, src []byte) (record.Syntax, error) {
	if err := ctx.Err(); err != nil {
		return record.Syntax{}, err
	}
	f := &file{args: map[string]string{}, stages: map[string]bool{}, facts: record.Facts{Kind: "dockerfile"}}
	for _, line := range instructions(string(src)) {
		f.instruction(line)
	}
	out := record.Syntax{State: record.StateOK, Doc: structure.Header(src, "#"), Symbols: f.symbols, Imports: f.imports.List(), Facts: &f.facts}
	if out.Doc == "" {
		out.Doc = f.facts.Summary
	}
	for _, key := range []string{"entrypoint", "cmd"} {
		if command := f.last[key]; command != "" {
			f.facts.Scripts = append(f.facts.Scripts, record.Pair{Key: key, Value: command})
		}
	}
	if len(f.symbols) == 0 && len(out.Imports) == 0 {
		return record.Syntax{State: record.StateFailed}, nil
	}
	return out, nil
}

// instructions joins continued lines and leaves out comments and the bodies of
// here-documents.
func instructions(src string) []string {
	var all []string
	var current strings.Builder
	end := ""
	for line := range strings.SplitSeq(src, "\n") {
		text := strings.TrimSpace(line)
		if end != "" {
			if text == end {
				end = ""
			}
			continue
		}
		if text == "" || text[0] == '#' {
			continue
		}
		body, continued := strings.CutSuffix(text, "\\")
		current.WriteString(body)
		current.WriteByte(' ')
		if continued {
			continue
		}
		all = append(all, strings.TrimSpace(current.String()))
		end = hereDoc(current.String())
		current.Reset()
	}
	if rest := strings.TrimSpace(current.String()); rest != "" {
		all = append(all, rest)
	}
	return all
}

// hereDoc returns the word that ends the here-document an instruction opens.
func hereDoc(line string) string {
	_, after, found := strings.Cut(line, " <<")
	if !found {
		return ""
	}
	after = strings.TrimLeft(after, "-")
	word, _, _ := strings.Cut(after, " ")
	return strings.Trim(word, "\"'")
}

// file is one Dockerfile while it is read.
type file struct {
	args    map[string]string // defaults of ARG before the first stage
	stages  map[string]bool
	last    map[string]string // commands of the last stage
	symbols []record.Symbol
	imports lang.Imports
	facts   record.Facts
}

func (f *file) instruction(line string) {
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch strings.ToLower(word) {
	case "arg":
		if name, value, ok := strings.Cut(rest, "="); ok && len(f.stages) == 0 {
			f.args[name] = strings.Trim(value, "\"'")
		}
	case "from":
		f.from(strings.Fields(rest))
	case "copy", "add", "run":
		for option := range strings.FieldsSeq(rest) {
			if source, ok := strings.CutPrefix(option, "--from="); ok && strings.ContainsAny(source, ":/.") {
				f.image(source)
			}
		}
	case "entrypoint", "cmd":
		if f.last != nil {
			f.last[strings.ToLower(word)] = commandLine(rest)
		}
	case "label":
		for _, key := range []string{"org.opencontainers.image.description=", "description="} {
			if _, value, ok := strings.Cut(rest, key); ok && len(value) > 1 && value[0] == '"' {
				text, _, _ := strings.Cut(value[1:], `"`)
				f.facts.Summary = structure.Words(text)
				return
			}
		}
	}
}

func (f *file) from(args []string) {
	for len(args) > 0 && strings.HasPrefix(args[0], "--") {
		args = args[1:]
	}
	if len(args) == 0 {
		return
	}
	f.image(args[0])
	f.last = map[string]string{}
	f.stages[""] = true
	if len(args) >= 3 && strings.EqualFold(args[1], "as") {
		f.stages[args[2]] = true
		f.symbols = append(f.symbols, record.Symbol{Name: args[2], Kind: record.KindStage, Signature: "FROM " + args[0] + " AS " + args[2], Exported: true})
	}
}

// image adds an image that is no stage of this file, with its ARGs filled in.
func (f *file) image(name string) {
	name = os.Expand(name, func(arg string) string {
		arg, _, _ = strings.Cut(arg, ":")
		if value, ok := f.args[arg]; ok && !strings.Contains(value, "$") {
			return value
		}
		return "$"
	})
	if !f.stages[name] && !strings.Contains(name, "$") && name != "scratch" {
		f.imports.Add(record.Import{Raw: name, Form: "from"})
	}
}

// commandLine makes a shell's line of the exec form.
func commandLine(rest string) string {
	if !strings.HasPrefix(rest, "[") {
		return rest
	}
	list, _ := structure.JSON([]byte(rest))
	return strings.Join(list.Strs(), " ")
}
