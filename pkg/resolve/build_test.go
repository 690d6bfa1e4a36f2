package resolve

import "testing"

func TestShell(t *testing.T) {
	files := list("scripts/run.sh", "scripts/lib.sh", "etc/env", "scripts/sub/x.sh", "scripts/testdata/")
	check(t, files, "Shell", []asked{
		{from: "scripts/run.sh", raw: "./lib.sh", want: "pkg/scripts/lib.sh"},
		{from: "scripts/run.sh", raw: "lib.sh", want: "pkg/scripts/lib.sh"},
		{from: "scripts/run.sh", raw: `"$(dirname "$0")/lib.sh"`, want: "pkg/scripts/lib.sh"},
		{from: "scripts/run.sh", raw: `$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/sub/x.sh`, want: "pkg/scripts/sub/x.sh"},
		{from: "scripts/run.sh", raw: "${BASH_SOURCE%/*}/lib.sh", want: "pkg/scripts/lib.sh"},
		{from: "scripts/run.sh", raw: "`dirname $0`/lib.sh", want: "pkg/scripts/lib.sh"},
		{from: "scripts/run.sh", raw: "$ROOT/etc/env", want: "pkg/etc/env"},
		{from: "scripts/run.sh", raw: "scripts/lib.sh", want: "pkg/scripts/lib.sh"},
		{from: "scripts/sub/x.sh", raw: "../lib.sh", want: "pkg/scripts/lib.sh"},
		{from: "scripts/run.sh", raw: "testdata/a.sh", want: "pkg/scripts/testdata/"},
		{from: "scripts/run.sh", raw: "/etc/env", want: "?/etc/env"},
		{from: "scripts/run.sh", raw: "~/lib.sh", want: "?~/lib.sh"},
		{from: "scripts/run.sh", raw: "$FILE", want: "?$FILE"},
		{from: "scripts/run.sh", raw: "$A/$B/lib.sh", want: "?$A/$B/lib.sh"},
		{from: "scripts/run.sh", raw: "$((((", want: "?$(((("},
		{from: "scripts/run.sh", raw: "../../x", want: "?../../x"},
	})
}

func TestMakefile(t *testing.T) {
	check(t, list("Makefile", "mk/rules.mk", "sub/Makefile", "sub/deps.mk"), "Makefile", []asked{
		{from: "Makefile", raw: "mk/rules.mk", want: "pkg/mk/rules.mk"},
		{from: "sub/Makefile", raw: "mk/rules.mk", want: "pkg/mk/rules.mk"},
		{from: "sub/Makefile", raw: "deps.mk", want: "pkg/sub/deps.mk"},
		{from: "sub/Makefile", raw: "$(TOP)/mk/rules.mk", want: "pkg/mk/rules.mk"},
		{from: "sub/Makefile", raw: "../mk/rules.mk", want: "pkg/mk/rules.mk"},
		{from: "Makefile", raw: "*.mk", want: "?*.mk"},
		{from: "Makefile", raw: "$(X)", want: "?$(X)"},
	})
}

func TestDockerfile(t *testing.T) {
	check(t, nil, "Dockerfile", []asked{
		{from: "Dockerfile", form: "from", raw: "golang:1.26-alpine", want: "ext/golang"},
		{from: "Dockerfile", form: "from", raw: "ghcr.io/x/y:1@sha256:00", want: "ext/ghcr.io/x/y"},
		{from: "Dockerfile", form: "from", raw: "localhost:5000/x", want: "ext/localhost:5000/x"},
		{from: "Dockerfile", form: "from", raw: "scratch", want: ""},
		{from: "Dockerfile", form: "from", raw: "${BASE}", want: "?${BASE}"},
		{from: "Dockerfile", form: "from", raw: "", want: "?"},
	})
	check(t, nil, "INI", []asked{{from: "a.ini", raw: "./b.ini", want: ""}})
}

func TestCMake(t *testing.T) {
	check(t, list("CMakeLists.txt", "cmake/Warnings.cmake", "lib/CMakeLists.txt", "lib/opts.cmake"), "CMake", []asked{
		{from: "lib/CMakeLists.txt", raw: "Warnings", form: "include", want: "pkg/cmake/Warnings.cmake"},
		{from: "lib/CMakeLists.txt", raw: "opts.cmake", form: "include", want: "pkg/lib/opts.cmake"},
		{from: "lib/CMakeLists.txt", raw: "${PROJECT_SOURCE_DIR}/cmake/Warnings.cmake", form: "include", want: "pkg/cmake/Warnings.cmake"},
		{from: "lib/CMakeLists.txt", raw: "GNUInstallDirs", form: "include", want: "std/GNUInstallDirs"},
		{from: "lib/CMakeLists.txt", raw: "gone.cmake", form: "include", want: "?gone.cmake"},
	})
}

func TestWorkflow(t *testing.T) {
	check(t, list(".github/actions/setup/action.yml", ".github/workflows/a.yml"), "YAML", []asked{
		{from: ".github/workflows/b.yml", raw: "actions/checkout@v4", form: "uses", want: "ext/actions/checkout"},
		{from: ".github/workflows/b.yml", raw: "github/codeql-action/init@v3", form: "uses", want: "ext/github/codeql-action"},
		{from: ".github/workflows/b.yml", raw: "./.github/actions/setup", form: "uses", want: "pkg/.github/actions/setup/action.yml"},
		{from: ".github/workflows/b.yml", raw: "./.github/workflows/a.yml", form: "uses", want: "pkg/.github/workflows/a.yml"},
		{from: ".github/workflows/b.yml", raw: "./.github/gone", form: "uses", want: "?./.github/gone"},
		{from: ".github/workflows/b.yml", raw: "docker://alpine:3", form: "uses", want: "ext/alpine"},
		{from: "compose.yml", raw: "postgres:16", form: "from", want: "ext/postgres"},
		{from: "a.yml", raw: "x", want: ""},
	})
}

func TestLanguageBySuffix(t *testing.T) {
	check(t, list("a.ts", "b.mts"), "", []asked{
		{from: "b.mts", raw: "./a.js", want: "pkg/a.ts"},
		{from: "b.txt", raw: "./a.js", want: ""},
	})
}
