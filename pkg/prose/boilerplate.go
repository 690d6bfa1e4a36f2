package prose

import (
	"regexp"
	"strings"
)

// Boilerplate reports whether a line of a comment, without its markers, says
// nothing about the file it is in.
func Boilerplate(line string) bool {
	lower := lowered(line)
	return lower != "" && (notice(lower) || terms(lower) || directive(lower) || bookkeeping(lower))
}

// Licence reports whether a line states a copyright or the terms of a licence.
func Licence(line string) bool {
	lower := lowered(line)
	return notice(lower) || terms(lower)
}

// notice reports whether a lower-case line begins a notice.
func notice(lower string) bool {
	lower = strings.TrimLeft(lower, "@\\*:# ")
	if rest, ok := strings.CutPrefix(lower, "license "); ok { // "License server client." is about the file
		return strings.Contains(rest, "http") || strings.HasPrefix(rest, "mit") || strings.Contains(lower, "license agreement")
	}
	if licenceName.MatchString(lower) {
		return true
	}
	return hasAnyPrefix(lower, "copyright", "(c) ", "© ", "copr.", "license:", "licence:", "licensed ", "spdx-", "portions copyright", "all rights reserved", "see copyright", "100% public domain")
}

// licenceName is a line that is the name of a licence.
var licenceName = regexp.MustCompile(`^(?:the |under |released under |licen[sc]e:? )*(?:mit|isc|bsd|zlib|apache|mpl|[al]?gpl|wtfpl|unlicense)\b.{0,30}\blicen[sc]e[ds]?\b`)

// terms reports whether lower-case text holds words of a known licence.
func terms(lower string) bool {
	for _, phrase := range licencePhrases {
		if strings.Contains(lower, phrase) {
			return true
		}
	}
	return false
}

var licencePhrases = []string{
	"spdx-license-identifier", "spdx-filecopyrighttext", "all rights reserved", "copyright (c)", "copyright ©",
	"use of this source code is governed by", "source code is licensed under", "file is licensed under",
	"licensed under the", "are available under", "dual licensed", "dual-licensed", "licensed as described in", "permit persons to whom the software", "software is licensed", "released under the", "distributed under the", "is part of the llvm project, under",
	"permission is hereby granted", "permission to use, copy", "redistribution and use in source", "redistributions of source code",
	"redistributions in binary form", "neither the name of", "the above copyright notice", "software is provided", "software is being provided", "as explained at http",
	"is free software", "you can redistribute it", "gnu general public license", "gnu lesser general public",
	"in the hope that it will be useful", "should have received a copy of", "mozilla public license", "obtain one at http",
	"you may not use this file", "you may obtain a copy", "unless required by applicable law", "see the license for the specific",
	"licensed to the apache", "contributor license agreement", "see the notice file", "has been dedicated to the public domain",
	"released into the public domain", "placed in the public domain", "see license for", "see license file", "see the license file",
	"license that can be found in", "license found in the", "subject to the terms of", "gnu affero general", "warranty of",
	"eclipse public license", "boost software license", "disclaims copyright to this source", "creative commons",
	"apache.org/licenses", "opensource.org/licenses", "gnu.org/licenses", "mozilla.org/mpl",
}

// directive reports whether a lower-case line speaks to a tool.
func directive(lower string) bool {
	bare := strings.TrimLeft(lower, "#/*!@ ")
	if strings.HasPrefix(lower, "#!") || strings.HasPrefix(lower, "!/") || strings.HasPrefix(lower, "<reference ") || strings.HasPrefix(bare, "<reference ") {
		return true
	}
	if strings.Contains(lower, "-*-") || generated(lower) {
		return true
	}
	if hasAnyPrefix(lower, "#region", "#endregion", "#pragma", "endregion") && !strings.HasSuffix(lower, ".") {
		return true
	}
	if strings.HasPrefix(bare, "coding:") || strings.HasPrefix(bare, "coding=") {
		return true
	}
	return hasAnyPrefix(bare, toolPrefixes...) || globals.MatchString(bare)
}

// globals is how a linter of JavaScript is told of names.
var globals = regexp.MustCompile(`^globals? (?:process|window|document|console|require|module|exports|define|describe|it|test|expect|jest|browser|chrome|jquery|\$)(?:\s*[:,]\s*[\w$]+)*$`)

