package resolve

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
)

func TestRust(t *testing.T) {
	declares := func(p string, imports ...record.Import) File { return File{Path: p, Imports: imports} }
	files := append(list("core/src/a/mod.rs", "core/src/a/x.rs", "core/src/b.rs", "core/src/b/y.rs", "core/src/b/y/z.rs",
		"core/src/sys/unix.rs", "core/src/sys/helper.rs", "core/src/type.rs", "core/src/cli.rs", "core/src/inline/deep.rs",
		"core/tests/it.rs", "core/tests/common/mod.rs", "core/tests/big/main.rs", "core/tests/big/part.rs",
		"core/src/bin/tool.rs", "core/src/bin/other/main.rs", "core/src/bin/other/o.rs", "core/build.rs",
		"util/src/lib.rs", "util/src/codec.rs", "odd/lib/entry.rs", "odd/lib/q.rs", "app/src/main.rs", "app/src/m.rs", "gen/src/lib.rs"),
		declares("core/src/lib.rs", record.Import{Raw: "a", Form: "mod"}, record.Import{Raw: "b", Form: "mod"},
			record.Import{Raw: "sys/unix.rs", Form: "path", Names: []string{"imp"}}),
		declares("core/src/main.rs", record.Import{Raw: "cli", Form: "mod"}),
		manifest("Cargo.toml", record.Facts{Members: []string{"core", "util"}}),
		manifest("core/Cargo.toml", record.Facts{Name: "my-core", Dependencies: []string{"my-util", "serde_json", "tokio-util", "odd"}}),
		manifest("util/Cargo.toml", record.Facts{Name: "my-util"}),
		manifest("odd/Cargo.toml", record.Facts{Name: "odd-package", Main: []string{"lib/entry.rs"}, Exports: pairs("odd lib/entry.rs")}),
		manifest("app/Cargo.toml", record.Facts{Name: "app", Dependencies: []string{"alias"}, Replace: pairs("alias ../util")}),
	)
	files = append(files, declares("core/tests/uses.rs",
		record.Import{Raw: "support::deep", Form: "mod"},
		record.Import{Raw: "my_core::b", Form: "use", Names: []string{"y"}},
		record.Import{Raw: "y::z", Form: "use", Names: []string{"y"}},
		record.Import{Raw: "tokio_util", Form: "use", Names: []string{"codec"}}))
	files = append(files, list("core/tests/support/deep.rs", "core/src/fixtures/")...)
	check(t, files, "Rust", []asked{
		{from: "core/tests/uses.rs", raw: "support::deep", form: "mod", want: "pkg/core/tests/support/deep.rs"},
		{from: "core/tests/uses.rs", raw: "support::deep", form: "use", names: "f", want: "pkg/core/tests/support/deep.rs"},
		{from: "core/tests/uses.rs", raw: "support", form: "use", names: "deep", want: "pkg/core/tests/support/deep.rs"},
		{from: "core/tests/uses.rs", raw: "support", form: "use", names: "f", want: ""},
		{from: "core/tests/uses.rs", raw: "y::z", form: "use", names: "Z", want: "pkg/core/src/b/y/z.rs"},
		{from: "core/tests/uses.rs", raw: "codec", form: "use", names: "Framed", want: "ext/tokio-util"},
		{from: "core/src/lib.rs", raw: "a", form: "mod", want: "pkg/core/src/a/mod.rs"},
		{from: "core/src/lib.rs", raw: "b", form: "mod", want: "pkg/core/src/b.rs"},
		{from: "core/src/b.rs", raw: "y", form: "mod", want: "pkg/core/src/b/y.rs"},
		{from: "core/src/a/mod.rs", raw: "x", form: "mod", want: "pkg/core/src/a/x.rs"},
		{from: "core/src/lib.rs", raw: "fixtures", form: "mod", want: "pkg/core/src/fixtures/"},
		{from: "core/src/b.rs", raw: "crate::fixtures::x", form: "use", names: "X", want: "pkg/core/src/fixtures/"},
		{from: "core/src/lib.rs", raw: "gone", form: "mod", want: "?gone"},
		{from: "core/src/lib.rs", raw: "inline::deep", form: "mod", want: "pkg/core/src/inline/deep.rs"},
		{from: "core/src/lib.rs", raw: "r#type", form: "mod", want: "pkg/core/src/type.rs"},
		{from: "core/src/lib.rs", raw: "sys/unix.rs", form: "path", names: "imp", want: "pkg/core/src/sys/unix.rs"},
		{from: "core/src/sys/unix.rs", raw: "helper", form: "mod", want: "pkg/core/src/sys/helper.rs"},
		{from: "core/src/sys/unix.rs", raw: "super", form: "use", names: "b", want: "pkg/core/src/b.rs"},
		{from: "core/src/b/y.rs", raw: "crate::imp", form: "use", names: "f", want: "pkg/core/src/sys/unix.rs"},
		{from: "core/src/b/y.rs", raw: "crate::a::x", form: "use", names: "X", want: "pkg/core/src/a/x.rs"},
		{from: "core/src/b/y.rs", raw: "crate::a", form: "use", names: "self x Y", want: "pkg/core/src/a/mod.rs pkg/core/src/a/x.rs"},
		{from: "core/src/b/y.rs", raw: "crate", form: "use", names: "Error", want: "pkg/core/src/lib.rs"},
		{from: "core/src/b/y.rs", raw: "crate::b::y::z::Kind", form: "use", names: "*", want: "pkg/core/src/b/y/z.rs"},
		{from: "core/src/b/y.rs", raw: "super", form: "use", names: "B", want: "pkg/core/src/b.rs"},
		{from: "core/src/b/y.rs", raw: "super::super", form: "use", names: "B", want: "pkg/core/src/lib.rs"},
		{from: "core/src/b/y/z.rs", raw: "super::super::super::a", form: "use", names: "x", want: "pkg/core/src/a/x.rs"},
		{from: "core/src/b/y.rs", raw: "self::z", form: "use", names: "Z", want: "pkg/core/src/b/y/z.rs"},
		{from: "core/src/b/y.rs", raw: "self::Kind", form: "use", names: "*", want: ""},
		{from: "core/src/b/y.rs", raw: "z", form: "use", names: "Z", want: "pkg/core/src/b/y/z.rs"},
		{from: "core/src/b/y.rs", raw: "Kind", form: "use", names: "*", want: ""},
		{from: "core/src/b/y.rs", raw: "local", form: "use", names: "f", want: "?local"},
		{from: "core/src/b/y.rs", raw: "a::x", form: "use", names: "X", want: "pkg/core/src/a/x.rs"},
		{from: "core/src/b/y.rs", raw: "std::io", form: "use", names: "Read", want: "std/std"},
		{from: "core/src/b/y.rs", raw: "serde_json", form: "use", names: "Value", want: "ext/serde_json"},
		{from: "core/src/b/y.rs", raw: "::tokio_util::codec", form: "use", names: "X", want: "ext/tokio-util"},
		{from: "core/src/b/y.rs", raw: "my_util::codec", form: "use", names: "C", want: "pkg/util/src/codec.rs"},
		{from: "core/src/b/y.rs", raw: "my_util", form: "extern", want: "pkg/util/src/lib.rs"},
		{from: "core/src/b/y.rs", raw: "odd::q", form: "use", names: "Q", want: "pkg/odd/lib/q.rs"},
		{from: "core/tests/it.rs", raw: "my_core::b::y", form: "use", names: "F", want: "pkg/core/src/b/y.rs"},
		{from: "core/tests/it.rs", raw: "common", form: "mod", want: "pkg/core/tests/common/mod.rs"},
		{from: "core/tests/common/mod.rs", raw: "super", form: "use", names: "X", want: "?super"},
		{from: "core/tests/big/part.rs", raw: "crate", form: "use", names: "X", want: "pkg/core/tests/big/main.rs"},
		{from: "core/src/main.rs", raw: "my_core", form: "use", names: "X", want: "pkg/core/src/lib.rs"},
		{from: "core/src/cli.rs", raw: "crate", form: "use", names: "X", want: "pkg/core/src/main.rs"},
		{from: "core/src/bin/tool.rs", raw: "my_core::a", form: "use", names: "x", want: "pkg/core/src/a/x.rs"},
		{from: "core/src/bin/other/o.rs", raw: "super", form: "use", names: "X", want: "pkg/core/src/bin/other/main.rs"},
		{from: "app/src/m.rs", raw: "alias::codec", form: "use", names: "X", want: "pkg/util/src/codec.rs"},
		{from: "app/src/m.rs", raw: "crate", form: "use", names: "run", want: "pkg/app/src/main.rs"},
		{from: "app/src/m.rs", raw: "my_util", form: "use", names: "X", want: "?my_util"},
		{from: "core/src/lib.rs", raw: "super", form: "use", names: "X", want: ""},
		{from: "gen/src/lib.rs", raw: "serde", form: "use", names: "X", want: "ext/serde"},
	})
}

// A manifest may put its program, and with it the root of a crate, anywhere.
func TestRustProgramElsewhere(t *testing.T) {
	declares := func(p string, imports ...record.Import) File { return File{Path: p, Imports: imports} }
	files := append(list("crates/core/main.rs", "crates/core/flags/mod.rs", "crates/core/flags/parse.rs", "crates/core/search.rs", "src/lib.rs", "src/part.rs", "src/other.rs", "build.rs"),
		declares("crates/core/main.rs", record.Import{Raw: "flags", Form: "mod"}, record.Import{Raw: "search", Form: "mod"}),
		manifest("Cargo.toml", record.Facts{Name: "rg", Bin: pairs("rg crates/core/main.rs", "other src/other.rs", "top build.rs")}),
	)
	check(t, files, "Rust", []asked{
		{from: "crates/core/flags/parse.rs", raw: "crate::search", form: "use", names: "f", want: "pkg/crates/core/search.rs"},
		{from: "crates/core/search.rs", raw: "crate::flags", form: "use", names: "parse F", want: "pkg/crates/core/flags/parse.rs pkg/crates/core/flags/mod.rs"},
		{from: "src/part.rs", raw: "crate", form: "use", names: "Error", want: "pkg/src/lib.rs"},
	})
}
