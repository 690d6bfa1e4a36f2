package ecmascript

import "testing"

func TestTypeScriptExports(t *testing.T) {
	check(t, "typescript", []example{
		{"functions", `
/** Issues a token. More. */
export async function issue<T>(user: User, /* seconds */ ttl?: number, opts = { a: 1 },): Promise<T> { return x }
export function* gen(a) {}
export const arrow = async (a: string): Promise<void> => {};
export const old = function (a, b) {};
export const typed: Handler = (req) => {};
function local() {}
`, `
+function issue | async issue<T>(user: User, ttl?: number, opts = { a: 1 }): Promise<T> | Issues a token.
+function gen | *gen(a)
+function arrow | async arrow(a: string): Promise<void>
+function old | old(a, b)
+function typed | const typed: Handler
function local | local()
`},
		{"overloads and merging count once", `
export function f(a: string): void;
export function f(a: number): void;
export function f(a: any) {}
export const Color = make();
export type Color = string;
export interface Box { a: string }
export class Box { b() {} }
`, `
+function f | f(a: string): void
+type Color | type Color = string
+class Box | class Box
+field Box::a | a: string
+method Box::b | b()
`},
		{"values", `
export const a = 1, b: number = 2, c = "x", d = new Map<string, number>(), e = z.object({ x: 1 }), g = { h: 1 };
export let l = other.thing;
export const { p, q: [r], s = 1, ...rest } = obj;
export const big = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
`, `
+constant a | const a = 1
+constant b | const b: number
+constant c | const c = "x"
+constant d | const d = new Map(…)
+constant e | const e = z.object(…)
+constant g | const g
+variable l | let l = other.thing
+constant p | const p
+constant r | const r
+constant s | const s
+constant rest | const rest
+constant big | const big
`},
		{"types", `
export interface I<T> extends J, K<T> { readonly a: string; m?(x: number): void; new (x: T): I; [k: string]: any }
export type U = | 'a' | 'b';
export type Long = { aaaaaaaaaaaaaaaaaaaaaaaa: string; bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb: string; ccccccccccccccccccccccc: string; d: number };
export const enum E {
  A = 1, // one
  /** Second. */
  B }
`, `
+interface I | interface I<T> extends J, K<T>
+field I::a | readonly a: string
+method I::m | m?(x: number): void
+type U | type U = 'a' | 'b'
+type Long | type Long
+enum E | const enum E { A, B }
+constant E::A | A = 1
+constant E::B | B | Second.
`},
		{"class", `
@dec({ a: 1 })
export abstract class A<T> extends B<T> implements C, D {
  /** Does m. */
  static async m(a: number): Promise<void> {}
  get v(): number { return 1 }
  #hidden = 1;
  private z: string;
  protected p() {}
  abstract foo(): void;
  constructor(private readonly a: number) { super() }
  handler = (e: Event) => {};
  readonly opt?: string;
  [Symbol.iterator]() {}
}
class Local { m() {} }
`, `
+class A | abstract class A<T> extends B<T> implements C, D
+method A::m | static async m(a: number): Promise<void> | Does m.
+property A::v | v: number
field A::#hidden | #hidden
field A::z | z: string
method A::p | p()
+method A::foo | foo(): void
+constructor A::constructor | constructor(private readonly a: number)
+method A::handler | handler(e: Event)
+field A::opt | readonly opt?: string
class Local | class Local
method Local::m | m()
`},
		{"lists", `
import { imported, type Kind } from './other';
import * as ns from './space';
enum Local { A }
class K { m() {} }
const x = 1;
export { Local as Renamed, x as default, imported, type Kind, ns, K };
`, `
+enum Renamed | enum Renamed { A }
+constant Renamed::A | A
+class K | class K
+method K::m | m()
+!constant x | const x = 1
+alias imported <- imported ./other
+alias Kind <- Kind ./other
+alias ns <- * ./space
import ./other {Kind imported} reexport
import ./space {*} reexport
`},
		{"from", `
export { a as b, default, default as d } from './y';
export * from './z';
export * as q from './w';
export type { T } from './t';
export type * from './u';
export { type A, type B } from './v';
`, `
+alias b <- a ./y
+!alias default <- default ./y
+alias d <- default ./y
+alias q <- * ./w
+alias T <- T ./t
+alias A <- A ./v
+alias B <- B ./v
import ./y {a default} reexport
star ./z {*} reexport
import ./w {*} reexport
import ./t {T} reexport type
star ./u {*} reexport type
import ./v {A B} reexport type
`},
		{"default function", "export default function f(a: string) {}", "+!function f | f(a: string)"},
		{"default anonymous", "export default (a: string): void => {}", "+!function default | default(a: string): void"},
		{"default class", "export default class extends Base { m() {} }", "+!class default | class default extends Base\n+method default::m | m()"},
		{"default name", "export const f = () => {}\nexport default f", "+!function f | f()"},
		{"default later", "export default f as X\nfunction f() {}", "+!function f | f()"},
		{"default call", "/** Settings. */\nexport default defineConfig({ a: 1 })", "+!constant default | default = defineConfig(…) | Settings."},
		{"default object", "export default { a: 1 } satisfies X", "+!constant default | default"},
		{"default import", "import a from './a'\nexport default a", "+!alias a <- default ./a\nimport ./a {default} reexport"},
		{"assignment", "class A {}\nexport = A", "+!class A | class A"},
		{"import alias", "import a = require('a')\nexport import b = N.M\na.x()", "+namespace b | import b = N.M\nrequire a {x}"},
		{"declare", "export declare function f(a: string): void\nexport declare const c: number\ndeclare const d: 1", "+function f | f(a: string): void\n+constant c | const c: number\nconstant d | const d: 1"},
		{"namespace", `
export namespace N {
  export const z = 1;
  export class C { m() {} }
  function inner() {}
  export { inner as no } from './never';
}
declare module 'x' { import type { V } from 'vue'; export * from 'z'; export const y: number }
declare global { interface Window { a: 1 } }
`, `
+namespace N | namespace N
+constant N::z | const z = 1
+class N::C | class C
+method N.C::m | m()
function N::inner | inner()
module x | module 'x'
constant x::y | const y: number
interface global::Window | interface Window
field global.Window::a | a: 1
import ./never
import vue {V} type
import z
`},
		{"object of functions", "export const api = {\n  /** Gets. */\n  get(a) {}, put: async (b: string) => {}, n: 1 }", `
+constant api | const api
+method api::get | get(a) | Gets.
+method api::put | async put(b: string)
`},
	})
}

