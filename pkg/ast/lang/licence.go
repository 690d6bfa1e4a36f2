package lang

import (
	"regexp"
	"strings"
)

// legalWords are found in a paragraph of a licence or copyright notice and
// hardly elsewhere; lower case, single spaces.
var legalWords = []string{
	"copyright", "(c) 19", "(c) 20", "©", "spdx-license-identifier", "all rights reserved",
	"licensed under", "licensed to ", "under the terms of", "under the license", "this file is part of",
	"permission is hereby granted", "permission to use, copy", "redistribution and use", "redistributions of source",
	"redistributions in binary", "source code is governed by", "software is provided", "without warranty", "without any warranty",
	"warranties", "merchantability", "neither the name", "in no event", "is free software", "received a copy of the",
	"required by applicable law", "you may obtain a copy", "apache.org/licenses", "gnu.org/licenses", "opensource.org/licenses",
	"license file", "license.txt", "license.md", "see license", "public domain", "in place of a legal notice", "may you do good and not evil",
	"may you find forgiveness", "may you share freely", "license agreement", "mozilla public", "subject to the following conditions",
	"contributor license", "notice file distributed",
}

// licence reports whether a paragraph is legal text.
func licence(paragraph string) bool {
	text := strings.ToLower(strings.Join(strings.Fields(paragraph), " "))
	for _, w := range legalWords {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// A line is left out of docs wherever it stands if it speaks to a tool, and at
// a paragraph's start if it gives credit; a paragraph that starts with an aside
// is left out whole.
var (
	toolLine = starts(
		`!?/(usr/)?bin/`, `eslint[ -]`, `[tj]slint:`, `jshint\b`, `jslint\b`, `prettier-ignore`, `biome-ignore`, `stylelint-`,
		`globals? [$\w]+:`, `@?ts-(no)?check\b`, `@ts-`, `@flow\b`, `@format\b`, `@jsx`, `@preserve\b`,
		`istanbul `, `[cv]8 ignore`, `webpack\w+:`, `[@#]?\s*sourcemapping`, `['"]?use strict`, `<reference `, `</?(amd|auto)-`,
		`pylint:`, `flake8[:-]`, `noqa\b`, `type:\s*ignore`, `mypy:`, `pyright:`, `pyre-`, `ruff:`, `yapf:`, `isort:`, `fmt:`, `nosec\b`,
		`(en)?coding[:=]`, `pragma:`, `vim?:`, `ex:`, `emacs:`, `local variables:`, `kate:`, `clang-format`, `nolint`, `lint:`, `cppcheck-`,
		`iwyu\b`, `coverity\[`, `rustfmt`, `shellcheck `, `go:[a-z]`, `\+build\b`, `#(end)?region`, `endregion`, `noinspection\b`,
		`checkstyle[:.]`, `@formatter:`, `\$(id|revision|date|author|header|source|log)\b`, `language=`,
	)
	creditLine = starts(
		`(original |initial |main )?(authors?|since|version|date|file|filename|project|created|creation date|last modified|modified|maintainers?|contributors?|e-?mail|history|url|website|homepage|license|licence)( by| on)?\s*:`,
		`(written|created|maintained|contributed|ported|modified) by\b`, `created on\b`, `by [A-Z]\w+ [A-Z]\w+$`,
	)
	aside = starts(
		`code generated\b`, `generated (by|from|using|with)\b`, `(this|the) (file|code) (is|was|has been) (auto|gen)`, `auto-?(matically )?generated`,
		`do not (edit|modify)\b`, `(?-i:TODO|FIXME|XXX|HACK)\b`, `@generated\b`,
	)
)

// starts matches a line that begins with one of the patterns, in any case.
func starts(patterns ...string) *regexp.Regexp {
	return regexp.MustCompile(`^\s*(?i:` + strings.Join(patterns, "|") + `)`)
}
