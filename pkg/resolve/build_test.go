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
		{from: "Dockerfile", raw: "golang:1.26-alpine", want: "ext/golang"},
		{from: "Dockerfile", raw: "ghcr.io/x/y:1@sha256:00", want: "ext/ghcr.io/x/y"},
		{from: "Dockerfile", raw: "localhost:5000/x", want: "ext/localhost:5000/x"},
		{from: "Dockerfile", raw: "scratch", want: ""},
		{from: "Dockerfile", raw: "${BASE}", want: "?${BASE}"},
		{from: "Dockerfile", raw: "", want: "?"},
	})
	check(t, nil, "CSS", []asked{{from: "a.css", raw: "./b.css", want: ""}})
}
