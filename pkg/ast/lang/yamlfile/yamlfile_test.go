package yamlfile

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "ci.yml",
			In:   "name: CI\non: [push]\njobs:\n  test:\n    name: Run tests\n    steps:\n      - uses: actions/checkout@v4\n      - run: x\n  lint:\n    name: ${{ matrix.x }}\n    uses: ./w.yml\n",
			Want: `{"state":"ok","symbols":[{"name":"test","kind":"target","doc":"Run tests"},{"name":"lint","kind":"target"}],
				"imports":[{"raw":"actions/checkout@v4","form":"uses"},{"raw":"./w.yml","form":"uses"}],"facts":{"kind":"workflow","title":"CI"}}`,
		},
		{File: "action.yml", In: "name: Setup\ndescription: Sets up.\nruns: {using: node20}\n", Want: `{"state":"ok","doc":"Sets up.","facts":{"kind":"action","title":"Setup","summary":"Sets up."}}`},
		{
			File: "docker-compose.yml",
			In:   "# The local stack.\nservices:\n  db:\n    image: postgres:16\n  web:\n    build: .\n  api:\n    build: {context: ./api}\n    image: $IMG\n",
			Want: `{"state":"ok","doc":"The local stack.","symbols":[{"name":"db","kind":"target"},{"name":"web","kind":"target"},{"name":"api","kind":"target"}],
				"imports":[{"raw":"postgres:16","form":"from"}],"facts":{"kind":"compose","paths":[{"key":"web","value":"."},{"key":"api","value":"./api"}]}}`,
		},
		{
			File: "Taskfile.yml",
			In:   "version: '3'\ntasks:\n  build:\n    desc: Build it.\n  _x: {}\n  y: {internal: true}\n",
			Want: `{"state":"ok","symbols":[{"name":"build","kind":"target","exported":true,"doc":"Build it."}],"facts":{"kind":"taskfile","scripts":[{"key":"build","value":"task build"}]}}`,
		},
		{File: "api.yaml", In: "openapi: 3.0.0\ninfo: {title: Pets, description: \"Pets **API**.\"}\n", Want: `{"state":"ok","doc":"Pets API.","facts":{"kind":"openapi","title":"Pets","summary":"Pets API."}}`},
		{File: "Chart.yaml", In: "apiVersion: v2\nname: redis\nversion: 1\ndescription: A chart\ndependencies: [{name: common}]\n", Want: `{"state":"ok","doc":"A chart","facts":{"kind":"helm","name":"redis","summary":"A chart","dependencies":["common"]}}`},
		{File: "d.yaml", In: "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n---\nkind: Service\n", Want: `{"state":"ok","facts":{"kind":"kubernetes","title":"Deployment web"}}`},
		{File: "pubspec.yaml", In: "name: app\ndescription: An app.\nenvironment: {}\ndependencies: {http: ^1}\n", Want: `{"state":"ok","doc":"An app.","facts":{"kind":"pubspec","name":"app","summary":"An app.","dependencies":["http"]}}`},
		{File: "mkdocs.yml", In: "site_name: Docs\nsite_description: All docs.\n", Want: `{"state":"ok","doc":"All docs.","facts":{"kind":"site","title":"Docs","summary":"All docs."}}`},
		{File: "bug.yml", In: "name: Bug\ndescription: Report it.\ntitle: 'bug: '\nbody: []\n", Want: `{"state":"ok","doc":"Report it.","facts":{"kind":"yaml","title":"Bug","summary":"Report it."}}`},
		{File: "x.yml", In: "# foo: bar\na: b\n", Want: `{"state":"ok"}`},
		{File: "x.yml", In: "# Rules of the linter.\n\nrules: {}\n", Want: `{"state":"ok","doc":"Rules of the linter."}`},
		{File: "x.yml", In: "# Leave these out of it.\nrules: {}\n", Want: `{"state":"ok"}`},
		{File: "x.yml", In: "# Builds every night.\nname: Night\n", Want: `{"state":"ok","doc":"Builds every night."}`},
		{File: "x.yml", In: "# nothing yet\n", Want: `{"state":"ok","doc":"nothing yet"}`},
		{File: "t.yaml", In: "{{- if .x }}\na: {{ .y }}\n{{- end }}\n", Want: `{"state":"ok"}`},
		{File: "x.yml", In: "a: [\n", Want: `{"state":"failed"}`},
		{File: "x.yml", In: "- a\n- b\n", Want: `{"state":"ok"}`},
	})
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "on: a\njobs: {x: {steps: [{uses: b}]}}\n", "services: {a: {build: {context: b}}}\n", "name: a\nruns: b\n", "version: 1\ntasks: {a: {desc: b}}\n", "apiVersion: 1\nkind: a\nmetadata: {name: b}\n")
}
