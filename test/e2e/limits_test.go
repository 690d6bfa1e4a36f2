//go:build e2e

package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/pkg/record"
)

const (
	// deep is how often hostile texts nest.
	deep = 100_000
	// longLine is the length of a hostile line, in bytes.
	longLine = 50 << 20
	// sealed is said of what is too long to read.
	sealed = "Large/generated file"
	// maxMemory is what a stage may take for hostile trees, in bytes.
	maxMemory = 1 << 30
	// maxTime is how long all stages may take for them on a busy machine.
	maxTime = 10 * time.Minute
)

// around has for each ending what comes before and after a hostile text, each
// with a name that other files can see.
var around = map[string][2]string{
	"c":     {"int before(void) { return 1; }\n", "\nint after(void) { return 2; }\n"},
	"cc":    {"int before() { return 1; }\n", "\nint after() { return 2; }\n"},
	"cs":    {"public class Before { }\n", "\npublic class After { }\n"},
	"css":   {".before { a: b }\n", "\n.after { a: b }\n"},
	"go":    {"package x\n\nfunc Before() {}\n", "\nfunc After() {}\n"},
	"h":     {"int before(void);\n", "\nint after(void);\n"},
	"java":  {"package x;\npublic class Before { }\n", "\nclass After { }\n"},
	"js":    {"export function before() {}\n", "\nexport function after() {}\n"},
	"json":  {"{\"before\": 1, \"x\": ", ", \"after\": 2}"},
	"kt":    {"fun before() {}\n", "\nfun after() {}\n"},
	"md":    {"# Before\n\n", "\n\n# After\n"},
	"php":   {"<?php\nfunction before() {}\n", "\nfunction after() {}\n"},
	"py":    {"def before():\n    pass\n", "\ndef after():\n    pass\n"},
	"rb":    {"def before\nend\n", "\ndef after\nend\n"},
	"rs":    {"pub fn before() {}\n", "\npub fn after() {}\n"},
	"scala": {"object Before { }\n", "\nobject After { }\n"},
	"sh":    {"before() {\n  :\n}\n", "\nafter() {\n  :\n}\n"},
	"sql":   {"CREATE TABLE before (a int);\n", "\nCREATE TABLE after (a int);\n"},
	"swift": {"public func before() {}\n", "\npublic func after() {}\n"},
	"ts":    {"export function before() {}\n", "\nexport function after() {}\n"},
	"tsx":   {"export function before() {}\n", "\nexport function after() {}\n"},
	"yaml":  {"before: 1\nx: ", "\nafter: 2\n"},
}

// hostile are the texts by the name of their file; every one gets between
// what stands around it.
func hostile() map[string]string {
	random := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 200_000)
	for i := range noise {
		noise[i] = byte(' ' + random.IntN(95))
		if random.IntN(40) == 0 {
			noise[i] = '\n'
		}
	}
	return map[string]string{
		"round":  strings.Repeat("(", deep) + strings.Repeat(")", deep),
		"square": strings.Repeat("[", deep),
		"curly":  strings.Repeat("{\n", deep) + strings.Repeat("}\n", deep),
		"angle":  strings.Repeat("<a>", deep),
		"half":   "class Half {\n  broken(a, {\n    if (x {\n",
		"prose":  strings.Repeat("It was the best of times, it was the worst of times (or so they say); don't you think?\n", 2000),
		"noise":  string(noise),
	}
}

// hostileTree makes a directory for each language with every hostile text and
// a file beside them that is in order.
func hostileTree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for ending, text := range around {
		at := func(folder, name string) string { return filepath.Join(dir, ending, folder, name+"."+ending) }
		write(t, at("alone", "beside"), text[0]+text[1])
		write(t, at("hostile", "beside"), text[0]+text[1])
		for name, middle := range hostile() {
			write(t, at("hostile", name), text[0]+middle+text[1])
		}
		write(t, at("hostile", "image"), "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"+strings.Repeat("\x00\xff", 1000))
	}
	for _, ending := range []string{"js", "json", "py", "c"} {
		write(t, filepath.Join(dir, "lines", "line."+ending), around[ending][0]+strings.Repeat("x = 1; ", longLine/7)+around[ending][1])
	}
	return dir
}

