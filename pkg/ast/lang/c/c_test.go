package c

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
	"github.com/pi-project-map/pmap/pkg/record"
)

func extract(t testing.TB, name, src string) record.Syntax {
	t.Helper()
	for _, e := range Extractors() {
		if e.Name == name {
			got, err := e.Extract(context.Background(), []byte(src))
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
	}
	t.Fatalf("no extractor %q", name)
	return record.Syntax{}
}

func TestSymbols(t *testing.T) {
	for _, test := range []struct {
		name, extractor, src string
		want                 []record.Symbol
	}{
		{"functions", "c", "/* Opens it. Twice. */\nint open_door(const char *name, /* why */\n              int flags)\n{\n  if (x) { y(); }\n}\nstatic void shut(void) {}\nint far(int);\nstruct door *make(void) { return 0; }\n", []record.Symbol{
			{Name: "open_door", Kind: record.KindFunction, Signature: "int open_door(const char *name, int flags)", Exported: true, Doc: "Opens it."},
			{Name: "shut", Kind: record.KindFunction, Signature: "static void shut(void)"},
			{Name: "make", Kind: record.KindFunction, Signature: "struct door *make(void)", Exported: true},
		}},
		{"variables", "c", "int count = 3, *last;\nstatic int hidden;\nextern int other;\nconst char *names[] = { \"a\", \"b\" };\nvoid (*hook)(int) = NULL;\nclock_fn (*tick)(void) = NULL;\n__thread buf_t scratch;\nstruct { int a; /* why */ } state;", []record.Symbol{
			{Name: "count", Kind: record.KindVariable, Signature: "int count = 3", Exported: true},
			{Name: "last", Kind: record.KindVariable, Signature: "int *last", Exported: true},
			{Name: "hidden", Kind: record.KindVariable, Signature: "static int hidden"},
			{Name: "names", Kind: record.KindVariable, Signature: "const char *names[]", Exported: true},
			{Name: "hook", Kind: record.KindVariable, Signature: "void (*hook)(int)", Exported: true},
			{Name: "tick", Kind: record.KindVariable, Signature: "clock_fn (*tick)(void)", Exported: true},
			{Name: "scratch", Kind: record.KindVariable, Signature: "buf_t scratch", Exported: true},
			{Name: "state", Kind: record.KindVariable, Signature: "struct state", Exported: true},
		}},
		{"header", "c-header", "#ifndef DOOR_H\n#define DOOR_H\n#define DOOR_MAX 10 /* how many */\n#define DOOR_AREA(w, h) ((w) * \\\n  (h))\nint open_door(int);\nextern int count;\nstatic inline int half(int x) { return x / 2; }\ntypedef struct door door;\nstruct door { int width; };\n#define TEMP 1\n#undef TEMP\n#endif", []record.Symbol{
			{Name: "DOOR_MAX", Kind: record.KindMacro, Signature: "#define DOOR_MAX 10", Exported: true, Doc: "how many"},
			{Name: "DOOR_AREA", Kind: record.KindMacro, Signature: "#define DOOR_AREA(w, h)", Exported: true},
			{Name: "open_door", Kind: record.KindFunction, Signature: "int open_door(int)", Exported: true},
			{Name: "count", Kind: record.KindVariable, Signature: "extern int count", Exported: true},
			{Name: "half", Kind: record.KindFunction, Signature: "static inline int half(int x)", Exported: true},
			{Name: "door", Kind: record.KindStruct, Signature: "struct door", Exported: true},
		}},
		{"types", "c-header", "enum colour { RED, /* like fire */ GREEN = 2, BLUE = F(3) };\ntypedef enum { A } letter;\ntypedef struct { int x; } point, *point_ptr;\ntypedef int (*callback)(void *);\ntypedef unsigned char byte;\nunion u { int i; float f; };\nstruct later;", []record.Symbol{
			{Name: "colour", Kind: record.KindEnum, Signature: "enum colour", Exported: true},
			{Name: "RED", Kind: record.KindConstant, Signature: "RED", Parent: "colour", Exported: true, Doc: "like fire"},
			{Name: "GREEN", Kind: record.KindConstant, Signature: "GREEN = 2", Parent: "colour", Exported: true},
			{Name: "BLUE", Kind: record.KindConstant, Signature: "BLUE", Parent: "colour", Exported: true},
			{Name: "letter", Kind: record.KindEnum, Signature: "typedef enum letter", Exported: true},
			{Name: "A", Kind: record.KindConstant, Signature: "A", Parent: "letter", Exported: true},
			{Name: "point", Kind: record.KindStruct, Signature: "typedef struct point", Exported: true},
			{Name: "point_ptr", Kind: record.KindType, Signature: "typedef struct *point_ptr", Exported: true},
			{Name: "callback", Kind: record.KindType, Signature: "typedef int (*callback)(void *)", Exported: true},
			{Name: "byte", Kind: record.KindType, Signature: "typedef unsigned char byte", Exported: true},
			{Name: "u", Kind: record.KindUnion, Signature: "union u", Exported: true},
		}},
		{"types of a source", "c", "struct door { int width; };\nenum e { A };\ntypedef int t;", []record.Symbol{
			{Name: "door", Kind: record.KindStruct, Signature: "struct door"},
			{Name: "e", Kind: record.KindEnum, Signature: "enum e"},
			{Name: "A", Kind: record.KindConstant, Signature: "A", Parent: "e"},
			{Name: "t", Kind: record.KindType, Signature: "typedef int t"},
		}},
		{"macros around functions", "c-header", "BEGIN_DECLS\nDOOR_API int a(int);\nLIB_API lua_State *(b) (int);\nLIB_API int (c) (int x);\nBOOL WINAPI d(HANDLE h);\nstatic DOOR_INLINE DWORD e(void) { return 0; }\nPyAPI_FUNC(Thing *) f(int);\nEXPORT(void) g(int);\nint ZEXPORT h OF((int x, int y));\n__attribute__((noreturn)) void i(void) __attribute__((cold));\nvoid j(const char *f, ...) PRINTF_LIKE(1, 2);\nextern mytime_t (*k)(int) DOOR_ATTR;\nSTACK_OF(X509) *l(void);\nunsigned int M_N(void);\nEND_DECLS", []record.Symbol{
			{Name: "a", Kind: record.KindFunction, Signature: "int a(int)", Exported: true},
			{Name: "b", Kind: record.KindFunction, Signature: "lua_State * b (int)", Exported: true},
			{Name: "c", Kind: record.KindFunction, Signature: "int c (int x)", Exported: true},
			{Name: "d", Kind: record.KindFunction, Signature: "BOOL d(HANDLE h)", Exported: true},
			{Name: "e", Kind: record.KindFunction, Signature: "static DWORD e(void)", Exported: true},
			{Name: "f", Kind: record.KindFunction, Signature: "Thing * f(int)", Exported: true},
			{Name: "g", Kind: record.KindFunction, Signature: "void g(int)", Exported: true},
			{Name: "h", Kind: record.KindFunction, Signature: "int h (int x, int y)", Exported: true},
			{Name: "i", Kind: record.KindFunction, Signature: "void i(void)", Exported: true},
			{Name: "j", Kind: record.KindFunction, Signature: "void j(const char *f, ...)", Exported: true},
			{Name: "k", Kind: record.KindVariable, Signature: "extern mytime_t (*k)(int)", Exported: true},
			{Name: "l", Kind: record.KindFunction, Signature: "X509 *l(void)", Exported: true},
			{Name: "M_N", Kind: record.KindFunction, Signature: "unsigned int M_N(void)", Exported: true},
		}},
		{"conditionals", "c", "#ifdef A\nint f(int a) {\n#else\nint f(int a, int b) {\n#endif\n  return 0;\n}\n#if 0\nint dead(void) { }\n#else\nint g(void) {\n#ifdef B\n  if (x) {\n#else\n  if (y) {\n#endif\n  }\n}\n#endif\n#ifdef C\nint h(void) {}\n#else\nint k(void) {}\n#endif", []record.Symbol{
			{Name: "f", Kind: record.KindFunction, Signature: "int f(int a)", Exported: true},
			{Name: "g", Kind: record.KindFunction, Signature: "int g(void)", Exported: true},
			{Name: "h", Kind: record.KindFunction, Signature: "int h(void)", Exported: true},
			{Name: "k", Kind: record.KindFunction, Signature: "int k(void)", Exported: true},
		}},
		{"extern C in a header of C", "c-header", "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif", []record.Symbol{
			{Name: "f", Kind: record.KindFunction, Signature: "int f(void)", Exported: true},
		}},
		{"class", "cpp-header", "namespace a {\n/// A door.\ntemplate <typename T>\nclass DOOR_EXPORT Door final : public Base<T>, private Other {\n public:\n  explicit Door(int w) : width_{w}, x(1) { f(); }\n  ~Door();\n  Door(const Door&) = delete;\n  // How wide.\n  virtual int width() const = 0;\n  static constexpr int kMax = 3;\n  bool operator==(const Door&) const;\n  using Key = int;\n  struct Hinge { int n; };\n  int field GUARDED_BY(mu);\n protected:\n  void soft();\n private:\n  int width_;\n  void hard();\n};\n}", []record.Symbol{
			{Name: "Door", Kind: record.KindClass, Signature: "template <typename T> class Door final : public Base<T>, private Other", Exported: true, Doc: "A door."},
			{Name: "Door", Kind: record.KindConstructor, Signature: "explicit Door(int w)", Parent: "Door", Exported: true},
			{Name: "width", Kind: record.KindMethod, Signature: "virtual int width() const", Parent: "Door", Exported: true, Doc: "How wide."},
			{Name: "kMax", Kind: record.KindConstant, Signature: "static constexpr int kMax = 3", Parent: "Door", Exported: true},
			{Name: "Key", Kind: record.KindType, Signature: "using Key = int", Parent: "Door", Exported: true},
			{Name: "Hinge", Kind: record.KindStruct, Signature: "struct Hinge", Parent: "Door", Exported: true},
		}},
		{"definitions of C++", "cpp", "namespace a {\nnamespace {\nint hid() { return 1; }\n}\nDoor::Door(int w) : width_(w) {}\nDOOR_EXPORT std::string Door::name(int x) const { return n; }\ntemplate <class T> T half(T x) { return x; }\nint half(int x, int y) { return x; }\nconst int kTen = 10;\nint global{3};\nTEST(Door, Opens) { EXPECT(1); }\nenum class E : int { A };\n}", []record.Symbol{
			{Name: "hid", Kind: record.KindFunction, Signature: "int hid()"},
			{Name: "Door", Kind: record.KindConstructor, Signature: "Door::Door(int w)", Parent: "Door", Exported: true},
			{Name: "name", Kind: record.KindMethod, Signature: "std::string Door::name(int x) const", Parent: "Door", Exported: true},
			{Name: "half", Kind: record.KindFunction, Signature: "template <class T> T half(T x)", Exported: true},
			{Name: "half", Kind: record.KindFunction, Signature: "int half(int x, int y)", Exported: true},
			{Name: "kTen", Kind: record.KindConstant, Signature: "const int kTen = 10"},
			{Name: "global", Kind: record.KindVariable, Signature: "int global", Exported: true},
			{Name: "E", Kind: record.KindEnum, Signature: "enum class E : int"},
			{Name: "A", Kind: record.KindConstant, Signature: "A", Parent: "E"},
		}},
		{"macros of C++", "cpp-header", "template <typename T, ENABLE_IF(is<T>(0)), int N = sizeof(T)>\nvoid f(T* nullable p, const T& q LIFETIME_BOUND) noexcept(g(1));\ntemplate void f<int>(int* p);\nclass LOCKABLE [[nodiscard]] Lock {\n PRIVATE_UNLESS_TESTED:\n  CONSTEXPR Lock(int x) : x_(x) {}\n public:\n  explicit Lock(Mode mode) noexcept(true) {}\n  int* nullable p_ = nullptr;\n  auto end() -> decltype(x) const;\n};", []record.Symbol{
			{Name: "f", Kind: record.KindFunction, Signature: "template <typename T, int, int N> void f(T* p, const T& q)", Exported: true},
			{Name: "Lock", Kind: record.KindClass, Signature: "class Lock", Exported: true},
			{Name: "Lock", Kind: record.KindConstructor, Signature: "explicit Lock(Mode mode)", Parent: "Lock", Exported: true},
			{Name: "end", Kind: record.KindMethod, Signature: "auto end() const", Parent: "Lock", Exported: true},
		}},
		{"C++ in .h", "c-header", "namespace a {\nclass B;\nB *make();\ntemplate <class T> using P = T*;\ntypedef B C;\n}", []record.Symbol{
			{Name: "make", Kind: record.KindFunction, Signature: "B *make()", Exported: true},
			{Name: "P", Kind: record.KindType, Signature: "template <class T> using P = T*", Exported: true},
			{Name: "C", Kind: record.KindType, Signature: "typedef B C", Exported: true},
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := extract(t, test.extractor, test.src)
			if got.State != record.StateOK {
				t.Errorf("state is %s", got.State)
			}
			if diff := cmp.Diff(test.want, got.Symbols); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// What macros of the file's own stand for is what a compiler sees.
func TestOwnMacros(t *testing.T) {
	for _, test := range []struct{ name, extractor, src, want string }{
		{"members of macros alone", "c-header", "struct a { FIELDS MORE };\nstruct b { ONE };\nunion u { XX(1); YY(a, b) };\nstruct c { int x; TAIL };\nclass RE2;", "a b u c"},
		{"constructor like a macro", "cpp-header", "class RE2 { public: RE2(int); void f(); };", "RE2 RE2.RE2 RE2.f"},
		{"declarations", "cpp-header", "namespace hooks {\n#define HOOK(type) \\\n  using type##Callback = void(const type&); \\\n  void Set##type##Hook(type##Callback* cb);\nHOOK(Reset)\nHOOK(Failure)\n#undef HOOK\nstruct After { int x; };\n}", "ResetCallback SetResetHook FailureCallback SetFailureHook After"},
		{"definitions", "c", "#define DEFINE(name, type) \\\n  int uv_##name##_init(uv_##name##_t* handle) { \\\n    init(handle, UV_##type); \\\n  } \\\n  static void name##_close(void) { }\nDEFINE(idle, IDLE)\nDEFINE(check, CHECK);\nint after;", "uv_idle_init uv_check_init after"},
		{"lists", "c-header", "#define OPS \\\n  OP(plus) \\\n  OP(minus)\n#define OP(name) jv binop_ ## name(jv, jv);\nOPS\n#undef OP\nint after;", "OPS binop_plus binop_minus after"},
		{"head of a function", "c", "#define YY_DECL int yylex \\\n  (void *p)\n#define yylex jq_yylex\nYY_DECL\n{\n}\n#define COMMAND(name, ...) int cmd_##name(__VA_ARGS__)\nCOMMAND(add, int a, int b) { return a + b; }\nCOMMAND(far, void);\nCOMMAND(sub, int a)\n{\n}", "jq_yylex cmd_add cmd_sub"},
		{"decoration", "c-header", "#define API(t) __attribute__((visibility(\"default\"))) t\n#define BEGIN extern \"C\" {\n#define END }\n#define NOTHING\nBEGIN\nAPI(int) f(void);\nNOTHING int g(void);\nEND\nint h(void);", "API BEGIN END NOTHING f g h"},
		{"framed", "cpp-header", "#define NS_BEGIN namespace n { inline namespace v1 {\n#define NS_END } }\n#define CAN(x) struct x##_tag {}; void x();\nNS_BEGIN\nCAN(begin);\nNS_END\nNS_BEGIN\nint after();\nNS_END", "NS_BEGIN NS_END CAN begin_tag begin after"},
		{"nameless namespace", "cpp", "#define F(x) void x() {}\nnamespace {\nF(inner)\n}\nF(outer)", "outer"},
		{"other names", "c", "#ifdef create\n#define HAD\n#else\n#define create jq_create\n#endif\nint create(int size) { return size; }\n#undef create\nint other(void) { }\nvoid create(void) { }", "jq_create other create"},
		{"other names in other branches", "c", "#ifdef A\n#define twice x_twice\n#else\nint twice(void) { }\n#endif\n#define self self\nint self(void) { }", "twice self"},
		{"endless", "c", "#define A B(A)\n#define B(x) int n; x A\nA\nint after;", "after"},
		{"parameters of before 1989", "c", "double\nstrtod\n#ifdef KR_headers\n(s, e) char *s; char **e;\n#else\n(const char *s, char **e)\n#endif\n{ return 0; }\nint after;", "strtod after"},
		{"halves of a head", "c", "int\n#ifdef A\nf(int a)\n#elif B\nf(short a)\n#else\nf(long a)\n#endif\n{ return 0; }\nvoid g(int a\n#ifdef A\n, int b\n#endif\n) { }\n#ifdef A\nint h(int a) {\n#else\nint h(long a) {\n#endif\n return 1; }\nint after;", "f g h after"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, s := range extract(t, test.extractor, test.src).Symbols {
				name := s.Name
				if s.Parent != "" {
					name = s.Parent + "." + name
				}
				if s.Exported {
					got = append(got, name)
				}
			}
			if diff := cmp.Diff(test.want, strings.Join(got, " ")); diff != "" {
				t.Error(diff)
			}
		})
	}
	got := extract(t, "c", "#define W(n) int n##_init(struct n* p)\n/* Starts it. */\nW(idle) { }").Symbols
	want := []record.Symbol{{Name: "idle_init", Kind: record.KindFunction, Signature: "int idle_init(struct idle* p)", Exported: true, Doc: "Starts it."}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestNames(t *testing.T) {
	got := extract(t, "c", `
#include "door.h"
#include <stdio.h> /* printf */
# include "a/b.h"
#include DOOR_HEADER
#if 0
#include "old.h"
#endif
#include "door.h"
#define TWICE(x) (doubled(x) + other)

static int helper(client *c, int n) {
	robj *o = create(n);
	int i, total = LIMIT * n;
	c->flags |= CLIENT_DIRTY;
	server.port = o->ptr;
	return helper(c, i + total);
}
`)
	want := []record.Import{{Raw: `"door.h"`}, {Raw: "<stdio.h>"}, {Raw: `"a/b.h"`}, {Raw: `"old.h"`}}
	if diff := cmp.Diff(want, got.Imports); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"CLIENT_DIRTY", "LIMIT", "client", "create", "doubled", "other", "robj", "server"}, got.Refs); diff != "" {
		t.Error(diff)
	}
}

func TestDoc(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"header", "/* door.c - all about doors\n *\n * Copyright 2020 X.\n */\n#include <a.h>\n/* Opens. */\nint f(void) {}", "all about doors"},
		{"behind the guard", "// Copyright 2020 X.\n#ifndef D\n#define D\n// Doors and windows.\n\nint f(void);\n#endif", "Doors and windows."},
		{"of the first declaration", "#include <a.h>\n\n/* Opens the door. */\nint f(void) {}", ""},
		{"no declaration", "/* Just words here. */\n", "Just words here."},
		{"licence", "/* Copyright 2020 X.\n * All rights reserved. */\nint x;", ""},
	} {
		if got := extract(t, "c-header", test.src).Doc; got != test.want {
			t.Errorf("%s: doc is %q, want %q", test.name, got, test.want)
		}
	}
	if got := extract(t, "cpp", "namespace a::b { int x; } namespace c {}").Package; got != "a::b" {
		t.Errorf("package is %q", got)
	}
}

func TestBroken(t *testing.T) {
	for _, test := range []struct {
		name, extractor, src string
		state                record.State
		symbols              string
	}{
		{"open brace in a body", "c", "int a(void) {\n  if (x) {\n}\nint b(void) {\n}\nint c(void) {\n}\n", record.StateOK, "a b c"},
		{"half edited", "c", "int a(void) {\n}\nint b(int x,\n\nint c(void) {\n}\nint d;", record.StatePartial, "a b d"},
		{"cut off", "c", "int a(void) {}\nint b(void) { if (x", record.StatePartial, "a b"},
		{"conflict", "c", "<<<<<<< HEAD\nint a(void) {\n=======\nint b(void) {\n>>>>>>> x\n}\nint c(void) {}\n", record.StatePartial, "a c"},
		{"unclosed comment", "c", "int a(void) {}\n/* int b(void) {}", record.StatePartial, "a"},
		{"unclosed string", "c", "char *a = \"x;\nint b(void) {}", record.StatePartial, "a"},
		{"empty", "c", "", record.StateOK, ""},
		{"macros with values", "cpp", "ABSL_FLAG(int, a, 256 << 10,\n  \"a\");\nDEFINE_bool(b, false && x, \"b\");\nint c(int x = 1) {}\nint d(3);\n", record.StateOK, "c d"},
		{"prose", "c", strings.Repeat("It was the best of times, it was the worst of times (so they say); int x was the age.\n", 20), record.StateFailed, ""},
		{"many words", "c", strings.Repeat("static const unsigned long int a = 1;\n", 20), record.StateOK, "a"},
	} {
		got := extract(t, test.extractor, test.src)
		var names []string
		for _, s := range got.Symbols {
			names = append(names, s.Name)
		}
		if text := strings.Join(names, " "); got.State != test.state || text != test.symbols {
			t.Errorf("%s: state %s, symbols %.200q, want %s, %q", test.name, got.State, text, test.state, test.symbols)
		}
	}
}

// TestHostile feeds what makes careless scanners recurse or go quadratic.
func TestHostile(t *testing.T) {
	langtest.Bombs(t, Extractors(), 100_000, "(", "{", "}", "[", ")", "<", "class A {", "namespace a {", "template <", "#if 0\n", "#if A\n{\n#else\n", "A(", "struct a {} ", "/* */", "\"", "'", "a::", "A B ", "int a(", "[[", "enum {", "x = {", "R\"(", "\\\n", "#define A \\\n", "*", "(*", "extern \"C\" {", "typedef struct {", "A() ")
}

func FuzzExtract(f *testing.F) {
	f.Add("#ifndef A\n#include \"b\"\nAPI class X C : D { public: int f() G(1); };\n#else\nenum { E };\n#endif\ntemplate <class T> int g() noexcept(x) -> decltype(y) {}\nEXPORT(int) h(int);")
	f.Fuzz(func(t *testing.T, src string) {
		for _, e := range Extractors() {
			got, err := e.Extract(context.Background(), []byte(src))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := record.Marshal(got); err != nil && strings.ToValidUTF8(src, "") == src {
				t.Error(err)
			}
		}
	})
}

// TestFileDoc: what stands before the first token of code, and above no
// declaration or macro, is about the file.
func TestFileDoc(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"before an include", "/* Reads clocks. */\n#include <a.h>\nint x;", "Reads clocks."},
		{"after a licence", "/* Copyright 2020 X. */\n\n// Reads clocks.\n\n#include <a.h>", "Reads clocks."},
		{"before a guard", "/* Reads clocks. */\n#ifndef A_H\n#define A_H\nint x;\n#endif", "Reads clocks."},
		{"after a guard", "#ifndef A_H\n#define A_H\n\n// Reads clocks.\n\n#include <a.h>\n#endif", "Reads clocks."},
		{"after a written guard", "#if !defined(A_H)\n#define A_H\n/* Reads clocks. */\n#include <a.h>\n#endif", "Reads clocks."},
		{"once", "#pragma once\n\n/* Reads clocks. */\n\nint x;", "Reads clocks."},
		{"of a macro", "/* flags and length */\n#define F 1\n", ""},
		{"of a macro after a guard", "#ifndef A_H\n#define A_H\n/* flags and length */\n#define F 1\n#endif", ""},
		{"of a declaration", "/* Color table here. */\nint colors[3];", ""},
		{"after includes", "#include <a.h>\n\n/* Global state here. */\n\nint x;", ""},
		{"after a condition", "#ifdef _WIN32\n// For WriteFile() below\n#include <windows.h>\n#endif", ""},
		{"tagged", "/** @file\n * Reads clocks. */\nint x;", "Reads clocks."},
		{"above a macro, set off", "/* Reads clocks. */\n\n#define lclock_c\n\n#include <a.h>", "Reads clocks."},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := extract(t, "c-header", test.src).Doc; got != test.want {
				t.Errorf("doc is %q, want %q", got, test.want)
			}
		})
	}
}

// TestMainOnDemand: a main that is compiled on demand is no entry for the linker.
func TestMainOnDemand(t *testing.T) {
	for src, want := range map[string]bool{
		"#ifdef A\n#endif\nint main(void) { return 0; }":                                      true,
		"int crc(void) { return 0; }\n#ifdef SELF_TEST\nint main(void) { return 0; }\n#endif": false,
	} {
		for _, s := range extract(t, "c", src).Symbols {
			if s.Name == "main" && s.Exported != want {
				t.Errorf("main of %q is exported: %t", src, s.Exported)
			}
		}
	}
}
