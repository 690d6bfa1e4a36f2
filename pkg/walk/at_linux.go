package walk

import "golang.org/x/sys/unix"

// openPath opens a directory to reach what is in it, which needs no right to
// list it.
const openPath = unix.O_PATH | unix.O_DIRECTORY
