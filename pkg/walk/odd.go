package walk

import (
	"io/fs"
	"os"
	"slices"

	"golang.org/x/sys/unix"
)

// oddNames returns the pipes, sockets and devices in a directory, sorted.
func oddNames(dir *os.File) ([]string, error) {
	d, err := openAt(dir, ".", unix.O_RDONLY|unix.O_DIRECTORY)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	var odd []string
	for {
		batch, err := d.ReadDir(1024)
		for _, n := range batch {
			if n.Type()&(fs.ModeNamedPipe|fs.ModeSocket|fs.ModeDevice|fs.ModeIrregular) != 0 {
				odd = append(odd, n.Name())
			}
		}
		if err != nil || len(batch) == 0 {
			slices.Sort(odd)
			return odd, nil
		}
	}
}
