package merge

import (
	"path"
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// A workflow's line is "task -> route: command". Commands are those that a
// manifest declares, or the one tool that a manifest stands for.

// tasks are the names of scripts and targets that are shown, in this order.
var tasks = [...]string{
	"all", "build", "compile", "test", "tests", "unittest", "e2e", "check", "lint", "typecheck", "type-check", "vet", "fmt", "format",
	"dev", "start", "run", "serve", "watch", "bench", "generate", "gen", "docs", "doc", "install",
}

// workflows lists a directory's commands: of its manifests, of the programs that
// start in it, of its tests. Those with a path that no line can hold are left out.
func (t *tree) workflows(d *dir) []string {
	var lines []string
	for _, f := range d.files {
		lines = append(lines, t.scripts(f)...)
	}
	for _, f := range d.files {
		for _, line := range customs(f) {
			task, _, _ := strings.Cut(line, " ")
			if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, task+" ") }) {
				lines = append(lines, line)
			}
		}
	}
	lines = append(lines, t.handed(d, lines)...)
	for _, f := range d.files {
		if line := t.running(f); line != "" {
			lines = append(lines, line)
		}
	}
	if line := t.testing(d); line != "" && !testable(lines) {
		lines = append(lines, line)
	}
	lines = append(lines, d.saidFlows(lines)...)
	return slices.DeleteFunc(lines, func(l string) bool { return record.OneLine(l) != l })
}

// testable reports whether a line says already how to run tests.
func testable(lines []string) bool {
	return slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "test ") })
}

// scripts lists the commands that a manifest or build file offers.
func (t *tree) scripts(f *file) []string {
	if f.facts == nil {
		return nil
	}
	runner := t.runner(f)
	if runner == "" {
		return nil
	}
	var lines []string
	for _, task := range tasks {
		for _, s := range f.facts.Scripts {
			if s.Key == task {
				lines = append(lines, flow(task, f.base(), inDir(f.dir, runner+" "+task)))
			}
		}
	}
	return lines
}

// customs lists the commands that a manifest of its kind always has.
func customs(f *file) []string {
	if f.base() == "conftest.py" && nearest(f.dir.parent, f.base()) == nil && nearest(f.dir, "pyproject.toml") != nil {
		return []string{flow("test", f.base(), strings.TrimSuffix("pytest "+shellWord(f.dir.path), " ."))}
	}
	if task, ok := chore(f); ok {
		return []string{flow(task, f.base(), shellWord(f.path))}
	}
	if f.facts == nil {
		return nil
	}
	build, test, at := "", "", f.dir
	switch f.facts.Kind {
	case "gomod":
		build, test = "go build ./...", "go test ./..."
	case "cargo":
		build, test = "cargo build", "cargo test"
		if workspace := nearest(f.dir.parent, f.base()); workspace != nil && f.facts.Name != "" {
			at = workspace.dir
			build += " -p " + shellWord(f.facts.Name)
			test += " -p " + shellWord(f.facts.Name)
		}
	case "maven":
		build, test = "mvn package", "mvn test"
	case "gradle":
		build, test = gradle(f.dir)+" build", gradle(f.dir)+" test"
	default:
		if slices.Contains(f.facts.Dependencies, "pytest") && manifest(f) {
			test = "pytest"
		}
	}
	var lines []string
	if build != "" {
		lines = append(lines, flow("build", f.base(), inDir(at, build)))
	}
	if test != "" {
		lines = append(lines, flow("test", f.base(), inDir(at, test)))
	}
	return lines
}

func flow(task, route, command string) string {
	return task + " -> " + pathname.Quote(route) + ": " + command
}

// gradle is the wrapper in or above d, if there is one.
func gradle(d *dir) string {
	wrapper := nearest(d, "gradlew")
	if wrapper == nil {
		return "gradle"
	}
	up := ""
	for ; d != wrapper.dir; d = d.parent {
		up += "../"
	}
	if up == "" {
		up = "./"
	}
	return up + "gradlew"
}

// runner is the program that runs a file's scripts by name.
func (t *tree) runner(f *file) string {
	switch base := f.base(); {
	case base == "package.json":
		return t.packageManager(f.dir) + " run"
	case base == "composer.json":
		return "composer"
	case base == "deno.json" || base == "deno.jsonc":
		return "deno task"
	case strings.EqualFold(base, "makefile") || base == "GNUmakefile":
		return "make"
	case strings.EqualFold(base, "justfile"):
		return "just"
	}
	return ""
}

// packageManager is the one whose lock file is nearest above.
func (t *tree) packageManager(d *dir) string {
	for ; d != nil; d = d.parent {
		for _, f := range d.files {
			switch f.base() {
			case "pnpm-lock.yaml", "pnpm-workspace.yaml":
				return "pnpm"
			case "yarn.lock":
				return "yarn"
			case "bun.lock", "bun.lockb":
				return "bun"
			case "package-lock.json":
				return "npm"
			}
		}
	}
	return "npm"
}

