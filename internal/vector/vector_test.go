package vector

import (
	"strings"
	"testing"
)

func TestLoad(t *testing.T) {
	all, err := Load("../../spec/vectors")
	if err != nil {
		t.Fatal(err)
	}
	areas := map[string]int{}
	for _, v := range all {
		area, _, _ := strings.Cut(v.Name, "_")
		areas[area]++
	}
	if len(all) < 60 {
		t.Errorf("%d vectors, want at least 60", len(all))
	}
	for _, area := range strings.Fields("end count order key path utf8 line head diag syntax note page compress fragment fatal") {
		if areas[area] < 4 {
			t.Errorf("area %s has %d vectors, want at least 4", area, areas[area])
		}
		delete(areas, area)
	}
	if len(areas) > 0 {
		t.Errorf("areas that the specification does not name: %v", areas)
	}
}

func TestParse(t *testing.T) {
	v, err := parse("end_missing", []byte("expect: reject\ncode: 4\ndemand: pages\ncomment: a: b\n\nx\n\ny"))
	if err != nil || v.Name != "end_missing" || v.Code != 4 || v.Demand != "pages" || v.Comment != "a: b" || string(v.Stream) != "x\n\ny" {
		t.Errorf("parse = %+v, %v", v, err)
	}
	for _, bad := range []string{
		"", "expect: accept\ncode: 0\ncomment: c\n", "expect: accept\ncode: 4\ncomment: c\n\n",
		"expect: reject\ncode: 0\ncomment: c\n\n", "expect: accept\ncode: 0\n\n", "expect: accept\ncomment: c\n\n",
		"expect: accept\ncode: 0\ncomment: c\nextra: 1\n\n", "expect: accept\ncode: 0\ncomment: c\ndemand: x\n\n",
	} {
		if _, err := parse("end_missing", []byte(bad)); err == nil {
			t.Errorf("parse(%q) has no error", bad)
		}
	}
}
