package resolve

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
)

func TestPythonRelative(t *testing.T) {
	files := list("p/__init__.py", "p/a.py", "p/b/__init__.py", "p/b/c.py", "p/b/d.pyi", "p/e.py", "p/e/__init__.py", "ns/x.py",
		"p/tests/", "p/k.pyx", "top.py")
	check(t, files, "Python", []asked{
		{from: "p/a.py", raw: ".", names: "b e nothing", want: "pkg/p/b/__init__.py pkg/p/e/__init__.py pkg/p/__init__.py"},
		{from: "p/a.py", raw: ".b", names: "c f g", want: "pkg/p/b/c.py pkg/p/b/__init__.py"},
		{from: "p/a.py", raw: ".b", names: "*", want: "pkg/p/b/__init__.py"},
		{from: "p/a.py", raw: ".b.d", names: "X", want: "pkg/p/b/d.pyi"},
		{from: "p/b/c.py", raw: "..", names: "a", want: "pkg/p/a.py"},
		{from: "p/b/c.py", raw: "..a", names: "f", want: "pkg/p/a.py"},
		{from: "p/b/__init__.py", raw: ".c", names: "f", want: "pkg/p/b/c.py"},
		{from: "p/b/c.py", raw: "...", names: "top", want: "pkg/top.py"},
		{from: "p/b/c.py", raw: "....", names: "top", want: "?...."},
		{from: "p/a.py", raw: "._version", names: "v", want: "?._version.v"},
		{from: "ns/x.py", raw: ".", names: "y", want: "?.y"},
		{from: "p/a.py", raw: ".tests.util", names: "f", want: "pkg/p/tests/"},
		{from: "p/a.py", raw: ".k", names: "f", want: "pkg/p/k.pyx"},
		{from: "p/a.py", raw: ".b..c", names: "f", want: "?.b..c"},
		{from: "p/a.py", raw: "./b", want: "?./b"},
	})
}

