package gomod

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "go.mod",
			In:   "module example.com/a/v2\n\ngo 1.26\n\nrequire (\n\tz.com/b v1.0.0\n\ta.com/c v1.2.3 // indirect\n)\n\nreplace z.com/b => ../b\nreplace a.com/c v1.2.3 => a.com/d v1.0.0\n",
			Want: `{"state":"ok","facts":{"kind":"gomod","module":"example.com/a/v2","dependencies":["a.com/c","z.com/b"],
				"replace":[{"key":"z.com/b","value":"../b"},{"key":"a.com/c","value":"a.com/d"}]}}`,
		},
		{File: "go.mod", In: "module a\nfuture thing\n", Want: `{"state":"ok","facts":{"kind":"gomod","module":"a"}}`},
		{File: "go.mod", In: "module (\n", Want: `{"state":"failed"}`},
		{File: "go.work", In: "go 1.26\nuse (\n\t.\n\t./b\n)\nreplace x => ./x\n", Want: `{"state":"ok","facts":{"kind":"gowork","members":[".","./b"],"replace":[{"key":"x","value":"./x"}]}}`},
	})
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "module a\nrequire b v1.0.0\nreplace b => ../b\n", "use ./a\n")
}
