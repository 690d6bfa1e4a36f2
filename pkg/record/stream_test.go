package record

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pi-project-map/pmap/pkg/pathname"
	"pgregory.net/rapid"
)

const digest = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

var testHead = Head{Schema: Schema, Mode: ModeGit, Options: Options{MaxFileBytes: 1 << 20, MaxFileTokens: 4000, ExportLimit: 24, SymbolLimit: 24}}

// lines writes records as lines without an end.
func lines(t testing.TB, recs ...Record) []string {
	t.Helper()
	var all []string
	for _, rec := range recs {
		line, err := Marshal(rec)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(line)+"\n")
	}
	return all
}

// closed appends the end that a writer which copied the lines would write.
func closed(t testing.TB, all []string) []string {
	t.Helper()
	var out bytes.Buffer
	w := NewWriter(&out)
	for _, raw := range all {
		l, err := ParseLine([]byte(strings.TrimSuffix(raw, "\n")))
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Copy(l); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Close(ExitOK); err != nil {
		t.Fatal(err)
	}
	return slices.Collect(strings.Lines(out.String()))
}

// tree is a small stream as it leaves ast, with every kind of record in it.
func tree(t testing.TB) []string {
	return closed(t, append(lines(t,
		testHead,
		File{Path: "a/b/x.go", Size: 3, Lines: 1, SHA256: digest, Lang: "Go", Class: ClassSource},
		Syntax{SHA256: digest, Extractor: "go@1", State: StateOK, Symbols: []Symbol{{Name: "X", Kind: KindType}}},
		Dir{Path: "a/b"},
		File{Path: "a/testdata/", Class: ClassCollapsed, Reason: "test data"},
		Syntax{State: StateNone},
		File{Path: "a/y\n.go", Class: ClassSource},
		Syntax{State: StatePartial, Extractor: "go@1"},
		Diag{Stage: "ast", Severity: SeverityWarning, Code: "partial-parse", Path: "a/y\n.go", Message: "line 3"},
		Dir{Path: "a"},
		File{Path: "README.md", Class: ClassDoc},
		Syntax{State: StateOK, Doc: "Ünïcode | text"},
	), `{"type":"shiny","n":[1,{}]}`+"\n", lines(t, Dir{Path: "."})[0]))
}

func mustRefuse(t errorer, stream string, d Demand, why string) {
	if code, err := exitOf(strings.NewReader(stream), d); code != ExitStream {
		t.Errorf("%s: exit code %d (%v), want %d in\n%s", why, code, err, ExitStream, stream)
	}
}

type errorer interface {
	Errorf(format string, args ...any)
}

func TestCutAnywhere(t *testing.T) {
	whole := strings.Join(tree(t), "")
	if code, err := exitOf(strings.NewReader(whole), Demand{Syntax: true}); code != ExitOK {
		t.Fatalf("the whole stream: exit code %d, %v", code, err)
	}
	for i := range len(whole) {
		mustRefuse(t, whole[:i], Demand{Syntax: true}, "cut")
		mustRefuse(t, whole[:i], Demand{}, "cut")
	}
}

func TestCutAnywhereCompressed(t *testing.T) {
	whole := strings.Join(tree(t), "")
	for name, packed := range map[string][]byte{"zstd": packZstd(t, whole), "gzip": packGzip(t, whole)} {
		if code, err := exitOf(bytes.NewReader(packed), Demand{Syntax: true}); code != ExitOK {
			t.Fatalf("%s: the whole stream: exit code %d, %v", name, code, err)
		}
		for i := range packed {
			mustRefuse(t, string(packed[:i]), Demand{Syntax: true}, name+" cut")
		}
	}
}

// TestOneBitChanged proves that a damaged frame is refused, or harmless: the
// frame's own parameters have spare bits.
func TestOneBitChanged(t *testing.T) {
	all := tree(t)
	packed := packZstd(t, strings.Join(all, ""))
	for i := range packed {
		bad := slices.Clone(packed)
		bad[i] ^= 0x10
		if code, _ := exitOf(bytes.NewReader(bad), Demand{Syntax: true}); code == ExitStream {
			continue
		}
		if got := rawLines(t, bytes.NewReader(bad)); got != strings.Join(all[:len(all)-1], "") {
			t.Errorf("byte %d of a zstd frame changed the lines to\n%s", i, got)
		}
	}
}

// TestOneRecordOff drops, doubles and swaps records of streams of any shape.
// Only a swap that leaves a stream another stage could have written passes:
// of lines whose place is not ordered, or of the contents of two files.
func TestOneRecordOff(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := Demand{Syntax: rapid.Bool().Draw(rt, "syntax")}
		all := closed(t, lines(t, drawTree(rt, d.Syntax)...))
		whole := strings.Join(all, "")
		if code, err := exitOf(strings.NewReader(whole), d); code != ExitOK {
			rt.Fatalf("the whole stream: exit code %d, %v in\n%s", code, err, whole)
		}
		i := rapid.IntRange(0, len(all)-1).Draw(rt, "at")
		mustRefuse(rt, strings.Join(slices.Delete(slices.Clone(all), i, i+1), ""), d, "dropped")
		mustRefuse(rt, strings.Join(slices.Insert(slices.Clone(all), i, all[i]), ""), d, "doubled")
		if d.Syntax && strings.HasPrefix(all[i], `{"type":"file"`) {
			j := i + 1
			for !strings.HasPrefix(all[j], `{"type":"syntax"`) {
				j++
			}
			mustRefuse(rt, strings.Join(slices.Delete(slices.Clone(all), i, j+1), ""), d, "file and syntax dropped")
		}
		j := rapid.IntRange(0, len(all)-1).Draw(rt, "with")
		if swapShows(all[i], all[j]) {
			swapped := slices.Clone(all)
			swapped[i], swapped[j] = all[j], all[i]
			mustRefuse(rt, strings.Join(swapped, ""), d, "swapped")
		}
	})
}

