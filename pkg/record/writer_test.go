package record

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pi-project-map/pmap/pkg/pathname"
)

// TestMarshal pins the bytes of every record with all of its members, and with
// none but those that are always there.
func TestMarshal(t *testing.T) {
	tests := []struct {
		rec  Record
		want string
	}{
		{Head{Schema: Schema, Mode: ModeIndex, Options: Options{MaxFileBytes: 1, MaxFileTokens: 2, ExportLimit: 3, SymbolLimit: 4, LLMExclude: []string{"*.<md>"}}},
			`{"type":"head","schema":"pmap/1","mode":"index","options":{"maxFileBytes":1,"maxFileTokens":2,"exportLimit":3,"symbolLimit":4,"llmExclude":["*.<md>"]}}`},
		{Head{Schema: Schema, Mode: ModePlain},
			`{"type":"head","schema":"pmap/1","mode":"plain","options":{"maxFileBytes":0,"maxFileTokens":0,"exportLimit":0,"symbolLimit":0}}`},
		{File{Path: "a b/ö.go", Size: 5, Lines: 2, SHA256: digest, Lang: "Go", Class: ClassSource, Picked: PickedSelf},
			`{"type":"file","path":"a b/ö.go","size":5,"lines":2,"sha256":"` + digest + `","lang":"Go","class":"source","picked":"self"}`},
		{File{Path: "l\n", Class: ClassSymlink, Target: "/x\xff"},
			`{"type":"file","path":"\"l\\n\"","class":"symlink","target":"\"/x\\377\""}`},
		{File{Path: "sub/", Class: ClassBoundary, Reason: "submodule"}, `{"type":"file","path":"sub/","class":"boundary","reason":"submodule"}`},
		{Dir{Path: "."}, `{"type":"dir","path":"."}`},
		{Dir{Path: "a", Picked: PickedAbove}, `{"type":"dir","path":"a","picked":"above"}`},
		{Syntax{State: StateNone}, `{"type":"syntax","state":"none"}`},
		{Syntax{SHA256: digest, Extractor: "go@1", State: StateOK, Doc: "a", PackageDoc: "b", Package: "c",
			Symbols: []Symbol{{Name: "N", Kind: KindAlias, Signature: "f(a <T>) & b", Parent: "P", Exported: true, Default: true, Of: "O", From: "./f", Doc: "d"}, {Name: "m", Kind: KindMethod}},
			Imports: []Import{{Raw: "r", Form: "require", Names: []string{"*"}, Reexport: true, TypeOnly: true}, {Raw: "s"}},
			Refs:    []string{"q"}, Facts: &Facts{Kind: "npm"}},
			`{"type":"syntax","sha256":"` + digest + `","extractor":"go@1","state":"ok","doc":"a","packageDoc":"b","package":"c",` +
				`"symbols":[{"name":"N","kind":"alias","signature":"f(a <T>) & b","parent":"P","exported":true,"default":true,"of":"O","from":"./f","doc":"d"},{"name":"m","kind":"method"}],` +
				`"imports":[{"raw":"r","form":"require","names":["*"],"reexport":true,"typeOnly":true},{"raw":"s"}],"refs":["q"],"facts":{"kind":"npm"}}`},
		{Syntax{State: StateOK, Facts: &Facts{Kind: "npm", Module: "m", Name: "n", Title: "t", Summary: "s", Main: []string{"a"},
			Exports: []Pair{{"e", "v"}}, Imports: []Pair{{"#i", ""}}, Bin: []Pair{{"b", "v"}}, Scripts: []Pair{{"z", "v"}, {"y", "v"}},
			Dependencies: []string{"d"}, Paths: []Pair{{"p", "v"}}, BaseURL: "u", Extends: []string{"x"}, Members: []string{"w"}, Replace: []Pair{{"r", "v"}}}},
			`{"type":"syntax","state":"ok","facts":{"kind":"npm","module":"m","name":"n","title":"t","summary":"s","main":["a"],"exports":[{"key":"e","value":"v"}],` +
				`"imports":[{"key":"#i","value":""}],"bin":[{"key":"b","value":"v"}],"scripts":[{"key":"z","value":"v"},{"key":"y","value":"v"}],"dependencies":["d"],` +
				`"paths":[{"key":"p","value":"v"}],"baseUrl":"u","extends":["x"],"members":["w"],"replace":[{"key":"r","value":"v"}]}}`},
		{Page{Path: "."}, `{"type":"page","path":"."}`},
		{Page{Path: "a", Picked: PickedSelf, Role: "r", Deps: []pathname.Text{"pkg/b"}, Children: []Child{{Name: "c", Role: "x"}, {Name: "d"}},
			Files:  []PageFile{{Name: "f.go", SHA256: digest, Purpose: "p", Exports: []string{"E"}, Deps: []pathname.Text{"pkg/\xff", "ext/x"}}, {Name: "t/"}},
			Likely: []pathname.Path{"f.go"}, Arch: "w", Tags: []string{"go"}, Symbols: []PageSymbol{{Name: "E", Signature: "E()", File: "f.go", Parent: "T"}}, Workflows: []string{"test: go test"}},
			`{"type":"page","path":"a","picked":"self","role":"r","deps":["pkg/b"],"children":[{"name":"c","role":"x"},{"name":"d"}],` +
				`"files":[{"name":"f.go","sha256":"` + digest + `","purpose":"p","exports":["E"],"deps":["\"pkg/\\377\"","ext/x"]},{"name":"t/"}],` +
				`"likely":["f.go"],"arch":"w","tags":["go"],"symbols":[{"name":"E","signature":"E()","file":"f.go","parent":"T"}],"workflows":["test: go test"]}`},
		{Diag{Stage: "walk", Severity: SeverityError, Code: "unreadable", Path: "x", Message: "m\u2028</script>", Exit: 3},
			"{\"type\":\"diag\",\"stage\":\"walk\",\"severity\":\"error\",\"code\":\"unreadable\",\"path\":\"x\",\"message\":\"m\u2028</script>\",\"exit\":3}"},
		{Diag{Stage: "ast", Severity: SeverityInfo, Code: "c", Message: "m"}, `{"type":"diag","stage":"ast","severity":"info","code":"c","message":"m"}`},
		{Diag{Stage: "ast", Severity: SeverityInfo, Code: "c", Message: "\x00\b\t\n\f\r\x1f\"\\/\x7f\u0085<&>\U0001F600"},
			`{"type":"diag","stage":"ast","severity":"info","code":"c","message":"\u0000\b\t\n\f\r\u001f\"\\/` + "\x7f\u0085<&>\U0001F600" + `"}`},
		{End{}, `{"type":"end","counts":{},"exit":0}`},
		{End{Exit: 255}, `{"type":"end","counts":{},"exit":255}`},
		{End{Counts: map[Type]int64{"note": 1, "file": 2, "dir": 3, "head": 4}, Exit: 75}, `{"type":"end","counts":{"dir":3,"file":2,"head":4,"note":1},"exit":75}`},
		{Finding{Code: "missing", Path: "a", Name: "b", Message: "m", Mend: "pmap-patch a"}, `{"type":"finding","code":"missing","path":"a","name":"b","message":"m","mend":"pmap-patch a"}`},
		{Finding{Code: "missing", Path: ".", Message: "m"}, `{"type":"finding","code":"missing","path":".","message":"m","mend":""}`},
	}
	for _, tt := range tests {
		got, err := Marshal(tt.rec)
		if err != nil {
			t.Errorf("Marshal(%+v): %v", tt.rec, err)
			continue
		}
		if diff := cmp.Diff(tt.want, string(got)); diff != "" {
			t.Errorf("Marshal(%+v) (-want +got):\n%s", tt.rec, diff)
		}
		if l, err := ParseLine(got); err != nil || l.Type != tt.rec.RecordType() {
			t.Errorf("ParseLine(%s) = %q, %v", got, l.Type, err)
		}
	}
}

