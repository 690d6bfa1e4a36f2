package mapfile

import (
	"slices"
	"testing"

	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

func TestShown(t *testing.T) {
	for _, tc := range []struct {
		dir, name string
		exports   []string
		want      []string
	}{
		{"src", "bar-chart.ts", []string{"default", "scale"}, []string{"bar-chart", "scale"}},
		{"src/list", "index.tsx", []string{"default"}, []string{"list"}},
		{".", "index.js", []string{"default"}, []string{"index"}},
		{".", "vite.config.ts", []string{"default"}, nil},
		{"src", "types.d.ts", []string{"default"}, []string{"types"}},
		{"src", "a.ts", []string{"a", "default"}, []string{"a"}},
		{"email", "policy.py", []string{"EmailPolicy", "default"}, []string{"EmailPolicy", "default"}},
		{"a", "m.py", []string{"run", "__version__", "logger"}, []string{"run"}},
		{"a", "logger.ts", []string{"logger"}, []string{"logger"}},
		{"a", "m.py", []string{"logger", "run"}, []string{"logger", "run"}},
	} {
		got := shown(pathname.Path(tc.dir), record.PageFile{Name: pathname.Path(tc.name), Exports: tc.exports})
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s/%s with %q shows %q, want %q", tc.dir, tc.name, tc.exports, got, tc.want)
		}
	}
}
