package resolve

import "testing"

func TestShellDirectories(t *testing.T) {
	files := list("bin/run.sh", "bin/lib.sh", "lib/log.sh", "lib.sh", "log.sh", "bin/conf/env.sh", "vendor/")
	run := "bin/run.sh"
	check(t, files, "Shell", []asked{
		{from: run, raw: `$(dirname "$0")/lib.sh`, want: "pkg/bin/lib.sh"},
		{from: run, raw: `$(dirname "$0")/../lib/log.sh`, want: "pkg/lib/log.sh"},
		{from: run, raw: `$(dirname -- "${BASH_SOURCE[0]}")/log.sh`, want: `?$(dirname -- "${BASH_SOURCE[0]}")/log.sh`},
		{from: run, raw: `${BASH_SOURCE%/*}/conf/env.sh`, want: "pkg/bin/conf/env.sh"},
		{from: run, raw: `$(dirname "$(readlink -f "$0")")/lib.sh`, want: "pkg/bin/lib.sh"},
		{from: run, raw: `$(cd "$(dirname "$0")/.." && pwd)/lib.sh`, want: "pkg/lib.sh"},
		{from: run, raw: `$(cd "$(dirname "${BASH_SOURCE[0]}")" >/dev/null 2>&1 && pwd -P)/lib.sh`, want: "pkg/bin/lib.sh"},
		{from: run, raw: `$ROOT/log.sh`, want: "pkg/log.sh"},
		{from: run, raw: `"${SCRIPT_DIR}"/lib.sh`, want: "pkg/bin/lib.sh"},
		{from: run, raw: `$ROOT/vendor/a/b.sh`, want: "pkg/vendor/"},
		{from: run, raw: `$HOME/log.sh`, want: "?$HOME/log.sh"},
		{from: run, raw: `~/log.sh`, want: "?~/log.sh"},
		{from: run, raw: `/etc/profile`, want: "?/etc/profile"},
		{from: run, raw: `$ROOT/$NAME.sh`, want: "?$ROOT/$NAME.sh"},
	})
}
