package csharp

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

func TestGolden(t *testing.T) { langtest.Golden(t, Extractors(), "testdata/doors.cs") }

func TestDoc(t *testing.T) {
	langtest.Table(t, outline, [][3]string{
		{"header", "#region License\n// Copyright (c) X\n#endregion\n\n// Doors and windows.\n\nusing A;", "doc Doors and windows.\nimport A\n"},
		{"summary", "namespace A;\n/// <summary>\n/// A <see cref=\"T:A.Door\"/> of\n/// <c>wood</c>.\n/// </summary>\n/// <param name=\"x\">the width</param>\npublic class Door { }", "package A\ndoc A A.Door of wood.\n+ class Door: class Door // A A.Door of wood.\n"},
		{"no summary", "/// <inheritdoc/>\npublic class Door { }", "+ class Door: class Door\n"},
		{"plain", "// Opens it.\nclass Door { }", "doc Opens it.\n+ class Door: class Door // Opens it.\n"},
	})
}

func TestBroken(t *testing.T) {
	langtest.Table(t, outline, [][3]string{
		{"half edited", "class D {\n  public void A() { if (x }\n  public void B( { }\n  public void C() { }\n}\nclass E { }", "state partial\n+ class D: class D\n+ method D.A: void A()\n+ method D.B: void B({ }\n+ method D.C: void C()\n+ class E: class E\n"},
		{"open brace in a body", "class D {\n  public int A() {\n    if (x) {\n  }\n  public int B { get; }\n}\nclass E { }", "state partial\n+ class D: class D\n+ method D.A: int A()\n+ property D.B: int B\n+ class E: class E\n"},
		{"cut off", "class D {\n  public void A() { f(\n", "state partial\n+ class D: class D\n+ method D.A: void A()\n"},
		{"statements", "using A;\nvar x = 1;\nif (x > 0) { f(\"}\"); }\nvoid Local() { }\nclass P { }", "import A\n+ class P: class P\n"},
		{"assembly attributes", "[assembly: X(\"y\")]", ""},
		{"split head", "#if A\nclass D : B {\n#else\nclass D {\n#endif\n  public int F;\n}", "+ class D: class D : B\n+ field D.F: int F\n"},
		{"english", "This is not a program, at all.", "state failed\n"},
		{"empty", "", ""},
	})
}

func TestProject(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{{
		File: "Doors.csproj",
		In:   "<Project>\n<PropertyGroup><AssemblyName> Acme.Doors </AssemblyName><Description>Opens\ndoors.</Description></PropertyGroup>\n<ItemGroup><PackageReference Version=\"1\" Include=\"Z.B\" /><PackageReference Include=\"A\"></PackageReference><PackageReference Include=\"$(X)\" /></ItemGroup></Project>",
		Want: `{"state":"ok","facts":{"kind":"csproj","name":"Acme.Doors","summary":"Opens doors.","dependencies":["A","Z.B"]}}`,
	}})
}

func TestDeepTypes(t *testing.T) {
	got, err := extract(t.Context(), []byte(strings.Repeat("class D { ", 100000)))
	if err != nil || got.State != record.StatePartial || len(got.Symbols) != 50 {
		t.Errorf("%v, state %s, %d symbols", err, got.State, len(got.Symbols))
	}
}

func TestBombs(t *testing.T) {
	langtest.Bombs(t, Extractors(), 1<<18, "(", "{", "$\"{", "class A<", "class A { int a<b<", "/*", "[a(", "class A { int a = b<c, ", "enum A { a, ", "// a\n", "#if a\n", "#else\n", "class A { public int a, ", "$$$\"\"\"{{{", "class A { int a>", "<PackageReference ", "class A { [a] ", "<Description>")
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "using static b.C;\nnamespace a;\n/// <summary>D.</summary>\n[A(\"x\")] public class D<T> : E where T : F { const int a = 1, b = 2; D() : base(1) { } int this[int i] => $\"{c}\"; }\n#if x\nenum F { G = 1, H }\n#else\n#endif\nrecord R(int X);")
}
