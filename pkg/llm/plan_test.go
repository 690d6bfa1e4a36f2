package llm

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer"

	"github.com/pi-project-map/pmap/pkg/config"
	"github.com/pi-project-map/pmap/pkg/record"
)

func (l *lab) foresee(t testing.TB) Plan {
	t.Helper()
	p, err := Foresee(t.Context(), record.NewReader(bytes.NewReader(l.stream(t)), record.Demand{Syntax: true}), l.config())
	must(t, err)
	return p
}

// TestPlan: the calls about files are exactly those foreseen, and their tokens
// those of o200k within a tenth; directories are at most those foreseen.
func TestPlan(t *testing.T) {
	files := map[string]string{}
	names, err := filepath.Glob(filepath.Join(runtime.GOROOT(), "src/net/http/[a-h]*.go"))
	must(t, err)
	for i, name := range names {
		text, err := os.ReadFile(name)
		must(t, err)
		files[fmt.Sprintf("d%d/%s", i%4, filepath.Base(name))] = string(text)
	}
	files["copy/a.go"], files["copy/b.go"] = "package same\n", "package same\n"
	l := newLab(t, files)
	plan := l.foresee(t)
	if len(l.server.Calls()) > 0 {
		t.Fatal("a plan makes calls")
	}
	l.mustRun(t)
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	must(t, err)
	var did Plan
	for _, c := range l.server.Calls() {
		system, err := codec.Count(c.System)
		must(t, err)
		user, err := codec.Count(c.User)
		must(t, err)
		e := &did.Files
		if c.Dir {
			e = &did.Directories
		}
		e.Calls++
		e.TokensIn += system + user + 11 // three a message, and the roles
	}
	if plan.Files.Calls != did.Files.Calls {
		t.Errorf("%d calls about files are foreseen, %d made", plan.Files.Calls, did.Files.Calls)
	}
	off := float64(plan.Files.TokensIn)/float64(did.Files.TokensIn) - 1
	t.Logf("files: %d tokens, foreseen %d (%+.1f %%)", did.Files.TokensIn, plan.Files.TokensIn, 100*off)
	if math.Abs(off) > 0.10 {
		t.Errorf("%d tokens are foreseen, %d sent", plan.Files.TokensIn, did.Files.TokensIn)
	}
	if plan.Directories.Calls < did.Directories.Calls || plan.Directories.TokensIn < did.Directories.TokensIn {
		t.Errorf("directories: %+v are foreseen, %+v made", plan.Directories, did.Directories)
	}
	if p := l.foresee(t); p.Files.Calls+p.Directories.Calls > 0 {
		t.Errorf("after the run %+v", p)
	}
	l.write(t, "d1/new.go", "package new\n")
	if p := l.foresee(t); p.Files.Calls != 1 || p.Directories.Calls != 2 {
		t.Errorf("after a change %+v", p)
	}
}

func TestPrint(t *testing.T) {
	p := Plan{Model: "m", Files: Estimate{2, 1000, 600}, Directories: Estimate{1, 500, 400}}
	prices := map[string]config.Price{"m": {In: 1000, Out: 2000}}
	for _, tt := range []struct {
		json   bool
		prices map[string]config.Price
		want   string
	}{
		{false, nil, "files: 2 calls, 1000 tokens in, at most 600 out\ndirectories: at most 1 calls, 500 tokens in, 400 out\nmodel: m\n"},
		{false, prices, "files: 2 calls, 1000 tokens in, at most 600 out\ndirectories: at most 1 calls, 500 tokens in, 400 out\nmodel: m\nprice: at most 3.50\n"},
		{true, prices, `{"model":"m","files":{"calls":2,"tokensIn":1000,"tokensOut":600},"directories":{"calls":1,"tokensIn":500,"tokensOut":400},"price":3.5}` + "\n"},
	} {
		var out strings.Builder
		must(t, p.Print(&out, tt.prices, tt.json))
		if out.String() != tt.want {
			t.Errorf("%q, want %q", out.String(), tt.want)
		}
	}
}
