package mapfile

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

var limits = record.Options{ExportLimit: 24, SymbolLimit: 24}

// auth is a small directory with something in every section.
func auth() record.Page {
	return record.Page{
		Path:     "src/auth",
		Role:     "Auth layer: JWT issuance, validation, refresh.",
		Deps:     []pathname.Text{"pkg/src/crypto"},
		Children: []record.Child{{Name: "oauth", Role: "OAuth providers"}},
		Files: []record.PageFile{
			{Name: "middleware.ts", Purpose: "HTTP auth guard", Exports: []string{"requireAuth", "requireRole"},
				Deps: []pathname.Text{"ext/express", "std/node:http", "pkg/src/auth/tokens.ts"}},
			{Name: "tokens.test.ts", Purpose: "test", Deps: []pathname.Text{"pkg/src/auth/tokens.ts"}},
			{Name: "tokens.ts", Purpose: "JWT gen/val", Exports: []string{"issueToken", "verifyToken"},
				Deps: []pathname.Text{"pkg/src/crypto/hmac.ts", "ext/jsonwebtoken"}},
		},
		Likely: []pathname.Path{"tokens.ts"},
		Arch:   "Guard pattern on routes. Tokens short-lived, refresh long-lived.",
		Tags:   []string{"ts", "auth", "jwt", "express"},
		Symbols: []record.PageSymbol{
			{Name: "issueToken", Signature: "issueToken(user: User, ttl?: number): Promise<AuthToken>", File: "tokens.ts"},
			{Name: "verifyToken", Signature: "verifyToken(token: string): Promise<UserClaims>", File: "tokens.ts"},
			{Name: "requireAuth", Signature: "requireAuth(req: Request, next: Next): void", File: "middleware.ts"},
			{Name: "requireRole", Signature: "requireRole(role: Role): Middleware", File: "middleware.ts"},
		},
		Workflows: []string{"test -> tokens.test.ts: npm test"},
	}
}

func build(t *testing.T, page record.Page, opts record.Options) Pair {
	t.Helper()
	pair, err := New(page, opts)
	if err != nil {
		t.Fatal(err)
	}
	return pair
}

