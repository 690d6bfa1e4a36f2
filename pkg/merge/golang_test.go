package merge

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
)

func goProject() []source {
	facts := &record.Facts{Kind: "gomod", Module: "example.com/m", Dependencies: []string{"github.com/spf13/cobra"}}
	return []source{
		other("go.mod", record.ClassConfig, record.Syntax{Facts: facts}),
		goFile("cmd/serve/main.go", "main", record.Syntax{
			PackageDoc: "Command serve answers requests over HTTP.",
			Symbols:    []record.Symbol{private(function("main")), constant("Version")},
			Imports:    []record.Import{imports("example.com/m/auth", "Check", "New"), imports("github.com/spf13/cobra", "Command"), imports("fmt", "Println")},
		}),
		goFile("auth/auth.go", "auth", record.Syntax{
			PackageDoc: "Package auth checks who may do what. It keeps no state.",
			Symbols: []record.Symbol{
				function("Check"), function("Deny"), documented(record.Symbol{Name: "Store", Kind: record.KindStruct, Signature: "type Store struct", Exported: true}, "Store keeps tokens."),
				{Name: "Get", Kind: record.KindMethod, Signature: "func (s *Store) Get() string", Parent: "Store", Exported: true},
				constant("Max"),
			},
			Imports: []record.Import{imports("example.com/m/db", "Open")},
			Refs:    []string{"New"},
		}),
		goFile("auth/new.go", "auth", record.Syntax{Symbols: []record.Symbol{documented(function("New"), "New makes a Store.")}}),
		goFile("auth/auth_test.go", "auth", record.Syntax{
			Symbols: []record.Symbol{function("TestCheck"), function("BenchmarkCheck")},
			Imports: []record.Import{imports("testing", "T"), imports("github.com/google/go-cmp/cmp", "Diff"), imports("example.com/m/db", "Open")},
			Refs:    []string{"Deny"},
		}),
		goFile("db/db.go", "db", record.Syntax{Symbols: []record.Symbol{function("Open")}, Imports: []record.Import{imports("os", "Open")}}),
	}
}

func TestGo(t *testing.T) {
	expect(t, goProject(), map[string]string{
		"auth": `
role: Checks who may do what.
deps: pkg/db
- auth.go | exp: Check, Deny, Store, Max | dep: pkg/db
- auth_test.go | test | dep: pkg/db
- new.go | New makes a Store. | exp: New
likely: new.go, auth.go
arch: Used by: cmd/serve
tags: go
* New() | new.go
* Check() | auth.go
* Deny() | auth.go
* type Store struct | auth.go
* const Max | auth.go
* func (s *Store) Get() string | auth.go
flow: test -> auth_test.go: go test ./auth
`,
		"cmd/serve": `
role: Answers requests over HTTP.
deps: pkg/auth
- main.go | exp: Version | dep: pkg/auth, ext/github.com/spf13/cobra, std/fmt
likely: main.go
arch: Entry: main.go
tags: go cli entry
* const Version | main.go
flow: run -> main.go: go run ./cmd/serve
`,
		".": `
role: Holds auth, db, cmd/serve
> auth | Checks who may do what.
> cmd | Holds serve: Answers requests over HTTP.
> db | Defines Open
- go.mod | manifest of example.com/m
likely: go.mod
arch: auth -> db; cmd -> auth / Entry: cmd/serve/main.go
tags: go cli
flow: build -> go.mod: go build ./...
flow: test -> go.mod: go test ./...
`,
	})
}
