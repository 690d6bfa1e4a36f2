package prose

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pi-project-map/pmap/internal/growthtest"
)

func TestPlain(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"text", "Reads a file.", "Reads a file."},
		{"lines", "Reads\n  a file\r\n\tnow.", "Reads a file now."},
		{"control", "a\x00b\x1bc", "a b c"},
		{"invalid", "a\xffb", "a\uFFFDb"},
		{"zero width", "a\u200bb\u202ec\ufeff", "abc"},

		{"link", "See [the docs](https://x.y/z) now.", "See the docs now."},
		{"link with parentheses", "[A](https://x/a_(b)) b", "A b"},
		{"reference link", "See [the docs][1] and [more][].", "See the docs and more."},
		{"link definition", "Uses [x][1].\n\n[1]: https://x.y", "Uses x."},
		{"badge", "[![ci](https://a/b.svg)](https://c) Fast server", "Fast server"},
		{"badge by name", "[![CI Status]][CI]\nFast server", "Fast server"},
		{"image", "![logo](a.png) Fast ![b][c]server", "Fast server"},
		{"autolink", "At <https://x.y/z>.", "At https://x.y/z."},
		{"footnote", "True[^1].", "True."},
		{"index is no link", "a[i] and m[i][j] and []byte", "a[i] and m[i][j] and []byte"},
		{"optional", "path [options] (default)", "path [options] (default)"},
		{"doc link", "Like [Reader.Next] or [os.File], not [it].", "Like Reader.Next or os.File, not [it]."},
		{"rustdoc link", "Same as [`Vec::new`] and [`x`](crate::x).", "Same as Vec::new and x."},
		{"nested links stay bounded", strings.Repeat("[", 40) + "x" + strings.Repeat("](y)", 40), strings.Repeat("[", 23) + "x" + strings.Repeat("](y)", 23)},

		{"code", "Calls `foo_bar(*p)` and ``a`b``.", "Calls foo_bar(*p) and a`b."},
		{"lone tick", "a ` b", "a ` b"},
		{"fence", "A.\n```go\nx := 1\n```\nB.", "A. B."},
		{"open fence", "A.\n```\nx", "A."},

		{"emphasis", "A **bold** and *slanted* and _under_ and __both__ and ~~gone~~ word", "A bold and slanted and under and __both__ and gone word"},
		{"strong underscores", "__Very Bold__ x", "Very Bold x"},
		{"three stars", "***all*** x", "all x"},
		{"dunder", "Defines __init__ and __all__.", "Defines __init__ and __all__."},
		{"snake", "Sets max_file_bytes and _private.", "Sets max_file_bytes and _private."},
		{"product", "2 * 3 * 4 and a*b*c", "2 * 3 * 4 and a*b*c"},
		{"arguments", "Takes *args, **kwargs.", "Takes *args, **kwargs."},
		{"pointers", "char *p, char *q", "char *p, char *q"},
		{"globs", "src/*.ts and lib/*.ts", "src/*.ts and lib/*.ts"},
		{"ideographs", "这是**重点**内容", "这是重点内容"},
		{"escaped", `\*not\* C:\temp \_x\_`, `*not* C:\temp _x_`},

		{"heading", "## The name ##\ntext", "The name text"},
		{"setext", "Name\n====\ntext", "Name text"},
		{"quote", "> > Said.", "Said."},
		{"bullets", "- [x] one\n* two", "one two"},
		{"rule", "a\n-----\nb", "a b"},

		{"tags", `<p align="center"><b>Fast</b><br/>server</p><img src="x">`, "Fast server"},
		{"comment", "a <!-- <b> hidden --> b", "a b"},
		{"comment over lines", "a\n<!--\nhidden\n-->\nb", "a b"},
		{"open comment", "a <!-- b", "a <!-- b"},
		{"script", "a <script>x < y</script>b", "a b"},
		{"generics", "Map<String, List<T>> and Vec<u8> and <stdio.h> and a < b", "Map<String, List<T>> and Vec<u8> and <stdio.h> and a < b"},
		{"entities", "a &lt;b&gt; &amp;lt; c&nbsp;d &#10;e", "a <b> &lt; c d e"},
		{"csharp", `<summary>Gets <see cref="T:A.B"/> or <see langword="null"/>.</summary>`, "Gets A.B or null."},

		{"javadoc code", "Uses {@code Map<K, V>} and {@literal a}.", "Uses Map<K, V> and a."},
		{"javadoc link", "{@link Foo#bar(int, int) the bar} of {@link #baz} and {@link A#b(C, D)}", "the bar of baz and A.b(C, D)"},
		{"jsdoc link", "{@link Foo|label} {@link https://x.y text}", "label text"},
		{"inherit", "a {@inheritDoc} b", "a b"},

		{"rst role", "A :class:`~a.b.Foo` and :py:meth:`bar` and :ref:`text <target>`.", "A Foo and bar and text."},
		{"rst link", "The `docs <https://x>`_ and `name`__ here", "The docs and name here"},
		{"rst directive", "A.\n\n.. image:: x.png\n   :alt: y\n\nB.", "A. B."},
		{"doxygen", "@brief Sets \\c len of @p buf, see \\ref x.", "Sets len of buf, see x."},
		{"mail", "me@c.org and x@p y", "me@c.org and x@p y"},
	} {
		if got := Plain(c.in); got != c.want {
			t.Errorf("%s: Plain(%q)\n got %q\nwant %q", c.name, c.in, got, c.want)
		}
	}
}