// Hostile files give what can be read of them and a word about the rest,
// within limits of time and memory, and change nothing beside them.
func TestHostileFiles(t *testing.T) {
	dir := hostileTree(t)
	began := time.Now()
	syntax := stage(t, dir, stage(t, dir, nil, "pmap-walk"), "pmap-ast")
	pages := stage(t, dir, syntax, "pmap-merge")
	stage(t, dir, pages, "pmap-render --stdout")
	if took := time.Since(began); took > maxTime {
		t.Errorf("took %s", took)
	}
	said, states := accounts(t, syntax)
	for name, state := range states {
		if (state == record.StatePartial || state == record.StateFailed) != said[name] {
			t.Errorf("%s is %s; told: %v", name, state, said[name])
		}
	}
	lines := pageLines(t, pages)
	for ending := range around {
		want := lines[ending+"/alone/beside."+ending]
		if diff := cmp.Diff(want, lines[ending+"/hostile/beside."+ending]); diff != "" {
			t.Errorf("%s: what is beside hostile files differs: %s", ending, diff)
		}
	}
	for _, name := range []string{"lines/line.js", "lines/line.json", "lines/line.py", "lines/line.c"} {
		if got := lines[name]; got.Purpose != sealed || got.Exports != nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
	for _, ending := range []string{"c", "cc", "cs", "go", "h", "java", "js", "kt", "php", "py", "rb", "rs", "scala", "sh", "swift", "ts", "tsx"} {
		for _, name := range []string{"half", "round"} {
			f := ending + "/hostile/" + name + "." + ending
			if lines[f].Purpose == sealed {
				continue // one long line
			}
			if !slices.ContainsFunc(lines[f].Exports, func(e string) bool { return strings.EqualFold(e, "before") }) {
				t.Errorf("%s: exports %q lack what comes before", f, lines[f].Exports)
			}
		}
		for _, name := range []string{"prose", "noise", "image"} {
			f := ending + "/hostile/" + name + "." + ending
			if e := lines[f].Exports; len(e) > 20 {
				t.Errorf("%s: exports %q", f, e)
			}
		}
	}
}

// stage runs one command over a stream, and fails if it ends in another way
// than done or partly read, or takes too much memory.
func stage(t *testing.T, dir string, in []byte, command string) []byte {
	t.Helper()
	cmd := exec.Command("sh", "-c", "exec "+command)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+t.TempDir(), "PATH="+filepath.Join(repository(t), "bin")+":"+os.Getenv("PATH"))
	cmd.Stdin = bytes.NewReader(in)
	began := time.Now()
	r := finish(t, cmd)
	memory := int64(0)
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		memory = maxResident(usage)
	}
	t.Logf("%-20s %6.1f s %6.1f s of processor %6d MB", command, time.Since(began).Seconds(),
		(cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(), memory>>20)
	if r.code != 0 && r.code != 3 {
		t.Fatalf("%s: exit %d\n%.2000s", command, r.code, r.stderr)
	}
	if memory > maxMemory {
		t.Errorf("%s took %d MB", command, memory>>20)
	}
	return []byte(r.stdout)
}

// accounts returns which files something was said about, and their states.
func accounts(t *testing.T, stream []byte) (said map[string]bool, states map[string]record.State) {
	t.Helper()
	said, states = map[string]bool{}, map[string]record.State{}
	file := ""
	for line := range bytes.Lines(stream) {
		var r struct {
			Type, Path, Code string
			State            record.State
		}
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		switch r.Type {
		case "file":
			file = r.Path
		case "syntax":
			states[file] = r.State
		case "diag":
			said[r.Path] = true
		}
	}
	return said, states
}

// line is what a page says of a file.
type line struct {
	Purpose string
	Exports []string
	Deps    []string
}

