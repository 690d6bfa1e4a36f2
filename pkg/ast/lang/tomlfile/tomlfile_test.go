package tomlfile

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{File: "a.toml", In: "title = 'Site'\ndescription = 'A *site*.'\n[x]\ndescription = 'no'\n", Want: `{"state":"ok","doc":"A site.","facts":{"kind":"toml","title":"Site","summary":"A site."}}`},
		{File: "rustfmt.toml", In: "# Formatting rules here.\n\n# Wide.\nmax_width = 100\n", Want: `{"state":"ok","doc":"Formatting rules here."}`},
		{File: "rustfmt.toml", In: "# As wide as a page.\nmax_width = 100\n", Want: `{"state":"ok"}`},
		{File: "a.toml", In: "a = 1\nb\n", Want: `{"state":"partial"}`},
	})
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "# a b\ntitle = 'a'\n[[b.c]]\nd = {e = [1]}\n")
}
