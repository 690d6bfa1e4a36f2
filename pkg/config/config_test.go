package config

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/pi-project-map/pmap/pkg/record"
)

func TestParseEverything(t *testing.T) {
	got, err := Parse([]byte(`{
		"$schema": "x", "promptInjectionMode": "strict", "advisoryPreload": true,
		"contextBudgetPercent": 20, "contextBudgetMaxTokens": 5000,
		"exclude": ["legacy/"], "include": ["src/**"], "collapse": ["!vendor"], "llmExclude": ["*.sql"],
		"trackedOnly": true, "maxFileTokens": 100, "maxFileBytes": 2048, "concurrency": 1,
		"batchDelayMs": 0, "exportLimit": 3, "symbolLimit": 4, "staleThreshold": 0,
		"reinitEvery": "7d", "reconcile": "agent_end"}`))
	if err != nil {
		t.Fatal(err)
	}
	want := Config{
		PromptInjectionMode: "strict", AdvisoryPreload: true, ContextBudgetPercent: 20, ContextBudgetMaxTokens: 5000,
		Exclude: []string{"legacy/"}, Include: []string{"src/**"}, Collapse: []string{"!vendor"}, LLMExclude: []string{"*.sql"},
		TrackedOnly: true, MaxFileTokens: 100, MaxFileBytes: 2048, Concurrency: 1, ExportLimit: 3, SymbolLimit: 4,
		ReinitEvery: "7d", Reconcile: "agent_end",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	options := record.Options{MaxFileBytes: 2048, MaxFileTokens: 100, ExportLimit: 3, SymbolLimit: 4, LLMExclude: []string{"*.sql"}}
	if diff := cmp.Diff(options, got.Options()); diff != "" {
		t.Error(diff)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"unknown key", `{"exclud": []}`, `unknown key "exclud"; the nearest known one is "exclude"`},
		{"miscased key", `{"Exclude": []}`, `unknown key "Exclude"; the nearest known one is "exclude"`},
		{"endpoint", `{"baseURL": "http://x"}`, `unknown key "baseURL"`},
		{"escaped duplicate", `{"exclude": [], "\u0065xclude": []}`, `line 1: key "exclude" is there twice`},
		{"duplicate", "{\"trackedOnly\": true,\n\"trackedOnly\": false}", `line 2: key "trackedOnly" is there twice`},
		{"text for number", `{"concurrency": "6"}`, `key "concurrency": is the text "6", not a whole number from 1 to 8`},
		{"too small", `{"maxFileBytes": 1}`, `is 1, not a whole number from 1024 to 16777216`},
		{"fraction", `{"concurrency": 1.5}`, `is 1.5, not a whole number from 1 to 8`},
		{"huge", `{"concurrency": 99999999999999999999}`, `not a whole number from 1 to 8`},
		{"null", `{"trackedOnly": null}`, `is null, not true or false`},
		{"text for list", `{"exclude": "x"}`, `key "exclude": is the text "x", not a list of globs`},
		{"number in list", `{"exclude": ["a", 1]}`, `entry 2: is the number 1, not a text`},
		{"glob outside", `{"exclude": ["../x"]}`, `entry 1: glob "../x" has the component ".."`},
		{"long glob", `{"exclude": ["` + strings.Repeat("a", 1001) + `"]}`, `entry 1: glob is longer than 1000 bytes`},
		{"many globs", `{"exclude": [` + strings.Repeat(`"a",`, 1000) + `"a"]}`, `has 1001 globs, more than 1000`},
		{"word", `{"reconcile": "always"}`, `is "always", not one of off, agent_end`},
		{"period", `{"reinitEvery": "24 hours"}`, `is "24 hours", not "session", "off" or a period`},
		{"schema", `{"$schema": 1}`, `key "$schema": is the number 1, not a text`},
		{"list", `[]`, "it is not a JSON object"},
		{"empty", ``, "it is not JSON: it ends too early"},
		{"cut", "{\"exclude\":\n[", "it is not JSON"},
		{"not JSON", "exclude: x", "it is not JSON"},
		{"comment", "{\n// no\n}", "line 2: it is not JSON"},
		{"trailing comma", `{"trackedOnly": true,}`, "it is not JSON"},
		{"second value", `{} {}`, "it has text after the object"},
		{"byte order mark", "\ufeff{}", "it starts with a byte order mark"},
		{"bad UTF-8", "{\"exclude\": [\"\xff\"]}", "it is not JSON"},
		{"too long", strings.Repeat(" ", MaxBytes+1), "it is longer than 1048576 bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse([]byte(c.text))
			wantFailure(t, err, c.want)
		})
	}
}

func wantFailure(t *testing.T, err error, want string) {
	t.Helper()
	var f *record.Failure
	if !errors.As(err, &f) {
		t.Fatalf("error is %v, not a Failure", err)
	}
	if f.Exit != record.ExitUsage || f.Code != "bad-config" || f.Hint == "" {
		t.Errorf("failure is %+v", f)
	}
	if !strings.HasPrefix(err.Error(), "read .pi-project-map.json: ") || !strings.Contains(err.Error(), want) {
		t.Errorf("error is %q, want %q", err, want)
	}
}

