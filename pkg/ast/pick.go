package ast

import (
	"path"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/record"
)

// picker finds the extractor for a file: by its name, else by the longest
// suffix, else by its language; earlier extractors first.
type picker struct {
	names    map[string]*lang.Extractor // exact
	patterns []pattern
	suffixes map[string]*lang.Extractor
	langs    map[string]*lang.Extractor
}

type pattern struct {
	glob string
	of   *lang.Extractor
}

func newPicker(languages []lang.Extractor) picker {
	p := picker{names: map[string]*lang.Extractor{}, suffixes: map[string]*lang.Extractor{}, langs: map[string]*lang.Extractor{}}
	for i := range languages {
		e := &languages[i]
		for _, name := range e.Names {
			if strings.ContainsAny(name, `*?[\`) {
				p.patterns = append(p.patterns, pattern{name, e})
			} else {
				first(p.names, name, e)
			}
		}
		for _, suffix := range e.Suffixes {
			first(p.suffixes, suffix, e)
		}
		for _, name := range e.Langs {
			first(p.langs, name, e)
		}
	}
	return p
}

func first(table map[string]*lang.Extractor, key string, e *lang.Extractor) {
	if table[key] == nil {
		table[key] = e
	}
}

// pick returns nil if no extractor reads the file.
func (p picker) pick(f record.File) *lang.Extractor {
	base := path.Base(string(f.Path))
	if e := p.names[base]; e != nil {
		return e
	}
	for _, pattern := range p.patterns {
		if ok, err := path.Match(pattern.glob, base); ok && err == nil {
			return pattern.of
		}
	}
	for i := range len(base) {
		if base[i] != '.' {
			continue
		}
		if e := p.suffixes[base[i:]]; e != nil { // ".C" is not ".c"
			return e
		}
		if e := p.suffixes[strings.ToLower(base[i:])]; e != nil {
			return e
		}
	}
	return p.langs[f.Lang]
}
