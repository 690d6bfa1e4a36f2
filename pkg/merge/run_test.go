package merge

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// TestStream: head and diags pass, other records end here, pages come in the
// directories' order.
func TestStream(t *testing.T) {
	var b bytes.Buffer
	w := record.NewWriter(&b)
	write(t, w, record.Head{Schema: record.Schema, Mode: record.ModePlain})
	write(t, w, record.File{Path: "a/x.ts", Class: record.ClassSource, Lang: "TypeScript", Picked: record.PickedSelf})
	write(t, w, record.Syntax{State: record.StateOK, Imports: []record.Import{imports("./no", "a"), imports("./nor", "b")}})
	write(t, w, record.Diag{Stage: "ast", Severity: record.SeverityWarning, Code: "partial", Path: "a/x.ts", Message: "m"})
	write(t, w, record.Dir{Path: "a", Picked: record.PickedSelf})
	write(t, w, record.Dir{Path: ".", Picked: record.PickedAbove})
	if _, err := w.Close(3); err != nil {
		t.Fatal(err)
	}
	in := strings.Replace(b.String(), `{"type":"dir","path":"a"`, `{"type":"novelty","x":1}`+"\n"+`{"type":"dir","path":"a"`, 1)
	in = strings.Replace(in, `"counts":{`, `"counts":{"novelty":1,`, 1)
	want := `{"type":"head","schema":"pmap/1","mode":"plain","options":{"maxFileBytes":0,"maxFileTokens":0,"exportLimit":0,"symbolLimit":0}}
{"type":"diag","stage":"ast","severity":"warning","code":"partial","path":"a/x.ts","message":"m"}
{"type":"page","path":"a","picked":"self","role":"Files: x.ts","files":[{"name":"x.ts","deps":["?./no","?./nor"]}],"likely":["x.ts"],"tags":["ts"]}
{"type":"diag","stage":"merge","severity":"info","code":"unresolved-import","path":"a/x.ts","message":"cannot resolve ./no, ./nor"}
{"type":"page","path":".","picked":"above","role":"Holds a","children":[{"name":"a","role":"Files: x.ts"}],"tags":["ts"]}
{"type":"end","counts":{"diag":2,"head":1,"page":2},"exit":3}
`
	if got := string(run(t, []byte(in))); got != want {
		t.Errorf("stream is\n%s\nwant\n%s", got, want)
	}
}

// TestGaveUp: a stream without a result has no pages.
func TestGaveUp(t *testing.T) {
	var b bytes.Buffer
	w := record.NewWriter(&b)
	write(t, w, record.Head{Schema: record.Schema, Mode: record.ModePlain})
	write(t, w, record.Dir{Path: "."})
	if err := w.Fail("ast", record.Failf(record.ExitTemporary, "limit", "", "too much")); err != nil {
		t.Fatal(err)
	}
	got := string(run(t, b.Bytes()))
	if strings.Contains(got, `"type":"page"`) || !strings.Contains(got, `"exit":75}`) {
		t.Errorf("stream is %s", got)
	}
}

