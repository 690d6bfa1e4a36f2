package scala

import (
	"strings"
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
	"github.com/pi-project-map/pmap/pkg/record"
)

func outline(t testing.TB, src string) string {
	t.Helper()
	got, err := extract(t.Context(), []byte(src), false)
	if err != nil {
		t.Fatal(err)
	}
	return langtest.Outline(got)
}

func TestGolden(t *testing.T) { langtest.Golden(t, Extractors(), "testdata/doors.scala") }

func TestDoc(t *testing.T) {
	langtest.Table(t, outline, [][3]string{
		{"header", "/*\n * Copyright 2020 X.\n */\n\n// Doors and windows.\npackage a", "package a\ndoc Doors and windows.\n"},
		{"class and companion", "package a\n/** A `Door` of wood.\n  * @param x the width\n  */\nclass Door\nobject Door", "package a\ndoc A Door of wood.\n+ class Door: class Door // A Door of wood.\n+ class Door: object Door\n"},
	})
}

func TestBroken(t *testing.T) {
	langtest.Table(t, outline, [][3]string{
		{"half edited", "class D {\n  def a() = { if (x }\n  def b( = { }\n  def c() = { }\n}\nclass E", "state partial\n+ class D: class D\n+ method D.a: def a()\n+ method D.b: def b(= { }\n+ method D.c: def c()\n+ class E: class E\n"},
		{"open brace in a body", "class D {\n  def a = {\n    if (x) {\n  }\n  def b = 1\n}\nclass E", "state partial\n+ class D: class D\n+ method D.a: def a\n+ method D.b: def b\n+ class E: class E\n"},
		{"cut off", "class D {\n  def a() = f(\n", "state partial\n+ class D: class D\n+ method D.a: def a()\n"},
		{"english", "This is not a program, at all.", "state failed\n"},
		{"empty", "", ""},
	})
}

func TestScript(t *testing.T) {
	got, err := extract(t.Context(), []byte("import a.B\nlazy val x = project\n"), true)
	if want := "import a B\n- constant x: lazy val x\n"; err != nil || langtest.Outline(got) != want {
		t.Errorf("%v, %s", err, langtest.Outline(got))
	}
}

func TestDeepTypes(t *testing.T) {
	got, err := extract(t.Context(), []byte(strings.Repeat("class D { ", 100000)), false)
	if err != nil || got.State != record.StatePartial || len(got.Symbols) != 50 {
		t.Errorf("%v, state %s, %d symbols", err, got.State, len(got.Symbols))
	}
}

func TestBombs(t *testing.T) {
	langtest.Bombs(t, Extractors(), 1<<18, "(", "{", "s\"${", "class A[", "def a[b[", "/*", "@a(", "val a: b[c, ", "enum A:\n case a, ", "// a\n", "import a.{", "'", "val a, ", "package a\n", "extension (a) ", "class A:\n  ")
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors()[:1], "package a\nimport b.{c => d, _}\n/** D. */\n@A(\"x\") case class D[T](val x: Int = 1) extends E with F { val A = s\"${b}\" }\nenum F:\n  case G, H(1)\ngiven x: Y with\n  def ++(z: Int) = 1")
}
