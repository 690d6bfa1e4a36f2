//go:build !linux

package walk

import "golang.org/x/sys/unix"

// openPath opens a directory to reach what is in it.
const openPath = unix.O_RDONLY | unix.O_DIRECTORY
