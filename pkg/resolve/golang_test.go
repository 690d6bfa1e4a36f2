package resolve

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
)

func TestGoModule(t *testing.T) {
	files := append(list("main.go", "pkg/a/a.go", "pkg/a/b/b.go", "pkg/data/x.txt", "tools/t.go", "tools/gen/gen.go",
		"alone/x.go", "internal/testdata/", "vendor/github.com/v/endored/v.go"),
		manifest("go.mod", record.Facts{Module: "example.com/me/app", Dependencies: []string{"cloud.google.com/go/storage", "github.com/x/y/v2"}}),
		manifest("tools/go.mod", record.Facts{Module: "example.com/me/app/tools"}),
		manifest("alone/go.mod", record.Facts{Module: "example.com/alone"}),
	)
	check(t, files, "Go", []asked{
		{from: "main.go", raw: "example.com/me/app/pkg/a", want: "pkg/pkg/a"},
		{from: "main.go", raw: "example.com/me/app/pkg/a/b", want: "pkg/pkg/a/b"},
		{from: "pkg/a/a.go", raw: "example.com/me/app", want: "pkg/."},
		{from: "main.go", raw: "example.com/me/app/pkg/data", want: "?example.com/me/app/pkg/data"},
		{from: "main.go", raw: "example.com/me/app/pkg/gone", want: "?example.com/me/app/pkg/gone"},
		{from: "main.go", raw: "example.com/me/apples", want: "ext/example.com/me"},
		{from: "main.go", raw: "example.com/me/app/tools/gen", want: "pkg/tools/gen"},
		{from: "main.go", raw: "example.com/me/app/alone", want: "?example.com/me/app/alone"},
		{from: "main.go", raw: "example.com/alone", want: "pkg/alone"},
		{from: "main.go", raw: "example.com/me/app/internal/testdata/m", want: "pkg/internal/testdata/"},
		{from: "main.go", raw: "github.com/v/endored", want: "pkg/vendor/github.com/v/endored"},
		{from: "main.go", raw: "net/http", want: "std/net/http"},
		{from: "main.go", raw: "C", want: ""},
		{from: "main.go", raw: "github.com/x/y/v2/z", want: "ext/github.com/x/y/v2"},
		{from: "main.go", raw: "github.com/o/p/v3/q/r", want: "ext/github.com/o/p/v3"},
		{from: "main.go", raw: "cloud.google.com/go/storage/a", want: "ext/cloud.google.com/go/storage"},
		{from: "main.go", raw: "gopkg.in/yaml.v3", want: "ext/gopkg.in/yaml.v3"},
		{from: "main.go", raw: "golang.org/x/mod/semver", want: "ext/golang.org/x/mod"},
		{from: "main.go", raw: "go.uber.org/zap/zapcore", want: "ext/go.uber.org/zap"},
		{from: "main.go", raw: "./pkg/a", want: "pkg/pkg/a"},
		{from: "main.go", raw: "../x", want: "?../x"},
		{from: "main.go", raw: "a/../../b", want: "?a/../../b"},
		{from: "main.go", raw: "", want: "?"},
	})
}

func TestGoWorkAndReplace(t *testing.T) {
	files := append(list("a/a.go", "b/x/x.go", "fork/f.go", "fork2/f.go", "one/m.go", "two/m.go", "two/n/n.go"),
		manifest("go.work", record.Facts{Members: []string{"./a", "./b", "two"}}),
		manifest("a/go.mod", record.Facts{Module: "a.org/a", Replace: []record.Pair{
			{Key: "f.org/f", Value: "../fork"},
			{Key: "f.org/g@v1.0.0", Value: "../fork2"},
			{Key: "f.org/h", Value: "github.com/h/h"},
			{Key: "f.org/out", Value: "../../out"},
		}}),
		manifest("b/go.mod", record.Facts{Module: "b.org/b"}),
		manifest("fork/go.mod", record.Facts{Module: "other.org/f"}),
		manifest("one/go.mod", record.Facts{Module: "m"}),
		manifest("two/go.mod", record.Facts{Module: "m"}),
	)
	check(t, files, "Go", []asked{
		{from: "a/a.go", raw: "b.org/b/x", want: "pkg/b/x"},
		{from: "a/a.go", raw: "f.org/f", want: "pkg/fork"},
		{from: "a/a.go", raw: "f.org/g", want: "pkg/fork2"},
		{from: "a/a.go", raw: "f.org/h", want: "ext/f.org/h"},
		{from: "a/a.go", raw: "f.org/out", want: "ext/f.org/out"},
		{from: "b/x/x.go", raw: "f.org/f", want: "ext/f.org/f"},
		{from: "b/x/x.go", raw: "m/n", want: "pkg/two/n"},
		{from: "one/m.go", raw: "m", want: "pkg/one"},
		{from: "two/n/n.go", raw: "m", want: "pkg/two"},
	})
}

func TestGoStandardLibraryItself(t *testing.T) {
	files := append(list("src/fmt/print.go", "src/net/http/server.go", "src/cmd/go/main.go", "src/cmd/internal/obj/o.go",
		"src/vendor/golang.org/x/net/idna/i.go", "src/cmd/vendor/golang.org/x/mod/m.go"),
		manifest("src/go.mod", record.Facts{Module: "std"}),
		manifest("src/cmd/go.mod", record.Facts{Module: "cmd"}),
	)
	check(t, files, "Go", []asked{
		{from: "src/net/http/server.go", raw: "fmt", want: "pkg/src/fmt"},
		{from: "src/net/http/server.go", raw: "golang.org/x/net/idna", want: "pkg/src/vendor/golang.org/x/net/idna"},
		{from: "src/cmd/go/main.go", raw: "net/http", want: "pkg/src/net/http"},
		{from: "src/cmd/go/main.go", raw: "cmd/internal/obj", want: "pkg/src/cmd/internal/obj"},
		{from: "src/cmd/go/main.go", raw: "golang.org/x/mod", want: "pkg/src/cmd/vendor/golang.org/x/mod"},
		{from: "src/cmd/go/main.go", raw: "unsafe", want: "std/unsafe"},
	})
	rooted := append(list("fmt/print.go", "net/http/server.go"), manifest("go.mod", record.Facts{Module: "std"}))
	check(t, rooted, "Go", []asked{
		{from: "net/http/server.go", raw: "fmt", want: "pkg/fmt"},
		{from: "net/http/server.go", raw: "unsafe", want: "std/unsafe"},
	})
}

func TestGoWithoutModules(t *testing.T) {
	files := list("src/app/main.go", "src/lib/x/x.go")
	check(t, files, "Go", []asked{
		{from: "src/app/main.go", raw: "lib/x", want: "pkg/src/lib/x"},
		{from: "src/app/main.go", raw: "os", want: "std/os"},
	})
}

func TestGoEmbed(t *testing.T) {
	check(t, list("a/a.go", "a/static/x.html", "a/t.txt"), "Go", []asked{
		{from: "a/a.go", form: "embed", raw: "t.txt", want: ""},
		{from: "a/a.go", form: "embed", raw: "all:static", want: ""},
		{from: "a/a.go", form: "embed", raw: "gone/*", want: ""},
	})
}
