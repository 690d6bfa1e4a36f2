package ecmascript

import (
	"context"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/record"
)

// TestHostile feeds shapes that make naive walks recurse or go quadratic.
func TestHostile(t *testing.T) {
	const n = 2_000
	for name, src := range map[string]string{
		"blocks":       strings.Repeat("{", n) + strings.Repeat("}", n),
		"parentheses":  "x = " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n),
		"namespaces":   strings.Repeat("namespace a { export ", n) + strings.Repeat("}", n),
		"calls":        "require" + strings.Repeat("('a')", n),
		"members":      "const a = require('a')" + strings.Repeat(".b", n),
		"assignments":  strings.Repeat("exports.a = ", n) + "1",
		"functions":    strings.Repeat("(function(exports){", n),
		"patterns":     "const " + strings.Repeat("[", n) + "a" + strings.Repeat("]", n) + " = b",
		"types":        "export type A = " + strings.Repeat("import('a').B<", 300),
		"declarations": strings.Repeat("export const a = 1;", n),
		"many":         "export const " + strings.Repeat("a, ", n) + "b;",
		"comments":     strings.Repeat("/* x */ ", n) + "export const a = 1",
		"long name":    "export const " + strings.Repeat("a", 100_000) + " = 1",
	} {
		for _, e := range Extractors() {
			start := time.Now()
			s, err := e.Extract(context.Background(), []byte(src))
			if err != nil {
				t.Errorf("%s as %s: %v", name, e.Name, err)
			}
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("%s as %s took %s", name, e.Name, took)
			}
			checkRecord(t, s)
		}
	}
}

// checkRecord fails unless every text is one line of valid UTF-8 within its
// bounds.
func checkRecord(t *testing.T, s record.Syntax) {
	t.Helper()
	texts := []string{s.Doc}
	for _, y := range s.Symbols {
		if y.Name == "" || y.Kind == "" {
			t.Errorf("symbol without name or kind: %+v", y)
		}
		if len(y.Signature) > lang.MaxSignature {
			t.Errorf("signature of %d bytes", len(y.Signature))
		}
		texts = append(texts, y.Name, y.Signature, y.Parent, y.Of, y.From, y.Doc)
	}
	for _, i := range s.Imports {
		if i.Raw == "" {
			t.Errorf("import without raw text: %+v", i)
		}
		texts = append(append(texts, i.Raw), i.Names...)
	}
	for _, text := range texts {
		if !utf8.ValidString(text) || strings.ContainsAny(text, "\n\r") {
			t.Errorf("text is not one line of UTF-8: %q", text)
		}
	}
}

func FuzzExtract(f *testing.F) {
	for _, src := range []string{
		"export default class extends A { m() {} }",
		"export { a as b, default } from './y'; import * as ns from 'n'; ns.x()",
		"module.exports = { a, b: require('./b'), get c() { return d } }; exports.x = 1",
		"declare module 'x' { export = y }",
		"export type A = import('./a').P<string>",
		"Object.defineProperty(exports, 'a', { get() { return b.c } })",
	} {
		f.Add(src, 0)
		f.Add(src, 3)
	}
	all := Extractors()
	f.Fuzz(func(t *testing.T, src string, dialect int) {
		if !utf8.ValidString(src) || len(src) > 20_000 {
			return
		}
		e := all[(dialect%len(all)+len(all))%len(all)]
		first, err := e.Extract(context.Background(), []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		checkRecord(t, first)
		again, err := e.Extract(context.Background(), []byte(src))
		if err != nil || show(first) != show(again) {
			t.Errorf("two runs differ (%v)", err)
		}
	})
}
