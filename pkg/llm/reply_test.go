package llm

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// TestParseFile reads the forms that models give their answers.
func TestParseFile(t *testing.T) {
	want := answer{Purpose: "Issues and verifies tokens.", Deps: []string{"crypto/hmac", "jsonwebtoken"}, Concepts: []string{"JWT", "key rotation"}}
	for name, text := range map[string]string{
		"as asked":             "PURPOSE: Issues and verifies tokens.\nDEPS: crypto/hmac, jsonwebtoken\nCONCEPTS: JWT, key rotation",
		"CRLF":                 "PURPOSE: Issues and verifies tokens.\r\nDEPS: crypto/hmac, jsonwebtoken\r\nCONCEPTS: JWT, key rotation\r\n",
		"small letters":        "purpose: Issues and verifies tokens.\ndeps: crypto/hmac, jsonwebtoken\nconcepts: JWT, key rotation",
		"long keys":            "Purpose: Issues and verifies tokens.\nDependencies: crypto/hmac, jsonwebtoken\nKey Concepts: JWT, key rotation",
		"bold keys":            "**PURPOSE:** Issues and verifies tokens.\n**DEPS:** crypto/hmac, jsonwebtoken\n**CONCEPTS**: JWT, key rotation",
		"headings":             "## PURPOSE: Issues and verifies tokens.\n## DEPS: crypto/hmac, jsonwebtoken\n## CONCEPTS: JWT, key rotation",
		"bullets":              "- PURPOSE: Issues and verifies tokens.\n- DEPS: crypto/hmac, jsonwebtoken\n- CONCEPTS: JWT, key rotation",
		"numbers":              "1. PURPOSE: Issues and verifies tokens.\n2. DEPS: crypto/hmac, jsonwebtoken\n3. CONCEPTS: JWT, key rotation",
		"quoted":               "> PURPOSE: Issues and verifies tokens.\n> DEPS: crypto/hmac, jsonwebtoken\n> CONCEPTS: JWT, key rotation",
		"code fence":           "Here it is:\n```text\nPURPOSE: Issues and verifies tokens.\nDEPS: crypto/hmac, jsonwebtoken\nCONCEPTS: JWT, key rotation\n```\nTell me if you need more: I am glad to help.",
		"values below":         "PURPOSE:\nIssues and verifies\ntokens.\n\nDEPS:\n- crypto/hmac\n- `jsonwebtoken`\n\nCONCEPTS:\n* JWT\n* key rotation\n",
		"thoughts":             "<think>PURPOSE: hm, maybe a lexer?\nDEPS: x</think>\nPURPOSE: Issues and verifies tokens.\nDEPS: crypto/hmac, jsonwebtoken\nCONCEPTS: JWT, key rotation",
		"thoughts without tag": "I think the PURPOSE: line is a lexer.\nPURPOSE: A lexer.\nNo, wait.\nPURPOSE: Issues and verifies tokens.\nDEPS: crypto/hmac, jsonwebtoken\nCONCEPTS: JWT, key rotation",
		"thoughts unopened":    "DEPS: x\n</think>\n\nPURPOSE: Issues and verifies tokens.\nDEPS: crypto/hmac, jsonwebtoken\nCONCEPTS: JWT, key rotation",
		"JSON":                 "{\n  \"PURPOSE\": \"Issues and verifies tokens.\",\n  \"DEPS\": \"crypto/hmac, jsonwebtoken\",\n  \"CONCEPTS\": [\"JWT\", \"key rotation\"]\n}",
		"German":               "ZWECK: Issues and verifies tokens.\nABHÄNGIGKEITEN: crypto/hmac, jsonwebtoken\nKONZEPTE: JWT, key rotation",
		"Chinese":              "目的:Issues and verifies tokens.\n依赖:crypto/hmac,jsonwebtoken\n概念:JWT、key rotation",
		"a last word":          "PURPOSE: Issues and verifies tokens.\nDEPS: crypto/hmac, jsonwebtoken\nCONCEPTS: JWT, key rotation\n\nLet me know if you want more.",
		"a last word at once":  "PURPOSE: Issues and verifies tokens.\nDEPS: crypto/hmac, jsonwebtoken\nCONCEPTS: JWT, key rotation\nI hope that this helps.",
		"hidden characters":    "PURPOSE: Issues\u200b and\u202e verifies tokens.\nDEPS: crypto/hmac, json\u200bwebtoken\nCONCEPTS: JWT, key rotation",
		"doubled items":        "PURPOSE: Issues and verifies tokens.\nDEPS: crypto/hmac, jsonwebtoken, crypto/hmac\nCONCEPTS: JWT, key rotation, JWT",
	} {
		got, ok := parseFile(text)
		if diff := cmp.Diff(want, got); diff != "" || !ok {
			t.Errorf("%s: %v (-want +got):\n%s", name, ok, diff)
		}
	}
	got, ok := parseFile("PURPOSE: X.\nDEPS: none\nCONCEPTS: N/A\nEXPORTS: a, b")
	if diff := cmp.Diff(answer{Purpose: "X.", Exports: []string{"a", "b"}}, got); diff != "" || !ok {
		t.Errorf("%v (-want +got):\n%s", ok, diff)
	}
}

func TestParseFileRefuses(t *testing.T) {
	for _, text := range []string{
		"", "\n", "PURPOSE:", "PURPOSE: none\nDEPS: none", "PURPOSE: X.", "DEPS: a\nCONCEPTS: b", "It issues tokens.",
		"PURPOSE: <concise description>\nDEPS: <comma-separated list>\nCONCEPTS: none", "ROLE: X.\nARCH: Y.",
		"<think>PURPOSE: X.\nDEPS: a</think>", "PURPOSES: X\nDEPS: a",
	} {
		if a, ok := parseFile(text); ok {
			t.Errorf("%q is read as %+v", text, a)
		}
	}
}