func pageLines(t *testing.T, stream []byte) map[string]line {
	t.Helper()
	all := map[string]line{}
	for text := range bytes.Lines(stream) {
		var p struct {
			Type, Path string
			Files      []struct {
				Name string
				line
			}
		}
		if err := json.Unmarshal(text, &p); err != nil {
			t.Fatal(err)
		}
		for _, f := range p.Files {
			all[path.Join(p.Path, f.Name)] = f.line
		}
	}
	return all
}

// hardTree has macros, conditionals and tables as real code has them.
func hardTree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	var table, constants strings.Builder
	for i := range 8000 {
		fmt.Fprintf(&table, "  { %d, \"entry %d\", handle },\n", i, i)
		fmt.Fprintf(&constants, "export const CODE_%d = %d\n", i, i)
	}
	for name, text := range map[string]string{
		"macros.hpp": `class API Foo : public Base<int> {
 public:
  API void f();
};
struct EXPORT(3) Bar { int x; };
API int API_CALL g(int a) NOEXCEPT;
BEGIN_DECLS
void h();
END_DECLS
`,
		"split.c": `#ifdef A
int f(int a) {
#else
int f(long a) {
#endif
  if (a) {
#ifdef B
    a++; }
#else
  }
#endif
  return a;
}
int
#if C
g(int a)
#else
g(long a)
#endif
{ return 1; }
int h(void) { return 2; }
`,
		"table.c":  "int find(int n) { return n; }\nstruct entry entries[] = {\n" + table.String() + "};\nint last(void) { return 3; }\n",
		"codes.ts": constants.String() + "export class Codes {}\nexport function lookup(n: number): string { return '' }\n",
	} {
		write(t, filepath.Join(dir, name), text)
	}
	return dir
}

// Such code loses no name, and constants do not go before types and functions.
func TestHardCode(t *testing.T) {
	dir := hardTree(t)
	lines := pageLines(t, stage(t, dir, stage(t, dir, stage(t, dir, nil, "pmap-walk"), "pmap-ast"), "pmap-merge"))
	for name, want := range map[string]string{
		"macros.hpp": "Bar Foo g h",
		"split.c":    "f g h",
		"table.c":    "entries find last",
	} {
		if got := strings.Join(slices.Sorted(slices.Values(lines[name].Exports)), " "); got != want {
			t.Errorf("%s exports %q, want %q", name, got, want)
		}
	}
	got := lines["codes.ts"].Exports
	if len(got) != 8002 || !slices.Equal(got[:2], []string{"Codes", "lookup"}) {
		t.Errorf("codes.ts: of %d exports %.50q come first", len(got), got[:min(len(got), 3)])
	}
}

// Ten runs at the same time, some with a cache in common, say the same of the
// same tree.
func TestTenRuns(t *testing.T) {
	for name, dir := range map[string]string{"small": project(t, "small"), "odd": oddTree(t), "hard": hardTree(t)} {
		t.Run(name, func(t *testing.T) {
			work := t.TempDir()
			run(t, "sh", dir, `for i in 0 1 2 3 4 5 6 7 8 9; do
				(
					XDG_CACHE_HOME="$WORK/cache$((i % 3))"
					export XDG_CACHE_HOME
					pmap-walk | pmap-ast | pmap-merge | tee "$WORK/pages$i" | pmap-render --stdout >"$WORK/maps$i"
				) &
			done
			wait`, "WORK="+work).want(t, 0)
			for _, product := range []string{"pages", "maps"} {
				first := read(t, filepath.Join(work, product+"0"))
				if !strings.Contains(first, "role") {
					t.Errorf("%s are %.200q", product, first)
				}
				for i := 1; i < 10; i++ {
					if got := read(t, filepath.Join(work, fmt.Sprint(product, i))); got != first {
						t.Errorf("%s of run %d differ from the first", product, i)
					}
				}
			}
		})
	}
}

// maxResident is the most memory that a process held, in bytes; at least what
// this one did when it started it.
func maxResident(usage *syscall.Rusage) int64 {
	if runtime.GOOS == "darwin" {
		return usage.Maxrss
	}
	return usage.Maxrss << 10
}
