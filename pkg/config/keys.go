package config

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/pi-project-map/pmap/pkg/glob"
)

// key is one member that the file may have.
type key struct {
	name string
	set  func(*Config, jsontext.Value) error
}

// The longest list of globs and the longest glob, in bytes.
const (
	maxGlobs   = 1000
	maxPattern = 1000
)

// keys is the one list of what the file may say; schema.json says the same and
// a test compares them.
func keys() []key {
	return []key{
		{"$schema", ignored},
		{"promptInjectionMode", word(func(c *Config) *string { return &c.PromptInjectionMode }, "off", "advisory", "strong", "strict")},
		{"advisoryPreload", boolean(func(c *Config) *bool { return &c.AdvisoryPreload })},
		{"contextBudgetPercent", number(func(c *Config) *int { return &c.ContextBudgetPercent }, 1, 100)},
		{"contextBudgetMaxTokens", number(func(c *Config) *int { return &c.ContextBudgetMaxTokens }, 1000, 2_000_000)},
		{"exclude", globs(func(c *Config) *[]string { return &c.Exclude })},
		{"include", globs(func(c *Config) *[]string { return &c.Include })},
		{"collapse", globs(func(c *Config) *[]string { return &c.Collapse })},
		{"llmExclude", globs(func(c *Config) *[]string { return &c.LLMExclude })},
		{"trackedOnly", boolean(func(c *Config) *bool { return &c.TrackedOnly })},
		{"maxFileTokens", number(func(c *Config) *int { return &c.MaxFileTokens }, 100, 1_000_000)},
		{"maxFileBytes", number(func(c *Config) *int { return &c.MaxFileBytes }, 1024, 16<<20)},
		{"concurrency", number(func(c *Config) *int { return &c.Concurrency }, 1, 8)},
		{"batchDelayMs", number(func(c *Config) *int { return &c.BatchDelayMs }, 0, 60_000)},
		{"exportLimit", number(func(c *Config) *int { return &c.ExportLimit }, 1, 1000)},
		{"symbolLimit", number(func(c *Config) *int { return &c.SymbolLimit }, 1, 1000)},
		{"staleThreshold", number(func(c *Config) *int { return &c.StaleThreshold }, 0, 1000)},
		{"reinitEvery", every},
		{"reconcile", word(func(c *Config) *string { return &c.Reconcile }, "off", "agent_end")},
	}
}

// ignored lets an editor's pointer to the schema stand.
func ignored(_ *Config, v jsontext.Value) error {
	if v.Kind() != '"' {
		return fmt.Errorf("is %s, not a text", kind(v))
	}
	return nil
}

func boolean(field func(*Config) *bool) func(*Config, jsontext.Value) error {
	return func(c *Config, v jsontext.Value) error {
		if v.Kind() != 't' && v.Kind() != 'f' {
			return fmt.Errorf("is %s, not true or false", kind(v))
		}
		*field(c) = v.Kind() == 't'
		return nil
	}
}

func number(field func(*Config) *int, least, most int) func(*Config, jsontext.Value) error {
	return func(c *Config, v jsontext.Value) error {
		if v.Kind() != '0' {
			return fmt.Errorf("is %s, not a whole number from %d to %d", kind(v), least, most)
		}
		var n int
		if err := json.Unmarshal(v, &n); err != nil || n < least || n > most {
			return fmt.Errorf("is %s, not a whole number from %d to %d", clip(string(v)), least, most)
		}
		*field(c) = n
		return nil
	}
}

func word(field func(*Config) *string, words ...string) func(*Config, jsontext.Value) error {
	return func(c *Config, v jsontext.Value) error {
		s, err := text(v)
		for _, w := range words {
			if err == nil && s == w {
				*field(c) = s
				return nil
			}
		}
		return fmt.Errorf("is %s, not one of %s", show(v), strings.Join(words, ", "))
	}
}

// period is a number of minutes, hours or days: one minute to 9999 days.
var period = regexp.MustCompile(`^[1-9][0-9]{0,3}[mhd]$`)

func every(c *Config, v jsontext.Value) error {
	s, err := text(v)
	if err != nil || s != "session" && s != "off" && !period.MatchString(s) {
		return fmt.Errorf(`is %s, not "session", "off" or a period such as "30m", "24h" or "7d" (at most four digits)`, show(v))
	}
	c.ReinitEvery = s
	return nil
}

func globs(field func(*Config) *[]string) func(*Config, jsontext.Value) error {
	return func(c *Config, v jsontext.Value) error {
		if v.Kind() != '[' {
			return fmt.Errorf("is %s, not a list of globs", kind(v))
		}
		var items []jsontext.Value
		if err := json.Unmarshal(v, &items); err != nil {
			return err
		}
		if len(items) > maxGlobs {
			return fmt.Errorf("has %d globs, more than %d", len(items), maxGlobs)
		}
		list := make([]string, 0, len(items))
		for i, item := range items {
			s, err := text(item)
			if err != nil {
				return fmt.Errorf("entry %d: %w", i+1, err)
			}
			if len(s) > maxPattern {
				return fmt.Errorf("entry %d: glob is longer than %d bytes", i+1, maxPattern)
			}
			if err := glob.Check(s); err != nil {
				return fmt.Errorf("entry %d: %w", i+1, err)
			}
			list = append(list, s)
		}
		*field(c) = list
		return nil
	}
}

func text(v jsontext.Value) (string, error) {
	if v.Kind() != '"' {
		return "", fmt.Errorf("is %s, not a text", kind(v))
	}
	var s string
	err := json.Unmarshal(v, &s)
	return s, err
}

// kind names a value's type in an error.
func kind(v jsontext.Value) string {
	switch v.Kind() {
	case 'n':
		return "null"
	case 't', 'f':
		return string(v)
	case '"':
		return "the text " + clip(string(v))
	case '0':
		return "the number " + clip(string(v))
	case '[':
		return "a list"
	}
	return "an object"
}

// show is a text as it is written, and any other value's kind.
func show(v jsontext.Value) string {
	if v.Kind() == '"' {
		return clip(string(v))
	}
	return kind(v)
}

// clip keeps a hostile value from filling the terminal.
func clip(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	cut := most
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}
