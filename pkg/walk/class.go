package walk

import (
	"bytes"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// classify says what kind of file this is, and its language.
func classify(file string, c contents) (record.Class, string) {
	name := base(file)
	if isPointer(c) {
		return record.ClassLFS, ""
	}
	if c.enc == notText || binaryName(name) && c.size > 0 || c.enc == bytewise && garbled(c.text) {
		return record.ClassBinary, ""
	}
	lang := language(name, c.text)
	switch {
	case !c.whole:
		return record.ClassLarge, lang
	case lang == "Jupyter Notebook":
		return record.ClassNotebook, lang
	case minified(name, lang, c):
		return record.ClassMinified, lang
	case generated(file, lang, c.text):
		return record.ClassGenerated, lang
	case vendored(name):
		return record.ClassVendored, lang
	}
	return plainClass(file, lang), lang
}

// unread is the record of a file whose contents are not known.
func unread(file string) record.File {
	f := record.File{Path: pathname.Path(file)}
	switch {
	case secret(file):
		f.Class = record.ClassSecret
	case binaryName(base(file)):
		f.Class = record.ClassBinary
	default:
		f.Lang = language(base(file), nil)
		f.Class = plainClass(file, f.Lang)
	}
	return f
}

// plainClass is the class of a file by name and language alone.
func plainClass(file, lang string) record.Class {
	class := purposeClass(file, lang)
	if class != record.ClassSource || !test(file, lang) {
		return class
	}
	switch lang {
	case "HTML", "CSS", "SCSS", "Less", "Sass", "Stylus", "XSLT":
		return record.ClassData // a page beside tests is what they are fed with
	}
	return record.ClassTest
}

// isPointer reports whether a file stands for one in Git LFS; see its
// specification (docs/spec.md there): at most 1024 bytes, version line first.
func isPointer(c contents) bool {
	return c.whole && len(c.text) <= 1024 &&
		(bytes.HasPrefix(c.text, []byte("version https://git-lfs.github.com/spec/")) ||
			bytes.HasPrefix(c.text, []byte("version https://hawser.github.com/spec/"))) &&
		bytes.Contains(c.text, []byte("\noid "))
}

// garbled reports whether text without NUL bytes is no text all the same:
// neither UTF-8 nor free of control characters, as Latin-1 is.
func garbled(text []byte) bool {
	head := text[:min(len(text), 8000)]
	if bytes.HasPrefix(head, []byte("%PDF-")) {
		return true
	}
	odd := 0
	for _, b := range head {
		if b < ' ' && !(b >= '\a' && b <= '\r') && b != 0x1b {
			odd++
		}
	}
	return odd*20 > len(head) && !utf8.Valid(head)
}

// binaryName reports whether an ending belongs to a format that is not text,
// whatever its first bytes look like.
func binaryName(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".png", ".jpg", ".jpeg", ".gif", ".webp", ".ico", ".bmp", ".tif", ".tiff", ".avif", ".heic", ".psd", ".pdf",
		".zip", ".gz", ".tgz", ".bz2", ".xz", ".zst", ".7z", ".rar", ".jar", ".war", ".whl", ".egg", ".gem", ".deb", ".rpm",
		".dmg", ".iso", ".exe", ".dll", ".so", ".dylib", ".a", ".o", ".obj", ".lib", ".class", ".pyc", ".pyo", ".wasm",
		".woff", ".woff2", ".ttf", ".otf", ".eot", ".mp3", ".mp4", ".m4a", ".wav", ".ogg", ".flac", ".webm", ".mov", ".avi",
		".mkv", ".sqlite", ".sqlite3", ".db", ".npy", ".npz", ".pkl", ".parquet", ".onnx", ".safetensors",
		".doc", ".docx", ".xls", ".xlsx", ".ppt", ".pptx", ".odt", ".ods":
		return true
	}
	return false
}

// longLine is the average line of a minified file, in bytes: linguist's figure.
const longLine = 110

// minified reports whether a file was squeezed by a tool. A short file with one
// long line is only a short file.
func minified(name, lang string, c contents) bool {
	lower := strings.ToLower(name)
	for _, ext := range []string{".js", ".mjs", ".cjs", ".css"} {
		if strings.HasSuffix(lower, ".min"+ext) || strings.HasSuffix(lower, "-min"+ext) || strings.HasSuffix(lower, ".bundle"+ext) && c.size > int64(longLine*max(c.lines, 1)) {
			return true
		}
	}
	switch lang {
	case "JavaScript", "TypeScript", "CSS":
		return c.size >= 1000 && c.enc == bytewise && c.size > int64(longLine*max(c.lines, 1))
	}
	return false // tables make long lines in every language
}

// vendored reports whether a single file is a copy of another project's, by
// the names that tools give such copies.
func vendored(name string) bool {
	switch name {
	case "config.guess", "config.sub", "install-sh", "ltmain.sh", "depcomp", "missing", "libtool.m4", "ltoptions.m4",
		"ltsugar.m4", "ltversion.m4", "lt~obsolete.m4", "gradlew", "gradlew.bat", "mvnw", "mvnw.cmd", "erlang.mk":
		return true
	}
	lower := strings.ToLower(name)
	for _, library := range []string{"jquery-", "jquery.", "bootstrap.", "modernizr"} {
		if strings.HasPrefix(lower, library) && (strings.HasSuffix(lower, ".js") || strings.HasSuffix(lower, ".css")) {
			return true
		}
	}
	return false
}
