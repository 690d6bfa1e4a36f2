package sumfile

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

var (
	zeros = strings.Repeat("0", 64)
	ones  = strings.Repeat("1", 64)
)

func fileNote(path, input, purpose string) record.Note {
	return record.Note{Path: pathname.Path(path), Input: input, Prompt: "file@1", Purpose: purpose}
}

func TestFormat(t *testing.T) {
	notes := []record.Note{
		{Path: "src", Input: ones, Prompt: "dir@1", Model: "m", Role: "Sources.", Arch: "One.\nTwo.", Tags: []string{"go"}, Workflows: []string{"test: go test"}},
		{Path: "src/b.go", Input: zeros, Prompt: "file@1", Purpose: "B & <c>.", Deps: []string{"fmt"}, Concepts: []string{"x"}, Exports: []string{"B"},
			Cached: true, TokensIn: 3, TokensOut: 4},
		fileNote("src/a\tb.go", zeros, "Tab."),
		fileNote("src/a b.go", zeros, "Space."),
		fileNote("src/b.go", zeros, "A second word on the same."),
		{Path: "odd", Input: zeros, Prompt: "two words", Purpose: "No line can hold it."},
		{Path: "none", Input: zeros, Prompt: "file@1"},
	}
	want := strings.Join([]string{
		"\"src/a\\tb.go\"\t" + zeros + "\tfile@1\t" + `{"purpose":"Tab."}`,
		"src\t" + ones + "\tdir@1\t" + `{"model":"m","role":"Sources.","arch":"One.\nTwo.","tags":["go"],"workflows":["test: go test"]}`,
		"src/a b.go\t" + zeros + "\tfile@1\t" + `{"purpose":"Space."}`,
		"src/b.go\t" + zeros + "\tfile@1\t" + `{"purpose":"A second word on the same."}`,
	}, "\n") + "\n"
	if diff := cmp.Diff(want, string(Format(notes))); diff != "" {
		t.Error(diff)
	}
	if got := Format(nil); len(got) != 0 {
		t.Errorf("no notes make %q", got)
	}
}

// TestEveryMemberIsKept: a member that a note gains must be thought of here.
func TestEveryMemberIsKept(t *testing.T) {
	var members []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[said]()) {
		members = append(members, f.Name)
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[record.Note]()) {
		switch f.Name {
		case "Path", "Input", "Prompt", "Cached", "TokensIn", "TokensOut":
		default:
			if len(members) == 0 || members[0] != f.Name {
				t.Fatalf("note has %s, a line has %v", f.Name, members)
			}
			members = members[1:]
		}
	}
}

