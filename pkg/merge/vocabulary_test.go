package merge

import (
	"slices"
	"testing"
)

func TestAkin(t *testing.T) {
	for _, pair := range [][2]string{{"cache", "caching"}, {"cached", "caches"}, {"auth", "authentication"}, {"validate", "validation"}, {"parser", "parsing"}, {"retry", "retries"}} {
		if !akin(pair[0], pair[1]) || !akin(pair[1], pair[0]) {
			t.Errorf("%v are not akin", pair)
		}
	}
	for _, pair := range [][2]string{{"context", "contest"}, {"test", "text"}, {"jwt", "jwts"}, {"go", "google"}, {"", "auth"}} {
		if akin(pair[0], pair[1]) {
			t.Errorf("%v are akin", pair)
		}
	}
}

func TestSubwords(t *testing.T) {
	for text, want := range map[string][]string{
		"issueToken":              {"issuetoken", "issue", "token"},
		"HTTPServer":              {"httpserver", "http", "server"},
		"max_age, v2":             {"max", "age", "v2"},
		"src/auth/tokens.test.ts": {"src", "auth", "tokens", "test", "ts"},
		"JWT":                     {"jwt"},
		"":                        nil,
	} {
		if got := subwords(text); !slices.Equal(got, want) {
			t.Errorf("subwords(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestTagOf(t *testing.T) {
	for concept, want := range map[string]string{
		"JWT": "jwt", "Rate limiting": "rate-limiting", "C++": "c++", "node.js": "node.js", "request/response cycle": "request-response-cycle",
		"one two three four": "", "<b>": "", "rm -rf": "rm-rf", "a|b": "", "https://x.y": "", "": "", "averyveryverylongwordindeed-isthis": "",
	} {
		if got := tagOf(concept); got != want {
			t.Errorf("tagOf(%q) = %q, want %q", concept, got, want)
		}
	}
}

func TestMentions(t *testing.T) {
	for text, want := range map[string]bool{
		"see https://a.b/c": true, "(https://a.b/c)": true, "https://a.b/c. Then": true, "https://a.b/c.": true,
		"https://a.b/c/d": false, "https://a.b/cd": false, "https://a.b/c.d": false, "": false, "https://a.b/cd https://a.b/c": true,
	} {
		if got := mentions(text, "https://a.b/c"); got != want {
			t.Errorf("mentions(%q) = %t", text, got)
		}
	}
}
