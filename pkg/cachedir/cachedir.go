// Package cachedir finds the directory of the caches and locks that pmap keeps
// for a user. Start from [Find].
package cachedir

import (
	"errors"
	"path/filepath"
)

// Find returns pi-project-map below XDG_CACHE_HOME, else below ~/.cache, on
// every platform the same. The directory need not exist. As the XDG
// specification demands, a relative XDG_CACHE_HOME counts for none.
func Find(getenv func(string) string) (string, error) {
	base := getenv("XDG_CACHE_HOME")
	if !filepath.IsAbs(base) {
		home := getenv("HOME")
		if !filepath.IsAbs(home) {
			return "", errors.New("find cache directory: neither XDG_CACHE_HOME nor HOME is an absolute path")
		}
		base = filepath.Join(home, ".cache")
	}
	return filepath.Join(base, "pi-project-map"), nil
}
