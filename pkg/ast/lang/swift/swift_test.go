package swift

import (
	"strings"
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
	"github.com/pi-project-map/pmap/pkg/record"
)

func outline(t testing.TB, src string) string {
	t.Helper()
	got, err := extract(t.Context(), []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return langtest.Outline(got)
}

func TestGolden(t *testing.T) { langtest.Golden(t, Extractors(), "testdata/doors.swift") }

func TestDoc(t *testing.T) {
	langtest.Table(t, outline, [][3]string{
		{"header", "//\n//  Copyright 2020 X.\n//\n\n/// Doors and windows.\n\nimport A", "doc Doors and windows.\nimport A\n"},
		{"the only exported type", "/// A ``Door`` of wood.\n///\n/// - Parameter x: the width\npublic struct Door {}\nprivate class K {}", "doc A Door of wood.\n+ struct Door: struct Door // A Door of wood.\n- class K: private class K\n"},
	})
}

func TestBroken(t *testing.T) {
	langtest.Table(t, outline, [][3]string{
		{"half edited", "class D {\n  func a() { if (x }\n  func b( { }\n  func c() { }\n}\nclass E {}", "state partial\n+ class D: class D\n+ method D.a: func a()\n+ method D.b: func b({ }\n+ method D.c: func c()\n+ class E: class E\n"},
		{"open brace in a body", "struct D {\n  func a() {\n    if x {\n  }\n  func b() {}\n}\nstruct E {}", "state partial\n+ struct D: struct D\n+ method D.a: func a()\n+ method D.b: func b()\n+ struct E: struct E\n"},
		{"cut off", "class D {\n  func a() { f(\n", "state partial\n+ class D: class D\n+ method D.a: func a()\n"},
		{"statements", "print(\"x\")\nlet a = f { let b = 1 }\n", "+ constant a: let a\n"},
		{"english", "This is not a program, at all.", "state failed\n"},
		{"empty", "", ""},
	})
}

func TestManifest(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{{
		File: "Package.swift",
		In: `// swift-tools-version:5.9
import PackageDescription
let package = Package(
    name: "doors",
    dependencies: [.package(url: "https://example.com/a/swift-key.git", from: "1.0.0"), .package(path: "../walls"), .package(name: "old", url: "u/old")],
    targets: [
        .target(name: "Doors", dependencies: [.product(name: "Key", package: "swift-key")], path: "Source"),
        .testTarget(name: "DoorsTests", dependencies: ["Doors"]),
        .target(name: "\(x)", path: "y"),
    ]
)
`,
		Want: `{"state":"ok","facts":{"kind":"swiftpm","name":"doors","dependencies":["old","swift-key","walls"],"paths":[{"key":"Doors","value":"Source"}]}}`,
	}})
}

func TestDeepTypes(t *testing.T) {
	got, err := extract(t.Context(), []byte(strings.Repeat("class D { ", 100000)))
	if err != nil || got.State != record.StatePartial || len(got.Symbols) != 50 {
		t.Errorf("%v, state %s, %d symbols", err, got.State, len(got.Symbols))
	}
}

func TestBombs(t *testing.T) {
	langtest.Bombs(t, Extractors(), 1<<18, "(", "{", "\"\\(", "class A<", "func a<b<", "/*", "@a(", "var a: b<c, ", "enum A { case a, ", "// a\n", "#", "var a = b<", "let a = 1, ", "#if a\n", ".target(name:", "case a(b), ")
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "import b\n/// D.\n@A(\"x\") public class D<T>: E where T: F { static let a = 1, b = \"\\(c)\"\n init?() {} }\n#if x\nindirect enum F { case g(H), i = 1 }\n#else\n#endif\nfunc == (a: B) -> C? { }")
}
