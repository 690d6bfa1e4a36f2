// Package config reads a project's .pi-project-map.json and the user's own
// config.json. Start from [Load] and [LoadUser].
//
// The first comes with the repository and is not trusted: it changes what is
// listed and how much is shown, and has no key for an endpoint, a credential,
// a model, a command or a path outside the root. What is misspelt, ill-typed
// or out of bounds is an error, never ignored.
package config

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Name is the file's name, at the root.
const Name = ".pi-project-map.json"

// MaxBytes is the largest file that is read.
const MaxBytes = 1 << 20

// Config is what the file says; what it does not say has its default. The keys
// and their bounds are the table in keys.go, and schema.json for editors.
type Config struct {
	PromptInjectionMode    string // off, advisory, strong or strict
	AdvisoryPreload        bool
	ContextBudgetPercent   int
	ContextBudgetMaxTokens int
	Exclude                []string // globs of files that are not listed
	Include                []string // globs; if there are any, only these are listed
	Collapse               []string // globs of directories shown as one line; "!" opens a built-in one
	LLMExclude             []string // globs of files that no model sees
	TrackedOnly            bool
	MaxFileTokens          int
	MaxFileBytes           int
	Concurrency            int
	BatchDelayMs           int
	ExportLimit            int
	SymbolLimit            int
	StaleThreshold         int
	ReinitEvery            string // session, off, or a number of m, h or d
	Reconcile              string // off or agent_end
}

// Default returns the configuration of a project without the file.
func Default() Config {
	return Config{
		PromptInjectionMode:    "strong",
		ContextBudgetPercent:   15,
		ContextBudgetMaxTokens: 100_000,
		MaxFileTokens:          4000,
		MaxFileBytes:           1 << 20,
		Concurrency:            6,
		BatchDelayMs:           100,
		ExportLimit:            24,
		SymbolLimit:            24,
		StaleThreshold:         3,
		ReinitEvery:            "24h",
		Reconcile:              "off",
	}
}

// Options are the settings that later stages learn from a stream's head.
func (c Config) Options() record.Options {
	return record.Options{
		MaxFileBytes:  int64(c.MaxFileBytes),
		MaxFileTokens: c.MaxFileTokens,
		ExportLimit:   c.ExportLimit,
		SymbolLimit:   c.SymbolLimit,
		LLMExclude:    c.LLMExclude,
	}
}

// Load reads the file in the directory root, if there is one.
func Load(root string) (Config, error) {
	path := filepath.Join(root, Name)
	// Neither a link that leads out of the project nor a pipe that blocks.
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if errors.Is(err, os.ErrNotExist) {
		return Default(), nil
	}
	if errors.Is(err, syscall.ELOOP) {
		return Config{}, bad("replace the link by the file itself", "it is a symbolic link")
	}
	if err != nil {
		return Config{}, bad("make it readable, or remove it", "%w", err)
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return Config{}, bad("make it readable, or remove it", "%w", err)
	}
	if !st.Mode().IsRegular() {
		return Config{}, bad("remove it, or make it a file", "it is not a regular file")
	}
	text, err := io.ReadAll(io.LimitReader(f, MaxBytes+1))
	if err != nil {
		return Config{}, bad("make it readable, or remove it", "%w", err)
	}
	return Parse(text)
}

// bad is the one kind of error of this package.
func bad(hint, format string, args ...any) error {
	return &record.Failure{
		Exit: record.ExitUsage, Code: "bad-config", Hint: hint,
		Err: fmt.Errorf("read %s: %w", pathname.Quote(Name), fmt.Errorf(format, args...)),
	}
}
