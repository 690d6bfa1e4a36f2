package walk

import (
	"bytes"
	"path"
	"regexp"
	"strings"

	enry "github.com/go-enry/go-enry/v2"
)

// How many lines of a file a generator's mark is looked for in: as far as
// linguist does, and in the first few.
const (
	markLines = 40
	weakLines = 8
)

// goMark is the line that Go's tools agree on; see go help generate.
var goMark = regexp.MustCompile(`^// Code generated .* DO NOT EDIT\.\r?$`)

// comment is how the line of a mark starts.
const comment = `(?i)^\s*(?://|/?\*+|#|--|;|%|<!--|"""|''')!?\s*`

// strongMark is what generators of other languages write near the start of
// their files; weakMark is a mark only at the very start.
var (
	strongMark = regexp.MustCompile(comment + `(?:@generated\b|` +
		`.{0,80}\b(?:auto-?\s?generated|generated (?:by|from|with|using|code|file|automatically))\b.{0,200}\b(?:do not|don't) (?:edit|modify|change)|` +
		`.{0,80}\b(?:do not|don't) (?:edit|modify|change)\b.{0,200}\b(?:auto-?\s?generated|generated)\b)`)
	weakMark = regexp.MustCompile(comment + `(?:this (?:file|code) (?:is|was|has been) )?(?:auto-?\s?|automatically )?generated (?:by|from|with|using)\b`)
)

// generated reports whether a tool wrote this file.
func generated(file, lang string, text []byte) bool {
	if lockFile(base(file)) {
		return true
	}
	head := firstLines(text, markLines)
	if lang == "Go" {
		return bytes.Contains(head, []byte("DO NOT EDIT")) && marked(head, goMark)
	}
	if lang == "Markdown" || lang == "Text" || lang == "reStructuredText" {
		return false // documents quote such lines
	}
	// Most files lack the word, and looking for it costs less than matching.
	if bytes.Contains(bytes.ToLower(head), []byte("generated")) &&
		(marked(head, strongMark) || marked(firstLines(text, weakLines), weakMark)) {
		return true
	}
	ext := strings.ToLower(path.Ext(file))
	if (ext == ".js" || ext == ".css") && len(text) < 1000 {
		return false // go-enry's rule for minified files takes short ones too
	}
	return enry.IsGenerated(file, text)
}

func marked(head []byte, mark *regexp.Regexp) bool {
	for line := range bytes.SplitSeq(head, []byte{'\n'}) {
		if len(line) < 500 && mark.Match(line) {
			return true
		}
	}
	return false
}

func firstLines(text []byte, n int) []byte {
	end := 0
	for range n {
		i := bytes.IndexByte(text[end:], '\n')
		if i < 0 {
			return text
		}
		end += i + 1
	}
	return text[:end]
}

// lockFile reports whether a package manager keeps a file.
func lockFile(name string) bool {
	switch name {
	case "go.sum", "go.work.sum", "yarn.lock", "bun.lock", "Gemfile.lock", "mix.lock", "pubspec.lock", "Podfile.lock",
		"packages.lock.json", "gradle.lockfile", "Package.resolved", "Cartfile.resolved", "shard.lock", "rebar.lock",
		"buf.lock", "Chart.lock", "conan.lock", "pixi.lock":
		return true
	}
	return strings.HasSuffix(name, ".tsbuildinfo")
}