// TestCut: a stream without its end is refused.
func TestCut(t *testing.T) {
	in := stream(t, goProject())
	in = in[:bytes.LastIndexByte(in[:len(in)-1], '\n')+1]
	var b bytes.Buffer
	err := Run(context.Background(), record.NewReader(bytes.NewReader(in), record.Demand{Syntax: true}), record.NewWriter(&b), Config{})
	if f := record.AsFailure(err); err == nil || f.Exit != record.ExitStream {
		t.Errorf("error is %v", err)
	}
	if strings.Contains(b.String(), "page") {
		t.Errorf("pages were written: %s", b.String())
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var b bytes.Buffer
	err := Run(ctx, record.NewReader(bytes.NewReader(stream(t, goProject())), record.Demand{Syntax: true}), record.NewWriter(&b), Config{})
	if err == nil {
		t.Error("a cancelled run returned no error")
	}
}

func TestSameBytes(t *testing.T) {
	for name, files := range map[string][]source{"go": goProject(), "ts": tsProject(), "python": pyProject()} {
		in := stream(t, files)
		want := run(t, in)
		for _, procs := range []int{1, 16} {
			old := runtime.GOMAXPROCS(procs)
			for range 20 {
				if got := run(t, in); !bytes.Equal(got, want) {
					t.Errorf("%s: another run gave other bytes:\n%s\n%s", name, got, want)
				}
			}
			runtime.GOMAXPROCS(old)
		}
	}
}

// TestAnyProject: for any tangle of files every directory has one page, every
// file one line, and two runs give the same bytes.
func TestAnyProject(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		files := tangle(rt)
		in := stream(t, files)
		if a, b := run(t, in), run(t, in); !bytes.Equal(a, b) {
			rt.Fatalf("two runs differ:\n%s\n%s", a, b)
		}
		lines := map[string]int{}
		for dir, p := range pages(t, files) {
			for _, f := range p.Files {
				lines[strings.TrimPrefix(dir+"/"+string(f.Name), "./")]++
			}
			if len(p.Arch) > maxArch || len([]rune(p.Role)) > maxRole {
				rt.Fatalf("page of %s is out of bounds: %q %q", dir, p.Role, p.Arch)
			}
		}
		for _, f := range files {
			if lines[f.path] != 1 {
				rt.Fatalf("%s has %d lines", f.path, lines[f.path])
			}
		}
	})
}

// tangle draws files that import, pass on and define at random.
func tangle(rt *rapid.T) []source {
	names := []string{"a", "b", "c", "default", "*", "x|y", "log"}
	var files []source
	for i := range rapid.IntRange(1, 12).Draw(rt, "files") {
		dir := rapid.SampledFrom([]string{"", "p/", "p/q/", "r/"}).Draw(rt, "dir")
		var s record.Syntax
		for range rapid.IntRange(0, 4).Draw(rt, "imports") {
			raw := fmt.Sprintf("%s/f%d", rapid.SampledFrom([]string{".", "..", "./q", "./p"}).Draw(rt, "at"), rapid.IntRange(0, 12).Draw(rt, "to"))
			imp := imports(raw, rapid.SampledFrom(names).Draw(rt, "name"))
			imp.Reexport, imp.TypeOnly = rapid.Bool().Draw(rt, "reexport"), rapid.Bool().Draw(rt, "type")
			if imp.Reexport && imp.Names[0] != "*" {
				s.Symbols = append(s.Symbols, alias(rapid.SampledFrom(names).Draw(rt, "as"), imp.Names[0], raw))
			}
			s.Imports = append(s.Imports, imp)
		}
		for range rapid.IntRange(0, 3).Draw(rt, "symbols") {
			s.Symbols = append(s.Symbols, function(rapid.SampledFrom(names).Draw(rt, "symbol")))
		}
		files = append(files, tsFile(fmt.Sprintf("%sf%d.ts", dir, i), s))
	}
	return files
}

// TestOddNames: whatever a file system allows stays one line of valid text.
func TestOddNames(t *testing.T) {
	anonymous := function("default")
	anonymous.Default = true
	main := private(function("main"))
	for _, odd := range []string{"a|b", "n\nl", "\xff", `"`, "#", "- x", "\x1b[0m", " ", "\u202e", "a, b"} {
		files := []source{
			tsFile(odd+"/index.ts", record.Syntax{Symbols: []record.Symbol{anonymous}}),
			tsFile(odd+"/"+odd+".ts", record.Syntax{Symbols: []record.Symbol{anonymous}, Imports: []record.Import{imports("./index", "default")}}),
			tsFile(odd+"/"+odd+".test.ts", record.Syntax{}),
			goFile(odd+"/go/main.go", "main", record.Syntax{Symbols: []record.Symbol{main}}),
			goFile(odd+"/go/main_test.go", "main", record.Syntax{}),
			pyFile(odd+"/py/__main__.py", record.Syntax{}),
			pyFile(odd+"/py/test_"+odd+".py", record.Syntax{}),
			other(odd+"/docs/"+odd, record.ClassDoc, record.Syntax{}),
			other("go.mod", record.ClassConfig, record.Syntax{Facts: &record.Facts{Kind: "gomod", Module: "m"}}),
			other("pyproject.toml", record.ClassConfig, record.Syntax{Facts: &record.Facts{Kind: "pyproject", Name: "p", Dependencies: []string{"pytest"}}}),
			{path: odd + "/link", class: record.ClassSymlink, target: odd},
		}
		all := pages(t, files) // a page that is not valid text cannot be written
		if len(all) != 5 {
			t.Errorf("%q: %d pages", odd, len(all))
		}
		for dir, p := range all {
			lines := slices.Concat(strings.Split(p.Arch, "\n"), []string{p.Role}, p.Tags, p.Workflows)
			for _, f := range p.Files {
				lines = append(append(lines, f.Purpose), f.Exports...)
			}
			for _, s := range p.Symbols {
				lines = append(lines, s.Name, s.Signature)
			}
			for _, l := range lines {
				if record.OneLine(l) != l {
					t.Errorf("%q: page of %q holds %q", odd, dir, l)
				}
			}
		}
		if !slices.ContainsFunc(all[odd].Files, func(f record.PageFile) bool { return string(f.Name) == odd+".ts" }) {
			t.Errorf("%q: its file is not listed", odd)
		}
	}
}