func TestSentence(t *testing.T) {
	for _, c := range []struct {
		in   string
		max  int
		want string
	}{
		{"Reads a file. Then more.", 120, "Reads a file."},
		{"Reads a file", 120, "Reads a file"},
		{"", 120, ""},
		{"Text", 0, ""},
		{"Uses tools, e.g. make, i.e. this. Next.", 120, "Uses tools, e.g. make, i.e. this."},
		{"Uses make, sh, etc. for builds. Next.", 120, "Uses make, sh, etc. for builds."},
		{"Uses make, sh, etc. The rest follows.", 120, "Uses make, sh, etc."},
		{"Ours vs. Theirs. Next.", 120, "Ours vs. Theirs."},
		{"Added in v1.2 of it. Next.", 120, "Added in v1.2 of it."},
		{"Reads file.ext and Node.js files. Next.", 120, "Reads file.ext and Node.js files."},
		{"Parses main.c. Then links.", 120, "Parses main.c."},
		{"Made in the U.S. by hand. Next.", 120, "Made in the U.S. by hand."},
		{"Written by J. R. Smith of Co. Next.", 120, "Written by J. R. Smith of Co."},
		{"Wait... then go. Next.", 120, "Wait... then go."},
		{"Loading... Please wait.", 120, "Loading..."},
		{"Really? Yes.", 120, "Really?"},
		{"Yahoo! Search client. Next.", 120, "Yahoo!"},
		{"A ? b : c operator. Next.", 120, "A ? b : c operator."},
		{"See no. 5 for it. Next.", 120, "See no. 5 for it."},
		{"The answer is no. Next.", 120, "The answer is no."},
		{"1. First thing. Second.", 120, "1. First thing."},
		{"(It works.) Next.", 120, "(It works.)"},
		{"He said \"stop.\" Then left.", 120, "He said \"stop.\""},
		{"See Fig. 3, p. 4. Next.", 120, "See Fig. 3, p. 4."},
		{"读取文件。然后关闭。", 120, "读取文件。"},
		{"「読む。」次。", 120, "「読む。」"},
		{"Uses x. lowercase starts.", 120, "Uses x."},
		{"one two three four", 18, "one two three four"},
		{"one two three four", 17, "one two three…"},
		{"one two, three four", 12, "one two…"},
		{"one two three", 8, "one two…"},
		{"abcdefghij", 5, "abcd…"},
		{"漢字漢字漢字", 4, "漢字漢…"},
		{"abc", 1, "…"},
		{"a\n b\tc", 9, "a b c"},
	} {
		if got := Sentence(c.in, c.max); got != c.want {
			t.Errorf("Sentence(%q, %d) = %q, want %q", c.in, c.max, got, c.want)
		}
	}
}

