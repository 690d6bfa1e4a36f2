// Package lang is what a language's folder offers and what it may use: an
// [Extractor] turns one file's bytes into a syntax record. The folders beside
// it hold one language or family each; pkg/ast/languages.go is the one list.
package lang

import (
	"context"

	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractor reads one language, or one dialect of it.
type Extractor struct {
	Name    string // "go", "c-header", "npm": with Version, all that the result depends on besides the bytes
	Version int    // raised when the same bytes give another result

	// A file is this extractor's if one of these fits; names go before
	// suffixes, suffixes before languages, and earlier extractors first.
	Names    []string // base names, as path.Match patterns: "package.json", "tsconfig*.json"
	Suffixes []string // ends of the base name, with their dot: ".d.ts"
	Langs    []string // go-enry's names

	// Extract reads src, which is valid UTF-8 without a byte order mark. It
	// must be safe for concurrent use, must not keep src, must give the same
	// result on every machine and must never panic or read anything but src.
	// What does not parse makes the result's State partial or failed; an error
	// means that ctx ended.
	Extract func(ctx context.Context, src []byte) (record.Syntax, error)
}
