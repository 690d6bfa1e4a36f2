package llm

import (
	"errors"
	"os"
)

// replace puts a file of the cache directory in place of another: readers and
// crashes see the old one or the new one, on disk. The caller holds a lock
// under which no other writes it.
func replace(path string, fill func(*os.File) error) error {
	temp := path + ".tmp"
	if err := os.Remove(temp); err != nil && !errors.Is(err, os.ErrNotExist) { // of a run that died
		return err
	}
	file, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(fill(file), file.Sync(), file.Close()); err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	return os.Rename(temp, path)
}
