package npm

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "package.json",
			In: `{"name": "@s/a", "description": "Does **it**, e.g. [this](x).", "version": "1.0.0", "main": "./m.js", "types": "t.d.ts", "module": "m.mjs",
				"browser": {"x": "y"}, "bin": "cli.js", "scripts": {"test": "vitest", "build": "tsc"}, "workspaces": ["packages/*"],
				"exports": {".": {"types": "./t.d.ts", "import": {"node": "./n.mjs", "default": "./m.mjs"}, "require": null}, "./x/*": "./x/*.js", "./no": null},
				"imports": {"#a": "./a.js"},
				"dependencies": {"z": "1", "b": "2"}, "devDependencies": {"a": "1"}, "peerDependencies": {"z": "1"}, "optionalDependencies": {"o": "1"}}`,
			Want: `{"state":"ok","doc":"Does it, e.g. this.","facts":{"kind":"npm","name":"@s/a","summary":"Does it, e.g. this.",
				"main":["./m.js","m.mjs","t.d.ts"],
				"exports":[{"key":".","value":"./t.d.ts"},{"key":".","value":"./n.mjs"},{"key":".","value":"./m.mjs"},{"key":"./x/*","value":"./x/*.js"}],
				"imports":[{"key":"#a","value":"./a.js"}],"bin":[{"key":"a","value":"cli.js"}],
				"scripts":[{"key":"test","value":"vitest"},{"key":"build","value":"tsc"}],
				"dependencies":["a","b","o","z"],"members":["packages/*"]}}`,
		},
		{
			File: "package.json",
			In:   `{"name": "b", "exports": "./i.js", "bin": {"x": "x.js"}, "workspaces": {"packages": ["p"]}}`,
			Want: `{"state":"ok","facts":{"kind":"npm","name":"b","exports":[{"key":".","value":"./i.js"}],"bin":[{"key":"x","value":"x.js"}],"members":["p"]}}`,
		},
		{
			File: "package.json",
			In:   `{"name": "b", "exports": {"import": "./i.mjs"}, "main": 1, "dependencies": [], "scripts": "x"`,
			Want: `{"state":"partial","facts":{"kind":"npm","name":"b","exports":[{"key":".","value":"./i.mjs"}]}}`,
		},
		{File: "package.json", In: `x`, Want: `{"state":"failed"}`},
		{File: "package.json", In: `[]`, Want: `{"state":"ok","facts":{"kind":"npm"}}`},
		{
			File: "tsconfig.base.json",
			In: `{ // base
				"extends": "./a.json", "compilerOptions": {"baseUrl": "./src", "paths": {"@/*": ["./*", "gen/*"], "b": ["c"],}},
				"references": [{"path": "./p"}, {}], }`,
			Want: `{"state":"ok","facts":{"kind":"tsconfig","paths":[{"key":"@/*","value":"./*"},{"key":"@/*","value":"gen/*"},{"key":"b","value":"c"}],
				"baseUrl":"./src","extends":["./a.json"],"members":["./p"]}}`,
		},
		{File: "jsconfig.json", In: `{"extends": ["a", "b"]}`, Want: `{"state":"ok","facts":{"kind":"tsconfig","extends":["a","b"]}}`},
		{File: "pnpm-workspace.yaml", In: "packages:\n  - 'packages/*'\n  - '!**/test/**'\n", Want: `{"state":"ok","facts":{"kind":"workspace","members":["packages/*","!**/test/**"]}}`},
		{File: "lerna.json", In: `{"packages": ["p/*"]}`, Want: `{"state":"ok","facts":{"kind":"workspace","members":["p/*"]}}`},
		{
			File: "deno.jsonc",
			In:   `{"name": "@a/b", "exports": {".": "./mod.ts"}, "imports": {"std/": "jsr:@std/"}, "tasks": {"a": "deno run a.ts", "b": {"command": "x"}}, "workspace": ["./m"]} // end`,
			Want: `{"state":"ok","facts":{"kind":"deno","name":"@a/b","exports":[{"key":".","value":"./mod.ts"}],"imports":[{"key":"std/","value":"jsr:@std/"}],
				"scripts":[{"key":"a","value":"deno run a.ts"},{"key":"b","value":"x"}],"members":["./m"]}}`,
		},
	})
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), `{"name": "a", "exports": {".": {"x": "y"}}, "bin": "b"}`, `{"exports": {"": "x"}, "imports": {"#": 1}}`, "packages:\n- a\n")
}
