package walk

import (
	"path"
	"slices"
	"strings"

	enry "github.com/go-enry/go-enry/v2"
)

// maxSniff is how much of a file is looked at to tell languages apart, in
// bytes, as linguist does.
const maxSniff = 50 << 10

// language names a file's language by its name, its first line and, where
// several languages share an ending, by what is in it. The last step of
// go-enry, a trained classifier, is left out: it makes a language out of
// anything.
func language(name string, text []byte) string {
	text = text[:min(len(text), maxSniff)]
	if l := only(enry.GetLanguagesByFilename(name, nil, nil)); l != "" {
		return l
	}
	fit := enry.GetLanguagesByExtension(name, nil, nil)
	if len(fit) == 1 {
		return fit[0]
	}
	if len(fit) > 1 {
		return oneOf(fit, name, text)
	}
	if l := only(enry.GetLanguagesByShebang(name, text, nil)); l != "" {
		return l
	}
	return only(enry.GetLanguagesByManpage(name, nil, nil))
}

func only(languages []string) string {
	if len(languages) == 0 {
		return ""
	}
	return slices.Min(languages)
}

// oneOf picks among languages that share an ending.
func oneOf(fit []string, name string, text []byte) string {
	usual, known := usually(strings.ToLower(path.Ext(name)))
	if found := enry.GetLanguagesByContent(name, text, nil); len(found) == 1 && slices.Contains(fit, found[0]) {
		return found[0]
	}
	if l := only(enry.GetLanguagesByShebang(name, text, fit)); l != "" && slices.Contains(fit, l) {
		return l
	}
	if known {
		return usual
	}
	return slices.Min(fit)
}

// usually is the language that an ending means unless the contents say
// otherwise.
func usually(ext string) (string, bool) {
	l, ok := map[string]string{
		".as": "ActionScript", ".asm": "Assembly", ".bas": "BASIC", ".cc": "C++", ".cfg": "INI", ".cls": "TeX",
		".cs": "C#", ".d": "D", ".fs": "F#", ".gd": "GDScript", ".h": "C", ".hh": "C++", ".html": "HTML", ".htm": "HTML",
		".inc": "PHP", ".json": "JSON", ".m": "Objective-C", ".md": "Markdown", ".ml": "OCaml", ".php": "PHP",
		".pl": "Perl", ".plist": "XML Property List", ".pm": "Perl", ".r": "R", ".rs": "Rust", ".s": "Assembly",
		".sc": "Scala", ".scala": "Scala", ".sol": "Solidity", ".sql": "SQL", ".t": "Perl", ".ts": "TypeScript",
		".tsx": "TSX", ".txt": "Text", ".v": "Verilog", ".yaml": "YAML", ".yml": "YAML",
	}[ext]
	return l, ok
}