// TestRankInPowers: one user more or less seldom changes an order.
func TestRankInPowers(t *testing.T) {
	project := func(users map[string]int) string {
		files := []source{tsFile("lib.ts", record.Syntax{Symbols: []record.Symbol{function("a"), function("b"), constant("C")}})}
		for name, n := range users {
			for i := range n {
				files = append(files, tsFile(fmt.Sprintf("u/%s%d.ts", name, i), record.Syntax{Imports: []record.Import{imports("../lib", name)}}))
			}
		}
		return fileLine(t, files, "lib.ts")
	}
	for _, test := range []struct {
		users map[string]int
		want  string
	}{
		{map[string]int{}, "lib.ts | exp: a, b, C"},
		{map[string]int{"b": 1}, "lib.ts | exp: b, a, C"},
		{map[string]int{"a": 2, "b": 3}, "lib.ts | exp: a, b, C"},
		{map[string]int{"a": 3, "b": 4}, "lib.ts | exp: b, a, C"},
		{map[string]int{"C": 4, "a": 7, "b": 3}, "lib.ts | exp: a, C, b"},
	} {
		if got := project(test.users); got != test.want {
			t.Errorf("%v: %q, want %q", test.users, got, test.want)
		}
	}
}

// TestDiamonds: names that come by very many ways are found in few steps.
func TestDiamonds(t *testing.T) {
	const depth = 60
	var files []source
	for i := range depth {
		next := fmt.Sprint(i + 1)
		for _, side := range []string{"l", "r"} {
			files = append(files, tsFile(fmt.Sprintf("%s%d.ts", side, i), record.Syntax{Imports: []record.Import{reexport("./l"+next, "*"), reexport("./r"+next, "*")}}))
		}
	}
	for _, side := range []string{"l", "r"} {
		files = append(files, tsFile(fmt.Sprintf("%s%d.ts", side, depth), record.Syntax{Symbols: []record.Symbol{function(side)}}))
	}
	files = append(files, tsFile("use.ts", record.Syntax{Imports: []record.Import{imports("./l0", "r", "none")}}))
	if got, want := fileLine(t, files, "l0.ts"), "l0.ts | exp: r, l | dep: pkg/l1.ts, pkg/r1.ts"; got != want {
		t.Errorf("line is %q, want %q", got, want)
	}
}

// TestDeep: the work grows with the depth of a tree, not with a power of two
// of it. Without that this test never ends.
func TestDeep(t *testing.T) {
	top := strings.Repeat("d/", 200)
	all := pages(t, []source{
		tsFile(top+"low.ts", record.Syntax{Imports: []record.Import{{Raw: "./x/one"}}}),
		tsFile(top+"x/one.ts", record.Syntax{Symbols: []record.Symbol{function("f")}}),
		tsFile("a/use.ts", record.Syntax{Imports: []record.Import{{Raw: "../" + top + "low"}}}),
	})
	if got := all["a"].Deps; !slices.Equal(got, []pathname.Text{pathname.Text("pkg/" + strings.TrimSuffix(top, "/"))}) {
		t.Errorf("a depends on %q", got)
	}
	if got := all["."].Arch; !strings.Contains(got, "a -> d") {
		t.Errorf("root's arch is %q", got)
	}
}
