package walk

import (
	"bytes"
	"crypto/sha1"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestConfigRunsNothing gives a repository every setting that names a program
// and proves that none is started, in any mode.
func TestConfigRunsNothing(t *testing.T) {
	dir := committed(t, map[string]string{
		".gitattributes": "* filter=evil diff=evil merge=evil text eol=crlf\n", "a.txt": "a\n", "b.bin": "\x00", "empty": "",
	})
	ran := filepath.Join(t.TempDir(), "ran")
	evil := filepath.Join(dir, ".git/evil")
	put(t, dir, map[string]string{
		".git/evil":     "#!/bin/sh\necho \"$0 $*\" >>" + ran + "\nexit 0\n",
		".git/more.cfg": "[core]\n\tfsmonitor = " + evil + "\n\tpager = " + evil + "\n",
		"new.txt":       "n\n",
	})
	must(t, os.Chmod(evil, 0o755))
	for key, value := range map[string]string{
		"core.fsmonitor": evil, "core.hooksPath": filepath.Join(dir, ".git/hooks"), "core.pager": evil, "core.editor": evil,
		"core.sshCommand": evil, "core.askPass": evil, "core.gitProxy": evil, "core.alternateRefsCommand": evil,
		"diff.external": evil, "diff.evil.textconv": evil, "diff.evil.command": evil, "merge.evil.driver": evil,
		"filter.evil.clean": evil, "filter.evil.smudge": evil, "filter.evil.process": evil, "filter.evil.required": "true",
		"credential.helper": "!" + evil, "pager.ls-files": evil, "interactive.diffFilter": evil, "gpg.program": evil,
		"alias.ls-files": "!" + evil, "alias.rev-parse": "!" + evil, "alias.cat-file": "!" + evil, "include.path": "more.cfg",
		"uploadpack.packObjectsHook": evil, "core.untrackedCache": "true", "core.splitIndex": "true", "help.autoCorrect": "immediate",
	} {
		runGit(t, dir, "config", key, value)
	}
	for _, hook := range []string{"post-index-change", "fsmonitor-watchman", "query-watchman", "pre-auto-gc", "post-checkout", "reference-transaction"} {
		must(t, os.Symlink(evil, filepath.Join(dir, ".git/hooks", hook)))
	}
	must(t, os.Chtimes(filepath.Join(dir, "a.txt"), yesterday(), yesterday())) // its entry needs a refresh
	must(t, os.RemoveAll(ran))

	for _, index := range []bool{false, true} {
		r := walked(t, Config{Root: dir, Index: index})
		if !r.has("a.txt") || r.has("new.txt") == index {
			t.Errorf("index %t lists %q", index, r.paths())
		}
	}
	if text, err := os.ReadFile(ran); err == nil {
		t.Errorf("ran:\n%s", text)
	}
	// The trap works: git itself falls into it.
	_ = tryGit(dir, "status")
	if _, err := os.Stat(ran); err != nil {
		t.Error("git status ran nothing either: the test proves nothing")
	}
}

// TestPartialCloneFetchesNothing has an index entry whose object is missing and
// a promisor remote that would be asked for it with a program of its choice.
func TestPartialCloneFetchesNothing(t *testing.T) {
	dir := committed(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n"})
	ran := filepath.Join(t.TempDir(), "ran")
	evil := filepath.Join(dir, ".git/evil")
	put(t, dir, map[string]string{".git/evil": "#!/bin/sh\necho \"$*\" >>" + ran + "\nexit 1\n"})
	must(t, os.Chmod(evil, 0o755))
	for _, kv := range [][2]string{
		{"core.repositoryFormatVersion", "1"}, {"extensions.partialClone", "origin"}, {"remote.origin.promisor", "true"},
		{"remote.origin.url", dir}, {"remote.origin.uploadpack", evil}, {"protocol.allow", "always"}, {"protocol.file.allow", "always"},
	} {
		runGit(t, dir, "config", kv[0], kv[1])
	}
	object := strings.TrimSpace(runGit(t, dir, "rev-parse", ":a.txt"))
	must(t, os.Remove(filepath.Join(dir, ".git/objects", object[:2], object[2:])))

	if r := walked(t, Config{Root: dir}); !r.has("a.txt") {
		t.Errorf("lists %q", r.paths())
	}
	r, err := tryWalk(t, Config{Root: dir, Index: true})
	if err == nil {
		if diff := cmp.Diff([]string{"a.txt: cannot be read: object is not in git's store"}, r.diag("unreadable")); diff != "" || r.exit != 3 {
			t.Errorf("exit %d: %s", r.exit, diff)
		}
	} else {
		wantFailure(t, err, 5, "git", "read staged files")
	}
	if text, err := os.ReadFile(ran); err == nil {
		t.Errorf("ran: %s", text)
	}
	_ = tryGit(dir, "cat-file", "-p", object)
	if _, err := os.Stat(ran); err != nil {
		t.Error("git cat-file fetched nothing either: the test proves nothing")
	}
}

// TestEmbeddedBareRepository has a directory laid out as a bare repository,
// whose configuration names a program.
func TestEmbeddedBareRepository(t *testing.T) {
	dir := t.TempDir()
	ran := filepath.Join(t.TempDir(), "ran")
	runGit(t, dir, "init", "-q", "--bare", ".")
	runGit(t, dir, "config", "core.fsmonitor", "touch "+ran)
	runGit(t, dir, "config", "core.bare", "false")
	runGit(t, dir, "config", "core.worktree", ".")
	_, err := tryWalk(t, Config{Root: dir})
	wantFailure(t, err, 2, "git-directory", "git's own directory")
	if _, err := os.Stat(ran); err == nil {
		t.Error("ran the file monitor")
	}
}

func TestInsideGitDirectory(t *testing.T) {
	dir := committed(t, nil)
	_, err := tryWalk(t, Config{Root: filepath.Join(dir, ".git/refs")})
	wantFailure(t, err, 2, "git-directory", "git's own directory")
}

// TestWorkTreeElsewhere: a repository can say that what is at the root is not
// its work tree. Nothing is listed then, and nothing elsewhere.
func TestWorkTreeElsewhere(t *testing.T) {
	dir := committed(t, map[string]string{"a": ""})
	outside := t.TempDir()
	put(t, outside, map[string]string{"private": ""})
	runGit(t, dir, "config", "core.worktree", outside)
	_, err := tryWalk(t, Config{Root: dir})
	wantFailure(t, err, 2, "git-directory", "its repository is bare or has its work tree elsewhere")
	runGit(t, dir, "config", "--unset", "core.worktree")
	runGit(t, dir, "config", "core.bare", "true")
	_, err = tryWalk(t, Config{Root: dir})
	wantFailure(t, err, 2, "git-directory", "its repository is bare or has its work tree elsewhere")
}

// TestEnvironmentDoesNotRedirect walks with the variables that a hook has.
func TestEnvironmentDoesNotRedirect(t *testing.T) {
	dir := committed(t, map[string]string{"here": ""})
	other := committed(t, map[string]string{"there": ""})
	env := environ("GIT_DIR="+other+"/.git", "GIT_WORK_TREE="+other, "GIT_INDEX_FILE="+other+"/.git/index",
		"GIT_OBJECT_DIRECTORY="+other+"/.git/objects", "GIT_PREFIX=x/", "GIT_CONFIG_PARAMETERS='core.bare=true'", "GIT_LITERAL_PATHSPECS=1",
		"GIT_EXTERNAL_DIFF=false", "LC_ALL=tr_TR.UTF-8", "LANGUAGE=de")
	for _, index := range []bool{false, true} {
		if diff := cmp.Diff([]string{"here"}, walked(t, Config{Root: dir, Index: index, Environ: env}).paths()); diff != "" {
			t.Error(diff)
		}
	}
}

// TestNoGit walks a repository where git is not installed.
func TestNoGit(t *testing.T) {
	dir := committed(t, map[string]string{"a": ""})
	t.Setenv("PATH", t.TempDir())
	_, err := tryWalk(t, Config{Root: dir})
	wantFailure(t, err, 5, "no-git", "run git rev-parse")
	bare := t.TempDir()
	put(t, bare, map[string]string{"a": ""})
	if diff := cmp.Diff([]string{"a", "."}, walked(t, Config{Root: bare}).order); diff != "" {
		t.Error(diff)
	}
}

// TestRepositoryThatIsNone: without the repository that its .git speaks of, a
// tree is listed by its .gitignore files, and that is said.
func TestRepositoryThatIsNone(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"empty":   {".git/": ""},
		"no HEAD": {".git/objects/": "", ".git/refs/": ""},
		"moved":   {".git": "gitdir: /nonexistent/worktrees/x\n"},
	} {
		dir := t.TempDir()
		put(t, dir, files)
		put(t, dir, map[string]string{"sub/a": "", "sub/b.log": "", ".gitignore": "*.log\n"})
		for root, want := range map[string][]string{
			".": {"diag:not-git", "sub/a", "sub", ".gitignore", "."}, "sub": {"diag:not-git", "a", "b.log", "."},
		} {
			if diff := cmp.Diff(want, walked(t, Config{Root: filepath.Join(dir, root)}).order); diff != "" {
				t.Errorf("%s, root %s: %s", name, root, diff)
			}
		}
	}
}

func TestBrokenRepository(t *testing.T) {
	dir := committed(t, map[string]string{"a": ""})
	put(t, dir, map[string]string{".git/index": "no index"})
	_, err := tryWalk(t, Config{Root: dir})
	wantFailure(t, err, 5, "git", "run git ls-files: ")
	put(t, dir, map[string]string{".git/config": "[core\n"})
	_, err = tryWalk(t, Config{Root: dir})
	wantFailure(t, err, 5, "git", "run git rev-parse: bad config line 1")
}

// TestIndexLeadsOutside has an index whose paths git itself would not write.
func TestIndexLeadsOutside(t *testing.T) {
	for _, name := range []string{"../private", "/etc/passwd", "a/../../x", ".git/config", "./a", "a//b"} {
		parent := t.TempDir()
		put(t, parent, map[string]string{"private": "secret\n", "root/kept": "k\n"})
		dir := filepath.Join(parent, "root")
		runGit(t, dir, "init", "-q", ".")
		stand := strings.Repeat("n", len(name))
		put(t, dir, map[string]string{stand: "x\n"})
		runGit(t, dir, "add", ".")
		index, err := os.ReadFile(filepath.Join(dir, ".git/index"))
		must(t, err)
		index = bytes.Replace(index, []byte(stand), []byte(name), 1)
		checksum := sha1.Sum(index[:len(index)-sha1.Size])
		copy(index[len(index)-sha1.Size:], checksum[:])
		must(t, os.WriteFile(filepath.Join(dir, ".git/index"), index, 0o644))
		must(t, os.Remove(filepath.Join(dir, stand)))
		for _, staged := range []bool{false, true} {
			r, err := tryWalk(t, Config{Root: dir, Index: staged})
			if err != nil {
				wantFailure(t, err, 5, "git", "run git ls-files")
				continue
			}
			if diff := cmp.Diff([]string{"kept", "."}, slices.DeleteFunc(r.order, func(s string) bool { return s == "diag:bad-path" })); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
			if name != ".git/config" && (len(r.diag("bad-path")) != 1 || r.exit != 3) {
				t.Errorf("%s: exit %d, said %+v", name, r.exit, r.diags)
			}
		}
	}
}
