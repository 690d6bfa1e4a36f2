# lib.sh: what the scripts share; sourced, never run.
# Needs $here, the directory of the script that sources it.

# The commands beside the scripts or in ../bin go before others of the same name.
PATH=$here:$here/../bin:$PATH
export PATH

# say LEVEL MESSAGE: a message of this script's.
say() {
	printf '%s: %s: %s\n' "$name" "$1" "$2" >&2
}

# die CODE MESSAGE HINT
die() {
	say error "$2"
	[ -z "$3" ] || say hint "$3"
	exit "$1"
}

# usage SCRIPT: its first comment lines are synopsis and purpose.
usage() {
	sed -n '2,/^[^#]/s/^# \{0,1\}//p' -- "$1"
}

# need COMMAND...: all of them can be run.
need() {
	for tool in "$@"; do
		command -v "$tool" >/dev/null 2>&1 ||
			die 5 "$tool is not here" "run 'make build' in the checkout, or put $tool on PATH"
	done
}

# is_root DIR: DIR holds the root pair of a map.
is_root() {
	[ "$(sed -n 2p -- "$1/.pi-map.index.md" 2>/dev/null)" = 'dir: .' ] && [ -f "$1/.pi-map.md" ]
}

# find_root: prints the mapped root at or above the current directory, else
# the top of its git work tree, else the current directory.
find_root() {
	up=$PWD
	while :; do
		if is_root "$up"; then
			printf '%s\n' "$up"
			return
		fi
		[ "$up" != / ] && [ -n "$up" ] || break
		up=$(dirname -- "$up")
	done
	git -c core.fsmonitor= rev-parse --show-toplevel 2>/dev/null || printf '%s\n' "$PWD"
}
