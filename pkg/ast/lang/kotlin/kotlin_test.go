package kotlin

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

func TestGolden(t *testing.T) { langtest.Golden(t, Extractors(), "testdata/doors.kt") }

func TestDoc(t *testing.T) {
	langtest.Table(t, outline, [][3]string{
		{"header", "/*\n * Copyright 2020 X.\n */\n/* Doors and windows. */\npackage a", "package a\ndoc Doors and windows.\n"},
		{"the only type", "package a\n\n/** A [Door] of wood.\n * @param x the width */\nclass Door\nfun f() {}", "package a\ndoc A Door of wood.\n+ class Door: class Door // A Door of wood.\n+ function f: fun f()\n"},
		{"two types", "/** A door. */\nclass Door\nclass Key", "+ class Door: class Door // A door.\n+ class Key: class Key\n"},
		{"above annotations", "/** Opens it. */\n@A(\"x\")\n// aside\nfun f() {}", "+ function f: fun f() // Opens it.\n"},
	})
}

func TestBroken(t *testing.T) {
	langtest.Table(t, outline, [][3]string{
		{"half edited", "class D {\n  fun a() { if (x }\n  fun b( { }\n  fun c() { }\n}\nclass E", "state partial\n+ class D: class D\n+ method D.a: fun a()\n+ method D.b: fun b({ }\n+ method D.c: fun c()\n+ class E: class E\n"},
		{"cut off", "class D {\n  fun a() { f(\n", "state partial\n+ class D: class D\n+ method D.a: fun a()\n"},
		{"open brace in a body", "class D {\n  fun a() {\n    if (x) {\n  }\n  fun b() {}\n}\nclass E", "state partial\n+ class D: class D\n+ method D.a: fun a()\n+ method D.b: fun b()\n+ class E: class E\n"},
		{"stray brace", "class D { fun a() {} }\n}\nclass E", "state partial\n+ class D: class D\n+ method D.a: fun a()\n+ class E: class E\n"},
		{"open string", "val s = \"abc\nclass E", "state partial\n+ property s: val s\n+ class E: class E\n"},
		{"english", "This is not a program, at all.", "state failed\n"},
		{"empty", "", ""},
		{"comment alone", "// Opens doors and windows.\n", "doc Opens doors and windows.\n"},
	})
}

func TestScript(t *testing.T) {
	got, err := extract(t.Context(), []byte("import a.b\nval x = 1\nfun f() {}"), true)
	if want := "import a.b b\n- property x: val x\n- function f: fun f()\n"; err != nil || langtest.Outline(got) != want {
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
	langtest.Bombs(t, Extractors(), 1<<18, "(", "{", "\"${", "class A<", "fun a<b<", "/*", "@a(", "val a: b<c, ", "enum class A { a, ", "// a\n", "`", "}\n", "a.b.", "class A(val b: c<d,")
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors()[:1], "package a\nimport b.c as d\n/** D. */\n@A(\"x\") class D<T>(val x: Int = 1) : E by f { companion object { const val A = \"${b}\" } }\nenum class F { G, H(1) { } ; }\nfun <T> T?.g(): Int = when { }")
}
