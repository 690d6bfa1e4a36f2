package pypackage

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "pyproject.toml",
			In: `[build-system]
requires = ["hatchling"]
[project]
name = "spam"
description = "Lovely spam."
dependencies = ["httpx[http2]>=0.20; python_version > '3.8'", "Flask", "pkg @ https://x.y/z.whl"]
[project.optional-dependencies]
cli = ["rich<14", "click==8"]
[project.scripts]
spam = "spam:main"
[dependency-groups]
dev = ["pytest", {include-group = "x"}]
[tool.setuptools.package-dir]
"" = "src"
[tool.setuptools.packages.find]
where = ["src", "lib"]
[tool.hatch.build.targets.wheel]
packages = ["src/foo"]
[tool.pytest.ini_options]
pythonpath = "src tests"
[tool.uv.workspace]
members = ["packages/*"]
[tool.poe.tasks]
lint = "ruff check"
_hidden = "x"
`,
			Want: `{"state":"ok","doc":"Lovely spam.","facts":{"kind":"pyproject","name":"spam","summary":"Lovely spam.",
				"bin":[{"key":"spam","value":"spam:main"}],"scripts":[{"key":"lint","value":"poe lint"}],
				"dependencies":["Flask","click","httpx","pkg","pytest","rich"],
				"paths":[{"key":"","value":"src"},{"key":"","value":"lib"},{"key":"foo","value":"src/foo"},{"key":"","value":"tests"}],
				"members":["packages/*"]}}`,
		},
		{
			File: "pyproject.toml",
			In: `[tool.poetry]
name = "eggs"
description = "Eggs"
packages = [{include = "eggs", from = "lib"}, {include = "ham"}]
[tool.poetry.dependencies]
python = "^3.9"
requests = "*"
[tool.poetry.group.dev.dependencies]
black = "*"
[tool.poetry.scripts]
eggs = "eggs.cli:app"
`,
			Want: `{"state":"ok","doc":"Eggs","facts":{"kind":"pyproject","name":"eggs","summary":"Eggs","bin":[{"key":"eggs","value":"eggs.cli:app"}],
				"dependencies":["black","requests"],"paths":[{"key":"eggs","value":"lib"}]}}`,
		},
		{
			File: "setup.cfg",
			In: `[metadata]
name = ham
description = Ham, sliced
# comment
[options]
package_dir =
    = src
packages = find:
install_requires =
    importlib-metadata; python_version<"3.8"
    # not this
    attrs >= 19
[options.extras_require]
test = pytest
[options.packages.find]
where = src
[options.entry_points]
console_scripts =
    ham = ham.cli:main
`,
			Want: `{"state":"ok","doc":"Ham, sliced","facts":{"kind":"setup-cfg","name":"ham","summary":"Ham, sliced","bin":[{"key":"ham","value":"ham.cli:main"}],
				"dependencies":["attrs","importlib-metadata","pytest"],"paths":[{"key":"","value":"src"}]}}`,
		},
		{
			File: "requirements-dev.txt",
			In:   "# tools\n-r base.txt\n--hash=sha256:x\nDjango>=4 \\\n  --hash=sha256:abc\nzope.interface==5 # c\n./local\ngit+https://x.y/z.git#egg=zed\nhttps://x.y/a.whl\n-e .\nname@https://x\n",
			Want: `{"state":"ok","facts":{"kind":"requirements","dependencies":["Django","name","zed","zope.interface"]}}`,
		},
		{File: "Pipfile", In: "[packages]\nflask = '*'\n[dev-packages]\nblack = '*'\n[scripts]\nrun = 'python a.py'\n", Want: `{"state":"ok","facts":{"kind":"pipfile","scripts":[{"key":"run","value":"python a.py"}],"dependencies":["black","flask"]}}`},
	})
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "[project]\nname = 'a'\ndependencies = ['b>1']\n", "[metadata]\nname = a\n b\n[options]\npackage_dir = \n = src\n", "a==1\n-r b\nc @ d\n")
}
