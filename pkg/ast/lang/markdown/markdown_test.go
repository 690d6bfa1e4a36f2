package markdown

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "README.md",
			In: `[![ci](a)](b) [![x](c)](d)

# The **Tool** #

[Docs](a) | [Chat](b) | [English](c)

![logo](x.png)

A *fast* tool, e.g. for [maps](m).
It reads.

More.

## Install

Run it.

### On Linux {#linux}

## About it
`,
			Want: `{"state":"ok","doc":"A fast tool, e.g. for maps. It reads.","symbols":[{"name":"The Tool","kind":"heading"},{"name":"Install","kind":"heading"},
				{"name":"On Linux","kind":"heading","parent":"Install"},{"name":"About it","kind":"heading"}],
				"facts":{"kind":"document","title":"The Tool","summary":"A fast tool, e.g. for maps. It reads."}}`,
		},
		{
			File: "README.md",
			In:   "<p align=\"center\"><a href=\"x\"><img src=\"y\"></a></p>\n<h1 align=\"center\">Logo <b>Kit</b></h1>\n<p align=\"center\">\n  Draws logos for you.\n  <a href=\"z\">Docs</a>\n</p>\n\n## Usage\n\nType this.\n",
			Want: `{"state":"ok","doc":"Draws logos for you.","symbols":[{"name":"Logo Kit","kind":"heading"},{"name":"Usage","kind":"heading"}],
				"facts":{"kind":"document","title":"Logo Kit","summary":"Draws logos for you."}}`,
		},
		{
			File: "a.md",
			In:   "---\ntitle: \"The page\"\nname: page\ndescription: What it **is**.\n---\n# The Page\n\nText of it here.\n",
			Want: `{"state":"ok","doc":"What it is.","symbols":[{"name":"The Page","kind":"heading"}],"facts":{"kind":"document","name":"page","title":"The page","summary":"What it is."}}`,
		},
		{File: "a.md", In: "<!-- NEWS_START -->\n# Closed today\n\nCome back on Monday.\n<!-- NEWS_END -->\n\n# Shop\n\nIt sells things.\n", Want: `{"state":"ok","doc":"It sells things.","symbols":[{"name":"Shop","kind":"heading"}],"facts":{"kind":"document","title":"Shop","summary":"It sells things."}}`},
		{File: "a.md", In: "This README is a start.\n\nIt sells things.\n", Want: `{"state":"ok","doc":"It sells things.","facts":{"kind":"document","summary":"It sells things."}}`},
		{File: "a.md", In: "## Files\n\n- a\n\n## Places\n\n- b\n", Want: `{"state":"ok","symbols":[{"name":"Files","kind":"heading"},{"name":"Places","kind":"heading"}],"facts":{"kind":"document"}}`},
		{File: "a.md", In: "+++\ntitle = 'T'\n+++\nSome words here.\n", Want: `{"state":"ok","doc":"Some words here.","facts":{"kind":"document","title":"T","summary":"Some words here."}}`},
		{File: "a.md", In: "---\nnot closed\n", Want: `{"state":"ok","doc":"not closed","facts":{"kind":"document","summary":"not closed"}}`},
		{
			File: "a.md",
			In:   "Title\n=====\n\n> [!NOTE]\n> Beware of this.\n\n> :warning: **Warning**: beware of that.\n\n> Next generation tooling.\n\n```\n# no heading\n```\n",
			Want: `{"state":"ok","doc":"Next generation tooling.","symbols":[{"name":"Title","kind":"heading"}],"facts":{"kind":"document","title":"Title","summary":"Next generation tooling."}}`,
		},
		{
			File: "a.md",
			In:   "# T\n\n## Install\n\nRun this now.\n\n## Overview\n\nIt does things.\n",
			Want: `{"state":"ok","doc":"It does things.","symbols":[{"name":"T","kind":"heading"},{"name":"Install","kind":"heading"},{"name":"Overview","kind":"heading"}],
				"facts":{"kind":"document","title":"T","summary":"It does things."}}`,
		},
		{File: "a.md", In: "# 项目\n\n读取文件并生成地图。\n", Want: `{"state":"ok","doc":"读取文件并生成地图。","symbols":[{"name":"项目","kind":"heading"}],"facts":{"kind":"document","title":"项目","summary":"读取文件并生成地图。"}}`},
		{
			File: "a.md",
			In:   "<!--\nCopyright X\n-->\nQuick links:\n\nMay 1, 2020 - Words about the release.\n\nRuns on [illumos] and [x], [illumos](y).\n\n## Use\n\n[illumos]: https://x\n",
			Want: `{"state":"ok","doc":"Runs on illumos and [x], illumos.","symbols":[{"name":"Use","kind":"heading"}],"facts":{"kind":"document","summary":"Runs on illumos and [x], illumos."}}`,
		},
		{
			File: "a.md",
			In:   "---\nname: Bug\nabout: Report it.\n---\n## Steps\n",
			Want: `{"state":"ok","doc":"Report it.","symbols":[{"name":"Steps","kind":"heading"}],"facts":{"kind":"document","name":"Bug","summary":"Report it."}}`,
		},
		{
			File: "a.mdx",
			In:   "import A from './a'\n\n:::tip Note\nNot about it at all.\n:::\n\nAbout the thing.\n\n```\n:::\n```\n",
			Want: `{"state":"ok","doc":"About the thing.","facts":{"kind":"document","summary":"About the thing."}}`,
		},
		{
			File: "a.md",
			In:   "# T\n\nWelcome to T.\n\n**You want [S](s) instead. It is smaller.**\n\n**It was tested.**\n\nSells things\\\nand more.\n",
			Want: `{"state":"ok","doc":"Sells things and more.","symbols":[{"name":"T","kind":"heading"}],"facts":{"kind":"document","title":"T","summary":"Sells things and more."}}`,
		},
		{
			File: "a.md",
			In:   "**Fast and minimalist for every [shop](s)**\n\nBuy one.\n",
			Want: `{"state":"ok","doc":"Fast and minimalist for every shop","facts":{"kind":"document","summary":"Fast and minimalist for every shop"}}`,
		},
		{File: "a.md", In: "# T\n\n... and more\n\n> It sells things.\n\nIt runs on water.\n\n## Use\n\n> It is used.\n", Want: `{"state":"ok","doc":"It sells things.","symbols":[{"name":"T","kind":"heading"},{"name":"Use","kind":"heading"}],"facts":{"kind":"document","title":"T","summary":"It sells things."}}`},
		{File: "a.md", In: "# T\n\nWelcome to T.\n\nBefore we start, sit down.\n\nIt needs a chair.\n", Want: `{"state":"ok","symbols":[{"name":"T","kind":"heading"}],"facts":{"kind":"document","title":"T"}}`},
		{
			File: "a.md",
			In:   "**Note:** mind the gap.\n\n## Install\n\nThis needs a shop first.\n",
			Want: `{"state":"ok","symbols":[{"name":"Install","kind":"heading"}],"facts":{"kind":"document"}}`,
		},
		{File: "a.md", In: "- a list only\n- of things\n", Want: `{"state":"ok","facts":{"kind":"document"}}`},
	})
}

func TestBombs(t *testing.T) {
	langtest.Bombs(t, Extractors(), 1<<20, ">", "> ", "- ", "* ", "1. ", "# a\n", "    ", "```\n", "[", "`", "<a>", "<!--", "\n\n- a\n  ", "a\n=\n", "> a\n", "-\t", "\t-", "[a]: b\n", "\\", "&", "*a ", "|a")
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "# a\n\nb c d e f\n", "---\ntitle: a\n---\n> b\n", "<h1>a</h1>\n<p>b c</p>\n", "a\n===\n- b\n  - c\n")
}