// swapShows reports whether changing places of two lines must be noticed: one
// has a path that gives it its place, and they are not the same line.
func swapShows(a, b string) bool {
	placed := func(s string) bool {
		return strings.HasPrefix(s, `{"type":"file"`) || strings.HasPrefix(s, `{"type":"dir"`) ||
			strings.HasPrefix(s, `{"type":"head"`) || strings.HasPrefix(s, `{"type":"end"`)
	}
	return a != b && placed(a) && placed(b)
}

// drawTree draws a stream of some directories and files, in order.
func drawTree(t *rapid.T, syntax bool) []Record {
	recs := []Record{testHead}
	var walk func(dir string, depth int)
	walk = func(dir string, depth int) {
		at := func(name string) pathname.Path {
			if dir == "." {
				return pathname.Path(name)
			}
			return pathname.Path(dir + "/" + name)
		}
		count := rapid.IntRange(0, 3)
		if depth > 0 {
			count = rapid.IntRange(1, 3)
		}
		names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "a-b", "a.b", "b", "\n", "z", "\xff", "ö"}), count.Draw(t, "n"), 4, rapid.ID)
		subs, files := names.Draw(t, "names"), []string{}
		if cut := rapid.IntRange(0, len(subs)).Draw(t, "files"); depth >= 3 || cut > 0 {
			if depth >= 3 {
				cut = len(subs)
			}
			files, subs = subs[:cut], subs[cut:]
		}
		slices.Sort(files)
		slices.Sort(subs)
		for _, s := range subs {
			walk(string(at(s)), depth+1)
		}
		for _, f := range files {
			if rapid.IntRange(0, 9).Draw(t, "collapsed") == 0 {
				recs = append(recs, File{Path: at(f) + "/", Class: ClassCollapsed})
			} else {
				recs = append(recs, File{Path: at(f), Class: ClassSource})
			}
			if syntax {
				recs = append(recs, Syntax{State: StateNone})
			}
			if rapid.IntRange(0, 4).Draw(t, "diag") == 0 {
				recs = append(recs, Diag{Stage: "ast", Severity: SeverityInfo, Code: "c", Path: at(f), Message: "m"})
			}
		}
		recs = append(recs, Dir{Path: pathname.Path(dir)})
	}
	walk(".", 0)
	return recs
}

// TestSpread proves a stream whose pieces went through pmap-ast --fragment and
// were put together again: the end is walk's.
func TestSpread(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		recs := drawTree(rt, true)
		var walked []Record
		for _, rec := range recs {
			if rec.RecordType() != TypeSyntax && rec.RecordType() != TypeDiag {
				walked = append(walked, rec)
			}
		}
		plain := closed(t, lines(t, walked...))
		all := append(lines(t, recs...), plain[len(plain)-1])
		if code, err := exitOf(strings.NewReader(strings.Join(all, "")), Demand{Syntax: true}); code != ExitOK {
			rt.Fatalf("spread: exit code %d, %v in\n%s", code, err, strings.Join(all, ""))
		}
		i := rapid.IntRange(0, len(all)-1).Draw(rt, "at")
		if !strings.HasPrefix(all[i], `{"type":"diag"`) {
			mustRefuse(rt, strings.Join(slices.Delete(slices.Clone(all), i, i+1), ""), Demand{Syntax: true}, "spread, dropped")
		}
	})
}

// TestPieces cuts a stream at its file records, as a spreading engine does, and
// proves that every piece is a fragment and that pieces copied one by one make
// up the stream.
func TestPieces(t *testing.T) {
	all := tree(t)
	var pieces []string
	for i, line := range all {
		if i == 0 || strings.HasPrefix(line, `{"type":"file"`) {
			pieces = append(pieces, "")
		}
		pieces[len(pieces)-1] += line
	}
	if len(pieces) != 5 {
		t.Fatalf("%d pieces, want 5", len(pieces))
	}
	var out bytes.Buffer
	for _, piece := range pieces {
		w := NewWriter(&out)
		r := NewReader(strings.NewReader(piece), Demand{Fragment: true, Syntax: true})
		for {
			l, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%v in\n%s", err, piece)
			}
			if err := w.Copy(l); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	for i, piece := range pieces[1:] {
		unpaired := piece[:strings.Index(piece, "\n")+1]
		mustRefuse(t, unpaired, Demand{Fragment: true, Syntax: true}, "file without its syntax in piece "+strconv.Itoa(i))
	}
	if diff := cmp.Diff(strings.Join(all, ""), out.String()); diff != "" {
		t.Errorf("pieces (-want +got):\n%s", diff)
	}
}
