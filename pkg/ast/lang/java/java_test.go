package java

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
	"github.com/pi-project-map/pmap/pkg/record"
)

func extract(t testing.TB, src string) record.Syntax {
	t.Helper()
	got, err := Extractors()[0].Extract(context.Background(), []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestSymbols(t *testing.T) {
	for _, test := range []struct {
		name, src string
		want      []record.Symbol
	}{
		{"class", "/** Opens it. Twice. */\n@Deprecated @Foo(x = 1)\npublic abstract sealed class Door<T extends Key>\n    extends Base<T> implements A, /* and */ B permits P, Q {}\nclass Hidden {}", []record.Symbol{
			{Name: "Door", Kind: record.KindClass, Signature: "abstract sealed class Door<T extends Key> extends Base<T> implements A, B permits P, Q", Exported: true, Doc: "Opens it."},
			{Name: "Hidden", Kind: record.KindClass, Signature: "class Hidden"},
		}},
		{"members", "public class D {\n  public static final int MAX = 3, MIN[] = {1};\n  protected String name;\n  private int secret;\n  long inside;\n  /** Makes one. @param a the width */\n  protected D(final int a, @Nullable String... b) throws IOException { }\n  public static <U> List<U> all(U x) { return null; }\n  private void shut() {}\n  void near() {}\n}", []record.Symbol{
			{Name: "D", Kind: record.KindClass, Signature: "class D", Exported: true},
			{Name: "MAX", Kind: record.KindConstant, Signature: "int MAX = 3", Parent: "D", Exported: true},
			{Name: "MIN", Kind: record.KindConstant, Signature: "int MIN[]", Parent: "D", Exported: true},
			{Name: "name", Kind: record.KindField, Signature: "String name", Parent: "D", Exported: true},
			{Name: "inside", Kind: record.KindField, Signature: "long inside", Parent: "D"},
			{Name: "D", Kind: record.KindConstructor, Signature: "protected D(int a, String... b) throws IOException", Parent: "D", Exported: true, Doc: "Makes one."},
			{Name: "all", Kind: record.KindMethod, Signature: "static <U> List<U> all(U x)", Parent: "D", Exported: true},
			{Name: "shut", Kind: record.KindMethod, Signature: "private void shut()", Parent: "D"},
			{Name: "near", Kind: record.KindMethod, Signature: "void near()", Parent: "D"},
		}},
		{"interface", "public interface I extends J, K {\n  int A = 1;\n  void m();\n  default int d() { return 1; }\n  private void p() {}\n}", []record.Symbol{
			{Name: "I", Kind: record.KindInterface, Signature: "interface I extends J, K", Exported: true},
			{Name: "A", Kind: record.KindConstant, Signature: "int A = 1", Parent: "I", Exported: true},
			{Name: "m", Kind: record.KindMethod, Signature: "void m()", Parent: "I", Exported: true},
			{Name: "d", Kind: record.KindMethod, Signature: "default int d()", Parent: "I", Exported: true},
			{Name: "p", Kind: record.KindMethod, Signature: "private void p()", Parent: "I"},
		}},
		{"enum", "public enum Colour implements C {\n  /** Like fire. */\n  RED(1) { void a() {} },\n  GREEN;\n  public int code() { return 1; }\n}", []record.Symbol{
			{Name: "Colour", Kind: record.KindEnum, Signature: "enum Colour implements C", Exported: true},
			{Name: "RED", Kind: record.KindConstant, Signature: "RED(1)", Parent: "Colour", Exported: true, Doc: "Like fire."},
			{Name: "GREEN", Kind: record.KindConstant, Signature: "GREEN", Parent: "Colour", Exported: true},
			{Name: "code", Kind: record.KindMethod, Signature: "int code()", Parent: "Colour", Exported: true},
		}},
		{"record and annotation", "public record Point<T>(int x, T y) implements Z { public Point { } }\npublic @interface Ann { int value() default 3; }", []record.Symbol{
			{Name: "Point", Kind: record.KindClass, Signature: "record Point<T>(int x, T y) implements Z", Exported: true},
			{Name: "Point", Kind: record.KindConstructor, Signature: "Point", Parent: "Point", Exported: true},
			{Name: "Ann", Kind: record.KindInterface, Signature: "@interface Ann", Exported: true},
			{Name: "value", Kind: record.KindMethod, Signature: "int value() default 3", Parent: "Ann", Exported: true},
		}},
		{"nested", "class Outer {\n  public static class In {\n    public interface Deep {}\n  }\n}\npublic class Open { public enum E { A } private class P { public void m() {} } }", []record.Symbol{
			{Name: "Outer", Kind: record.KindClass, Signature: "class Outer"},
			{Name: "In", Kind: record.KindClass, Signature: "static class In", Parent: "Outer"},
			{Name: "Deep", Kind: record.KindInterface, Signature: "interface Deep", Parent: "In"},
			{Name: "Open", Kind: record.KindClass, Signature: "class Open", Exported: true},
			{Name: "E", Kind: record.KindEnum, Signature: "enum E", Parent: "Open", Exported: true},
			{Name: "A", Kind: record.KindConstant, Signature: "A", Parent: "E", Exported: true},
			{Name: "P", Kind: record.KindClass, Signature: "private class P", Parent: "Open"},
			{Name: "m", Kind: record.KindMethod, Signature: "void m()", Parent: "P"},
		}},
		{"module", "/** All doors. */\nopen module a.b { requires transitive java.sql; exports a.b.c; }", []record.Symbol{
			{Name: "a.b", Kind: record.KindModule, Signature: "open module a.b", Doc: "All doors."},
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := extract(t, test.src)
			if got.State != record.StateOK {
				t.Errorf("state is %s", got.State)
			}
			if diff := cmp.Diff(test.want, got.Symbols); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNames(t *testing.T) {
	got := extract(t, `package a . b;
import c.D;
import c.e.*;
import static f.G.open;
import static f.G.shut;
import static h.I.*;
@Mark
class Door<T extends Near> extends Base {
	D d = Factory.make(open(), LIMIT);
	List<T> x() { return new Impl<>(y.z()); }
}
`)
	if got.Package != "a.b" {
		t.Errorf("package is %q", got.Package)
	}
	want := []record.Import{
		{Raw: "c.D", Names: []string{"D"}},
		{Raw: "c.e", Names: []string{"*"}},
		{Raw: "f.G", Form: "static", Names: []string{"open", "shut"}},
		{Raw: "h.I", Form: "static", Names: []string{"*"}},
	}
	if diff := cmp.Diff(want, got.Imports); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"Base", "Factory", "Impl", "LIMIT", "List", "Mark", "Near"}, got.Refs); diff != "" {
		t.Error(diff)
	}
	module := extract(t, "module a { requires b.c; requires static d; }")
	want = []record.Import{{Raw: "b.c", Form: "requires"}, {Raw: "d", Form: "requires"}}
	if module.Package != "a" {
		t.Errorf("package %q, want the module's name", module.Package)
	}
	if diff := cmp.Diff(want, module.Imports); diff != "" {
		t.Error(diff)
	}
}

func doc(t testing.TB, src string) string { return extract(t, src).Doc }

func TestDoc(t *testing.T) {
	langtest.Table(t, doc, [][3]string{
		{"header", "/*\n * Copyright 2020 X.\n */\n/* Doors and windows. */\npackage a;\n/** A door. */\npublic class D {}", "Doors and windows."},
		{"public type", "/* Copyright 2020 X. */\npackage a;\n/** Not this. */\nclass E {}\n/** A {@link Door} &amp; <b>more</b>.\n * Second. */\npublic class D {}", "A Door & more. Second."},
		{"package-info", "/**\n * All the doors.\n *\n * @since 1\n */\n@NullMarked\npackage a;", "All the doors."},
		{"several types", "package a;\n/** One. */\nclass D {}\nclass E {}", ""},
	})
}

func TestBroken(t *testing.T) {
	for _, test := range []struct {
		name, src string
		state     record.State
		symbols   string
	}{
		{"half edited", "package a;\npublic class D {\n  void a() { if (x }\n  public void b( { }\n  public void c() { }\n}\nclass E {}", record.StatePartial, "D D.a D.b D.c E"},
		{"cut off", "package a;\npublic class D {\n  public void a() { f(\n", record.StatePartial, "D D.a"},
		{"stray brace", "class D { void a() {} }\n}\nclass E { void b() {} }", record.StatePartial, "D D.a E E.b"},
		{"conflict", "package a;\n<<<<<<< HEAD\npublic class D {\n=======\npublic class D2 {\n>>>>>>> x\n  void b() {}\n}\n", record.StatePartial, "D D.b"},
		{"english", "This is not a program; at all (it never was.", record.StateFailed, ""},
		{"empty", "", record.StateOK, ""},
		{"deep expression", "class D { int x = " + strings.Repeat("(", 50000) + strings.Repeat(")", 50000) + "; void b() {} }", record.StatePartial, "D"},
	} {
		got := extract(t, test.src)
		if text := langtest.Names(got); got.State != test.state || text != test.symbols {
			t.Errorf("%s: state %s, symbols %.200q, want %s, %q", test.name, got.State, text, test.state, test.symbols)
		}
	}
}

func TestDeepTypes(t *testing.T) {
	got := extract(t, strings.Repeat("class D { ", 300)+strings.Repeat("}", 300))
	if got.State != record.StatePartial || len(got.Symbols) != maxNesting {
		t.Errorf("state %s, %d symbols", got.State, len(got.Symbols))
	}
}

func FuzzExtract(f *testing.F) {
	f.Add("package a;\nimport static b.C.*;\n/** D. */\n@A public class D<T> extends E { int x = 1; D() {} enum F { G } }\nmodule m { requires n; }")
	f.Fuzz(func(t *testing.T, src string) {
		got := extract(t, src)
		if _, err := record.Marshal(got); err != nil && strings.ToValidUTF8(src, "") == src {
			t.Error(err)
		}
	})
}
