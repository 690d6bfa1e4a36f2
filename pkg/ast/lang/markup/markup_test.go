package markup

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "index.html",
			In:   "<!doctype html><head><meta charset=utf-8><title>\n My &amp; page</title><meta name=\"description\" content=\"About it.\"></head><body><title>no</title>",
			Want: `{"state":"ok","doc":"About it.","facts":{"kind":"html","title":"My & page","summary":"About it."}}`,
		},
		{File: "t.html", In: "<title>{{ title }}</title><p>x", Want: `{"state":"ok"}`},
		{File: "t.html", In: "<meta content='x y' property='og:title'>", Want: `{"state":"ok"}`},
	})
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "<title>a</title><meta name=description content='b'>")
}