func TestPythonAbsolute(t *testing.T) {
	files := append(list("src/pkg/__init__.py", "src/pkg/mod.py", "src/pkg/sub/__init__.py", "src/pkg/sub/deep.py", "src/pkg/logging.py",
		"src/pkg/beside.py", "tests/test_a.py", "tests/helpers.py", "tests/data/__init__.py", "scripts/run.py", "scripts/common.py", "docker/build.py", "docker/x/y.py",
		"setup.py", "conf/types.py", "conf/main.py"),
		manifest("pyproject.toml", record.Facts{Name: "Pkg", Dependencies: []string{"PyYAML", "google_cloud.storage", "requests", "typing_extensions"}}),
	)
	check(t, files, "Python", []asked{
		{from: "src/pkg/mod.py", raw: "pkg", want: "pkg/src/pkg/__init__.py"},
		{from: "src/pkg/mod.py", raw: "pkg", names: "sub VERSION", want: "pkg/src/pkg/sub/__init__.py pkg/src/pkg/__init__.py"},
		{from: "src/pkg/mod.py", raw: "pkg", form: "module", names: "sub VERSION", want: "pkg/src/pkg/__init__.py pkg/src/pkg/sub/__init__.py"},
		{from: "src/pkg/mod.py", raw: "pkg.sub", form: "module", names: "deep", want: "pkg/src/pkg/sub/__init__.py pkg/src/pkg/sub/deep.py"},
		{from: "src/pkg/mod.py", raw: "pkg.mod", form: "module", want: "pkg/src/pkg/mod.py"},
		{from: "src/pkg/mod.py", raw: "yaml", form: "module", names: "safe_load", want: "ext/yaml"},
		{from: "src/pkg/mod.py", raw: "pkg.sub.deep", want: "pkg/src/pkg/sub/deep.py"},
		{from: "src/pkg/mod.py", raw: "pkg.sub.deep.attribute", want: "pkg/src/pkg/sub/deep.py"},
		{from: "src/pkg/mod.py", raw: "pkg.sub", names: "deep other", want: "pkg/src/pkg/sub/deep.py pkg/src/pkg/sub/__init__.py"},
		{from: "src/pkg/mod.py", raw: "pkg._speedups", names: "f", want: "pkg/src/pkg/__init__.py"},
		{from: "tests/test_a.py", raw: "pkg.mod", names: "f", want: "pkg/src/pkg/mod.py"},
		{from: "tests/test_a.py", raw: "helpers", want: "pkg/tests/helpers.py"},
		{from: "tests/test_a.py", raw: "data", want: "pkg/tests/data/__init__.py"},
		{from: "tests/test_a.py", raw: "tests.helpers", names: "f", want: "pkg/tests/helpers.py"},
		{from: "scripts/run.py", raw: "common", want: "pkg/scripts/common.py"},
		{from: "src/pkg/mod.py", raw: "logging", want: "std/logging"},
		{from: "src/pkg/mod.py", raw: "beside", want: "pkg/src/pkg/beside.py"},
		{from: "src/pkg/mod.py", raw: "common", want: "ext/common"},
		{from: "conf/main.py", raw: "types", want: "std/types"},
		{from: "src/pkg/mod.py", raw: "os.path", want: "std/os.path"},
		{from: "src/pkg/mod.py", raw: "__future__", names: "annotations", want: "std/__future__"},
		{from: "src/pkg/mod.py", raw: "imp", want: "std/imp"},
		{from: "src/pkg/mod.py", raw: "urllib2", want: "std/urllib2"},
		{from: "src/pkg/mod.py", raw: "yaml", want: "ext/yaml"},
		{from: "src/pkg/mod.py", raw: "PIL.Image", want: "ext/PIL"},
		{from: "src/pkg/mod.py", raw: "google.cloud", names: "storage bigquery", want: "ext/google.cloud.storage ext/google"},
		{from: "src/pkg/mod.py", raw: "google.cloud.storage.blob", want: "ext/google.cloud.storage"},
		{from: "src/pkg/mod.py", raw: "typing_extensions", names: "Self", want: "ext/typing_extensions"},
		{from: "src/pkg/mod.py", raw: "numpy.linalg", names: "norm", want: "ext/numpy"},
		{from: "src/pkg/mod.py", raw: "docker", want: "ext/docker"},
		{from: "src/pkg/mod.py", raw: "docker", names: "build", want: "pkg/docker/build.py"},
		{from: "src/pkg/mod.py", raw: "docker", names: "build gone", want: "pkg/docker/build.py ?docker.gone"},
		{from: "src/pkg/mod.py", raw: "docker.x", names: "y", want: "pkg/docker/x/y.py"},
		{from: "src/pkg/mod.py", raw: "", want: "?"},
		{from: "src/pkg/mod.py", raw: "a..b", want: "?a..b"},
		{from: "src/pkg/mod.py", raw: "../x", want: "?../x"},
	})
}

func TestPythonRequiredNamesAreNotTaken(t *testing.T) {
	files := append(list("app/__init__.py", "app/m.py", "redis/start.py", "examples/flask/flask/__init__.py", "examples/flask/setup.py"),
		manifest("requirements.txt", record.Facts{Dependencies: []string{"redis", "Flask"}}),
		manifest("requirements/dev.txt", record.Facts{Dependencies: []string{"pytest-mock"}}),
	)
	check(t, files, "Python", []asked{
		{from: "app/m.py", raw: "redis", names: "start", want: "ext/redis"},
		{from: "app/m.py", raw: "flask", want: "ext/flask"},
		{from: "app/m.py", raw: "pytest_mock", want: "ext/pytest_mock"},
	})
}

