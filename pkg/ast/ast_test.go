package ast

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// echo is a language whose extractor does what the file says.
func echo() []lang.Extractor {
	return []lang.Extractor{{
		Name: "echo", Version: 3, Suffixes: []string{".echo"},
		Extract: func(ctx context.Context, src []byte) (record.Syntax, error) {
			verb, rest, _ := strings.Cut(string(src), " ")
			switch verb {
			case "panic":
				panic(rest)
			case "hang":
				<-ctx.Done()
				return record.Syntax{}, ctx.Err()
			case "error":
				return record.Syntax{}, errors.New(rest)
			case "partial":
				return record.Syntax{State: record.StatePartial}, nil
			case "kind":
				return record.Syntax{State: record.StateOK, Symbols: []record.Symbol{{Name: "x", Kind: "thing"}}}, nil
			case "failed":
				return record.Syntax{State: record.StateFailed}, nil
			}
			return record.Syntax{State: record.StateOK, Doc: string(src)}, nil
		},
	}}
}

func sum(s string) string {
	h := sha256.Sum256([]byte(s))
	return hex.EncodeToString(h[:])
}

// project writes files and returns their root and the stream that lists them,
// in the order given, which is that of a stream.
func project(t *testing.T, files ...[2]string) (string, []byte) {
	t.Helper()
	root := t.TempDir()
	var out bytes.Buffer
	w := record.NewWriter(&out)
	must(t, w.Write(record.Head{Schema: record.Schema, Mode: record.ModePlain}))
	for _, f := range files {
		must(t, os.WriteFile(filepath.Join(root, f[0]), []byte(f[1]), 0o644))
		must(t, w.Write(listed(f[0], f[1])))
	}
	must(t, w.Write(record.Dir{Path: "."}))
	_, err := w.Close(0)
	must(t, err)
	return root, out.Bytes()
}

func listed(name, contents string) record.File {
	return record.File{Path: pathname.Path(name), Size: int64(len(contents)), SHA256: sum(contents), Class: record.ClassSource}
}

func runStream(ctx context.Context, in []byte, cfg Config, demand record.Demand) ([]byte, error) {
	var out bytes.Buffer
	r, w := record.NewReader(bytes.NewReader(in), demand), record.NewWriter(&out)
	if err := run(ctx, r, w, cfg, echo()); err != nil {
		return nil, err
	}
	if demand.Fragment {
		err := w.Flush()
		return out.Bytes(), err
	}
	_, err := w.Close(r.Exit())
	return out.Bytes(), err
}

// lines returns the records after the head and before the root's dir.
func lines(t *testing.T, stream []byte) string {
	t.Helper()
	_, s, ok := strings.Cut(string(stream), "\n")
	s, _, found := strings.Cut(s, `{"type":"dir"`)
	if !ok || !found {
		t.Fatalf("stream has no head or dir:\n%s", stream)
	}
	return s
}

func TestSyntaxFollowsItsFile(t *testing.T) {
	root, in := project(t, [2]string{"a.echo", "hello"}, [2]string{"b.txt", "x"}, [2]string{"c.echo", " \n"})
	out, err := runStream(t.Context(), in, Config{Root: root}, record.Demand{})
	must(t, err)
	want := fmt.Sprintf(`{"type":"file","path":"a.echo","size":5,"sha256":"%[1]s","class":"source"}
{"type":"syntax","sha256":"%[1]s","extractor":"echo@3","state":"ok","doc":"hello"}
{"type":"file","path":"b.txt","size":1,"sha256":"%[2]s","class":"source"}
{"type":"syntax","state":"none"}
{"type":"file","path":"c.echo","size":2,"sha256":"%[3]s","class":"source"}
{"type":"syntax","sha256":"%[3]s","extractor":"echo@3","state":"ok"}
`, sum("hello"), sum("x"), sum(" \n"))
	if got := lines(t, out); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	again, err := runStream(t.Context(), out, Config{Root: root}, record.Demand{})
	must(t, err)
	if !bytes.Equal(again, out) {
		t.Errorf("a stream that holds syntax gave\n%s", again)
	}
}

