package php

import (
	"context"
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
		{"class", "/**\n * Opens it.\n *\n * @final\n */\n#[Attr(1)]\nfinal readonly class Door extends \\Base implements I, J\n{\n}", []record.Symbol{
			{Name: "Door", Kind: record.KindClass, Signature: `final readonly class Door extends \Base implements I, J`, Exported: true, Doc: "Opens it."},
		}},
		{"members", "class D {\n  use T, U { T::a insteadof U; }\n  const A = 1, B = [1];\n  private const C = 1;\n  final protected const string E = 'x';\n  public static ?int $n = 2, $m;\n  protected $p;\n  private $q;\n" +
			"  public string $h { get => 1; set { $this->h = $value; } }\n  public private(set) int $r;\n" +
			"  public function __construct(private readonly int $a, #[X] public ?string $b = null, int $c = 3) {}\n" +
			"  /** Finds. Twice. */\n  #[Y]\n  abstract protected static function &find(int|string $x, self &...$y): ?static;\n  private function hid() { function local() {} }\n  function plain(): never {}\n}", []record.Symbol{
			{Name: "D", Kind: record.KindClass, Signature: "class D", Exported: true},
			{Name: "A", Kind: record.KindConstant, Signature: "A = 1", Parent: "D", Exported: true},
			{Name: "B", Kind: record.KindConstant, Signature: "B", Parent: "D", Exported: true},
			{Name: "E", Kind: record.KindConstant, Signature: "E = 'x'", Parent: "D"},
			{Name: "n", Kind: record.KindProperty, Signature: "static ?int $n = 2", Parent: "D", Exported: true},
			{Name: "m", Kind: record.KindProperty, Signature: "static ?int $m", Parent: "D", Exported: true},
			{Name: "p", Kind: record.KindProperty, Signature: "$p", Parent: "D"},
			{Name: "h", Kind: record.KindProperty, Signature: "string $h", Parent: "D", Exported: true},
			{Name: "r", Kind: record.KindProperty, Signature: "int $r", Parent: "D", Exported: true},
			{Name: "b", Kind: record.KindProperty, Signature: "?string $b", Parent: "D", Exported: true},
			{Name: "__construct", Kind: record.KindConstructor, Signature: "__construct(int $a, ?string $b = null, int $c = 3)", Parent: "D", Exported: true},
			{Name: "find", Kind: record.KindMethod, Signature: "abstract protected static &find(int|string $x, self &...$y): ?static", Parent: "D", Doc: "Finds."},
			{Name: "hid", Kind: record.KindMethod, Signature: "private hid()", Parent: "D"},
			{Name: "plain", Kind: record.KindMethod, Signature: "plain(): never", Parent: "D", Exported: true},
		}},
		{"interface, trait and enum", "interface I extends J, K { const Q = 1; public function m(); }\ntrait T { abstract function y(); }\n" +
			"enum Suit: string implements Z { case Hearts = 'H';\n/** Black. */\ncase Spades = 'S'; const W = self::Hearts; public static function f(): void {} }", []record.Symbol{
			{Name: "I", Kind: record.KindInterface, Signature: "interface I extends J, K", Exported: true},
			{Name: "Q", Kind: record.KindConstant, Signature: "Q = 1", Parent: "I", Exported: true},
			{Name: "m", Kind: record.KindMethod, Signature: "m()", Parent: "I", Exported: true},
			{Name: "T", Kind: record.KindTrait, Signature: "trait T", Exported: true},
			{Name: "y", Kind: record.KindMethod, Signature: "abstract y()", Parent: "T", Exported: true},
			{Name: "Suit", Kind: record.KindEnum, Signature: "enum Suit: string implements Z", Exported: true},
			{Name: "Hearts", Kind: record.KindConstant, Signature: "case Hearts = 'H'", Parent: "Suit", Exported: true},
			{Name: "Spades", Kind: record.KindConstant, Signature: "case Spades = 'S'", Parent: "Suit", Exported: true, Doc: "Black."},
			{Name: "W", Kind: record.KindConstant, Signature: "W = self::Hearts", Parent: "Suit", Exported: true},
			{Name: "f", Kind: record.KindMethod, Signature: "static f(): void", Parent: "Suit", Exported: true},
		}},
		{"functions and constants", "const K = 1, L = [2];\ndefine('FOO', 'x');\ndefine($n, 1);\n\\define(\"N\\\\BAR\", 1);\n/** Adds. */\nfunction add(int $a, /* c */ $b = ['x' => 1]): int { class_exists('x'); function local() {} class Inner {} }\n" +
			"if (!function_exists('bar')) {\n  /** Bars. */\n  function bar() {}\n} else { class Late {} }\n$f = function () { function deep() {} };\n$o = new class { function m() {} };", []record.Symbol{
			{Name: "K", Kind: record.KindConstant, Signature: "K = 1", Exported: true},
			{Name: "L", Kind: record.KindConstant, Signature: "L", Exported: true},
			{Name: "FOO", Kind: record.KindConstant, Signature: "FOO = 'x'", Exported: true},
			{Name: "add", Kind: record.KindFunction, Signature: "add(int $a, $b = ['x' => 1]): int", Exported: true, Doc: "Adds."},
			{Name: "bar", Kind: record.KindFunction, Signature: "bar()", Exported: true, Doc: "Bars."},
			{Name: "Late", Kind: record.KindClass, Signature: "class Late", Exported: true},
		}},
		{"namespaces", "namespace A { class X {} }\nnamespace B\\C { class Y {} function z() {} }", []record.Symbol{
			{Name: "X", Kind: record.KindClass, Signature: "class X", Exported: true},
			{Name: "Y", Kind: record.KindClass, Signature: "class Y", Exported: true},
			{Name: "z", Kind: record.KindFunction, Signature: "z()", Exported: true},
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := extract(t, "<?php\n"+test.src)
			if got.State != record.StateOK {
				t.Errorf("state is %s", got.State)
			}
			if diff := cmp.Diff(test.want, got.Symbols); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestImports(t *testing.T) {
	got := extract(t, `<?php
namespace A\B;
use \C\D, C \ E as F;
use function C\g, C\h as i;
use const C\H;
use C\{D1, function x, Sub\E2 as E3};
use function Q\{r, s};
class Door extends Base implements E3 {
	use Shared;
	#[Mark]
	function f(D $d, ?Near $n): self {
		try { new F(); Util::call(Other::NAME); new Impl; } catch (Failure | D1 $e) {}
		return $e instanceof Kind ? \X\Y::z() : require __DIR__ . '/inner.php';
	}
}
require_once 'y.php';
include dirname(__FILE__) . '/../z.php';
include(dirname(__DIR__, 2) . "/w.php");
require dirname(__DIR__).'/v.php';
require __DIR__ . "/$name.php";
require $x;
`)
	if got.Package != `A\B` {
		t.Errorf("package is %q", got.Package)
	}
	want := []record.Import{
		{Raw: `C\D`, Names: []string{"D"}},
		{Raw: `C\E`, Names: []string{"E"}},
		{Raw: `C\g`, Form: "function", Names: []string{"g"}},
		{Raw: `C\h`, Form: "function", Names: []string{"h"}},
		{Raw: `C\H`, Form: "const", Names: []string{"H"}},
		{Raw: `C\D1`, Names: []string{"D1"}},
		{Raw: `C\x`, Form: "function", Names: []string{"x"}},
		{Raw: `C\Sub\E2`, Names: []string{"E2"}},
		{Raw: `Q\r`, Form: "function", Names: []string{"r"}},
		{Raw: `Q\s`, Form: "function", Names: []string{"s"}},
		{Raw: "./inner.php", Form: "include"},
		{Raw: "y.php", Form: "include"},
		{Raw: "../z.php", Form: "include"},
		{Raw: "../../w.php", Form: "include"},
		{Raw: "../v.php", Form: "include"},
	}
	if diff := cmp.Diff(want, got.Imports); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"Base", "Failure", "Impl", "Kind", "Mark", "Near", "Other", "Shared", "Util"}, got.Refs); diff != "" {
		t.Error(diff)
	}
}

func doc(t testing.TB, src string) string { return extract(t, src).Doc }

func TestDoc(t *testing.T) {
	langtest.Table(t, doc, [][3]string{
		{"header", "<?php\n/*\n * This file is part of X.\n *\n * (c) Y\n *\n * For the full copyright and license information, please view the LICENSE\n * file that was distributed with this source code.\n */\n\nnamespace A;\n\n/** Doors and windows. More. */\nclass D {}", "Doors and windows. More."},
		{"file block", "<?php\n\n/**\n * All the doors.\n *\n * @package A\n */\n\ndeclare(strict_types=1);\n\n/** Not this. */\nclass D {}", "All the doors."},
		{"lines", "#!/usr/bin/env php\n<?php\n// Runs the doors,\n// one by one.\n\nrequire 'x.php';", "Runs the doors, one by one."},
		{"several types", "<?php\n/** One. */\nclass D {}\nclass E {}", ""},
		{"function's own", "<?php\n/** Adds it up. */\nfunction add() {}", ""},
	})
}

func TestBroken(t *testing.T) {
	for _, test := range []struct {
		name, src string
		state     record.State
		symbols   string
	}{
		{"half edited", "<?php\nclass D {\n  function a() { if ($x }\n  function b( { }\n  public function c() { }\n}\nclass E {}", record.StatePartial, "D D.a D.b D.c E"},
		{"cut off", "<?php\nnamespace A;\nclass D {\n  public function a() { f(\n", record.StatePartial, "D D.a"},
		{"unclosed method", "<?php\nfinal class D extends E {\n  const A = 1;\n  public function a() { if (1) { $x = 1; }\n  protected static function b(int $x) { return 1; }\n", record.StatePartial, "D D.A D.a D.b"},
		{"conflict", "<?php\n<<<<<<< HEAD\nclass D {\n=======\nclass D2 {\n>>>>>>> x\n  function b() {}\n}\n", record.StatePartial, "D D.b"},
		{"html alone", "<p>Class of 99</p>", record.StateOK, ""},
		{"template", "<ul><?php foreach ($a as $b): ?><li><?= $b ?></li><?php endforeach ?></ul><?php function f() {} ?>", record.StateOK, "f"},
		{"empty", "", record.StateOK, ""},
		{"english", "<?php This is not a program; at all (it never was.", record.StateFailed, ""},
	} {
		got := extract(t, test.src)
		if text := langtest.Names(got); got.State != test.state || text != test.symbols {
			t.Errorf("%s: state %s, symbols %.200q, want %s, %q", test.name, got.State, text, test.state, test.symbols)
		}
	}
}

func TestBombs(t *testing.T) {
	langtest.Bombs(t, Extractors(), 64<<10, "<?php (", "<?php class A {", "<?php if ($a) {", "<?php f(", "<?php require __DIR__ . ", "<?php $a = [", "<?php <<<A\n", "<?php \"{$a", "namespace A { ")
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(),
		"<?php namespace A\\B; use C\\{D, function e as f}; /** X. */ #[Y] class Z extends W { use T; const A = 1; public int $b { get; } function c(private $d) {} }",
		"<?php enum E: int { case A = 1; } define('B', 2); require dirname(__DIR__, 2) . '/c.php'; interface I {} trait T {}",
	)
}
