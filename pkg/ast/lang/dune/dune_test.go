package dune

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "dune",
			In:   "; Sums of things.\n\n(include_subdirs unqualified)\n(library\n (name sums)\n (public_name x.sums)\n (synopsis \"Adds\\nup\")\n (libraries unix (re_export base) (select a from (b -> c)))\n (preprocess (pps ppx)))\n(executables (names main tool) (libraries sums))\n",
			Want: `{"state":"ok","doc":"Sums of things.","facts":{"kind":"dune","name":"sums","summary":"Adds up","exports":[{"key":"sums","value":""}],
				"bin":[{"key":"main","value":"main.ml"},{"key":"tool","value":"tool.ml"}],"dependencies":["base","sums","unix"],"members":["**"]}}`,
		},
		{
			File: "dune-project",
			In:   "(lang dune 3.0)\n(name shop)\n(package (name shop) (synopsis \"A shop\") (depends ocaml (base (>= v0.1))))\n",
			Want: `{"state":"ok","doc":"A shop","facts":{"kind":"dune","name":"shop","summary":"A shop","dependencies":["base","ocaml"]}}`,
		},
		{File: "dune", In: "(library (name a)", Want: `{"state":"partial","facts":{"kind":"dune","name":"a","title":"library a","exports":[{"key":"a","value":""}]}}`},
		{File: "dune", In: "(executables (names a b))", Want: `{"state":"ok","facts":{"kind":"dune","title":"program a b","bin":[{"key":"a","value":"a.ml"},{"key":"b","value":"b.ml"}]}}`},
		{File: "dune", In: "(rule (alias x))", Want: `{"state":"ok","facts":{"kind":"dune"}}`},
	})
}

func TestBombs(t *testing.T) {
	langtest.Bombs(t, Extractors(), 1<<20, "(", "(a ", "(a (b ", "\"", ";", "(library (name a))")
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "(library (name a) (libraries b (c d)))", "(include_subdirs yes)")
}
