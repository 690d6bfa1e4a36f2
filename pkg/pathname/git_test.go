package pathname

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestQuoteIsGits compares with the tool whose spelling this is: every byte
// alone and beside others, as names in an index that touches no disk.
func TestQuoteIsGits(t *testing.T) {
	var raws []string
	for c := 1; c < 256; c++ {
		if c == '/' {
			continue
		}
		raws = append(raws, string([]byte{byte(c)})+"x", "y"+string([]byte{byte(c)})+"1")
	}
	raws = append(raws, "größe", "日本 語", "\u202e", "a|b,c", `\\"`, `say "hi"`, "\n\n", "ö\nö", "\u0085", "\uFFFD\t", "dir/a\tb", "d\"r/x")
	dir := index(t, raws)
	raw := strings.Split(git(t, dir, nil, "ls-files", "-z"), "\x00")
	// git leaves bytes that are not UTF-8 alone with quotePath=false, and
	// spells them as here with quotePath=true.
	utf8Lines := strings.Split(git(t, dir, nil, "-c", "core.quotePath=false", "ls-files"), "\n")
	byteLines := strings.Split(git(t, dir, nil, "-c", "core.quotePath=true", "ls-files"), "\n")
	if len(raw) != len(raws)+1 || len(utf8Lines) != len(raw) || len(byteLines) != len(raw) {
		t.Fatalf("git lists %d names in %d and %d lines, want %d", len(raw)-1, len(utf8Lines), len(byteLines), len(raws))
	}
	for i, name := range raw {
		want := utf8Lines[i]
		if !utf8.ValidString(name) {
			want = byteLines[i]
		}
		if got := Quote(name); got != want {
			t.Errorf("Quote(%q) = %s, git writes %s", name, got, want)
		}
	}
}

// index makes a repository whose index lists the names.
func index(t *testing.T, names []string) string {
	dir := t.TempDir()
	git(t, dir, nil, "init", "-q")
	blob := strings.TrimSpace(git(t, dir, nil, "hash-object", "-w", "--stdin"))
	var list bytes.Buffer
	for _, name := range names {
		fmt.Fprintf(&list, "100644 %s\t%s\x00", blob, name)
	}
	git(t, dir, &list, "-c", "core.protectNTFS=false", "-c", "core.protectHFS=false", "update-index", "-z", "--index-info")
	return dir
}

func git(t *testing.T, dir string, stdin *bytes.Buffer, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_DIR="+dir+"/.git")
	if stdin != nil {
		cmd.Stdin = stdin
	}
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git %q: %v", args, err)
	}
	return string(out)
}
