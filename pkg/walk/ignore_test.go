package walk

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/pi-project-map/pmap/pkg/record"
)

// ignoreKinds is a tree with every kind of ignore rule, and files on both
// sides of each.
func ignoreKinds() map[string]string {
	files := map[string]string{
		".gitignore":        "\ufeff*.bom\n*.log\n!keep.log\n# comment\n\\#hash\n\\!bang\n/anchored\nonlydir/\ndeep/**/x\n**/any\nsub/*.tmp\n[a-c].set\n[!a-z].neg\ntrail  \nspaced\\ \nq?estion\ncr\r\nesc\\*ape\n/*.root\nall/**\n!all/kept\nparent/\n!parent/child\n[[:digit:]]x\n",
		"nested/.gitignore": "!*.log\n/here\nlocal\n",
		"nested/n.log":      "", "nested/here": "", "nested/deep/here": "", "nested/deep/local": "",
		"crlf/.gitignore": "one\r\ntwo/\r\n!keep\r\n", "crlf/one": "", "crlf/two/f": "", "crlf/keep": "",
	}
	for _, name := range []string{
		"a.bom", "a.log", "keep.log", "d/keep.log", "# comment", "#hash", "!bang", "anchored", "d/anchored", "onlydir/f",
		"d/onlydir", "deep/x", "deep/1/2/x", "deep/xy", "any", "p/any/f", "sub/a.tmp", "sub/sub/a.tmp", "a.set", "d.set",
		"A.neg", "a.neg", "trail", "trail  ", "spaced ", "spaced", "question", "cr", "esc*ape", "escape", "f.root", "d/f.root",
		"all/f", "all/kept", "parent/child", "parent/f", "7x", "xx", "excluded", "d/excluded", "global", "d/global",
	} {
		files[name] = ""
	}
	return files
}

// fromGitItself is git's own list, sorted.
func fromGitItself(t testing.TB, dir string) []string {
	t.Helper()
	list := strings.Split(runGit(t, dir, "-c", "core.excludesFile="+filepath.Join(dir, ".git/global"), "ls-files", "-coz", "--exclude-standard"), "\x00")
	list = list[:len(list)-1]
	if len(list) == 0 {
		return nil
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func TestIgnoreRulesAreGits(t *testing.T) {
	dir := t.TempDir()
	runGit(t, dir, "init", "-q", ".")
	put(t, dir, ignoreKinds())
	put(t, dir, map[string]string{".git/info/exclude": "/excluded\n", ".git/global": "global\n"})
	must(t, os.WriteFile(filepath.Join(dir, ".git/user"), []byte("[core]\nexcludesFile = "+filepath.Join(dir, ".git/global")+"\n"), 0o644))
	runGit(t, dir, "add", "-f", "a.log", "onlydir/f", "all/f") // tracked although ignored
	env := environ()
	for i, kv := range env {
		if strings.HasPrefix(kv, "GIT_CONFIG_GLOBAL=") {
			env[i] = "GIT_CONFIG_GLOBAL=" + filepath.Join(dir, ".git/user")
		}
	}
	r := walked(t, Config{Root: dir, Environ: env})
	if diff := cmp.Diff(fromGitItself(t, dir), r.paths()); diff != "" {
		t.Error(diff)
	}
	for path, want := range map[string]bool{
		"a.log": true, "keep.log": true, "excluded": false, "d/excluded": true, "global": false, "d/global": false,
		"parent/child": false, "nested/n.log": true, "spaced ": false, "trail": false,
	} {
		if r.has(path) != want {
			t.Errorf("%q listed: %t, want %t", path, !want, want)
		}
	}
}

// TestPlainIsGits walks the same tree without its repository.
func TestPlainIsGits(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, ignoreKinds())
	plain := walked(t, Config{Root: dir})
	if plain.head.Mode != record.ModePlain {
		t.Fatalf("mode is %q", plain.head.Mode)
	}
	runGit(t, dir, "init", "-q", ".")
	if diff := cmp.Diff(fromGitItself(t, dir), plain.paths()); diff != "" {
		t.Error(diff)
	}
}

func TestRandomRulesAreGits(t *testing.T) {
	names := rapid.SampledFrom([]string{"a", "b", "ab", "a.b", "A", "[a]", "a b", "!a", "#a", "é", "*", "a\\"})
	atom := rapid.SampledFrom([]string{"a", "b", "A", ".", "*", "**", "?", "/", "[ab]", "[!a]", "[a-", "\\", " ", "!", "#", "\\ ", "é", "[]a]", "[[:alpha:]]"})
	line := rapid.Custom(func(t *rapid.T) string {
		s := strings.Join(rapid.SliceOfN(atom, 1, 5).Draw(t, "atoms"), "")
		return rapid.SampledFrom([]string{"", "!", "/"}).Draw(t, "before") + s + rapid.SampledFrom([]string{"", "/", "/**", " ", "\r"}).Draw(t, "after")
	})
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "tree")
		must(t, err)
		dirs := []string{""}
		for range rapid.IntRange(1, 4).Draw(rt, "dirs") {
			in := rapid.SampledFrom(dirs).Draw(rt, "in")
			dirs = append(dirs, in+names.Draw(rt, "dir")+"/")
		}
		for _, d := range dirs {
			if os.MkdirAll(filepath.Join(dir, d), 0o755) != nil {
				continue // a file has the name
			}
			for range rapid.IntRange(0, 4).Draw(rt, "files") {
				_ = os.WriteFile(filepath.Join(dir, d, names.Draw(rt, "file")), nil, 0o644) // or a directory
			}
			if rapid.Bool().Draw(rt, "ignores") {
				rules := strings.Join(rapid.SliceOfN(line, 1, 4).Draw(rt, "rules"), "\n")
				must(t, os.WriteFile(filepath.Join(dir, d, ".gitignore"), []byte(rules), 0o644))
			}
		}
		plain := walked(t, Config{Root: dir}).paths()
		runGit(t, dir, "init", "-q", ".")
		want := fromGitItself(t, dir)
		if diff := cmp.Diff(want, plain); diff != "" {
			rt.Fatalf("plain: %s\n%s", diff, dump(dir))
		}
		r := walked(t, Config{Root: dir})
		if diff := cmp.Diff(want, r.paths()); r.head.Mode != record.ModeGit || diff != "" {
			rt.Fatalf("git: %s", diff)
		}
	})
}

// dump shows the ignore files of a tree that failed.
func dump(dir string) string {
	var s strings.Builder
	_ = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Name() == ".gitignore" {
			text, _ := os.ReadFile(path)
			fmt.Fprintf(&s, "%s: %q\n", path, text)
		}
		return nil
	})
	return s.String()
}