func TestTypeScriptImports(t *testing.T) {
	check(t, "typescript", []example{
		{"clauses", `
import a, { b as c, type D } from './x';
import type { T } from './t';
import { type V } from './v';
import * as fs from 'node:fs';
import 'side';
import json from './a.json' with { type: 'json' };
fs.readFile(); fs.promises.rm(); let x: fs.Stats;
`, `
variable x | let x: fs.Stats
import ./x {D b default}
import ./t {T} type
import ./v {V} type
import node:fs {Stats promises readFile}
import side
import ./a.json {default}
`},
		{"namespace passed on", "import * as ns from './n'\nuse(ns)\nns.a()", "import ./n {* a}"},
		{"inside expressions", `
async function f() { const { a, b: c } = await import('./dyn'); const m = await import('./mod'); m.go(); }
const lazy = () => import('./lazy').then(x => x);
type T = import('./types').Foo;
let v = y as import('./cast').Bar;
import(variable); import(` + "`./${x}`" + `);
`, `
function f | async f()
function lazy | lazy()
type T | type T = import('./types').Foo
variable v | let v = y
dynamic ./dyn {a b}
dynamic ./mod {go}
dynamic ./lazy {*}
import ./types {Foo} type
import ./cast {Bar} type
`},
		{"types with arguments", "export type A = | string | import('./a').P<import(\"./b\").M>;\nexport type B = import('./c').F[];\nexport function f(a: import('./d').G<string>): void {}\nlet text = `import('./no').N<string>`", `
+type A | type A = string | import('./a').P<import("./b").M>
+type B | type B = import('./c').F[]
+function f | f(a: import('./d').G<string>): void
variable text | let text = ` + "`import('./no').N<string>`" + `
import ./b {M} type
import ./a {P} type
import ./c {F} type
import ./d {G} type
`},
		{"references", "/// <reference path=\"a.d.ts\" />\n/// <reference types=\"node\" />\n/// <reference lib=\"dom\" />\nimport './b'", "reference ./a.d.ts\nreference node type\nimport ./b"},
	})
}

func TestDeclarationFiles(t *testing.T) {
	check(t, "typescript-declaration", []example{
		{"globals", "declare function f(): void;\ndeclare namespace N { const x: 1; class C { m(): void } }\ndeclare module 'm' { function g(): void; export { g } }", `
+function f | f(): void
+namespace N | namespace N
+constant N::x | const x: 1
+class N::C | class C
+method N.C::m | m(): void
+module m | module 'm'
+function m::g | g(): void
`},
		{"all of a module without a list", "import x from 'y';\nexport const a: 1;\ninterface B {}", "+constant a | const a: 1\n+interface B | interface B\nimport y {default}"},
		{"only the list", "declare const a: 1;\ninterface B {}\nexport { a };", "+constant a | const a: 1\ninterface B | interface B"},
	})
}

func TestTSX(t *testing.T) {
	check(t, "tsx", []example{
		{"component", "import * as UI from './ui'\nexport const App = <T,>({ a }: Props<T>) => <UI.Box a={import('./z')}/>", "+function App | App<T>({ a }: Props<T>)\nimport ./ui {Box}\ndynamic ./z {*}"},
	})
}

func TestFileDoc(t *testing.T) {
	for _, e := range []example{
		{"header before imports", "#!/usr/bin/env node\n// eslint-disable-next-line\n/** Runs the server. */\nimport './a'", "Runs the server."},
		{"licence first", "/* Copyright 2020 X. All rights reserved. */\n/* Parses every kind of date. */\n\nexport const a = 1", "Parses every kind of date."},
		{"of the definition", "/** Parses every kind of date. */\nexport function f() {}", ""},
		{"heading of a group", "// Core components\nexport { a } from './a'\n\n// Helpers\nexport * from './b'", ""},
		{"tagged", "/**\n * @fileoverview Parses every kind of date.\n */\nexport function f() {}", "Parses every kind of date."},
		{"nothing but words", "// Kept for its types only.\n", "Kept for its types only."},
	} {
		t.Run(e.name, func(t *testing.T) {
			if got := read(t, "typescript", e.src).Doc; got != e.want {
				t.Errorf("doc is %q, want %q", got, e.want)
			}
		})
	}
}
