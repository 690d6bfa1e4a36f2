package resolve

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
)

func TestRuby(t *testing.T) {
	files := append(list(
		"Rakefile", "lib/door.rb", "lib/door/hinge.rb", "lib/door/date.rb", "lib/set.rb", "exe/door", "test/helper.rb", "test/door/a_test.rb", "spec/spec_helper.rb",
		"ext/door_native/extconf.rb", "gems/lock/lib/lock.rb", "gems/lock/lib/lock/key.rb", "gems/lock/lib/door/extra.rb", "gems/lock/source/odd.rb",
		"gems/lock/test/helper.rb", "gems/lock/lib/json.rb", "tasks/all.rake", "spec/fixtures/", "gems/lock/test/fixtures/lib/fake.rb",
	),
		manifest("gems/lock/lock.gemspec", record.Facts{Paths: pairs(" source"), Dependencies: []string{"csv"}}),
		manifest("Gemfile", record.Facts{Dependencies: []string{"prism"}}),
	)
	hinge := "lib/door/hinge.rb"
	check(t, files, "Ruby", []asked{
		{from: "lib/door.rb", raw: "door/hinge", form: "require_relative", want: "pkg/lib/door/hinge.rb"},
		{from: hinge, raw: "../door", form: "require_relative", want: "pkg/lib/door.rb"},
		{from: hinge, raw: "door", form: "require_relative", want: "?door"},
		{from: hinge, raw: "../../../x", form: "require_relative", want: "?../../../x"},
		{from: hinge, raw: "door/date", want: "pkg/lib/door/date.rb"},
		{from: hinge, raw: "door/date.rb", form: "load", want: "pkg/lib/door/date.rb"},
		{from: hinge, raw: "door/hinge", form: "autoload", want: "pkg/lib/door/hinge.rb"},
		{from: "Rakefile", raw: "tasks/all.rake", form: "load", want: "pkg/tasks/all.rake"},
		{from: "Rakefile", raw: "./lib/door", want: "pkg/lib/door.rb"},
		{from: "exe/door", raw: "door", want: "pkg/lib/door.rb"},
		{from: "test/door/a_test.rb", raw: "helper", want: "pkg/test/helper.rb"},
		{from: "gems/lock/test/b_test.rb", raw: "helper", want: "pkg/gems/lock/test/helper.rb"},
		{from: "gems/lock/lib/lock.rb", raw: "lock/key", want: "pkg/gems/lock/lib/lock/key.rb"},
		{from: "gems/lock/lib/lock.rb", raw: "odd", want: "pkg/gems/lock/source/odd.rb"},
		{from: "gems/lock/lib/lock.rb", raw: "door/hinge", want: "pkg/lib/door/hinge.rb"},
		{from: hinge, raw: "lock/key", want: "pkg/gems/lock/lib/lock/key.rb"},
		{from: hinge, raw: "door/extra", want: "pkg/gems/lock/lib/door/extra.rb"},
		{from: hinge, raw: "door/door_native", want: "pkg/ext/door_native"},
		{from: hinge, raw: "set", want: "pkg/lib/set.rb"},
		{from: hinge, raw: "json", want: "std/json"},
		{from: hinge, raw: "net/http", want: "std/net/http"},
		{from: hinge, raw: "digest/sha2", want: "std/digest/sha2"},
		{from: hinge, raw: "net/ssh", want: "ext/net"},
		{from: hinge, raw: "benchmark/ips", want: "ext/benchmark"},
		{from: hinge, raw: "json/add/core", want: "std/json/add/core"},
		{from: hinge, raw: "rack/utils", want: "ext/rack"},
		{from: hinge, raw: "prism", want: "ext/prism"},
		{from: hinge, raw: "csv", want: "ext/csv"},
		{from: hinge, raw: "fake", want: "ext/fake"},
		{from: hinge, raw: "/usr/lib/x", want: "?/usr/lib/x"},
		{from: hinge, raw: "a//b", want: "?a//b"},
		{from: "spec/a_spec.rb", raw: "fixtures/a", form: "require_relative", want: "pkg/spec/fixtures/"},
	})
}
