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
				"imports":[{"raw":"$(dirname \"$0\")/lib.sh","form":"source"},{"raw":"./env.bash","form":"source"},{"raw":"./x","form":"source"},{"raw":"nested.sh","form":"source"}]}`,
		},
		{
			File: "d.sh",
			In: `export A=1 B="x y" PATH="$HOME/bin:$PATH"
export C
readonly D=2
declare -rx E=3
declare -gA F=()
typeset -r G
alias ll='ls -l' la="ls -a"
alias -- gst=git $x=y
H=4
f() { export I=5; local -r J=6; alias k=l; }
g() { :; }
export K=7
K() { :; }
`,
			Want: `{"state":"ok","symbols":[
				{"name":"A","kind":"variable","signature":"export A","exported":true},
				{"name":"B","kind":"variable","signature":"export B","exported":true},
				{"name":"D","kind":"constant","signature":"readonly D","exported":true},
				{"name":"E","kind":"constant","signature":"declare E","exported":true},
				{"name":"ll","kind":"macro","signature":"alias ll='ls -l'","exported":true},
				{"name":"la","kind":"macro","signature":"alias la=\"ls -a\"","exported":true},
				{"name":"gst","kind":"macro","signature":"alias gst=git","exported":true},
				{"name":"f","kind":"function","signature":"f()","exported":true},
				{"name":"g","kind":"function","signature":"g()","exported":true},
				{"name":"K","kind":"function","signature":"K()","exported":true}]}`,
		},
		{
			File: "e.bash",
			In: `a() { :; }
# Colours.
b() {
	c=${d#*{\"e\":"$f"}
}
cat <<-'X'
g() {
X
# Half.
function h {
	i() { :; }
}
j () ( : )
k()
{
	:
}
x="l()"
`,
			Want: `{"state":"partial","symbols":[
				{"name":"a","kind":"function","signature":"a()","exported":true},
				{"name":"b","kind":"function","signature":"b()","exported":true,"doc":"Colours."},
				{"name":"h","kind":"function","signature":"h()","exported":true,"doc":"Half."},
				{"name":"j","kind":"function","signature":"j()","exported":true},
				{"name":"k","kind":"function","signature":"k()","exported":true}]}`,
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
