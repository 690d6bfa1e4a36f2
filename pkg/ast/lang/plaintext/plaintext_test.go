package plaintext

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "README.rst",
			In: `.. image:: logo.png
   :alt: x

======
Scrapy
======

.. |pypi| image:: x

|pypi|

Scrapy is a :class:` + "`~a.Framework`" + ` for ` + "`crawling <https://x>`_" + `.
It is fast::

    code

Install
=======

Do this.

Deep
----
`,
			Want: `{"state":"ok","doc":"Scrapy is a Framework for crawling. It is fast:","symbols":[{"name":"Scrapy","kind":"heading"},{"name":"Install","kind":"heading"},
				{"name":"Deep","kind":"heading"}],"facts":{"kind":"document","title":"Scrapy","summary":"Scrapy is a Framework for crawling. It is fast:"}}`,
		},
		{
			File: "README.adoc",
			In:   "= Spring Thing\nA. Author <a@b.c>\n:toc: left\n:x-y: z\n\nimage:https://x[badge] image::a.png[]\n\n[NOTE]\n----\ncode here is no text\n----\n\nIt links https://x.y[the docs] and *more*.\n\n== Usage\n\nNo.\n",
			Want: `{"state":"ok","doc":"It links the docs and more.","symbols":[{"name":"Spring Thing","kind":"heading"},{"name":"Usage","kind":"heading"}],
				"facts":{"kind":"document","title":"Spring Thing","summary":"It links the docs and more."}}`,
		},
		{
			File: "README",
			In:   "README for Lua 5.1\n\nNeeds lua_ and __init__ or INSTALL for it.\n\nUSAGE\n=====\n",
			Want: `{"state":"ok","doc":"Needs lua and __init__ or INSTALL for it.","symbols":[{"name":"USAGE","kind":"heading"}],
				"facts":{"kind":"document","title":"README for Lua 5.1","summary":"Needs lua and __init__ or INSTALL for it."}}`,
		},
		{
			File: "README",
			In:   "Copyright 2020 X\n\nThis directory holds the\ncompiler's tests.\n\nMore.\n",
			Want: `{"state":"ok","doc":"This directory holds the compiler's tests.","facts":{"kind":"document","summary":"This directory holds the compiler's tests."}}`,
		},
	})
}

func TestBombs(t *testing.T) {
	langtest.Bombs(t, Extractors(), 1<<20, "a\n=\n", "aaa\n---\n", ".. x\n", "= a\n", "----\n", "image:[", "https://a[", "\n", " ")
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "a\n===\n\nb c\n", "= a\n:b: c\n\nd[e]\n", ".. a\n   b\n")
}
