//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tiktoken-go/tokenizer"

	"github.com/pi-project-map/pmap/internal/modeltest"
)

// framing is what the chat format adds to two messages, in tokens: three and
// the role for each, and three that open the answer.
const framing = 2*(3+1) + 3

// A dry run foresees the calls about files exactly, their tokens within a tenth
// of what the tokenizer counts, and no fewer calls about directories than are
// made.
func TestDryRunForesees(t *testing.T) {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	count := func(s string) int {
		ids, _, err := codec.Encode(s)
		if err != nil {
			t.Fatal(err)
		}
		return len(ids)
	}
	for name, make := range map[string]func(*testing.T) string{
		"small":   func(t *testing.T) string { return project(t, "small") },
		"many":    func(t *testing.T) string { return tree(t, 12, 6) },
		"our own": ownSources,
		"odd":     oddSources,
		"repeated": func(t *testing.T) string {
			dir := project(t, "small")
			run(t, "sh", dir, "cp -r web web2; cp track/store.go x.go").want(t, 0)
			return dir
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := modeltest.New(t)
			dir, env := make(t), home(t, server)
			var plan struct {
				Files, Directories struct{ Calls, TokensIn, TokensOut int }
			}
			r := run(t, "sh", dir, "pmap-init --dry-run --json .", env...).want(t, 0)
			if err := json.Unmarshal([]byte(r.stdout), &plan); err != nil {
				t.Fatalf("%v: %s", err, r.stdout)
			}
			if len(server.Calls()) > 0 || len(maps(t, dir)) > 0 {
				t.Fatal("a dry run asks or writes")
			}
			run(t, "sh", dir, "pmap-init .", env...).want(t, 0)
			files, dirs, tokens, dirTokens := 0, 0, 0, 0
			for _, c := range server.Calls() {
				n := count(c.System) + count(c.User) + framing
				if c.Dir {
					dirs, dirTokens = dirs+1, dirTokens+n
				} else {
					files, tokens = files+1, tokens+n
				}
			}
			t.Logf("files: foreseen %d calls %d tokens, made %d and %d (%+.1f %%); directories: at most %d and %d, made %d and %d", plan.Files.Calls, plan.Files.TokensIn, files, tokens,
				100*float64(plan.Files.TokensIn-tokens)/float64(tokens), plan.Directories.Calls, plan.Directories.TokensIn, dirs, dirTokens)
			if plan.Files.Calls != files {
				t.Errorf("foreseen %d calls about files, made %d", plan.Files.Calls, files)
			}
			if off := plan.Files.TokensIn - tokens; off*10 > tokens || -off*10 > tokens {
				t.Errorf("foreseen %d tokens, sent %d", plan.Files.TokensIn, tokens)
			}
			if plan.Directories.Calls < dirs || plan.Directories.TokensIn < dirTokens {
				t.Errorf("directories: at most %+v, made %d calls of %d tokens", plan.Directories, dirs, dirTokens)
			}
			r = run(t, "sh", dir, "pmap-init --dry-run --json .", env...).want(t, 0)
			if err := json.Unmarshal([]byte(r.stdout), &plan); err != nil || !cmp.Equal([]int{plan.Files.Calls, plan.Directories.Calls}, []int{0, 0}) {
				t.Errorf("after the run it foresees %s", r.stdout)
			}
		})
	}
}

// oddSources are texts that are hard to estimate: another script, numbers, long
// files, files of one line.
func oddSources(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for i := range 6 {
		write(t, filepath.Join(dir, fmt.Sprintf("zh/%d.md", i)), strings.Repeat(fmt.Sprintf("配送追踪系统说明文档第%d章，包裹从仓库到门口的路线。\n", i), 40+i))
		write(t, filepath.Join(dir, fmt.Sprintf("ru/%d.md", i)), strings.Repeat(fmt.Sprintf("Описание системы отслеживания посылок, глава %d.\n", i), 40+i))
		write(t, filepath.Join(dir, fmt.Sprintf("hex/%d.go", i)), fmt.Sprintf("package hex\n\nvar Table%d = []uint32{\n", i)+strings.Repeat("\t0xdeadbeef, 0x01234567, 0x89abcdef, 0xfeedface,\n", 60)+"}\n")
		write(t, filepath.Join(dir, fmt.Sprintf("long/%d.py", i)), strings.Repeat(fmt.Sprintf("def parcel_%d(depot, weight_in_grams=%d):\n    return depot.accept(weight_in_grams * 2)\n\n", i, i), 900))
		write(t, filepath.Join(dir, fmt.Sprintf("tiny/%d.sh", i)), fmt.Sprintf("x=%d\n", i))
	}
	return dir
}

// ownSources is a copy of some of this repository.
func ownSources(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	run(t, "sh", dir, "cp -r "+repository(t)+"/pkg/llm "+repository(t)+"/pkg/merge "+repository(t)+"/spec "+repository(t)+"/README.md .").want(t, 0)
	return dir
}