func TestPythonSeveralProjects(t *testing.T) {
	files := append(list("libs/core/src/acme_core/__init__.py", "libs/core/src/acme_core/x.py", "libs/ns1/acme/one.py", "libs/ns2/acme/two.py",
		"svc/a/app/__init__.py", "svc/a/app/m.py", "svc/a/main.py", "svc/b/app/__init__.py", "svc/b/app/m.py", "tools/t.py",
		"svc/b/tests/kit/helper/__init__.py", "svc/b/tests/t.py", "svc/b/tests/deep/fixtures/planted/__init__.py",
		"odd/code/lib/oddlib/__init__.py", "odd/code/lib/oddlib/v.py"),
		manifest("libs/core/pyproject.toml", record.Facts{Name: "acme.core"}),
		manifest("libs/ns1/pyproject.toml", record.Facts{Name: "ns1"}),
		manifest("libs/ns2/pyproject.toml", record.Facts{Name: "ns2"}),
		manifest("odd/pyproject.toml", record.Facts{Paths: pairs(" code/lib", " ../../out", " code/none")}),
		manifest("svc/a/pyproject.toml", record.Facts{Dependencies: []string{"acme-core"}}),
		manifest("svc/b/pyproject.toml", record.Facts{}),
	)
	check(t, files, "Python", []asked{
		{from: "svc/a/app/m.py", raw: "acme_core.x", names: "f", want: "pkg/libs/core/src/acme_core/x.py"},
		{from: "svc/a/app/m.py", raw: "app", names: "m", want: "pkg/svc/a/app/m.py"},
		{from: "svc/b/app/m.py", raw: "app", names: "m", want: "pkg/svc/b/app/m.py"},
		{from: "svc/a/main.py", raw: "app.m", want: "pkg/svc/a/app/m.py"},
		{from: "tools/t.py", raw: "app.m", want: "ext/app"},
		{from: "svc/b/tests/t.py", raw: "helper", want: "pkg/svc/b/tests/kit/helper/__init__.py"},
		{from: "svc/b/tests/t.py", raw: "planted", want: "pkg/svc/b/tests/deep/fixtures/planted/__init__.py"},
		{from: "svc/a/main.py", raw: "helper", want: "ext/helper"},
		{from: "tools/t.py", raw: "acme.one", want: "pkg/libs/ns1/acme/one.py"},
		{from: "tools/t.py", raw: "acme.two", names: "f", want: "pkg/libs/ns2/acme/two.py"},
		{from: "tools/t.py", raw: "oddlib", names: "v", want: "pkg/odd/code/lib/oddlib/v.py"},
	})
}

func TestPythonPackagesNamedInManifests(t *testing.T) {
	files := append(list("a/src/pkg_a/__init__.py", "a/src/pkg_a/m.py", "b/python/pkg_b/m.py", "c/lib/__init__.py", "c/lib/m.py", "c/t.py", "d/x/y.py"),
		manifest("a/pyproject.toml", record.Facts{Paths: pairs("pkg_a src/pkg_a")}),
		manifest("b/pyproject.toml", record.Facts{Paths: pairs("pkg_b python", "gone nowhere")}),
		manifest("c/setup.cfg", record.Facts{Paths: pairs("pkg_c lib", "pkg_d ../..")}),
		manifest("d/setup.cfg", record.Facts{Paths: pairs("n.x x")}),
	)
	check(t, files, "Python", []asked{
		{from: "a/t.py", raw: "pkg_a", names: "m", want: "pkg/a/src/pkg_a/m.py"},
		{from: "b/t.py", raw: "pkg_b.m", want: "pkg/b/python/pkg_b/m.py"},
		{from: "c/t.py", raw: "pkg_c", want: "pkg/c/lib/__init__.py"},
		{from: "c/t.py", raw: "pkg_c", names: "m X", want: "pkg/c/lib/m.py pkg/c/lib/__init__.py"},
		{from: "c/t.py", raw: "pkg_c.m", names: "f", want: "pkg/c/lib/m.py"},
		{from: "c/t.py", raw: "pkg_d", want: "ext/pkg_d"},
		{from: "d/t.py", raw: "n.x.y", want: "ext/n"},
	})
}

func TestPythonStandardLibraryItself(t *testing.T) {
	files := list("Lib/os.py", "Lib/abc.py", "Lib/json/__init__.py", "Lib/json/decoder.py", "Lib/test/test_json/x.py", "Tools/t.py")
	check(t, files, "Python", []asked{
		{from: "Lib/json/__init__.py", raw: "os", want: "pkg/Lib/os.py"},
		{from: "Lib/json/__init__.py", raw: "json.decoder", names: "J", want: "pkg/Lib/json/decoder.py"},
		{from: "Lib/json/__init__.py", raw: "sys", want: "std/sys"},
		{from: "Tools/t.py", raw: "os", want: "std/os"},
	})
}
