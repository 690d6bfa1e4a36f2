package protobuf

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "library.proto",
			In: `// Copyright 2020 Someone

// Shelves and the books on them.
syntax = "proto3";

// Also this.
package shop.v1;

import "google/protobuf/timestamp.proto";
import public "shop/v1/common.proto";
import weak 'old.proto';

option go_package = "x/y;z";
option (a.b) = { c: "}" };

// A book. It has pages.
message Book {
  option deprecated = true;
  // Its name.
  string name = 1 [(v.rules).string = {min_len: 1}, deprecated = true];
  map<string, Book> parts = 2;
  repeated .shop.v1.Tag tags = 3;
  reserved 4, 5 to 7;
  oneof source {
    string url = 8;
    Inner inner = 9;
  }
  message Inner { string message = 1; }
  enum Kind { KIND_UNSPECIFIED = 0; HARD = 1; }
  extensions 100 to max;
}

message Empty {}

// Lends books.
service Library {
  option (x) = "y";
  // Gets one.
  rpc GetBook(GetBookRequest) returns (Book) {
    option (google.api.http) = { get: "/v1/{name=books/*}" };
  }
  rpc Watch (stream A) returns (stream B);
}

extend google.protobuf.FieldOptions { string note = 50000; }
`,
			Want: `{"state":"ok","doc":"Shelves and the books on them.","package":"shop.v1","symbols":[
				{"name":"Book","kind":"struct","signature":"message Book { name, parts, tags, url, inner }","exported":true,"doc":"A book."},
				{"name":"Inner","kind":"struct","signature":"message Inner { message }","parent":"Book","exported":true},
				{"name":"Kind","kind":"enum","signature":"enum Kind { KIND_UNSPECIFIED, HARD }","parent":"Book","exported":true},
				{"name":"Empty","kind":"struct","signature":"message Empty","exported":true},
				{"name":"Library","kind":"interface","signature":"service Library { GetBook, Watch }","exported":true,"doc":"Lends books."},
				{"name":"GetBook","kind":"method","signature":"rpc GetBook(GetBookRequest) returns (Book)","parent":"Library","exported":true,"doc":"Gets one."},
				{"name":"Watch","kind":"method","signature":"rpc Watch (stream A) returns (stream B)","parent":"Library","exported":true}],
				"imports":[{"raw":"google/protobuf/timestamp.proto"},{"raw":"shop/v1/common.proto","reexport":true},{"raw":"old.proto"}]}`,
		},
		{
			File: "old.proto",
			In: `// Words on the message.
message A {
  required group B = 1 { optional int32 c = 2; }
  optional message d = 2;
  rpc e = 3;
}
`,
			Want: `{"state":"ok","symbols":[{"name":"A","kind":"struct","signature":"message A { B, d, e }","exported":true,"doc":"Words on the message."}]}`,
		},
		{File: "cut.proto", In: "message A { int32 b = 1;", Want: `{"state":"partial","symbols":[{"name":"A","kind":"struct","signature":"message A { b }","exported":true}]}`},
		{File: "none.proto", In: "This is no definition.", Want: `{"state":"failed"}`},
	})
}

func TestBombs(t *testing.T) {
	langtest.Bombs(t, Extractors(), 1<<20, "message A {", "{", "rpc a", "oneof a {", "a = ", "/*", "\"", "[", "map<", "service A { rpc ", "message", "import ")
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "package a; message B { oneof c { d e = 1; } } service F { rpc G(h) returns (i) {} }", "import public 'a'; enum B { C = 1; }")
}
