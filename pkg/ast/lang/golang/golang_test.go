package golang

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/pkg/record"
)

func read(t testing.TB, src string) record.Syntax {
	t.Helper()
	got, err := extract(context.Background(), []byte(src))
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
		{"function", "package p\n// Open opens it. Twice.\nfunc Open(\n\tname string, // of the door\n\tflags ...int,\n) (d *Door, err error) { return }\nfunc shut() {}", []record.Symbol{
			{Name: "Open", Kind: record.KindFunction, Signature: "func Open(name string, flags ...int) (d *Door, err error)", Exported: true, Doc: "Open opens it."},
			{Name: "shut", Kind: record.KindFunction, Signature: "func shut()"},
		}},
		{"methods", "package p\nfunc (d *Door) Open() {}\nfunc (d door) Open() {}\nfunc (l *List[T]) Push(v T) {}\nfunc (Door) shut() {}", []record.Symbol{
			{Name: "Open", Kind: record.KindMethod, Signature: "func (d *Door) Open()", Parent: "Door", Exported: true},
			{Name: "Open", Kind: record.KindMethod, Signature: "func (d door) Open()", Parent: "door"},
			{Name: "Push", Kind: record.KindMethod, Signature: "func (l *List[T]) Push(v T)", Parent: "List", Exported: true},
			{Name: "shut", Kind: record.KindMethod, Signature: "func (Door) shut()", Parent: "Door"},
		}},
		{"struct", "package p\n// Door is one.\ntype Door[T any] struct {\n\tsync.Mutex\n\t*Base[T]\n\tWidth int // in cm\n\tsecret int\n}", []record.Symbol{
			{Name: "Door", Kind: record.KindStruct, Signature: "type Door[T any] struct { sync.Mutex; *Base[T] }", Exported: true, Doc: "Door is one."},
			{Name: "Width", Kind: record.KindField, Signature: "Width int", Parent: "Door", Exported: true, Doc: "in cm"},
		}},
		{"interface", "package p\ntype Opener interface {\n\tio.Closer\n\t// Open opens.\n\tOpen(key Key) error\n\tshut()\n}", []record.Symbol{
			{Name: "Opener", Kind: record.KindInterface, Signature: "type Opener interface { io.Closer; Open(key Key) error; shut() }", Exported: true},
			{Name: "Open", Kind: record.KindMethod, Signature: "Open(key Key) error", Parent: "Opener", Exported: true, Doc: "Open opens."},
			{Name: "shut", Kind: record.KindMethod, Signature: "shut()", Parent: "Opener"},
		}},
		{"long interface", "package p\ntype opener interface {\n\tOpenTheDoor(a, b, c, d, e, f string, g, h, i, j, k int64) (err error)\n\tShutTheDoor(a, b, c, d, e, f string, g, h, i, j, k int64) (err error)\n}", []record.Symbol{
			{Name: "opener", Kind: record.KindInterface, Signature: "type opener interface { OpenTheDoor; ShutTheDoor }"},
			{Name: "OpenTheDoor", Kind: record.KindMethod, Signature: "OpenTheDoor(a, b, c, d, e, f string, g, h, i, j, k int64) (err error)", Parent: "opener"},
			{Name: "ShutTheDoor", Kind: record.KindMethod, Signature: "ShutTheDoor(a, b, c, d, e, f string, g, h, i, j, k int64) (err error)", Parent: "opener"},
		}},
		{"types", "package p\ntype (\n\t// A is b.\n\tA = b.B\n\tC func(x int) error\n\tD interface{ ~int | string }\n\te map[string][]int\n)", []record.Symbol{
			{Name: "A", Kind: record.KindType, Signature: "type A = b.B", Exported: true, Doc: "A is b."},
			{Name: "C", Kind: record.KindType, Signature: "type C func(x int) error", Exported: true},
			{Name: "D", Kind: record.KindInterface, Signature: "type D interface { ~int | string }", Exported: true},
			{Name: "e", Kind: record.KindType, Signature: "type e map[string][]int"},
		}},
		{"grouped consts", "package p\n// Colours of doors.\nconst (\n\tRed Colour = iota // like fire\n\t// Green as grass.\n\tGreen\n\tblue, _ = 1, 2\n)", []record.Symbol{
			{Name: "Red", Kind: record.KindConstant, Signature: "const Red Colour = iota", Exported: true, Doc: "like fire"},
			{Name: "Green", Kind: record.KindConstant, Signature: "const Green Colour", Exported: true, Doc: "Green as grass."},
			{Name: "blue", Kind: record.KindConstant, Signature: "const blue = 1", Doc: "Colours of doors."},
		}},
		{"vars", "package p\nvar Err = errors.New(\"shut\")\nvar Table = map[string]int{\"a\": 1}\nvar door = &Door{1}\nvar Open = func(a int) error { return nil }\nvar ch = make(chan int, 3)\nvar x, Y int\nvar Long = f(func() {})", []record.Symbol{
			{Name: "Err", Kind: record.KindVariable, Signature: "var Err = errors.New(\"shut\")", Exported: true},
			{Name: "Table", Kind: record.KindVariable, Signature: "var Table map[string]int", Exported: true},
			{Name: "door", Kind: record.KindVariable, Signature: "var door *Door"},
			{Name: "Open", Kind: record.KindVariable, Signature: "var Open func(a int) error", Exported: true},
			{Name: "ch", Kind: record.KindVariable, Signature: "var ch chan int"},
			{Name: "x", Kind: record.KindVariable, Signature: "var x int"},
			{Name: "Y", Kind: record.KindVariable, Signature: "var Y int", Exported: true},
			{Name: "Long", Kind: record.KindVariable, Signature: "var Long", Exported: true},
		}},
		{"struct parameter", "package p\nfunc F(x struct {\n\ta int\n\tb string\n}) {}", []record.Symbol{
			{Name: "F", Kind: record.KindFunction, Signature: "func F(x struct { a int; b string })", Exported: true},
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := read(t, test.src)
			if got.State != record.StateOK {
				t.Errorf("state is %s", got.State)
			}
			if diff := cmp.Diff(test.want, got.Symbols); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestImportsAndRefs(t *testing.T) {
	got := read(t, `package p

// #include <stdio.h>
import "C"
import (
	"embed"
	"math/rand/v2"
	"path"

	. "example.com/dot"
	_ "example.com/driver"
	cfg "example.com/go-config"
	"example.com/go-yaml"
	"example.com/x/yaml.v3"
	"example.com/unknown"
)

//go:embed a.txt "b c.txt"
var files embed.FS

func f(path2 helper) {
	rand.IntN(3)
	cfg.Load(path.Join("a"), yaml.Marshal)
	C.puts(nil)
	{
		path := other{path: 1}
		path.Gone()
	}
	unknownThing()
	for i := range len(files) { print(i) }
}
`)
	want := []record.Import{
		{Raw: "C", Names: []string{"puts"}},
		{Raw: "embed", Names: []string{"FS"}},
		{Raw: "math/rand/v2", Names: []string{"IntN"}},
		{Raw: "path", Names: []string{"Join"}},
		{Raw: "example.com/dot", Names: []string{"*"}},
		{Raw: "example.com/driver"},
		{Raw: "example.com/go-config", Names: []string{"Load"}},
		{Raw: "example.com/go-yaml", Names: []string{"Marshal"}},
		{Raw: "example.com/x/yaml.v3", Names: []string{"Marshal"}},
		{Raw: "example.com/unknown"},
		{Raw: "a.txt", Form: "embed"},
		{Raw: "b c.txt", Form: "embed"},
	}
	if diff := cmp.Diff(want, got.Imports); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"helper", "other", "unknownThing"}, got.Refs); diff != "" {
		t.Error(diff)
	}
}

func TestDocs(t *testing.T) {
	for _, test := range []struct{ name, src, doc, packageDoc string }{
		{"why a constraint", "// Copyright 2020 X.\n\n// Plan 9 has no locks.\n\n//go:build !plan9\n\npackage p", "", ""},
		{"above a constraint", "// Only when fuzzing.\n//go:build fuzz\n\npackage p", "", ""},
		{"this file", "// This file has locks.\n\n//go:build !plan9\n\npackage p", "This file has locks.", ""},
		{"behind a constraint", "//go:build !plan9\n\n// Locks and keys.\n\npackage p", "Locks and keys.", ""},
		{"package", "// Copyright 2020 X. All rights reserved.\n\n// Package p opens doors.\n//\n// More.\npackage p", "", "Package p opens doors."},
		{"detached", "//go:build linux\n\n// This file has the hinges.\n\npackage p\n\n// Not this.\n", "This file has the hinges.", ""},
		{"licence as package doc", "// Copyright 2020 X.\n// Use of this source code is governed by a licence.\npackage p", "", ""},
	} {
		got := read(t, test.src)
		if got.Doc != test.doc || got.PackageDoc != test.packageDoc || got.Package != "p" {
			t.Errorf("%s: doc %q, package doc %q, package %q", test.name, got.Doc, got.PackageDoc, got.Package)
		}
	}
}

func TestBroken(t *testing.T) {
	for _, test := range []struct {
		name, src string
		state     record.State
		symbols   string
	}{
		{"half edited", "package p\nfunc A() {\n\tx := \n}\nfunc B( {\nfunc C() {}\ntype D struct { A int \nfunc E() {}", record.StatePartial, "A B C D A E"},
		{"conflict", "package p\n<<<<<<< HEAD\nfunc A() {}\n=======\nfunc B() {}\n>>>>>>> x\nfunc C() {}", record.StatePartial, "A B C"},
		{"template in a raw string", "package p\nvar a = `\nfunc X() {\n`\nfunc A() { ) }\nvar b = `\nfunc Y() {}\n`", record.StatePartial, "a A b"},
		{"docs stay", "package p\nfunc A() { ( }\n\n// B is b.\nfunc B() {}", record.StatePartial, "A B"},
		{"english", "This is not Go at all.", record.StateFailed, ""},
		{"empty", "", record.StateFailed, ""},
		{"deep", "package p\nvar x = " + strings.Repeat("(", 200000), record.StatePartial, ""},
	} {
		got := read(t, test.src)
		var names []string
		for _, s := range got.Symbols {
			names = append(names, s.Name)
		}
		if text := strings.Join(names, " "); got.State != test.state || text != test.symbols {
			t.Errorf("%s: state %s, symbols %q, want %s, %q", test.name, got.State, text, test.state, test.symbols)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := extract(ctx, []byte("package p")); err != context.Canceled {
		t.Errorf("error is %v", err)
	}
}

func FuzzExtract(f *testing.F) {
	f.Add("package p\nimport \"a\"\n// D\ntype T struct { a.B; C int }\nfunc (t *T) M(x struct{\n}) {}\nconst (\nA = iota\nB\n)\nvar x, y = 1, func() {}\n")
	f.Fuzz(func(t *testing.T, src string) {
		got := read(t, src)
		if _, err := record.Marshal(got); err != nil && strings.ToValidUTF8(src, "") == src {
			t.Error(err)
		}
	})
}
