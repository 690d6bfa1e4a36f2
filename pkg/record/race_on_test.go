//go:build race

package record

// raceDetector says that allocations are not those of a built command.
const raceDetector = true
