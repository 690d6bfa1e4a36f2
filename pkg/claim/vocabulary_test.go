package claim

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