var toolPrefixes = []string{
	"go:", "+build", "nolint", "nosec", "lint:", "revive:",
	"eslint", "jshint", "jslint", "tslint", "prettier-ignore", "istanbul ignore", "c8 ignore", "v8 ignore", "ts-nocheck", "ts-check", "ts-ignore",
	"ts-expect-error", "biome-ignore", "oxlint-", "deno-lint", "flow strict", "sourcemappingurl", "vite-ignore",
	"webpackchunkname", "jest-environment", "vitest-environment", "stylelint-",
	"pylint:", "noqa", "flake8:", "mypy:", "type: ignore", "pyright:", "ruff:", "isort:", "fmt: ", "yapf:", "pragma:", "nosonar",
	"pytype:", "noinspection", "language=", "clang-format", "nolintnextline", "nolintbegin", "iwyu pragma", "cppcheck-",
	"rubocop:", "frozen_string_literal", "typed:", "encoding:", "shellcheck ", "hadolint ", "checkov:", "tflint-", "yamllint ",
	"compdef ", "yaml-language-server", "$schema", "vim:", "vi:", "kate:", "local variables:", "mode:", "end:", "tab-width:", "c-basic-offset:",
	"indent-tabs-mode:", "formatter:o", "checkstyle:", "pmd-", "spotless:", "syntax=docker", "syntax = docker", "escape=",
	"cspell:", "spell-checker:", "codespell:",
}

// generated reports whether a lower-case line is a generator's mark. What its
// paragraph goes on to say is about the mark.
func generated(lower string) bool {
	if strings.Contains(lower, "do not edit") || strings.Contains(lower, "don't edit") || strings.Contains(lower, "@generated") {
		return true
	}
	return hasAnyPrefix(strings.TrimLeft(lower, "#/*!@ "), "code generated", "generated by", "generated from", "generated file",
		"automatically generated", "auto-generated", "autogenerated", "auto generated", "this is a generated",
		"this file is generated", "this file was generated", "this file is auto", "this file was auto",
		"this file has been generated", "this file has been auto", "this code was generated")
}

// taggedPrefixes are words like any other unless "@" goes before them.
var taggedPrefixes = []string{"author ", "authors ", "version ", "since ", "date ", "jsx ", "jsxruntime ", "jsximportsource ", "preserve ", "lint-ignore "}

// bookkeeping reports whether a lower-case line records who, when or which
// version rather than what.
func bookkeeping(lower string) bool {
	if strings.HasPrefix(lower, "$") && strings.HasSuffix(lower, "$") && len(lower) > 1 {
		return true
	}
	if !strings.Contains(lower, " ") && (strings.HasPrefix(lower, "http://") || strings.HasPrefix(lower, "https://")) {
		return true
	}
	if tag, ok := strings.CutPrefix(strings.TrimLeft(lower, "* "), "@"); ok && hasAnyPrefix(tag, taggedPrefixes...) {
		return true
	}
	bare := strings.TrimLeft(lower, "@\\:*- ")
	if bare == "flow" || bare == "format" || bare == "preserve" || bare == "noformat" || bare == "noflow" {
		return true
	}
	if strings.HasPrefix(bare, "by ") && strings.Contains(bare, "@") {
		return true
	}
	return hasAnyPrefix(bare, "author:", "authors:", "created by", "created on", "created:", "date:", "version:",
		"since:", "maintainer:", "maintainers:", "last modified", "last updated", "last change", "revision:", "email:", "contact:",
		"source: ", "file:", "filename:", "todo:", "todo(", "fixme", "xxx:", "hack:", "written by", "contributed by", "original author")
}

func hasAnyPrefix(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// withoutBoilerplate leaves out the lines that say nothing about the file. The
// terms of a licence run to the end of their paragraph.
func withoutBoilerplate(comment string) string {
	var b strings.Builder
	var paragraph []string
	flush := func() {
		writeParagraph(&b, paragraph)
		b.WriteByte('\n')
		paragraph = paragraph[:0]
	}
	for line := range strings.SplitSeq(comment, "\n") {
		if strings.TrimSpace(line) == "" {
			flush()
			continue
		}
		paragraph = append(paragraph, line)
	}
	flush()
	return b.String()
}

func writeParagraph(b *strings.Builder, lines []string) {
	if len(lines) == 0 {
		return
	}
	text := strings.ToLower(strings.Join(strings.Fields(strings.Join(lines, " ")), " "))
	if credits(text) {
		return
	}
	legal := terms(text)
	at := len(lines)
	for i, line := range lines {
		lower := lowered(line)
		if generated(lower) {
			return // what stands around the mark tells how it came about
		}
		if notice(lower) || legal && terms(lower) {
			at = i
			break
		}
	}
	if legal && at == len(lines) {
		return // its words are broken across lines
	}
	for _, line := range lines[:at] {
		if lower := lowered(line); !directive(lower) && !bookkeeping(lower) {
			b.WriteString(line)
			b.WriteByte('\n')
		}
	}
}

// lowered is the part of a line that is looked at, in lower case.
func lowered(line string) string {
	line = strings.TrimSpace(line)
	return strings.ToLower(line[:min(len(line), 400)])
}