func TestMarshalRefuses(t *testing.T) {
	for name, rec := range map[string]Record{
		"invalid UTF-8":       Syntax{State: StateOK, Doc: "\xff"},
		"state":               Syntax{},
		"kind":                Syntax{State: StateOK, Symbols: []Symbol{{Name: "f"}}},
		"nameless":            Syntax{State: StateOK, Symbols: []Symbol{{Kind: KindType}}},
		"raw":                 Syntax{State: StateOK, Imports: []Import{{Form: "use"}}},
		"facts":               Syntax{State: StateOK, Facts: &Facts{Name: "n"}},
		"digest":              Syntax{State: StateOK, SHA256: "abc"},
		"class":               File{Path: "a"},
		"path":                File{Path: "../a", Class: ClassDoc},
		"no path":             File{Class: ClassDoc},
		"root":                File{Path: ".", Class: ClassDoc},
		"slash":               File{Path: "a/", Class: ClassDoc},
		"no slash":            File{Path: "a", Class: ClassCollapsed},
		"above":               File{Path: "a", Class: ClassDoc, Picked: PickedAbove},
		"secret":              File{Path: "a", Class: ClassSecret, Lines: 1},
		"target":              File{Path: "a", Class: ClassDoc, Target: "b"},
		"lines":               File{Path: "a", Class: ClassDoc, Lines: -1},
		"dir":                 Dir{},
		"dir slash":           Dir{Path: "a/"},
		"picked":              Dir{Path: "a", Picked: "some"},
		"schema":              Head{Mode: ModeGit},
		"mode":                Head{Schema: Schema},
		"bytes":               Head{Schema: Schema, Mode: ModeGit, Options: Options{MaxFileBytes: -1}},
		"tokens":              Head{Schema: Schema, Mode: ModeGit, Options: Options{MaxFileTokens: -1}},
		"exports":             Head{Schema: Schema, Mode: ModeGit, Options: Options{ExportLimit: -1}},
		"symbols":             Head{Schema: Schema, Mode: ModeGit, Options: Options{SymbolLimit: -1}},
		"severity":            Diag{Stage: "ast", Code: "c", Message: "m"},
		"fatal without exit":  Diag{Stage: "ast", Severity: SeverityFatal, Code: "c", Message: "m"},
		"exit":                Diag{Stage: "ast", Severity: SeverityInfo, Code: "c", Message: "m", Exit: -1},
		"page":                Page{},
		"page slash":          Page{Path: "a/"},
		"page files":          Page{Path: ".", Files: []PageFile{{Name: "b"}, {Name: "a"}}},
		"page file":           Page{Path: ".", Files: []PageFile{{Name: "a/b"}}},
		"page file digest":    Page{Path: ".", Files: []PageFile{{Name: "a", SHA256: "0"}}},
		"page child":          Page{Path: ".", Children: []Child{{Name: "a/"}}},
		"page children":       Page{Path: ".", Children: []Child{{Name: "a"}, {Name: "a"}}},
		"finding code":        Finding{Path: "a", Message: "m"},
		"finding path":        Finding{Code: "c", Message: "m"},
		"finding message":     Finding{Code: "c", Path: "a"},
		"end":                 End{Exit: 256},
		"end count":           End{Counts: map[Type]int64{"file": 0}},
		"through a pointer":   &Dir{},
		"slash order of page": Page{Path: ".", Files: []PageFile{{Name: "a.b"}, {Name: "a/"}}},
	} {
		if line, err := Marshal(rec); err == nil {
			t.Errorf("%s: Marshal gives %s, want an error", name, line)
		}
	}
}