func TestParagraph(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"first of two", "One\ntwo.\n\nThree.", "One two."},
		{"after heading", "# Name\n\nText.", "Text."},
		{"after setext", "Name\n----\n\nText.", "Text."},
		{"only heading", "# Name\n", "Name"},
		{"after badges", "[![a](b)](c)\n[![d](e)](f)\n\nText.", "Text."},
		{"before tags", "Opens it.\n@param x the x\n@return y", "Opens it."},
		{"before fields", "Opens it.\n:param x: the x", "Opens it."},
		{"tags alone", "@param x the x\n@return y", ""},
		{"brief", "@file x.c\n@brief Opens it.\n\nMore.", "Opens it."},
		{"list", "It can:\n- a\n- b", "It can:"},
		{"code commented out", "{ int f(char *p); }\n\nx = y;\n\nText.", "Text."},
		{"code follows", "It is fast::\n\n    code", "It is fast:"},
		{"fence first", "```\ncode\n```\nText.", "Text."},
		{"mention", "@scope/name is a package.", "@scope/name is a package."},
		{"javadoc inline", "{@link Foo} opens.", "Foo opens."},
	} {
		if got := Paragraph(c.in, 1000); got != c.want {
			t.Errorf("%s: Paragraph(%q) = %q, want %q", c.name, c.in, got, c.want)
		}
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		in   string
		max  int
		want string
	}{
		{"abc def", 7, "abc def"},
		{"Abc def. Ghi jkl mno", 14, "Abc def."},
		{"A. Bcd efg hij klm", 14, "A. Bcd efg…"},
		{"abcdefgh", 6, "abc…"},
		{"äöüäöü", 7, "äö…"},
		{"abcd", 3, "…"},
		{"abc", 2, ""},
	} {
		if got := Cut(c.in, c.max); got != c.want || len(got) > c.max {
			t.Errorf("Cut(%q, %d) = %q, want %q", c.in, c.max, got, c.want)
		}
	}
}

func TestDoc(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"go licence", "Copyright 2010 The Go Authors. All rights reserved.\nUse of this source code is governed by a BSD-style\nlicense that can be found in the LICENSE file.", ""},
		{"mit", "Copyright (c) 2020 X\n\nPermission is hereby granted, free of charge, to any person\nobtaining a copy\n\nThe above copyright notice and this permission\nnotice shall be included\n\nTHE SOFTWARE IS PROVIDED \"AS IS\", WITHOUT\n\nParses flags.", "Parses flags."},
		{"apache", "Licensed under the Apache License, Version 2.0 (the \"License\");\nyou may not use this file\n\n   http://www.apache.org/licenses/LICENSE-2.0\n\nUnless required by applicable law or agreed\n\nThe pool.", "The pool."},
		{"name first", "list.c - A doubly linked list.\nCopyright (c) 2006, Someone\nAll rights reserved.", "list.c - A doubly linked list."},
		{"broken phrase", "This library is distributed in the hope that it\nwill be useful, but WITHOUT\n\nText.", "Text."},
		{"directives", "!/usr/bin/env node\neslint-disable no-console\n@ts-check\n\nRuns the server.", "Runs the server."},
		{"coding", "-*- coding: utf-8 -*-\nHelpers for dates.", "Helpers for dates."},
		{"author", "Dates.\n@author Me\n@since 1.2", "Dates."},
		{"spdx", "SPDX-License-Identifier: MIT", ""},
		{"about licences", "License server client.", "License server client."},
		{"about versions", "Version control integration.", "Version control integration."},
		{"about todos", "Todo list component.", "Todo list component."},
		{"generated notice", "Please do not edit this file manually\nIt should be added\n\nText.", "Text."},
		{"generated", "Code generated by protoc-gen-go. DO NOT EDIT.", ""},
	} {
		if got := Doc(c.in, 1000); got != c.want {
			t.Errorf("%s: Doc = %q, want %q", c.name, got, c.want)
		}
	}
	if got := Summary("Copyright X\n\nOpens **it**. Then more.", 120); got != "Opens it." {
		t.Errorf("Summary = %q", got)
	}
}

