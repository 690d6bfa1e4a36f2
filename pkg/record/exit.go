package record

import (
	"errors"
	"fmt"
)

// The exit codes of every command. Several at once: the first in the order
// 4, 5, 75, 1, 3, 0 wins.
const (
	ExitOK        = 0
	ExitNo        = 1  // the answer is no
	ExitUsage     = 2  // usage or configuration; nothing was read
	ExitPartial   = 3  // done, but files could not be read
	ExitStream    = 4  // stream invalid or truncated; nothing was written
	ExitIO        = 5  // cannot read, write or connect, permanently
	ExitTemporary = 75 // run again
)

// WorseExit returns which of two exit codes a run ends with. Codes outside the
// list (usage, signals) win over all others.
func WorseExit(a, b int) int {
	if exitRank(b) > exitRank(a) {
		return b
	}
	return a
}

func exitRank(code int) int {
	switch code {
	case ExitOK:
		return 0
	case ExitPartial:
		return 1
	case ExitNo:
		return 2
	case ExitTemporary:
		return 3
	case ExitIO:
		return 4
	case ExitStream:
		return 5
	}
	return 6
}

// Gave reports whether a stream that ends with this exit code has a result.
func Gave(exit int) bool { return exit == ExitOK || exit == ExitPartial }

// Failure is an error that ends a run: why, with which exit code, and what to
// do next. One without Err ends it silently: the output has said it all.
type Failure struct {
	Exit int
	Code string // of the diag: "bad-stream", "no-root"
	Hint string // one sentence without a full stop; may be empty
	Err  error
}

func (f *Failure) Error() string {
	if f.Err == nil {
		return fmt.Sprintf("exit %d", f.Exit)
	}
	return f.Err.Error()
}

func (f *Failure) Unwrap() error { return f.Err }

// Failf makes a Failure from a format.
func Failf(exit int, code, hint, format string, args ...any) *Failure {
	return &Failure{Exit: exit, Code: code, Hint: hint, Err: fmt.Errorf(format, args...)}
}

// AsFailure returns err's Failure, or wraps err as an unexpected one with exit
// code 5.
func AsFailure(err error) *Failure {
	var f *Failure
	if errors.As(err, &f) {
		return f
	}
	return &Failure{Exit: ExitIO, Code: "failed", Err: err}
}
