package walk

import (
	"bytes"
	"path"
	"slices"
	"strings"

	enry "github.com/go-enry/go-enry/v2"
)

// maxSniff is how much of a file is looked at to tell languages apart, in
// bytes. linguist takes 50 KB; what decides stands further up, and its
// expressions are most of a walk's time.
const maxSniff = 16 << 10

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
	if bytes.HasPrefix(text, []byte("#compdef ")) || bytes.HasPrefix(text, []byte("#autoload")) {
		return "Shell" // what zsh loads by its first line
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
	ext := strings.ToLower(path.Ext(name))
	if l, ok := nearlyAlways(ext); ok {
		return l
	}
	if ext == ".ts" && !bytes.HasPrefix(bytes.TrimSpace(text), []byte{'<'}) {
		return "TypeScript" // and not a translation in XML
	}
	if found := enry.GetLanguagesByContent(name, text, nil); len(found) == 1 && slices.Contains(fit, found[0]) {
		return found[0]
	}
	if l := only(enry.GetLanguagesByShebang(name, text, fit)); l != "" && slices.Contains(fit, l) {
		return l
	}
	if l, ok := usually(ext); ok {
		return l
	}
	return slices.Min(fit)
}

// nearlyAlways is the language of endings whose other languages are so rare
// that looking for them costs more than it gives.
func nearlyAlways(ext string) (string, bool) {
	switch ext {
	case ".cs":
		return "C#", true
	case ".hpp", ".cc":
		return "C++", true
	case ".html", ".htm":
		return "HTML", true
	case ".json":
		return "JSON", true
	case ".md":
		return "Markdown", true
	case ".rs":
		return "Rust", true
	case ".scala":
		return "Scala", true
	case ".tsx":
		return "TSX", true
	case ".txt":
		return "Text", true
	case ".yaml", ".yml":
		return "YAML", true
	}
	return "", false
}

// usually is the language that an ending means unless the contents say
// otherwise.
func usually(ext string) (string, bool) {
	l, ok := map[string]string{
		".as": "ActionScript", ".asm": "Assembly", ".bas": "BASIC", ".cfg": "INI", ".cls": "TeX", ".d": "D", ".fs": "F#",
		".gd": "GDScript", ".h": "C", ".hh": "C++", ".inc": "PHP", ".m": "Objective-C", ".ml": "OCaml", ".php": "PHP",
		".pl": "Perl", ".plist": "XML Property List", ".pm": "Perl", ".r": "R", ".s": "Assembly", ".sc": "Scala",
		".sol": "Solidity", ".sql": "SQL", ".t": "Perl", ".ts": "TypeScript", ".v": "Verilog",
	}[ext]
	return l, ok
}
