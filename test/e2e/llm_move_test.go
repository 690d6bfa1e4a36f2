//go:build e2e

package e2e

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/internal/modeltest"
)

// What has been paid for once is free wherever it goes: the cache knows
// contents, not places. The maps' own notes are taken away first, so that it
// is the cache that answers.
func TestContentsThatMoveCostNothing(t *testing.T) {
	const git = "git -c user.name=t -c user.email=t@example.org "
	for name, c := range map[string]struct {
		move string
		dirs []string // whose lists say something new
	}{
		"rename":            {"mv track/store.go track/shelf.go", nil},
		"copy":              {"cp track/store.go track/store_copy.go", nil},
		"rename at the top": {"mv main.go parcel.go", nil},
		"copy a directory":  {"cp -r tools tools2", nil},
		"move a file":       {"mv tools/label.py web/label.py", []string{".", "tools", "web"}},
		"move a directory":  {"mkdir -p lib && mv track lib/follow", []string{".", "lib"}},
		"move to the top":   {"mv web/src pages", []string{".", "web"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := modeltest.New(t)
			dir, env := project(t, "small"), home(t, server)
			run(t, "sh", dir, "pmap-init", env...).want(t, 0)
			server.Forget()
			run(t, "sh", dir, c.move+" && pmap-init", env...).want(t, 0)
			if diff := cmp.Diff(c.dirs, asked(server)); diff != "" {
				t.Errorf("asked (-want +got): %s", diff)
			}
			run(t, "sh", dir, "rm .pi-map.sum && pmap-init", env...).want(t, 0)
			if again := asked(server); len(again) > 0 {
				t.Errorf("a second run asks about %v", again)
			}
		})
	}
	t.Run("branches", func(t *testing.T) {
		t.Parallel()
		server := modeltest.New(t)
		dir, env := project(t, "small"), home(t, server)
		run(t, "sh", dir, "pmap-init", env...).want(t, 0)
		first := maps(t, dir)
		run(t, "sh", dir, git+"branch -m first && git checkout -qb other && echo '// more' >>track/store.go && rm web/src/parcel.ts && "+git+"commit -qam other && pmap-init", env...).want(t, 0)
		second := maps(t, dir)
		asked(server)
		for _, there := range []struct {
			branch string
			want   map[string]string
		}{{"first", first}, {"other", second}, {"first", first}} {
			for _, sum := range []string{"", "rm .pi-map.sum; "} {
				run(t, "sh", dir, git+"checkout -q "+there.branch+"; "+sum+"pmap-init", env...).want(t, 0)
				if calls := asked(server); len(calls) > 0 {
					t.Errorf("branch %s asks about %v", there.branch, calls)
				}
				if diff := cmp.Diff(there.want, maps(t, dir)); diff != "" {
					t.Errorf("branch %s: %s", there.branch, diff)
				}
			}
		}
	})
}

// One change in many files is one question about a file, and one about each
// directory whose question it changes.
func TestOneChangeInAThousand(t *testing.T) {
	server := modeltest.New(t)
	dir, env := tree(t, 40, 25), home(t, server)
	write(t, filepath.Join(dir, ".pi-project-map.json"), `{"concurrency": 8, "batchDelayMs": 0}`)
	run(t, "sh", dir, "pmap-init .", env...).want(t, 0)
	all := asked(server)
	if len(all) < 1000 {
		t.Fatalf("%d calls for 1000 files", len(all))
	}
	// A change that the model describes in other words reaches the directory
	// and, since the role changes with it, those above.
	write(t, filepath.Join(dir, "a2/b2/c2/d2f3.go"), "package p\n\nfunc Other() {}\n")
	run(t, "sh", dir, "pmap-init .", env...).want(t, 0)
	if diff := cmp.Diff([]string{".", "a2", "a2/b2", "a2/b2/c2", "a2/b2/c2/d2f3.go"}, asked(server)); diff != "" {
		t.Errorf("asked (-want +got): %s", diff)
	}
	// One that it describes in the same words reaches nothing else.
	before := maps(t, dir)
	server.Say(func(c modeltest.Call) string {
		if c.Dir {
			return modeltest.Usual(c)
		}
		return said(before["a2/b2/c2/.pi-map.md"], "d2f3.go")
	})
	server.Forget()
	write(t, filepath.Join(dir, "a2/b2/c2/d2f3.go"), "package p\n\nfunc Other() { _ = 1 }\n")
	run(t, "sh", dir, "pmap-init .", env...).want(t, 0)
	if diff := cmp.Diff([]string{"a2/b2/c2/d2f3.go"}, asked(server)); diff != "" {
		t.Errorf("asked (-want +got): %s", diff)
	}
	// A role that is kept stops the change from climbing.
	server.Say(func(c modeltest.Call) string {
		if c.Dir {
			return "ROLE: KEEP\nARCH: Other words.\nTAGS: go\nWORKFLOWS: none"
		}
		return "PURPOSE: Quite another purpose.\nDEPS: none\nCONCEPTS: none"
	})
	server.Forget()
	write(t, filepath.Join(dir, "a2/b2/c2/d2f3.go"), "package p\n\nfunc Other() { _ = 2 }\n")
	run(t, "sh", dir, "pmap-init .", env...).want(t, 0)
	if diff := cmp.Diff([]string{"a2/b2/c2", "a2/b2/c2/d2f3.go"}, asked(server)); diff != "" {
		t.Errorf("asked (-want +got): %s", diff)
	}
}

// said is an answer with the purpose that a map shows.
func said(text, name string) string {
	for line := range strings.Lines(text) {
		if fields := strings.Split(line, " | "); fields[0] == "- "+name && len(fields) > 1 {
			purpose := strings.TrimSpace(fields[1])
			id := strings.TrimSuffix(strings.TrimPrefix(purpose, "Purpose "), ".")
			return "PURPOSE: " + purpose + "\nDEPS: fmt\nCONCEPTS: concept-" + id
		}
	}
	return ""
}
