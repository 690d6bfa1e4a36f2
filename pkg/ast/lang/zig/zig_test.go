package zig

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "a.zig",
			In: `//! Reads files.
//! Quickly.

const std = @import("std");
const Foo = @import("foo.zig").Foo;
const text = @embedFile("a.txt");
pub const bar = @import("bar.zig");
pub const Baz = @import("baz.zig").Baz;
pub usingnamespace @import("all.zig");

/// One file. Open.
pub const File = struct {
    fd: i32,
    /// Opens it.
    pub fn open(path: []const u8, flags: struct { a: bool = true }) !File {
        return .{ .fd = @import("late.zig").x };
    }
    fn hide() void {}
    pub const Mode = enum { r, w };
};
const Own = union(enum) { a: u8, pub fn f() void {} };
pub const Err = error{ A, B };
pub const limit: usize = 10;
pub var count: u32 = 0;
pub const List = std.ArrayList(u8);
// not documentation
pub fn add(comptime T: type, a: T) T {
    return a;
}
pub extern fn c_now() f64;
export fn visible() void {}
fn private() void {}
test "x" {}
`,
			Want: `{"state":"ok","doc":"Reads files. Quickly.","symbols":[
				{"name":"bar","kind":"alias","exported":true,"of":"*","from":"bar.zig"},
				{"name":"Baz","kind":"alias","exported":true,"of":"Baz","from":"baz.zig"},
				{"name":"File","kind":"struct","signature":"struct File","exported":true,"doc":"One file."},
				{"name":"open","kind":"method","signature":"fn open(path: []const u8, flags: struct { a: bool = true }) !File","parent":"File","exported":true,"doc":"Opens it."},
				{"name":"hide","kind":"method","signature":"fn hide() void","parent":"File"},
				{"name":"Mode","kind":"enum","signature":"enum Mode","parent":"File","exported":true},
				{"name":"Own","kind":"union","signature":"union Own"},{"name":"f","kind":"method","signature":"fn f() void","parent":"Own"},
				{"name":"Err","kind":"enum","signature":"error Err","exported":true},
				{"name":"limit","kind":"constant","signature":"const limit = 10","exported":true},
				{"name":"count","kind":"variable","signature":"var count = 0","exported":true},
				{"name":"List","kind":"type","signature":"const List = std.ArrayList(u8)","exported":true},
				{"name":"add","kind":"function","signature":"fn add(comptime T: type, a: T) T","exported":true},
				{"name":"c_now","kind":"function","signature":"fn c_now() f64","exported":true},
				{"name":"visible","kind":"function","signature":"fn visible() void","exported":true},
				{"name":"private","kind":"function","signature":"fn private() void"}],
				"imports":[{"raw":"bar.zig","reexport":true},{"raw":"baz.zig","names":["Baz"],"reexport":true},{"raw":"all.zig","names":["*"],"reexport":true},
				{"raw":"std"},{"raw":"foo.zig"},{"raw":"a.txt"},{"raw":"late.zig"}]}`,
		},
		{File: "b.zig", In: "pub fn f() void {}\npub fn (((", Want: `{"state":"partial","symbols":[{"name":"f","kind":"function","signature":"fn f() void","exported":true}]}`},
	})
}

func TestBombs(t *testing.T) {
	langtest.Bombs(t, Extractors(), 16<<10, "pub const a = struct { ", "(", "{", "fn f() ", "@import(", "[", "a.", "if (a) ", "\\\\a\n", "switch (a) {")
	langtest.Bombs(t, Extractors(), 8<<10, "\"")
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "//! a\npub const b = @import(\"c\").d;", "const e = struct { pub fn f(g: h) !i {} };", "pub usingnamespace @import(\"j\");\nvar k = 1;")
}
