package claim

import "testing"

// A run makes one text for each file and several for each directory, all of
// them in one goroutine.
func BenchmarkSplit(b *testing.B) {
	const text = "Issues and validates JWTs for the HTTP API, with a cache of public keys. Wraps issueToken in src/auth/tokens.ts for GitHub's OAuth."
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Split(text)
	}
}