func TestBoilerplate(t *testing.T) {
	for line, want := range map[string]bool{
		"Copyright 2020 X": true, "(c) 2020 X": true, "SPDX-License-Identifier: MIT": true, "#!/bin/sh": true,
		"vim: set ts=4:": true, "-*- mode: c -*-": true, "eslint-disable": true, "noqa: E501": true, "+build linux": true,
		"go:build linux": true, "Code generated by x. DO NOT EDIT.": true, "@generated": true, "$Id: x.c,v 1.2$": true,
		"@author X": true, "https://x.y/z": true, "TODO(x): y": true, "#region Imports": true, "@flow": true,
		"Author of books": false, "Regions of the world": false, "Line drawing": false, "Copies files": false, "": false,
		"global process, Buffer": true, "globals module:readonly": true,
		"Global state": false, "Version negotiation": false, "See https://x.y/z": false, "Good morning": false,
	} {
		if got := Boilerplate(line); got != want {
			t.Errorf("Boilerplate(%q) = %v", line, got)
		}
	}
}

// TestLinear feeds texts that make careless scanners quadratic.
func TestLinear(t *testing.T) {
	for _, unit := range []string{"[", "[a](", "![", "`", "`` ` ", "<", "<a ", "<!--", "<script>", "{@link ", "*a ", "**a", "_a", ":a:`", "&", "\\", ". ", "a.", "(", "> ", "@p ", "[a]: ", "e.g. "} {
		growthtest.Check(t, fmt.Sprintf("%q repeated", unit), MaxInput, func(size int) {
			s := strings.Repeat(unit, size/len(unit)+1)
			Plain(s)
			Sentence(s, 120)
			Doc(s, 1000)
		})
	}
}

func FuzzProse(f *testing.F) {
	for _, s := range []string{"a [b](c) `d` **e**", "{@link a b} <b>x</b>", ":c:`~a.b` x", "# T\n\ne.g. this. That", "Copyright\n\nx", ":_b:`x` a_ _"} {
		f.Add(s, 20)
	}
	f.Fuzz(func(t *testing.T, s string, n int) {
		n = 1 + n&0xFF
		for what, got := range map[string]string{"Plain": Plain(s), "Doc": Doc(s, n), "Paragraph": Paragraph(s, n), "Sentence": Sentence(s, n), "Summary": Summary(s, n)} {
			if !utf8.ValidString(got) || strings.ContainsAny(got, "\n\r\x00\x1b") {
				t.Errorf("%s(%q) = %q is not one line of text", what, s, got)
			}
			if what != "Plain" && what != "Sentence" && what != "Summary" && len(got) > n {
				t.Errorf("%s(%q, %d) has %d bytes", what, s, n, len(got))
			}
			if (what == "Sentence" || what == "Summary") && utf8.RuneCountInString(got) > n {
				t.Errorf("%s(%q, %d) has %d characters", what, s, n, utf8.RuneCountInString(got))
			}
		}
	})
}