// TestTroubledFiles asserts what becomes of a file that cannot be read or
// parsed: the records after its file, and the exit code of the stream.
func TestTroubledFiles(t *testing.T) {
	for _, c := range []struct {
		name, contents string
		spoil          func(t *testing.T, path string)
		after          string // "$" stands for the hash of contents
		exit           int
	}{
		{
			name: "changed", contents: "old",
			spoil: func(t *testing.T, path string) { must(t, os.WriteFile(path, []byte("new"), 0o644)) },
			after: `{"type":"syntax","sha256":"` + sum("new") + `","extractor":"echo@3","state":"ok","doc":"new"}
{"type":"diag","stage":"ast","severity":"warning","code":"changed-underfoot","path":"f.echo","message":"contents changed after they were listed"}
`,
		},
		{
			name: "gone", contents: "old",
			spoil: func(t *testing.T, path string) { must(t, os.Remove(path)) },
			after: `{"type":"syntax","extractor":"echo@3","state":"failed"}
{"type":"diag","stage":"ast","severity":"error","code":"changed-underfoot","path":"f.echo","message":"changed after it was listed: open f.echo: no such file or directory","exit":3}
`, exit: 3,
		},
		{
			name: "now a FIFO", contents: "old",
			spoil: func(t *testing.T, path string) {
				must(t, os.Remove(path))
				must(t, unix.Mkfifo(path, 0o644))
			},
			after: `{"type":"syntax","extractor":"echo@3","state":"failed"}
{"type":"diag","stage":"ast","severity":"error","code":"changed-underfoot","path":"f.echo","message":"changed after it was listed: open f.echo: not a regular file","exit":3}
`, exit: 3,
		},
		{
			name: "now a link", contents: "old",
			spoil: func(t *testing.T, path string) {
				must(t, os.Rename(path, path+"2"))
				must(t, os.Symlink("f.echo2", path))
			},
			after: `{"type":"syntax","extractor":"echo@3","state":"failed"}
{"type":"diag","stage":"ast","severity":"error","code":"changed-underfoot","path":"f.echo","message":"changed after it was listed: open f.echo: a symbolic link is in the way","exit":3}
`, exit: 3,
		},
		{
			name: "grown", contents: "old",
			spoil: func(t *testing.T, path string) { must(t, os.Truncate(path, leeway+1)) },
			after: `{"type":"syntax","extractor":"echo@3","state":"failed"}
{"type":"diag","stage":"ast","severity":"error","code":"changed-underfoot","path":"f.echo","message":"changed after it was listed: read f.echo: file is too long","exit":3}
`, exit: 3,
		},
		{
			name: "panic", contents: "panic a\nb",
			after: `{"type":"syntax","sha256":"$","extractor":"echo@3","state":"failed"}
{"type":"diag","stage":"ast","severity":"error","code":"extractor-fault","path":"f.echo","message":"extractor echo broke: a b","exit":3}
`, exit: 3,
		},
		{
			name: "error", contents: "error no good",
			after: `{"type":"syntax","sha256":"$","extractor":"echo@3","state":"failed"}
{"type":"diag","stage":"ast","severity":"error","code":"extractor-fault","path":"f.echo","message":"extractor echo: no good","exit":3}
`, exit: 3,
		},
		{
			name: "refused by the schema", contents: "kind",
			after: `{"type":"syntax","sha256":"$","extractor":"echo@3","state":"failed"}
{"type":"diag","stage":"ast","severity":"error","code":"extractor-fault","path":"f.echo","message":"extractor echo@3: encode syntax record: symbol \"x\" has the unknown kind \"thing\"","exit":3}
`, exit: 3,
		},
		{
			name: "hang", contents: "hang",
			after: `{"type":"syntax","sha256":"$","extractor":"echo@3","state":"failed"}
{"type":"diag","stage":"ast","severity":"error","code":"time-out","path":"f.echo","message":"parsing took longer than 50ms","exit":3}
`, exit: 3,
		},
		{
			name: "partial", contents: "partial",
			after: `{"type":"syntax","sha256":"$","extractor":"echo@3","state":"partial"}
{"type":"diag","stage":"ast","severity":"info","code":"partial","path":"f.echo","message":"not all of it could be parsed"}
`,
		},
		{
			name: "failed", contents: "failed",
			after: `{"type":"syntax","sha256":"$","extractor":"echo@3","state":"failed"}
{"type":"diag","stage":"ast","severity":"info","code":"unparsable","path":"f.echo","message":"it could not be parsed"}
`,
		},
		{
			name: "broken text", contents: "h\u00e9 \u00e9 \xff",
			after: `{"type":"syntax","sha256":"$","extractor":"echo@3","state":"partial","doc":"hé é ` + "\uFFFD" + `"}
{"type":"diag","stage":"ast","severity":"info","code":"partial","path":"f.echo","message":"not all of it could be parsed"}
`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			root, in := project(t, [2]string{"f.echo", c.contents})
			if c.spoil != nil {
				c.spoil(t, filepath.Join(root, "f.echo"))
			}
			out, err := runStream(t.Context(), in, Config{Root: root, Limit: 50 * time.Millisecond}, record.Demand{})
			must(t, err)
			_, got, _ := strings.Cut(lines(t, out), "\n")
			if want := strings.ReplaceAll(c.after, "$", sum(c.contents)); got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
			if !strings.HasSuffix(string(out), fmt.Sprintf(`"exit":%d}`+"\n", c.exit)) {
				t.Errorf("the stream does not end with exit %d:\n%s", c.exit, out)
			}
		})
	}
}

func TestUnreadable(t *testing.T) {
	root, in := project(t, [2]string{"f.echo", "x"})
	must(t, os.Chmod(filepath.Join(root, "f.echo"), 0))
	asNobody(t, root)
	out, err := runStream(t.Context(), in, Config{Root: root}, record.Demand{})
	must(t, err)
	if !strings.Contains(string(out), `"code":"unreadable","path":"f.echo","message":"open f.echo: permission denied","exit":3`) {
		t.Errorf("got\n%s", out)
	}
}

