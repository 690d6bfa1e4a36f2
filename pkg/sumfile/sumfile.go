// Package sumfile is .pi-map.sum, the file at a project's root that keeps the
// model notes of its maps: [Format] writes it, [Open] and [Parse] read it back. The
// grammar is in spec/pmap-map.5.md.
//
// The file comes with the repository. Two branches' files may have been put
// together line by line, so only lines count that are written exactly as Format
// writes them; whatever else stands there is passed over. A note that is found
// is what somebody says that a model said of an input: it counts only for that
// input, and merge proves it like any other.
package sumfile

import (
	"bytes"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Name is the file's path from the project's root.
const Name = ".pi-map.sum"

// MaxBytes is the longest file that is read: some 300,000 notes.
const MaxBytes = 128 << 20

// maxLine is the longest line that counts, in bytes. A note at all its bounds
// is shorter.
const maxLine = 512 << 10

// said is what a line says of a note besides its first three fields: all that
// does not differ from one run to the next.
type said struct {
	Model     string   `json:"model,omitempty"`
	Purpose   string   `json:"purpose,omitempty"`
	Deps      []string `json:"deps,omitempty"`
	Concepts  []string `json:"concepts,omitempty"`
	Exports   []string `json:"exports,omitempty"`
	Role      string   `json:"role,omitempty"`
	Arch      string   `json:"arch,omitempty"`
	Tags      []string `json:"tags,omitempty"`
	Workflows []string `json:"workflows,omitempty"`
}

// Kept is a note without what differs from one run to the next: whether it was
// cached, and what it cost.
func Kept(n record.Note) record.Note {
	n.Cached, n.TokensIn, n.TokensOut = false, 0, 0
	return n
}

// Format returns the file for some notes: one line each, sorted; no bytes for
// none. Of notes on the same path, input and prompt the first line stays. A
// note that no line can hold is left out.
func Format(notes []record.Note) []byte {
	lines := make([]string, 0, len(notes))
	for _, n := range notes {
		if line, ok := Line(n); ok {
			lines = append(lines, line)
		}
	}
	return Join(lines)
}

// Join sorts lines of [Line] to a file as Format does.
func Join(lines []string) []byte {
	lines = slices.Clone(lines)
	slices.Sort(lines)
	var out bytes.Buffer
	claim := ""
	for _, line := range lines {
		c := line[:strings.LastIndexByte(line, '\t')]
		if c != claim {
			out.WriteString(line)
			out.WriteByte('\n')
		}
		claim = c
	}
	return out.Bytes()
}

// Line is a note's line without its newline, or false if no reader would take
// it.
func Line(n record.Note) (string, bool) {
	if !oneWord(n.Prompt) {
		return "", false
	}
	if _, err := record.Marshal(Kept(n)); err != nil {
		return "", false
	}
	text, err := json.Marshal(said{
		Model: n.Model, Purpose: n.Purpose, Deps: n.Deps, Concepts: n.Concepts, Exports: n.Exports,
		Role: n.Role, Arch: n.Arch, Tags: n.Tags, Workflows: n.Workflows,
	})
	if err != nil {
		return "", false
	}
	line := strings.Join([]string{pathname.Quote(string(n.Path)), n.Input, n.Prompt, string(text)}, "\t")
	return line, len(line) <= maxLine
}

// oneWord reports whether a prompt's id is printable ASCII without spaces.
func oneWord(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' })
}

// Parse returns the notes of a file in its lines' order, sorted. It never
// fails: lines that Format would not have written are passed over.
func Parse(file []byte) []record.Note {
	var notes []record.Note
	for raw := range bytes.Lines(file) {
		line := strings.TrimSuffix(strings.TrimSuffix(string(raw), "\n"), "\r")
		if n, ok := parseLine(line); ok {
			notes = append(notes, n)
		}
	}
	slices.SortStableFunc(notes, compare)
	return notes
}

func parseLine(line string) (record.Note, bool) {
	var n record.Note
	fields := strings.Split(line, "\t")
	if len(fields) != 4 || len(line) > maxLine {
		return n, false
	}
	path, err := pathname.Unquote(fields[0])
	if err != nil || pathname.Check(path) != nil {
		return n, false
	}
	var s said
	if err := json.Unmarshal([]byte(fields[3]), &s, json.RejectUnknownMembers(true)); err != nil {
		return n, false
	}
	n = record.Note{
		Path: pathname.Path(path), Input: fields[1], Prompt: fields[2], Model: s.Model, Purpose: s.Purpose, Deps: s.Deps,
		Concepts: s.Concepts, Exports: s.Exports, Role: s.Role, Arch: s.Arch, Tags: s.Tags, Workflows: s.Workflows,
	}
	again, ok := Line(n)
	return n, ok && again == line
}

// compare orders notes as their lines are ordered, as far as the claims go.
func compare(a, b record.Note) int {
	return strings.Compare(claimOf(a), claimOf(b))
}

func claimOf(n record.Note) string {
	return pathname.Quote(string(n.Path)) + "\t" + n.Input + "\t" + n.Prompt
}