func TestLoad(t *testing.T) {
	t.Run("absent", func(t *testing.T) {
		got, err := Load(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(Default(), got); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("present", func(t *testing.T) {
		dir := t.TempDir()
		write(t, filepath.Join(dir, Name), `{"symbolLimit": 7}`)
		got, err := Load(dir)
		if err != nil || got.SymbolLimit != 7 || got.ExportLimit != 24 {
			t.Errorf("Load = %+v, %v", got, err)
		}
	})
	t.Run("link", func(t *testing.T) {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "real"), `{}`)
		if err := os.Symlink("real", filepath.Join(dir, Name)); err != nil {
			t.Fatal(err)
		}
		_, err := Load(dir)
		wantFailure(t, err, "it is a symbolic link")
	})
	t.Run("directory", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, Name), 0o755); err != nil {
			t.Fatal(err)
		}
		_, err := Load(dir)
		wantFailure(t, err, "it is not a regular file")
	})
	t.Run("pipe", func(t *testing.T) {
		dir := t.TempDir()
		if err := syscall.Mkfifo(filepath.Join(dir, Name), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := Load(dir)
		wantFailure(t, err, "it is not a regular file")
	})
	t.Run("long", func(t *testing.T) {
		dir := t.TempDir()
		write(t, filepath.Join(dir, Name), strings.Repeat(" ", MaxBytes+1))
		_, err := Load(dir)
		wantFailure(t, err, "it is longer than")
	})
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestSchemaAgrees feeds values at and beside every bound to the parser and to
// the schema, read by a validator of its own.
func TestSchemaAgrees(t *testing.T) {
	validator := compile(t)
	values := []string{
		`null`, `true`, `false`, `[]`, `["a"]`, `["a", "!b"]`, `[1]`, `[""]`, `{}`, `""`, `1.5`, `-1`,
		`"off"`, `"advisory"`, `"strong"`, `"strict"`, `"agent_end"`, `"session"`, `"24h"`, `"0h"`, `"99999m"`, `"x"`,
		`["` + strings.Repeat("a", 1000) + `"]`, `["` + strings.Repeat("a", 1001) + `"]`,
		`[` + strings.Repeat(`"a",`, 999) + `"a"]`, `[` + strings.Repeat(`"a",`, 1000) + `"a"]`,
	}
	values = append(values, "0", "1", "8", "9", "99", "100", "101", "999", "1000", "1001", "1023", "1024",
		"60000", "60001", "1000000", "1000001", "2000000", "2000001", "16777216", "16777217")
	names := []string{"unheardOf"}
	for _, k := range keys() {
		names = append(names, k.name)
	}
	for _, name := range names {
		accepted := 0
		for _, v := range values {
			text := `{"` + name + `": ` + v + `}`
			_, err := Parse([]byte(text))
			instance, parseErr := jsonschema.UnmarshalJSON(strings.NewReader(text))
			if parseErr != nil {
				t.Fatal(parseErr)
			}
			bySchema := validator.Validate(instance)
			if (err == nil) != (bySchema == nil) {
				t.Errorf("%.80s: parser says %v, schema says %v", text, err, bySchema)
			}
			if err == nil {
				accepted++
			}
		}
		if (accepted > 0) != (name != "unheardOf") {
			t.Errorf("key %q: %d values accepted", name, accepted)
		}
	}
}

func compile(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSchemaDefaults compares the schema's keys and defaults with the struct's.
func TestSchemaDefaults(t *testing.T) {
	var doc struct {
		Properties map[string]struct {
			Default     any
			Description string
		}
	}
	if err := json.Unmarshal([]byte(Schema()), &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Properties) != len(keys()) {
		t.Errorf("schema has %d keys, the table %d", len(doc.Properties), len(keys()))
	}
	defaults := reflect.ValueOf(Default())
	if defaults.NumField() != len(keys())-1 {
		t.Errorf("struct has %d fields, the table %d keys", defaults.NumField(), len(keys()))
	}
	for _, k := range keys() {
		p, ok := doc.Properties[k.name]
		if !ok || p.Description == "" {
			t.Errorf("schema lacks %q or its description", k.name)
		}
		if p.Default == nil {
			continue
		}
		text, err := json.Marshal(map[string]any{k.name: p.Default})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Parse(text); err != nil || !reflect.DeepEqual(got, Default()) {
			t.Errorf("default of %q: %+v, %v", k.name, got, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"exclude": ["a"]}`))
	f.Add([]byte(`{"concurrency": 9}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := Parse(text)
		if err != nil {
			var failure *record.Failure
			if !errors.As(err, &failure) || failure.Exit != record.ExitUsage {
				t.Fatalf("error %v is not a usage Failure", err)
			}
			return
		}
		if c.Concurrency < 1 || c.Concurrency > 8 || !json.Valid(text) {
			t.Fatalf("accepted %q as %+v", text, c)
		}
	})
}
