package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/go-json-experiment/json"

	"github.com/pi-project-map/pmap/pkg/record"
)

// User is what the user's own configuration says: what a project's file may
// never say.
type User struct {
	BaseURL string           `json:"baseUrl"` // of an OpenAI-compatible endpoint
	APIKey  string           `json:"apiKey"`
	Model   string           `json:"model"`
	Prices  map[string]Price `json:"prices"` // by model
}

// Price is what a million tokens cost, in the currency of the bill.
type Price struct {
	In  float64 `json:"in"`
	Out float64 `json:"out"`
}

// UserPath finds the user's configuration: below XDG_CONFIG_HOME, else below
// ~/.config, on every platform the same. It is empty if neither is known.
func UserPath(getenv func(string) string) string {
	base := getenv("XDG_CONFIG_HOME")
	if !filepath.IsAbs(base) {
		home := getenv("HOME")
		if !filepath.IsAbs(home) {
			return ""
		}
		base = filepath.Join(home, ".config")
	}
	return filepath.Join(base, "pi-project-map", "config.json")
}

// LoadUser reads the user's configuration, if there is one.
func LoadUser(getenv func(string) string) (User, error) {
	path := UserPath(getenv)
	if path == "" {
		return User{}, nil
	}
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return User{}, nil
	}
	if err != nil {
		return User{}, badUser("make it readable, or remove it", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, MaxBytes+1))
	if err != nil {
		return User{}, badUser("make it readable, or remove it", err)
	}
	u, err := parseUser(text)
	if err != nil {
		return User{}, err
	}
	stat, err := f.Stat()
	if err == nil && u.APIKey != "" && stat.Mode().Perm()&0o077 != 0 {
		return User{}, badUser("run chmod 600 on it", errors.New("it holds a key and others may read it"))
	}
	return u, err
}

func parseUser(text []byte) (User, error) {
	var u User
	if len(text) > MaxBytes {
		return u, badUser("shorten it", fmt.Errorf("it is longer than %d bytes", MaxBytes))
	}
	dec := bytes.TrimSpace(text)
	if err := json.Unmarshal(dec, &u, json.RejectUnknownMembers(true)); err != nil {
		var e *json.SemanticError
		if errors.As(err, &e) {
			where := bytes.TrimPrefix([]byte(e.JSONPointer), []byte("/"))
			err = fmt.Errorf("key %q has a value of the wrong type", where)
			if errors.Is(e.Err, json.ErrUnknownName) {
				err = fmt.Errorf("unknown key %q; it may have baseUrl, apiKey, model and prices", where)
			}
		}
		return User{}, badUser("mend it there, or remove it", err)
	}
	for model, p := range u.Prices {
		if p.In < 0 || p.Out < 0 {
			return User{}, badUser("mend it there, or remove it", fmt.Errorf("the price of %q is negative", model))
		}
	}
	return u, nil
}

// badUser names the file without its directory, which is the user's business.
func badUser(hint string, err error) error {
	return &record.Failure{
		Exit: record.ExitUsage, Code: "bad-config", Hint: hint,
		Err: fmt.Errorf(`read the user's configuration, "pi-project-map/config.json": %w`, err),
	}
}