func TestParseDir(t *testing.T) {
	for _, tt := range []struct {
		text, previous string
		want           answer
		ok             bool
	}{
		{"ROLE: Auth layer.\nARCH: Guards call tokens. No state.\nTAGS: go, auth\nWORKFLOWS: test -> a_test.go; run -> main.go", "",
			answer{Role: "Auth layer.", Arch: "Guards call tokens. No state.", Tags: []string{"go", "auth"}, Workflows: []string{"test -> a_test.go", "run -> main.go"}}, true},
		{"**Role:** Auth layer.\n**Architecture:**\nGuards call tokens.\nNo state.\n\n**Tags:** `go`", "",
			answer{Role: "Auth layer.", Arch: "Guards call tokens.\nNo state.", Tags: []string{"go"}}, true},
		{"ROLE: KEEP\nARCH: A.", "Auth layer.", answer{Role: "Auth layer.", Arch: "A."}, true},
		{"ROLE: **Keep.**\nARCH: A.", "Auth layer.", answer{Role: "Auth layer.", Arch: "A."}, true},
		{"ROLE: KEEP\nARCH: A.", "", answer{Arch: "A."}, false},
		{"ROLE: Auth layer.", "", answer{Role: "Auth layer."}, false},
		{"PURPOSE: x\nDEPS: y", "", answer{}, false},
	} {
		got, ok := parseDir(tt.text, tt.previous)
		if diff := cmp.Diff(tt.want, got); diff != "" || ok != tt.ok {
			t.Errorf("%q: %v, want %v (-want +got):\n%s", tt.text, ok, tt.ok, diff)
		}
	}
}

// holds is what every answer keeps to, whatever the reply.
func holds(t testing.TB, a answer) {
	t.Helper()
	for name, s := range map[string]struct {
		text string
		most int
	}{"purpose": {a.Purpose, maxPurpose}, "role": {a.Role, maxRole}, "arch": {a.Arch, maxArch}} {
		if n := utf8.RuneCountInString(s.text); n > s.most {
			t.Errorf("%s has %d characters", name, n)
		}
	}
	for _, list := range [][]string{a.Deps, a.Concepts, a.Exports, a.Tags, a.Workflows} {
		if len(list) > maxItems {
			t.Errorf("%d items", len(list))
		}
		for _, item := range append(list, a.Purpose, a.Role) {
			if record.OneLine(item) != item || strings.ContainsFunc(item, pathname.Hidden) {
				t.Errorf("%q is not a plain line", item)
			}
		}
	}
}

func TestLongReplies(t *testing.T) {
	long := strings.Repeat("wörter und ", 20000)
	for _, text := range []string{
		"PURPOSE: " + long + "\nDEPS: " + strings.Repeat("a b, ", 20000) + "\nCONCEPTS: x",
		"PURPOSE: " + strings.Repeat("ü", 100000) + "\nDEPS: x",
		"ROLE: r\nARCH: " + strings.Repeat("line\n", 50000),
	} {
		a, _ := parseFile(text)
		holds(t, a)
		a, _ = parseDir(text, "")
		holds(t, a)
	}
	a, ok := parseFile("PURPOSE: " + strings.Repeat("wort ", 100) + "\nDEPS: x")
	if !ok || !strings.HasSuffix(a.Purpose, "wort…") || utf8.RuneCountInString(a.Purpose) > maxPurpose {
		t.Errorf("%v: %q", ok, a.Purpose)
	}
}

// FuzzReply reads any reply. What is taken for an answer fits a note.
func FuzzReply(f *testing.F) {
	for _, text := range []string{
		"PURPOSE: Issues tokens.\nDEPS: a, b\nCONCEPTS: none", "**ROLE:** x\n**ARCH**:\ny\nz", "<think>a</think>ROLE: KEEP\nARCH: a",
		"{\"PURPOSE\": \"a\", \n\"DEPS\": [\"b\"]}", "```\nPURPOSE: a\n```\nDEPS: b", "\xff\x00PURPOSE: \u202ea\nDEPS:",
	} {
		f.Add(text, "Previous.")
	}
	f.Fuzz(func(t *testing.T, text, previous string) {
		n := record.Note{Path: "a", Input: digest(""), Prompt: filePrompt}
		if a, ok := parseFile(text); ok {
			holds(t, a)
			n.Purpose, n.Deps, n.Concepts, n.Exports = a.Purpose, a.Deps, a.Concepts, a.Exports
			if _, err := record.Marshal(n); err != nil {
				t.Errorf("%q: %v", text, err)
			}
			if again, ok := parseFile("PURPOSE: " + a.Purpose + "\nDEPS: none"); ok && again.Purpose != a.Purpose && !strings.Contains(a.Purpose, ":") && !strings.Contains(a.Purpose, ":") {
				t.Errorf("%q is read again as %q", a.Purpose, again.Purpose)
			}
		}
		n = record.Note{Path: "a", Input: digest(""), Prompt: dirPrompt}
		if a, ok := parseDir(text, clean(cut(previous, maxRole))); ok {
			holds(t, a)
			n.Role, n.Arch, n.Tags, n.Workflows = a.Role, a.Arch, a.Tags, a.Workflows
			if _, err := record.Marshal(n); err != nil {
				t.Errorf("%q: %v", text, err)
			}
		}
	})
}
