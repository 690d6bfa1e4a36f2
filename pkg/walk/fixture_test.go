package walk

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pi-project-map/pmap/pkg/record"
)

// environ is an environment without anyone's own git configuration.
func environ(more ...string) []string {
	env := []string{
		"PATH=" + os.Getenv("PATH"), "HOME=/nonexistent",
		"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org",
		"GIT_AUTHOR_DATE=2020-01-01T00:00:00Z", "GIT_COMMITTER_DATE=2020-01-01T00:00:00Z",
	}
	return append(env, more...)
}

// put writes files below dir; a name that ends in "/" makes a directory.
func put(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if strings.HasSuffix(name, "/") {
			must(t, os.MkdirAll(path, 0o755))
			continue
		}
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte(text), 0o644))
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// runGit runs git in dir and returns its output.
func runGit(t testing.TB, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = dir, environ()
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, complaints.Bytes())
	}
	return string(out)
}

// tryGit runs git where it is to fail.
func tryGit(dir string, args ...string) error {
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = dir, environ()
	return cmd.Run()
}

// sum is the hash of a file's text.
func sum(text string) string {
	h := sha256.Sum256([]byte(text))
	return hex.EncodeToString(h[:])
}

// committed makes a repository of files, all of them committed.
func committed(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	runGit(t, dir, "init", "-q", "-b", "main", ".")
	put(t, dir, files)
	runGit(t, dir, "add", "-f", ".")
	runGit(t, dir, "commit", "-q", "-m", "all", "--allow-empty")
	return dir
}

// result is a walk's stream, read and checked.
type result struct {
	raw   []byte
	head  record.Head
	files []record.File
	dirs  []record.Dir
	diags []record.Diag
	order []string // paths of files and dirs, "diag:code" for diags
	exit  int
}

// walked runs a walk and reads its stream with the reader that every later
// stage uses, which checks order and counts.
func walked(t testing.TB, cfg Config) result {
	t.Helper()
	r, err := tryWalk(t, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func tryWalk(t testing.TB, cfg Config) (result, error) {
	t.Helper()
	if cfg.Environ == nil {
		cfg.Environ = environ()
	}
	var out bytes.Buffer
	w := record.NewWriter(&out)
	if err := Run(context.Background(), w, cfg); err != nil {
		return result{}, err
	}
	if _, err := w.Close(0); err != nil {
		t.Fatal(err)
	}
	return parse(t, out.Bytes()), nil
}

func parse(t testing.TB, raw []byte) result {
	t.Helper()
	r := result{raw: raw}
	in := record.NewReader(bytes.NewReader(raw), record.Demand{})
	for {
		line, err := in.Next()
		if errors.Is(err, io.EOF) {
			r.exit = in.Exit()
			return r
		}
		must(t, err)
		switch line.Type {
		case record.TypeHead:
			must(t, line.Decode(&r.head))
		case record.TypeFile:
			var f record.File
			must(t, line.Decode(&f))
			r.files = append(r.files, f)
			r.order = append(r.order, string(f.Path))
		case record.TypeDir:
			var d record.Dir
			must(t, line.Decode(&d))
			r.dirs = append(r.dirs, d)
			r.order = append(r.order, string(d.Path))
		case record.TypeDiag:
			var d record.Diag
			must(t, line.Decode(&d))
			r.diags = append(r.diags, d)
			r.order = append(r.order, "diag:"+d.Code)
		default:
			t.Fatalf("unexpected %s record", line.Type)
		}
	}
}

// paths are the listed files, sorted bytewise.
func (r result) paths() []string {
	var list []string
	for _, f := range r.files {
		list = append(list, string(f.Path))
	}
	slices.Sort(list)
	return list
}

func (r result) file(t testing.TB, path string) record.File {
	t.Helper()
	for _, f := range r.files {
		if string(f.Path) == path {
			return f
		}
	}
	t.Fatalf("no file %q among %q", path, r.paths())
	return record.File{}
}

func (r result) has(path string) bool { return slices.Contains(r.paths(), path) }

// diag returns the diags with a code, as "path: message".
func (r result) diag(code string) []string {
	var list []string
	for _, d := range r.diags {
		if d.Code == code {
			list = append(list, string(d.Path)+": "+d.Message)
		}
	}
	return list
}

// wantFailure checks an error that ends a run.
func wantFailure(t testing.TB, err error, exit int, code, text string) {
	t.Helper()
	var f *record.Failure
	if !errors.As(err, &f) {
		t.Fatalf("error is %v, not a Failure", err)
	}
	if f.Exit != exit || f.Code != code || f.Hint == "" || !strings.Contains(f.Error(), text) {
		t.Errorf("failure is exit %d, code %q, hint %q: %v; want exit %d, code %q, %q", f.Exit, f.Code, f.Hint, f, exit, code, text)
	}
}

func yesterday() time.Time { return time.Now().Add(-24 * time.Hour) }