// running says how to start the program that begins in f.
func (t *tree) running(f *file) string {
	if f.entry == "" || !starts(f) {
		return ""
	}
	command := ""
	switch f.lang {
	case "Go":
		if m := nearest(f.dir, "go.mod"); m != nil {
			command = inDir(m.dir, "go run "+from(m.dir, f.dir))
		}
	case "Rust":
		if m := nearest(f.dir, "Cargo.toml"); m != nil {
			command = "cargo run"
			if f.base() != "main.rs" {
				command += " --bin " + shellWord(f.stem())
			}
			command = inDir(m.dir, command)
		}
	case "Python":
		if f.base() == "__main__.py" && f.dir.path != "." {
			command = "python -m " + moduleName(f.dir)
		}
	}
	if command == "" {
		return ""
	}
	return flow("run", f.base(), command)
}

// moduleName is the dotted name of a Python package.
func moduleName(d *dir) string {
	name := d.base()
	for p := d.parent; p != nil && p.path != "." && slices.ContainsFunc(p.files, packageFile); p = p.parent {
		name = p.base() + "." + name
	}
	return name
}

// nearest returns the file of a name in d or above it.
func nearest(d *dir, base string) *file {
	for ; d != nil; d = d.parent {
		for _, f := range d.files {
			if f.base() == base && !f.slash {
				return f
			}
		}
	}
	return nil
}

// from is the path of d as a tool takes it that runs in top.
func from(top, d *dir) string {
	if top == d {
		return "."
	}
	return "./" + shellWord(top.within(d.path))
}

// shellWord quotes what a shell would not leave alone.
func shellWord(s string) string {
	plain := !strings.ContainsFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./@+=:,", r))
	})
	if plain {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// testing is the one line that says which tests go with a directory's source
// and how they are run.
func (t *tree) testing(d *dir) string {
	var tests []*file
	for _, f := range d.files {
		if f.test() && f.lang != "" && (f.lang != "Python" || pytestName(f.base())) {
			tests = append(tests, f)
		}
	}
	if len(tests) == 0 {
		return ""
	}
	command := t.testCommand(d, tests[0])
	if command == "" {
		return ""
	}
	return flow("test", testPattern(tests), command)
}

// pytestName reports whether pytest takes a file for a test without being told.
func pytestName(base string) bool {
	return strings.HasPrefix(base, "test") || strings.HasSuffix(base, "_test.py")
}

// testPattern is what the names of tests have in common, or the only name.
func testPattern(tests []*file) string {
	if len(tests) == 1 {
		return tests[0].base()
	}
	for _, mark := range []string{"_test", ".test", ".spec", "_spec", "-test", "Test", "Tests"} {
		end := mark + path.Ext(tests[0].base())
		if all(tests, func(f *file) bool { return strings.HasSuffix(f.base(), end) }) {
			return "*" + end
		}
	}
	if all(tests, func(f *file) bool { return strings.HasPrefix(f.base(), "test_") }) {
		return "test_*" + path.Ext(tests[0].base())
	}
	return "*" + path.Ext(tests[0].base())
}

func all(files []*file, holds func(*file) bool) bool {
	return !slices.ContainsFunc(files, func(f *file) bool { return !holds(f) })
}

// testCommand runs the tests of one directory, as far as a manifest proves how.
func (t *tree) testCommand(d *dir, test *file) string {
	switch test.lang {
	case "Go":
		if m := nearest(d, "go.mod"); m != nil {
			return inDir(m.dir, "go test "+from(m.dir, d))
		}
	case "Rust":
		if m := nearest(d, "Cargo.toml"); m != nil {
			return inDir(m.dir, "cargo test")
		}
	case "JavaScript", "TypeScript", "TSX", "JSX":
		for m := nearest(d, "package.json"); m != nil; m = nearest(m.dir.parent, "package.json") {
			if m.facts != nil && slices.ContainsFunc(m.facts.Scripts, func(p record.Pair) bool { return p.Key == "test" }) {
				return inDir(m.dir, strings.Replace(t.packageManager(m.dir)+" test", "bun ", "bun run ", 1))
			}
		}
	case "Python":
		if usesPytest(d) {
			return "pytest " + shellWord(d.path)
		}
	case "Java", "Kotlin", "Scala":
		if m := nearest(d, "pom.xml"); m != nil {
			return inDir(m.dir, "mvn test")
		}
		for _, base := range []string{"build.gradle", "build.gradle.kts"} {
			if m := nearest(d, base); m != nil {
				return inDir(m.dir, gradle(m.dir)+" test")
			}
		}
	}
	return ""
}

func inDir(d *dir, command string) string {
	if d.path == "." {
		return command
	}
	return command + " (in " + pathname.Quote(d.path) + ")"
}

// usesPytest reports whether the project says that pytest runs its tests.
func usesPytest(d *dir) bool {
	for ; d != nil; d = d.parent {
		for _, f := range d.files {
			switch f.base() {
			case "pytest.ini", "conftest.py":
				return true
			case "pyproject.toml", "setup.cfg", "setup.py", "tox.ini":
				if f.facts != nil && slices.Contains(f.facts.Dependencies, "pytest") {
					return true
				}
			}
		}
	}
	return false
}