// TestAsides: who wrote it, where more is said and what a compiler is told are
// no description; a title without a full stop ends with its line.
func TestAsides(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"given by", "This code was contributed to X by Y\nof Z.\n\nReads a file.", "Reads a file."},
		{"name of a licence", "Originally from x.\n\nMIT Licensed\n", ""},
		{"not a licence", "Apache serves files.", "Apache serves files."},
		{"bugs", "Please send bug reports to A.", ""},
		{"moved", "The code is modified.\n\nThis file was adapted from x.", "The code is modified."},
		{"path", "Inferno utils/6l/span.c\n\nReads a file.", "Reads a file."},
		{"paths", "cmd/9l/a.c, cmd/9l/b.c from X.\n\nReads a file.", "Reads a file."},
		{"path that is no origin", "See.c and src/a.c hold the rest.", "See.c and src/a.c hold the rest."},
		{"generated", "mkerrors.sh -m64\nCode generated by it. DO NOT EDIT.\n\nReads a file.", "Reads a file."},
		{"see behind a title", "List API\nSee Copyright Notice in x.h", "List API"},
		{"question", "WHAT IS IT?\n-----\nIt reads.", "It reads."},
		{"author", "The author of this software is\nA. B.\n\nReads a file.", "Reads a file."},
		{"portions", "Portions of this file are by A.", ""},
		{"origin", "Adapted from https://x.y/z\n\nReads a file.", "Reads a file."},
		{"not an origin", "Adapted files are read.", "Adapted files are read."},
		{"build constraint", "Even though it is named so, we need\na build constraint here.", ""},
		{"pointer", "See https://x.y for an overview.\n\nReads a file.", "Reads a file."},
		{"title", "ASCII lines\nThis code draws lines in a row of a text with characters.", "ASCII lines"},
		{"no room for the next word", "Reads every file that the project keeps below its\nRoot and that git knows of, and no other.", "Reads every file that the project keeps below its Root and that git knows of, and no other."},
		{"an open word", "Reads a file with\nUTF-8 and says on which of its lines another text is found.", "Reads a file with UTF-8 and says on which of its lines another text is found."},
		{"role of MyST", "Uses {func}`option` and {ref}`text <target>`, not ${x}`y`.", "Uses option and text, not ${x}y."},
	} {
		if got := Doc(c.in, MaxInput); got != c.want {
			t.Errorf("%s: Doc(%q) = %q, want %q", c.name, c.in, got, c.want)
		}
	}
}

// TestAside: what speaks to a reader or gives a reason describes nothing.
func TestAside(t *testing.T) {
	for in, want := range map[string][2]bool{
		"You probably want S instead.":            {true, false},
		"Thank you for your interest in shops.":   {true, false},
		"Okay, so you know the basics.":           {true, false},
		"This file can be used as-is, or copied.": {true, false},
		"This file sells things.":                 {false, false},
		"You can set the size of a shop.":         {false, false},
		"If you need a shop, build one.":          {false, false},
		"For example, a shop.":                    {true, false},
		"Welcomes guests.":                        {false, false},
		"For Promise support":                     {false, true},
		"For every order, sells it.":              {false, false},
		"This is intentionally a type alias.":     {false, true},
		"It is needed for old shops.":             {false, true},
		"This is the shop.":                       {false, false},
		"Separate, because it is large.":          {false, true},
		"Since it is large, it stands alone.":     {false, true},
		"Sells since 1990.":                       {false, false},
		"This package no longer sells.":           {false, true},
		"This is purposely empty.":                {false, true},
		"There are some differences.":             {false, true},
		"Although it is a shop, nothing is sold.": {false, true},
		"Workaround for a bug.":                   {false, true},
		"Hackathons and their dates.":             {false, false},
		"A shop, and what it needs.":              {false, false},
	} {
		if got := [2]bool{Address(in), Remark(in)}; got != want {
			t.Errorf("Address and Remark of %q are %v, want %v", in, got, want)
		}
	}
}

func TestSourceText(t *testing.T) {
	for in, want := range map[string]string{
		"url = shop.URL(\"x\")\n\nA shop.":    "A shop.",
		"const a = [1]\n\nA shop.":            "A shop.",
		"{% for a in b %}\n\nA shop.":         "A shop.",
		"/// script\na = 1\n///\n\nA shop.":   "A shop.",
		"Run with\n\nA shop.":                 "A shop.",
		"Usage:\n\nA shop.":                   "A shop.",
		"Run the shop with care.":             "Run the shop with care.",
		"Learn more in the guide.\n\nA shop.": "A shop.",
		"ignored by shops \\\n":               "",
		"x = y where x is the shop.":          "x = y where x is the shop.",
		"Sells a\\\nthing.":                   "Sells a thing.",
	} {
		if got := Doc(in, 200); got != want {
			t.Errorf("Doc(%q) is %q, want %q", in, got, want)
		}
	}
}