func TestWriterCountsAndCopies(t *testing.T) {
	var out bytes.Buffer
	w := NewWriter(&out)
	raw := `{"type":"shiny-new", "Ünï":[1.50,"\u0041"],"b":{"b":null}}`
	l, err := ParseLine([]byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{w.Write(testHead), w.Copy(l), w.Write(&Dir{Path: "."}), w.Copy(l)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if exit, err := w.Close(ExitPartial); exit != ExitPartial || err != nil {
		t.Errorf("Close = %d, %v", exit, err)
	}
	head, _ := Marshal(testHead)
	want := string(head) + "\n" + raw + "\n" + `{"type":"dir","path":"."}` + "\n" + raw + "\n" +
		`{"type":"end","counts":{"dir":1,"head":1,"shiny-new":2},"exit":3}` + "\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("stream (-want +got):\n%s", diff)
	}
	if err := w.Write(Dir{Path: "."}); err == nil {
		t.Error("a record is written after the end")
	}
}

func TestWriterTakesTheWorstExit(t *testing.T) {
	diag := func(exit int) Diag {
		return Diag{Stage: "ast", Severity: SeverityError, Code: "c", Message: "m", Exit: exit}
	}
	partial := diag(ExitPartial)
	tests := []struct {
		diags []Record
		in    int
		want  int
	}{
		{nil, ExitOK, ExitOK},
		{nil, ExitPartial, ExitPartial},
		{[]Record{diag(ExitOK)}, ExitOK, ExitOK},
		{[]Record{partial, diag(ExitOK)}, ExitOK, ExitPartial},
		{[]Record{&partial}, ExitOK, ExitPartial},
		{[]Record{partial}, ExitTemporary, ExitTemporary},
		{[]Record{diag(ExitTemporary), diag(ExitIO)}, ExitPartial, ExitIO},
	}
	for _, tt := range tests {
		w := NewWriter(new(bytes.Buffer))
		for _, d := range tt.diags {
			if err := w.Write(d); err != nil {
				t.Fatal(err)
			}
		}
		if exit := WorseExit(w.Exit(), tt.in); exit != tt.want {
			t.Errorf("%v and %d: Exit = %d, want %d", tt.diags, tt.in, exit, tt.want)
		}
		if exit, err := w.Close(tt.in); exit != tt.want || err != nil {
			t.Errorf("%v and %d: Close = %d, %v, want %d", tt.diags, tt.in, exit, err, tt.want)
		}
	}
}

// TestFail writes what a stage that gave up writes, after nothing and after a
// beginning, and reads it back: the code travels and there is no result.
func TestFail(t *testing.T) {
	tests := []struct {
		before []Record
		f      *Failure
		exit   int
		diag   string
	}{
		{nil, Failf(ExitUsage, "config", "h", "bad\nkey"), 2, `{"type":"diag","stage":"s","severity":"fatal","code":"config","message":"bad key","exit":2}`},
		{[]Record{testHead, File{Path: "a", Class: ClassDoc}}, Failf(ExitIO, "read", "", "x"), 5, `{"type":"diag","stage":"s","severity":"fatal","code":"read","message":"x","exit":5}`},
		{[]Record{testHead}, Failf(ExitTemporary, "rate", "", "x"), 75, `{"type":"diag","stage":"s","severity":"fatal","code":"rate","message":"x","exit":75}`},
		{[]Record{testHead}, &Failure{Exit: ExitOK, Err: errors.New("")}, 5, `{"type":"diag","stage":"s","severity":"fatal","code":"failed","message":"failed","exit":5}`},
		{[]Record{testHead}, Failf(ExitPartial, "c", "", "\xff"), 5, `{"type":"diag","stage":"s","severity":"fatal","code":"c","message":"` + "\uFFFD" + `","exit":5}`},
		{[]Record{testHead}, &Failure{Exit: ExitNo, Code: "c"}, 1, `{"type":"diag","stage":"s","severity":"fatal","code":"c","message":"exit 1","exit":1}`},
	}
	for _, tt := range tests {
		var out bytes.Buffer
		w := NewWriter(&out)
		for _, rec := range tt.before {
			if err := w.Write(rec); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Fail("s", tt.f); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), tt.diag+"\n") {
			t.Errorf("%v: no %s in\n%s", tt.f, tt.diag, out.String())
		}
		for _, d := range []Demand{{}, {Syntax: true}, {Fragment: true}} {
			if code, err := exitOf(bytes.NewReader(out.Bytes()), d); code != tt.exit || err != nil {
				t.Errorf("%v: read with %+v: exit code %d, %v, want %d in\n%s", tt.f, d, code, err, tt.exit, out.String())
			}
		}
		if Gave(tt.exit) {
			t.Errorf("%v: exit code %d has a result", tt.f, tt.exit)
		}
	}
}

// full refuses what goes beyond its size, like a disk.
type full int

var errFull = errors.New("no space left on device")

func (f *full) Write(p []byte) (int, error) {
	if len(p) > int(*f) {
		return 0, errFull
	}
	*f -= full(len(p))
	return len(p), nil
}

func TestWriterOnAFullDisk(t *testing.T) {
	big := Diag{Stage: "walk", Severity: SeverityInfo, Code: "c", Message: strings.Repeat("x", 100<<10)}
	check := func(act string, err error) {
		t.Helper()
		f := AsFailure(err)
		if err == nil || f.Exit != ExitIO || f.Code != "write" || !errors.Is(err, errFull) {
			t.Errorf("%s: %v (exit code %d, %s)", act, err, f.Exit, f.Code)
		}
	}
	check("write", NewWriter(new(full)).Write(big))
	small := NewWriter(new(full))
	if err := small.Write(Dir{Path: "."}); err != nil {
		t.Fatal(err)
	}
	check("flush", small.Flush())
	_, err := small.Close(ExitOK)
	check("close", err)
	check("fail", NewWriter(new(full)).Fail("walk", Failf(ExitIO, "c", "", "x")))
}
