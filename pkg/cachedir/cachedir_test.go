package cachedir

import "testing"

func TestFind(t *testing.T) {
	for _, tt := range []struct{ xdg, home, want string }{
		{"/c", "/h", "/c/pi-project-map"},
		{"", "/h", "/h/.cache/pi-project-map"},
		{"rel", "/h", "/h/.cache/pi-project-map"},
		{"", "", ""},
		{"", "rel", ""},
	} {
		env := map[string]string{"XDG_CACHE_HOME": tt.xdg, "HOME": tt.home}
		got, err := Find(func(name string) string { return env[name] })
		if got != tt.want || (err != nil) != (tt.want == "") {
			t.Errorf("Find with %v = %q, %v, want %q", env, got, err, tt.want)
		}
	}
}
