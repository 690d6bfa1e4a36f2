package command

// Version is the suite's; all commands of one build share it.
const Version = "0.1.0"

// commit is set by the linker in released builds.
var commit string

func version() string {
	if commit == "" {
		return Version
	}
	return Version + " (" + commit + ")"
}
