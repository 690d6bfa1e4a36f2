package shell

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "a.sh",
			In: `#!/bin/sh
# Usage: a.sh [-x] DIR
# a.sh -- map a directory
set -eu

. "$(dirname "$0")/lib.sh"
source ./env.bash
if [ -f x ]; then . ./x; fi

# Print a message and stop.
# Twice.
die() { echo "$1" >&2; exit 1; }

# not about this

function helper {
  inner() { :; }
  source nested.sh
}
_private() ( : )
cat <<X
no() { :; }
X
case $1 in a) b() { :; } ;; esac
die "$@"
`,
			Want: `{"state":"ok","doc":"map a directory","symbols":[
				{"name":"die","kind":"function","signature":"die()","exported":true,"doc":"Print a message and stop."},
				{"name":"helper","kind":"function","signature":"helper()","exported":true},
				{"name":"_private","kind":"function","signature":"_private()","exported":true},
				{"name":"b","kind":"function","signature":"b()","exported":true}],
				"imports":[{"raw":"$(dirname \"$0\")/lib.sh","form":"source"},{"raw":"./env.bash","form":"source"},{"raw":"./x","form":"source"}]}`,
		},
		{File: "c.sh", In: "#!/bin/sh\n# Builds it.\nmake\n", Want: `{"state":"ok","doc":"Builds it."}`},
		{File: "c.sh", In: "#!/bin/sh\n\n# The files to build.\nFILES=a\n", Want: `{"state":"ok"}`},
		{File: "c.sh", In: "#!/bin/sh\n\n# Builds it.\nset -eu\n", Want: `{"state":"ok","doc":"Builds it."}`},
		{File: "b.bash", In: "f() { :; }\nif then (((\n", Want: `{"state":"partial","symbols":[{"name":"f","kind":"function","signature":"f()","exported":true}]}`},
	})
}

func TestBombs(t *testing.T) {
	langtest.Bombs(t, Extractors(), 64<<10, "(", "{ ", "$(", "`", "if ", "<<A\n", "\"$(", "case a in ", "a() { ", "${a:-")
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "# a b\nf() { :; }\n. ./x\n", "cat <<A\nx\nA\n", "if a; then b; fi | c &")
}
