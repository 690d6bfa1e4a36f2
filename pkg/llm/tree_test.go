package llm

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pi-project-map/pmap/internal/modeltest"
	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// project is a directory of files, and the stream that ast would make of it.
type project struct {
	root  string
	files map[string]string
	class map[string]record.Class
	opts  record.Options
}

func newProject(t testing.TB, files map[string]string) *project {
	t.Helper()
	p := &project{root: t.TempDir(), files: map[string]string{}, class: map[string]record.Class{},
		opts: record.Options{MaxFileBytes: 1 << 20, MaxFileTokens: 4000, ExportLimit: 24, SymbolLimit: 24}}
	for name, text := range files {
		p.write(t, name, text)
	}
	return p
}

func (p *project) write(t testing.TB, name, text string) {
	t.Helper()
	full := filepath.Join(p.root, filepath.FromSlash(name))
	must(t, os.MkdirAll(filepath.Dir(full), 0o755))
	must(t, os.WriteFile(full, []byte(text), 0o644))
	p.files[name] = text
}

func (p *project) move(t testing.TB, from, to string) {
	t.Helper()
	for name, text := range maps.Clone(p.files) {
		if name == from || strings.HasPrefix(name, from+"/") {
			must(t, os.Remove(filepath.Join(p.root, name)))
			delete(p.files, name)
			p.write(t, to+strings.TrimPrefix(name, from), text)
		}
	}
}

// stream is the project's, in the order of the schema.
func (p *project) stream(t testing.TB) []byte {
	t.Helper()
	var out bytes.Buffer
	w := record.NewWriter(&out)
	must(t, w.Write(record.Head{Schema: record.Schema, Mode: record.ModePlain, Options: p.opts}))
	p.dir(t, w, ".")
	_, err := w.Close(0)
	must(t, err)
	return out.Bytes()
}

func (p *project) dir(t testing.TB, w *record.Writer, dir string) {
	t.Helper()
	subs, names := map[string]bool{}, []string{}
	for name := range p.files {
		rest := name
		if dir != "." {
			var ok bool
			if rest, ok = strings.CutPrefix(name, dir+"/"); !ok {
				continue
			}
		}
		if first, _, below := strings.Cut(rest, "/"); below {
			subs[first] = true
		} else {
			names = append(names, rest)
		}
	}
	for _, sub := range slices.Sorted(maps.Keys(subs)) {
		p.dir(t, w, path.Join(dir, sub))
	}
	slices.Sort(names)
	for _, name := range names {
		name = path.Join(dir, name)
		text := p.files[name]
		class := p.class[name]
		if class == "" {
			class = record.ClassSource
		}
		f := record.File{Path: pathname.Path(name), Size: int64(len(text)), SHA256: digest(text), Lang: "Go", Class: class}
		if class == record.ClassSecret {
			f.SHA256 = ""
		}
		must(t, w.Write(f))
		must(t, w.Write(record.Syntax{SHA256: f.SHA256, Extractor: "go@1", State: record.StateOK}))
	}
	must(t, w.Write(record.Dir{Path: pathname.Path(dir)}))
}

// lab is a project, a model server and a cache.
type lab struct {
	*project
	server *modeltest.Server
	cache  string
	calls  Limits
	cfg    Config
}

func newLab(t testing.TB, files map[string]string) *lab {
	t.Helper()
	l := &lab{project: newProject(t, files), server: modeltest.New(t), cache: filepath.Join(t.TempDir(), "cache")}
	l.calls = Limits{Concurrency: 8}
	return l
}

func (l *lab) config() Config {
	c := l.cfg
	c.Root, c.CacheDir, c.Calls = l.root, l.cache, l.calls
	c.Now, c.Jitter = time.Now, func() float64 { return 0.5 }
	c.sleep = func(ctx context.Context, d time.Duration) error { return sleep(ctx, d/1000) }
	if c.Choose == nil {
		c.Choose = func() (Client, string, error) { return NewExternal(l.server.URL, "sk-very-secret-key"), "m", nil }
	}
	return c
}

// run runs the stage over the project and returns what it wrote and its
// failure, if any.
func (l *lab) run(t testing.TB) ([]byte, *record.Failure) {
	t.Helper()
	var out bytes.Buffer
	w := record.NewWriter(&out)
	in := record.NewReader(bytes.NewReader(l.stream(t)), record.Demand{Syntax: true})
	err := Run(t.Context(), in, w, l.config())
	if err != nil {
		return nil, record.AsFailure(err)
	}
	_, err = w.Close(in.Exit())
	must(t, err)
	return out.Bytes(), nil
}

func (l *lab) mustRun(t testing.TB) []byte {
	t.Helper()
	out, f := l.run(t)
	if f != nil {
		t.Fatalf("%v (%s, exit %d): %s", f, f.Code, f.Exit, f.Hint)
	}
	return out
}

// notes reads the notes of a stream, which must be whole.
func notes(t testing.TB, stream []byte) map[pathname.Path]record.Note {
	t.Helper()
	all := map[pathname.Path]record.Note{}
	r := record.NewReader(bytes.NewReader(stream), record.Demand{Syntax: true})
	for {
		line, err := r.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		must(t, err)
		if line.Type == record.TypeNote {
			var n record.Note
			must(t, line.Decode(&n))
			all[n.Path] = n
		}
	}
}

// said is what notes say, without how they came to be.
func said(t testing.TB, stream []byte) map[pathname.Path]record.Note {
	t.Helper()
	all := notes(t, stream)
	for p, n := range all {
		n.Cached, n.TokensIn, n.TokensOut = false, 0, 0
		all[p] = n
	}
	return all
}

func subjects(calls []modeltest.Call) []string {
	var all []string
	for _, c := range calls {
		all = append(all, c.Subject)
	}
	slices.Sort(all)
	return all
}

var small = map[string]string{
	"README.md": "# Small\n", "main.go": "package main\n",
	"auth/tokens.go": "package auth // tokens\n", "auth/guard.go": "package auth // guard\n",
	"auth/oauth/google.go": "package oauth\n",
}
