package ecmascript

import "testing"

func TestCommonJS(t *testing.T) {
	check(t, "javascript", []example{
		{"object", `
'use strict';
const fs = require('fs'), { join, b: c } = require('path');
const x = require('./x').inner;
/** Reads. */
function read(a) { return fs.readFileSync(a) }
module.exports = { read, x, join: join, n: 1, m(a) {}, f: function (q) {}, K: class { go() {} }, ...require('./more'), get lazy() { return require('./lazy') } };
`, `
+function read | read(a) | Reads.
+constant n | n = 1
+function m | m(a)
+function f | f(q)
+class K | class K
+method K::go | go()
+alias lazy <- * ./lazy
+alias x <- inner ./x
+alias join <- join path
require fs {readFileSync}
require path {b join} reexport
require ./x {inner} reexport
require ./more {*} reexport
require ./lazy {*} reexport
`},
		{"names", `
exports.foo = function foo(a, b) {};
module.exports.bar = class extends Foo {};
exports['baz'] = local;
exports.a = exports.b = void 0;
exports.a = 1;
exports.r = require('./r');
exports.s = require('./s').t;
function local() {}
`, `
+function baz | baz()
+function foo | foo(a, b)
+class bar | class bar extends Foo
+constant a | a = 1
+alias r <- * ./r
+alias s <- t ./s
require ./r {*} reexport
require ./s {t} reexport
`},
		{"function", "module.exports = function make(a) {}", "+!function make | make(a)"},
		{"anonymous", "module.exports = (a) => {}", "+!function default | default(a)"},
		{"identifier", "exports = module.exports = create;\nfunction create() {}\ncreate.helper = function (a) {}\ncreate.prototype.run = function () {}", `
+!function create | create()
+method create::helper | helper(a)
+method create::run | run()
`},
		{"alias", "var app = exports = module.exports = {};\napp.init = function init() {};", "variable app | var app\n+function init | init()"},
		{"whole module", "module.exports = require('./lib')", "require ./lib {*} reexport"},
		{"compiled", `
"use strict";
var __importDefault = (this && this.__importDefault) || function (mod) { return mod; };
Object.defineProperty(exports, "__esModule", { value: true });
exports.go = void 0;
const x_1 = __importDefault(require("./x"));
Object.defineProperty(exports, "baz", { enumerable: true, get: function () { return x_1.baz; } });
__exportStar(require("./q"), exports);
tslib_1.__exportStar(require("./p"), exports);
function go() { x_1.default(); }
exports.go = go;
`, `
variable __importDefault | var __importDefault
+function go | go()
+alias baz <- baz ./x
require ./x {baz default} reexport
require ./q {*} reexport
require ./p {*} reexport
`},
		{"annotation of esbuild", "var s = {};\nfunction a() {}\nmodule.exports = __toCommonJS(s);\n0 && (module.exports = { a });", "variable s | var s\n+function a | a()\n+!constant default | default = __toCommonJS(…)"},
		{"this", "exports.a = 1\nthis.b = 2\nfunction f() { this.c = 3 }", "function f | f()\n+constant a | a = 1\n+constant b | b = 2"},
		{"assigned", "Object.assign(module.exports, { k: 1 }, require('./m'))", "+constant k | k = 1\nrequire ./m {*} reexport"},
		{"an ES module has none", "export const a = 1\nexports.b = 2", "+constant a | const a = 1"},
	})
}

func TestRequire(t *testing.T) {
	check(t, "javascript", []example{
		{"bundle", "(function e(t,n,r){function s(o,u){var a=require;return a}return s})({1:[function(require,module,exports){var z=require('./inner');exports.no=1},{}]},{},[1])", ""},
		{"define", "define(function (require, exports, module) { var b = require('b'); exports.q = b.c })", "+constant q | q = b.c\nrequire b {c}"},
		{"ensure", "require.ensure(['a'], function (require) { require('b') })", "require b {default}"},
		{"universal", "(function (root, factory) { factory(exports, require('dep')) })(this, function (exports, dep) { exports.a = 1 })", "+constant a | a = 1\nrequire dep {default}"},
		{"lazy and computed", "function f() { return require('lazy').x() }\nrequire(name); require.resolve('r')", "function f | f()\nrequire lazy {x}"},
		{"cast by a comment", "function f() { const x = /** @type {X} */ (require('x')); return x.a() }", "function f | f()\nrequire x {a}"},
		{"called", "const make = require('make')\nmake()", "require make {default}"},
	})
}

func TestJavaScript(t *testing.T) {
	check(t, "javascript", []example{
		{"module", "import React from 'react'\nexport default class extends React.Component { static x = 1; #p() {} render() { return <div/> } }", `
+!class default | class default extends React.Component
+field default::x | static x
method default::#p | #p()
+method default::render | render()
import react {default}
`},
		{"types of Flow", "// @flow\nimport type { A } from './a'\nexport function f(a: A): string { return a }", "+function f | f(a: A): string\nimport ./a {A} type"},
		{"unfinished merge", "<<<<<<< ours\nexport const a = 1\n=======\nexport const b = 1\n>>>>>>> theirs\nexport const c = 1", "state partial\n+constant a | const a = 1\n+constant c | const c = 1"},
		{"nothing understood", "<<<< %%%% ((((", "state failed"},
		{"half edited", "export function good() {}\nexport const = ;\nexport function alsoGood(a) {}", "state partial\n+function good | good()\n+function alsoGood | alsoGood(a)"},
	})
}