func TestGolden(t *testing.T) {
	pair := build(t, auth(), limits)
	for name, got := range map[string][]byte{"auth.index.golden": pair.Index.Format(), "auth.map.golden": pair.Map.Format()} {
		want, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestEmptyRoot(t *testing.T) {
	pair := build(t, record.Page{Path: "."}, limits)
	const index = "# . (index)\ndir: .\n## role\n-\n## parent\n-\n## children\n-\n## files\n-\n" +
		"## links\nindex: .pi-map.index.md\nmap: .pi-map.md\n## workflows\n-\n## dirty\n-\n"
	const text = "# .\ndir: .\nindex: .pi-map.index.md\n## role\n-\n## files\n-\n## arch\n-\n## tags\n-\n" +
		"## symbols\n-\n## workflows\n-\n## dirty\n-\n"
	if got := string(pair.Index.Format()); got != index {
		t.Errorf("index is\n%s", got)
	}
	if got := string(pair.Map.Format()); got != text {
		t.Errorf("map is\n%s", got)
	}
}

func TestParentOfFirstLevel(t *testing.T) {
	got := string(build(t, record.Page{Path: "src"}, limits).Index.Format())
	if !strings.Contains(got, "## parent\n- ../.pi-map.index.md | .\n") {
		t.Errorf("index is\n%s", got)
	}
}

// section returns the lines below a heading.
func section(file []byte, name string) string {
	_, rest, _ := strings.Cut(string(file), "## "+name+"\n")
	body, _, _ := strings.Cut(rest, "\n## ")
	return strings.TrimSuffix(body, "\n")
}

func TestCuts(t *testing.T) {
	page := record.Page{
		Path: "a", Role: "Does it",
		Deps: []pathname.Text{"pkg/1", "ext/x", "pkg/2", "pkg/3", "pkg/4", "pkg/5", "pkg/6"},
		Files: []record.PageFile{
			{Name: "a.go", Exports: []string{"A", "B", "C", "D"}, Deps: []pathname.Text{"?x", "ext/y", "std/z", "pkg/a", "pkg/b"}},
			{Name: "b.go", Exports: []string{"A", "B", "C"}, Deps: []pathname.Text{"std/z"}},
			{Name: "c.go"},
		},
		Likely: []pathname.Path{"c.go", "gone.go", "a.go", "c.go"},
		Symbols: []record.PageSymbol{
			{Name: "M", Signature: "M()", File: "a.go", Parent: "T"},
			{Name: "A", Signature: "A() | B", File: "a.go"},
			{Name: "B", File: "b|c.go"},
			{Name: "N", Signature: "N()", File: "a.go", Parent: "T"},
		},
	}
	pair := build(t, page, record.Options{ExportLimit: 3, SymbolLimit: 3})
	text, index := pair.Map.Format(), pair.Index.Format()
	for _, tt := range []struct {
		file       []byte
		name, want string
	}{
		{text, "role", "Does it. Dep: pkg/1, pkg/2, pkg/3, pkg/4, pkg/5."},
		{index, "role", "Does it."},
		{text, "files", "- a.go | exp: A, B, C, … | dep: pkg/a, pkg/b, ?x, …\n- b.go | exp: A, B, C\n- c.go"},
		{index, "files", "- c.go\n- a.go"},
		{text, "symbols", "- A() | B | a.go\n- B | \"b\\174c.go\"\n- M() | a.go"},
	} {
		if got := section(tt.file, tt.name); got != tt.want {
			t.Errorf("%s is\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
	roundTrip(t, pair)
}

func TestLikelyFilesAreEight(t *testing.T) {
	page := record.Page{Path: "a"}
	for _, c := range "abcdefghij" {
		page.Files = append(page.Files, record.PageFile{Name: pathname.Path(c)})
		page.Likely = append(page.Likely, pathname.Path(c))
	}
	if got := len(build(t, page, limits).Index.Files); got != 8 {
		t.Errorf("index lists %d files", got)
	}
}

func TestNoLimitLeavesTheMark(t *testing.T) {
	page := record.Page{Path: "a", Files: []record.PageFile{{Name: "a", Exports: []string{"A"}, Deps: []pathname.Text{"pkg/b"}}}}
	pair := build(t, page, record.Options{})
	if got := section(pair.Map.Format(), "files"); got != "- a | exp: … | dep: …" {
		t.Errorf("files are %q", got)
	}
	roundTrip(t, pair)
}

func TestNewRefuses(t *testing.T) {
	for name, page := range map[string]record.Page{
		"file below":      {Files: []record.PageFile{{Name: "a/b"}}},
		"file above":      {Files: []record.PageFile{{Name: ".."}}},
		"root as file":    {Files: []record.PageFile{{Name: "."}}},
		"file twice":      {Files: []record.PageFile{{Name: "a"}, {Name: "a"}}},
		"child below":     {Children: []record.Child{{Name: "a/b"}}},
		"child twice":     {Children: []record.Child{{Name: "a"}, {Name: "a"}}},
		"symbol file":     {Symbols: []record.PageSymbol{{Name: "x", File: "a/b"}}},
		"symbol nameless": {Symbols: []record.PageSymbol{{Name: "x"}}},
	} {
		page.Path = "d"
		if _, err := New(page, limits); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// roundTrip proves that a pair comes back from its own files.
func roundTrip(t interface {
	Helper()
	Fatalf(string, ...any)
}, pair Pair) {
	t.Helper()
	index, text := pair.Index.Format(), pair.Map.Format()
	x, err := ParseIndex(index)
	if err != nil {
		t.Fatalf("parse index: %v\n%s", err, index)
	}
	m, err := ParseMap(text)
	if err != nil {
		t.Fatalf("parse map: %v\n%s", err, text)
	}
	if diff := cmp.Diff(pair, Pair{Index: x, Map: m}); diff != "" {
		t.Fatalf("parsed pair differs (-want +got):\n%s\n%s\n%s", diff, index, text)
	}
	if !bytes.Equal(x.Format(), index) || !bytes.Equal(m.Format(), text) {
		t.Fatalf("formatted again, the files differ")
	}
}

// TestDepsAreCut: twelve dependencies are shown, of a test four, the first of
// the page in order of their names; what leads nowhere has its place.
func TestDepsAreCut(t *testing.T) {
	var many []pathname.Text
	for c := 'm'; c >= 'a'; c-- {
		many = append(many, pathname.Text("pkg/"+string(c)))
	}
	unknown := append(many[:len(many):len(many)], "?y", "?x")
	for _, test := range []struct {
		file record.PageFile
		want string
	}{
		{record.PageFile{Name: "a", Deps: many[:12]}, "- a | dep: pkg/b, pkg/c, pkg/d, pkg/e, pkg/f, pkg/g, pkg/h, pkg/i, pkg/j, pkg/k, pkg/l, pkg/m"},
		{record.PageFile{Name: "a", Deps: many}, "- a | dep: pkg/b, pkg/c, pkg/d, pkg/e, pkg/f, pkg/g, pkg/h, pkg/i, pkg/j, pkg/k, pkg/l, pkg/m, …"},
		{record.PageFile{Name: "a", Test: true, Deps: many}, "- a | dep: pkg/j, pkg/k, pkg/l, pkg/m, …"},
		{record.PageFile{Name: "a", Test: true, Deps: unknown}, "- a | dep: pkg/l, pkg/m, ?x, ?y, …"},
		{record.PageFile{Name: "a", Test: true, Deps: []pathname.Text{"?1", "?2", "?3", "?4", "?5", "ext/a"}}, "- a | dep: ?1, ?2, ?3, ?4, …"},
	} {
		pair := build(t, record.Page{Path: "d", Files: []record.PageFile{test.file}}, record.Options{ExportLimit: 24, SymbolLimit: 24})
		if got := section(pair.Map.Format(), "files"); got != test.want {
			t.Errorf("files is\n%s\nwant\n%s", got, test.want)
		}
		roundTrip(t, pair)
	}
}

// TestDeclaredTwice: names that the header beside a source lists are not listed
// again, but for a few.
func TestDeclaredTwice(t *testing.T) {
	page := record.Page{Path: "d", Files: []record.PageFile{
		{Name: "a.c", Exports: []string{"A", "B", "own", "C", "D", "E", "F"}},
		{Name: "a.h", Exports: []string{"A", "B", "C", "D", "E", "F"}},
		{Name: "b.c", Exports: []string{"A", "B", "C", "D", "E", "F"}},
		{Name: "c.cc", Exports: []string{"A", "B"}},
		{Name: "c.h", Exports: []string{"A", "B"}},
	}}
	pair := build(t, page, record.Options{ExportLimit: 24, SymbolLimit: 24})
	want := "- a.c | exp: A, B, own, C, D, …\n- a.h | exp: A, B, C, D, E, F\n- b.c | exp: A, B, C, D, E, F\n- c.cc | exp: A, B\n- c.h | exp: A, B"
	if got := section(pair.Map.Format(), "files"); got != want {
		t.Errorf("files is\n%s\nwant\n%s", got, want)
	}
	roundTrip(t, pair)
}