// asNobody makes a test that root runs go on as a user for whom permissions
// count.
func asNobody(t *testing.T, root string) {
	t.Helper()
	if os.Geteuid() != 0 {
		return
	}
	must(t, os.Chmod(filepath.Dir(root), 0o755))
	must(t, syscall.Seteuid(65534))
	t.Cleanup(func() { must(t, syscall.Seteuid(0)) })
}

func TestClassesNotParsed(t *testing.T) {
	root := t.TempDir()
	for _, class := range []record.Class{
		record.ClassMinified, record.ClassVendored, record.ClassBinary, record.ClassLarge, record.ClassSecret,
		record.ClassLFS, record.ClassSymlink, record.ClassBoundary, record.ClassCollapsed,
	} {
		var in bytes.Buffer
		w := record.NewWriter(&in)
		f := listed("f.echo", "hello") // not on disk: reading it would be a diag
		f.Class = class
		switch class {
		case record.ClassSecret:
			f.SHA256 = ""
		case record.ClassBoundary, record.ClassCollapsed:
			f.Path += "/"
		}
		must(t, w.Write(f))
		must(t, w.Flush())
		out, err := runStream(t.Context(), in.Bytes(), Config{Root: root}, record.Demand{Fragment: true})
		must(t, err)
		if want := in.String() + `{"type":"syntax","state":"none"}` + "\n"; string(out) != want {
			t.Errorf("%s: got\n%swant\n%s", class, out, want)
		}
	}
}

// many is a project of n files, some of which fail.
func many(t *testing.T, n int) (string, []byte) {
	t.Helper()
	var files [][2]string
	for i := range n {
		verb := []string{"doc", "partial", "failed", "panic", "doc"}[i%5]
		files = append(files, [2]string{fmt.Sprintf("f%05d.echo", i), fmt.Sprintf("%s %d", verb, i)})
	}
	return project(t, files...)
}

func TestWorkersDoNotShow(t *testing.T) {
	root, in := many(t, 3*windowLines)
	one, err := runStream(t.Context(), in, Config{Root: root, Workers: 1}, record.Demand{})
	must(t, err)
	sixteen, err := runStream(t.Context(), in, Config{Root: root, Workers: 16}, record.Demand{})
	must(t, err)
	if !bytes.Equal(one, sixteen) {
		t.Error("1 and 16 workers write different streams")
	}
	if n := bytes.Count(one, []byte(`{"type":"syntax"`)); n != 3*windowLines {
		t.Errorf("%d syntax records for %d files", n, 3*windowLines)
	}
}

func TestFragmentsEqualTheWhole(t *testing.T) {
	root, in := many(t, 50)
	whole, err := runStream(t.Context(), in, Config{Root: root}, record.Demand{})
	must(t, err)
	all := bytes.SplitAfter(in, []byte("\n"))
	for _, cut := range []int{1, 2, 7, 50} {
		var joined []byte
		for _, piece := range [][][]byte{all[:cut], all[cut:]} {
			out, err := runStream(t.Context(), bytes.Join(piece, nil), Config{Root: root}, record.Demand{Fragment: true})
			must(t, err)
			joined = append(joined, out...)
		}
		// Only the end differs: walk's passes through the fragments.
		if got, want := lines(t, joined), lines(t, whole); got != want {
			t.Errorf("cut at %d: got\n%swant\n%s", cut, got, want)
		}
		r := record.NewReader(bytes.NewReader(joined), record.Demand{Syntax: true})
		for err = error(nil); err == nil; {
			_, err = r.Next()
		}
		if err.Error() != "EOF" {
			t.Errorf("cut at %d: the joined stream is refused: %v", cut, err)
		}
	}
}

func TestTruncatedInput(t *testing.T) {
	root, in := project(t, [2]string{"a.echo", "x"}, [2]string{"b.echo", "y"})
	for cut := range len(in) {
		_, err := runStream(t.Context(), in[:cut], Config{Root: root}, record.Demand{})
		var f *record.Failure
		if !errors.As(err, &f) || f.Exit != record.ExitStream {
			t.Fatalf("cut at byte %d: %v", cut, err)
		}
	}
}

func TestMissingRoot(t *testing.T) {
	root, in := project(t, [2]string{"a.echo", "x"})
	_, err := runStream(t.Context(), in, Config{Root: filepath.Join(root, "none")}, record.Demand{})
	var f *record.Failure
	if !errors.As(err, &f) || f.Exit != record.ExitIO || f.Code != "no-root" {
		t.Errorf("got %v", err)
	}
}

func TestCancelEndsEveryGoroutine(t *testing.T) {
	before := runtime.NumGoroutine()
	root, in := project(t, [2]string{"a.echo", "hang"}, [2]string{"b.echo", "hang"}, [2]string{"c.echo", "hang"})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err := runStream(ctx, in, Config{Root: root, Workers: 2, Limit: time.Hour}, record.Demand{})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	for range 30_000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
