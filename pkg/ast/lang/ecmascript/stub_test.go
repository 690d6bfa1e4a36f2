package ecmascript

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/smacker/go-tree-sitter/typescript/typescript"

	"github.com/pi-project-map/pmap/pkg/record"
)

// cyclic is a mapped type that the grammar does not know.
const cyclic = "export type Pick<\n  T,\n  K extends keyof T = keyof T,\n> = {\n  [k in K as k extends `${infer a}` ? a extends infer const X : never ? k : never]: T[k] ??? {{\n}\n"

// A statement that does not parse takes no other with it.
func TestStub(t *testing.T) {
	src := "import { a } from './a'\n\n/** Before. */\nexport const before = 1\n\n/** Odd. */\n" + cyclic +
		"\n/** After. */\nexport function after<T>(x: T): void {\n  return\n}\n\n" +
		"export default async function odd<const T>(a: T = {}, b: () => T): Promise<T> {\n  if (a ??? {{{ b\n}\n" +
		"export const text = `\nexport const inside = 1\n`\nexport interface Last {\n  m(): void\n}\n"
	got, err := extract(context.Background(), dialect{first: newGrammar(typescript.GetLanguage())}, []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if got.State != record.StatePartial {
		t.Errorf("state %q, want partial", got.State)
	}
	var lines []string
	for _, s := range got.Symbols {
		if s.Parent == "" {
			lines = append(lines, s.Name+" | "+s.Signature+" | "+s.Doc)
		}
	}
	want := strings.TrimSpace(`
before | const before = 1 | Before.
Pick | type Pick<T, K extends keyof T = keyof T> | Odd.
after | after<T>(x: T): void | After.
odd | async odd<const T>(a: T = {}, b: () => T): Promise<T> |
text | const text |
Last | interface Last |`)
	if diff := cmp.Diff(want, strings.TrimSpace(strings.ReplaceAll(strings.Join(lines, "\n"), "| \n", "|\n"))); diff != "" {
		t.Error(diff)
	}
	if len(got.Imports) != 1 || got.Imports[0].Raw != "./a" {
		t.Errorf("imports %v", got.Imports)
	}
}

func TestPieces(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{"a\nb", "a|b"},
		{"// c\na() // d\n/* e\nf */\nb()", "a()|b()"},
		{"f(\nx,\n)\ng()", "f(\nx,\n)|g()"},
		{"f((\nexport const a = 1\nb()", "f((|export const a = 1|b()"},
		{"@Deco({\n  a: 1,\n})\nexport class A {}\nb", "@Deco({\n  a: 1,\n})|export class A {}|b"},
		{"@Deco\nclass A {}", "@Deco\nclass A {}"},
		{"const a = `\nb\n` + '\\\\n'\nc", "const a = `\nb\n` + '\\\\n'|c"},
		{"'open\nb\"", "'open|b\""},
		{"`open\nb", "`open\nb"},
		{"  a\n}\nb", "a\n}|b"},
	} {
		var got []string
		for _, p := range pieces([]byte(test.src)) {
			got = append(got, test.src[p.start:p.end])
		}
		if diff := cmp.Diff(test.want, strings.Join(got, "|")); diff != "" {
			t.Errorf("%q: %s", test.src, diff)
		}
	}
}
