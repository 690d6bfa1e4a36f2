package jsonfile

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{File: "s.json", In: `{"$schema": "x", "title": "Config", "description": "Settings of x."}`, Want: `{"state":"ok","doc":"Settings of x.","facts":{"kind":"json","title":"Config","summary":"Settings of x."}}`},
		{File: "api.json", In: `{"swagger": "2.0", "info": {"title": "Pets", "description": "P."}}`, Want: `{"state":"ok","doc":"P.","facts":{"kind":"openapi","title":"Pets","summary":"P."}}`},
		{File: "manifest.json", In: `{"name": "ext", "version": "1", "description": "Blocks."}`, Want: `{"state":"ok","doc":"Blocks.","facts":{"kind":"json","name":"ext","summary":"Blocks."}}`},
		{File: "en.json", In: `{"title": "Log in", "description": "Please log in"}`, Want: `{"state":"ok"}`},
		{File: "a.json", In: `[1, 2]`, Want: `{"state":"ok"}`},
		{File: "a.jsonc", In: "// Settings of the editor here.\n{\"a\": 1,}", Want: `{"state":"ok","doc":"Settings of the editor here."}`},
		{File: "a.json", In: `{"a": `, Want: `{"state":"partial"}`},
		{File: "a.json", In: `nope`, Want: `{"state":"failed"}`},
	})
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), `{"$schema": "x", "title": "a\nb"}`, `// x`, `{"openapi": 1, "info": []}`)
}
