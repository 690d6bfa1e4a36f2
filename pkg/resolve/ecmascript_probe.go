package resolve

import (
	"path"
	"strings"
)

// The endings that an import without one may stand for, best first. TypeScript
// takes a declaration before the script it declares, a script's own runtime
// does not.
const (
	typedEndings  = ".ts .tsx .mts .cts .d.ts .d.mts .d.cts .js .jsx .mjs .cjs .json .vue .svelte .astro"
	scriptEndings = ".js .jsx .mjs .cjs .json .ts .tsx .mts .cts .d.ts .d.mts .d.cts .vue .svelte .astro"
)

// sourceEndings are what TypeScript lets an ending of its output stand for.
func sourceEndings(ending string) []string {
	switch ending {
	case ".js":
		return []string{".ts", ".tsx", ".d.ts"}
	case ".jsx":
		return []string{".tsx", ".d.ts"}
	case ".mjs":
		return []string{".mts", ".d.mts"}
	case ".cjs":
		return []string{".cts", ".d.cts"}
	}
	return nil
}

// probe finds the file that the path of an import stands for, as written by
// the file from: the file itself, a file with an ending added or exchanged, or
// the entry of a directory. It returns "" for none.
func (e *ecmascript) probe(from, p string) string {
	if found := e.probeFile(from, p); found != "" {
		return found
	}
	if pkg := e.packages[p]; pkg != nil && e.tree.dirs[p] {
		for _, value := range e.ordered(from, pkg.main) {
			if found := e.written(from, pkg, value); found != "" {
				return found
			}
		}
	}
	if found := e.probePlain(from, p); found != "" {
		return found
	}
	return e.tree.within(p)
}

// probePlain is probe without manifests.
func (e *ecmascript) probePlain(from, p string) string {
	if found := e.probeFile(from, p); found != "" {
		return found
	}
	if e.tree.dirs[p] {
		return e.probeFile(from, under(p, "index"))
	}
	return ""
}

func (e *ecmascript) probeFile(from, p string) string {
	typed := isTyped(from)
	if !typed && e.tree.files[p] {
		return p
	}
	ending := path.Ext(p)
	stem := strings.TrimSuffix(p, ending)
	for _, source := range sourceEndings(ending) {
		if e.tree.files[stem+source] {
			return stem + source
		}
	}
	if e.tree.files[p] {
		return p
	}
	switch ending {
	case ".ts", ".mts", ".cts": // what a declaration file says of its neighbours
		if declared := stem + ".d" + ending; e.tree.files[declared] {
			return declared
		}
	}
	endings := scriptEndings
	if typed {
		endings = typedEndings
	}
	for ending := range strings.FieldsSeq(endings) {
		if e.tree.files[p+ending] {
			return p + ending
		}
	}
	return ""
}

func isTyped(from string) bool {
	switch path.Ext(from) {
	case ".js", ".jsx", ".mjs", ".cjs":
		return false
	}
	return true
}

// npmName is the package that a bare specifier names, or "" if it names none.
func npmName(spec string) string {
	name, _, _ := strings.Cut(spec, "/")
	if strings.HasPrefix(spec, "@") {
		_, rest, ok := strings.Cut(spec, "/")
		scoped, _, _ := strings.Cut(rest, "/")
		if !ok || name == "@" || scoped == "" || !isNPMWord(name[1:]) || !isNPMWord(scoped) {
			return ""
		}
		return name + "/" + scoped
	}
	if !isNPMWord(name) {
		return ""
	}
	return name
}

func isNPMWord(s string) bool {
	if s == "" || len(s) > 214 || s[0] == '.' {
		return false
	}
	for _, c := range []byte(s) {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && !('0' <= c && c <= '9') && c != '-' && c != '_' && c != '.' {
			return false
		}
	}
	return true
}
