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
		{
			File: "app.html",
			In:   "<!-- <script src=\"no.js\"></script> -->\n<link rel=\"stylesheet\" href='style.css?a&amp;b'><link rel=icon href=no.ico>\n<script type=\"module\" data-src=\"no\" src=\"/src/main.ts\"></script><SCRIPT SRC=old.js></SCRIPT><script>var a = '<script src=\"x\">'</script><script src=\"{{ url }}\"></script>",
			Want: `{"state":"ok","imports":[{"raw":"style.css?a&b"},{"raw":"/src/main.ts"},{"raw":"old.js"}]}`,
		},
		{File: "t.html", In: "<title>{{ title }}</title><p>x", Want: `{"state":"ok"}`},
		{File: "t.html", In: "<meta content='x y' property='og:title'>", Want: `{"state":"ok"}`},
	})
}

func TestBombs(t *testing.T) {
	langtest.Bombs(t, Extractors(), 1<<20, "<!--", "<script ", "<script src=\"", "<link a='b' ", "<title>", "<meta ")
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "<title>a</title><meta name=description content='b'>", "<script src=a></script><link rel=stylesheet href='b'>")
}