// Whatever a merge or a hand puts between them, the well-formed lines count
// and nothing else does.
func TestParsePassesOver(t *testing.T) {
	good := "a.go\t" + zeros + "\tfile@1\t" + `{"purpose":"A."}`
	for name, line := range map[string]string{
		"conflict":        "<<<<<<< HEAD",
		"empty":           "",
		"no json":         "a.go\t" + zeros + "\tfile@1",
		"five fields":     good + "\t",
		"digest short":    "a.go\t" + zeros[1:] + "\tfile@1\t" + `{"purpose":"A."}`,
		"digest upper":    "a.go\t" + strings.Repeat("A", 64) + "\tfile@1\t" + `{"purpose":"A."}`,
		"no digest":       "a.go\t\tfile@1\t" + `{"purpose":"A."}`,
		"no prompt":       "a.go\t" + zeros + "\t\t" + `{"purpose":"A."}`,
		"prompt spaced":   "a.go\t" + zeros + "\tfile @1\t" + `{"purpose":"A."}`,
		"path absolute":   "/a.go\t" + zeros + "\tfile@1\t" + `{"purpose":"A."}`,
		"path dotdot":     "../a.go\t" + zeros + "\tfile@1\t" + `{"purpose":"A."}`,
		"path slash":      "a/\t" + zeros + "\tfile@1\t" + `{"purpose":"A."}`,
		"path quoted":     `"a.go"` + "\t" + zeros + "\tfile@1\t" + `{"purpose":"A."}`,
		"member unknown":  "a.go\t" + zeros + "\tfile@1\t" + `{"purpose":"A.","mood":"good"}`,
		"member doubled":  "a.go\t" + zeros + "\tfile@1\t" + `{"purpose":"A.","purpose":"A."}`,
		"member order":    "a.go\t" + zeros + "\tfile@1\t" + `{"purpose":"A.","model":"m"}`,
		"members of call": "a.go\t" + zeros + "\tfile@1\t" + `{"purpose":"A.","cached":true}`,
		"both":            "a.go\t" + zeros + "\tfile@1\t" + `{"purpose":"A.","role":"B."}`,
		"neither":         "a.go\t" + zeros + "\tfile@1\t{}",
		"null":            "a.go\t" + zeros + "\tfile@1\tnull",
		"white space":     "a.go\t" + zeros + "\tfile@1\t" + `{ "purpose":"A."}`,
		"escapes":         "a.go\t" + zeros + "\tfile@1\t" + `{"purpose":"\u0041."}`,
		"bad UTF-8":       "a.go\t" + zeros + "\tfile@1\t" + "{\"purpose\":\"\xff\"}",
		"purpose long":    "a.go\t" + zeros + "\tfile@1\t" + `{"purpose":"` + strings.Repeat("A", 1001) + `"}`,
		"line long":       "a.go\t" + zeros + "\tfile@1\t" + strings.Repeat(" ", maxLine) + `{"purpose":"A."}`,
	} {
		want := []record.Note{fileNote("a.go", zeros, "A.")}
		got := Parse([]byte(line + "\n" + good + "\n" + line))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	for _, text := range []string{good, good + "\n", good + "\r\n"} {
		if got := Parse([]byte(text)); len(got) != 1 {
			t.Errorf("%q has %d notes", text, len(got))
		}
	}
}

// Two branches' files put together: each claim once, sorted.
func TestOpen(t *testing.T) {
	root := t.TempDir()
	notes := []record.Note{
		fileNote("a.go", zeros, "First."), fileNote("a.go", ones, "Other bytes."), fileNote("b c.go", zeros, "B."), fileNote("b.go", zeros, "Twice, b."),
		fileNote("b.go", zeros, "Twice, a."),
	}
	var text []byte
	for i := range notes {
		text = append(text, Format(notes[len(notes)-1-i:len(notes)-i])...)
	}
	if err := os.WriteFile(filepath.Join(root, Name), text, 0o644); err != nil {
		t.Fatal(err)
	}
	kept, err := Open(root)
	if err != nil {
		t.Fatal(err)
	}
	want := append(slices.Clone(notes[:3]), notes[4])
	if diff := cmp.Diff(want, kept.All()); diff != "" {
		t.Error(diff)
	}
}

func TestOpenWithoutAFile(t *testing.T) {
	for name, lay := range map[string]func(path string) error{
		"absent":    func(string) error { return nil },
		"directory": func(p string) error { return os.Mkdir(p, 0o755) },
		"link": func(p string) error {
			target := filepath.Join(t.TempDir(), "sum")
			if err := os.WriteFile(target, Format([]record.Note{fileNote("a.go", zeros, "A.")}), 0o644); err != nil {
				return err
			}
			return os.Symlink(target, p)
		},
	} {
		root := t.TempDir()
		if err := lay(filepath.Join(root, Name)); err != nil {
			t.Fatal(err)
		}
		kept, err := Open(root)
		if err != nil || len(kept.All()) != 0 {
			t.Errorf("%s: %d notes, %v", name, len(kept.All()), err)
		}
	}
	if _, err := Open(filepath.Join(t.TempDir(), "gone")); err == nil {
		t.Error("a root that is not there is no error")
	}
}

func noteOf(t *rapid.T) record.Note {
	line := rapid.StringMatching(`[ -~é\t\n]{0,30}`)
	n := record.Note{
		Path:   pathname.Path(rapid.StringMatching(`[a-c \t"]{1,3}(/[a-c]{1,3})?`).Draw(t, "path")),
		Input:  strings.Repeat(rapid.StringMatching(`[0-9a-f]`).Draw(t, "digit"), 64),
		Prompt: rapid.StringMatching(`[a-z]{1,4}@[0-9]`).Draw(t, "prompt"), Model: line.Draw(t, "model"),
	}
	if rapid.Bool().Draw(t, "file") {
		n.Purpose = "P" + line.Draw(t, "purpose")
		n.Deps = rapid.SliceOfN(line, 0, 3).Draw(t, "deps")
		n.Concepts = rapid.SliceOfN(line, 0, 3).Draw(t, "concepts")
	} else {
		n.Role = "R" + line.Draw(t, "role")
		n.Arch = line.Draw(t, "arch")
		n.Tags = rapid.SliceOfN(line, 0, 3).Draw(t, "tags")
	}
	return n
}

// TestRoundTrip: what is written is read back and written alike, in whatever
// order it came and with whatever a merge put beside it.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		notes := rapid.SliceOfN(rapid.Custom(noteOf), 0, 8).Draw(t, "notes")
		text := Format(notes)
		if again := Format(Parse(text)); !bytes.Equal(again, text) {
			t.Fatalf("%q is written again as %q", text, again)
		}
		half := len(notes) / 2
		union := append(append(Format(notes[half:]), "=======\n"...), Format(notes[:half])...)
		if again := Format(Parse(union)); !bytes.Equal(again, text) {
			t.Fatalf("two halves make %q, the whole %q", again, text)
		}
	})
}

// FuzzParse: what is taken from any bytes is written as it stood there.
func FuzzParse(f *testing.F) {
	f.Add([]byte("a.go\t" + zeros + "\tfile@1\t" + `{"purpose":"A."}` + "\n"))
	f.Add([]byte("<<<<<<< a\nsrc\t" + ones + "\tdir@1\t" + `{"model":"m","role":"R.","arch":"a\nb","tags":["x"],"workflows":["w"]}` + "\r\n>>>>>>> b"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, n := range Parse(text) {
			line, ok := Line(n)
			if !ok || !bytes.Contains(text, []byte(line)) {
				t.Errorf("%q gives %+v, which is written %q", text, n, line)
			}
		}
	})
}
