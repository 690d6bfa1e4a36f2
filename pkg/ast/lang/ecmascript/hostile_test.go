package ecmascript

import (
	"strings"
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

// TestHostile feeds shapes that make naive walks recurse or go quadratic.
func TestHostile(t *testing.T) {
	langtest.Shapes(t, Extractors(), 2_000, map[string]func(n int) string{
		"blocks":       func(n int) string { return strings.Repeat("{", n) + strings.Repeat("}", n) },
		"parentheses":  func(n int) string { return "x = " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n) },
		"namespaces":   func(n int) string { return strings.Repeat("namespace a { export ", n) + strings.Repeat("}", n) },
		"calls":        func(n int) string { return "require" + strings.Repeat("('a')", n) },
		"members":      func(n int) string { return "const a = require('a')" + strings.Repeat(".b", n) },
		"assignments":  func(n int) string { return strings.Repeat("exports.a = ", n) + "1" },
		"functions":    func(n int) string { return strings.Repeat("(function(exports){", n) },
		"patterns":     func(n int) string { return "const " + strings.Repeat("[", n) + "a" + strings.Repeat("]", n) + " = b" },
		"types":        func(n int) string { return "export type A = " + strings.Repeat("import('a').B<", n/6) },
		"declarations": func(n int) string { return strings.Repeat("export const a = 1;", n) },
		"many":         func(n int) string { return "export const " + strings.Repeat("a, ", n) + "b;" },
		"comments":     func(n int) string { return strings.Repeat("/* x */ ", n) + "export const a = 1" },
		"long name":    func(n int) string { return "export const " + strings.Repeat("a", 50*n) + " = 1" },
	})
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(),
		"export default class extends A { m() {} }",
		"export { a as b, default } from './y'; import * as ns from 'n'; ns.x()",
		"module.exports = { a, b: require('./b'), get c() { return d } }; exports.x = 1",
		"declare module 'x' { export = y }",
		"export type A = import('./a').P<string>",
		"Object.defineProperty(exports, 'a', { get() { return b.c } })",
	)
}
