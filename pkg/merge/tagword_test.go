package merge

import "testing"

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
