package ast

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
)

// A secret in a source's literals, comments or manifests is in no record.
func TestSecretsAreTakenOut(t *testing.T) {
	const secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
	for _, s := range []record.Syntax{
		{Doc: "Use it as token = " + secret},
		{PackageDoc: "export GITHUB_TOKEN=" + secret},
		{Symbols: []record.Symbol{{Name: "token", Signature: `const token = "` + secret + `"`}}},
		{Symbols: []record.Symbol{{Name: "f", Signature: "f(key = '" + secret + "'): void"}}},
		{Symbols: []record.Symbol{{Name: "f", Doc: "Send " + secret + " with it."}}},
		{Imports: []record.Import{{Raw: "https://me:" + secret + "@example.org/x.js"}}},
		{Facts: &record.Facts{Scripts: []record.Pair{{Key: "deploy", Value: "TOKEN=" + secret + " ./deploy"}}}},
		{Symbols: []record.Symbol{{Name: "x", Kind: record.KindAlias, Of: "x", From: "https://me:" + secret + "@example.org/x.js"}}},
		{Symbols: []record.Symbol{{Name: "Log in with --password " + secret, Kind: record.KindHeading}}},
		{Facts: &record.Facts{Dependencies: []string{"git+https://me:" + secret + "@example.org/a.git"}}},
		{Facts: &record.Facts{Summary: "Needs " + secret}},
	} {
		clean(&s)
		line, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(line), secret) {
			t.Errorf("still there: %s", line)
		}
	}
}

func TestPlainTextsAreKept(t *testing.T) {
	want := record.Syntax{
		Doc: "Keeps tokens fresh; see https://example.org/a.",
		Symbols: []record.Symbol{
			{Name: "issueToken", Signature: "issueToken(user: User, key: string, ttl = 3600): Promise<AuthToken>"},
			{Name: "MaxKeyBytes", Signature: "const MaxKeyBytes = 1 << 20"},
			{Name: "password", Signature: `const passwordField = "password"`},
		},
		Imports: []record.Import{{Raw: "./password-reset"}},
	}
	got := want
	got.Symbols = append([]record.Symbol(nil), want.Symbols...)
	clean(&got)
	for i, s := range got.Symbols {
		if s != want.Symbols[i] {
			t.Errorf("%q became %q", want.Symbols[i].Signature, s.Signature)
		}
	}
	if got.Doc != want.Doc || got.Imports[0].Raw != want.Imports[0].Raw {
		t.Errorf("%q, %q", got.Doc, got.Imports[0].Raw)
	}
}
