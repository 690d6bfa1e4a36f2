package cargo

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "Cargo.toml",
			In: `[package]
name = "my-crate"
description = """
A crate."""
[lib]
name = "my_crate"
path = "lib/lib.rs"
[[bin]]
name = "one"
[[bin]]
name = "two"
path = "src/two.rs"
[dependencies]
serde = "1"
local = { path = "../local" }
[dev-dependencies]
local.path = "../local"
[target.'cfg(unix)'.dependencies]
libc = "0.2"
[workspace]
members = ["crates/*", "x"]
[workspace.dependencies]
shared = { path = "crates/shared", version = "1" }
`,
			Want: `{"state":"ok","doc":"A crate.","facts":{"kind":"cargo","name":"my-crate","summary":"A crate.","main":["lib/lib.rs"],
				"exports":[{"key":"my_crate","value":"lib/lib.rs"}],"bin":[{"key":"one","value":""},{"key":"two","value":"src/two.rs"}],
				"dependencies":["libc","local","serde","shared"],"members":["crates/*","x"],
				"replace":[{"key":"local","value":"../local"},{"key":"shared","value":"crates/shared"}]}}`,
		},
		{File: "Cargo.toml", In: "[package]\nname = \"a\"\nbroken\n", Want: `{"state":"partial","facts":{"kind":"cargo","name":"a"}}`},
	})
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "[package]\nname = 'a'\n[[bin]]\nname = 'b'\n[dependencies]\na.path = 'x'\n")
}
