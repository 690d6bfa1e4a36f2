package stylesheet

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "a.css",
			In: `/* Look of the shop. */
@charset "utf-8";
@import url("base.css") screen;
@import url(//fonts.example/css?a=b;c);
@import 'theme.css' layer(x);

/* Colours. */
:root, [data-x] {
  --brand: #fff; /* no */
  --gap: calc(1px + 2px);
  --map: {a: b};
  color: red;
  --last: 1px }
.a { --own: 1; @import "no.css"; }
@media print { .b { c: d } }
`,
			Want: `{"state":"ok","doc":"Look of the shop.","symbols":[{"name":"--brand","kind":"variable","signature":"--brand: #fff","exported":true},
				{"name":"--gap","kind":"variable","signature":"--gap: calc(1px + 2px)","exported":true},{"name":"--map","kind":"variable","signature":"--map","exported":true},
				{"name":"--last","kind":"variable","signature":"--last: 1px","exported":true},{"name":".a","kind":"class","signature":".a"}],
				"imports":[{"raw":"base.css"},{"raw":"//fonts.example/css?a=b;c"},{"raw":"theme.css"}]}`,
		},
		{
			File: "_b.scss",
			In: `// Buttons of all sizes.

@use "sass:math";
@use 'config' as c with ($a: 1);
@forward "src/list" hide x;
@import 'x', "y";

/// Width of the border.
$border-width: 1px !default;
$map: (a: b, c: d);
$long: (
  a: b
);
$-mine: 2;
/// Makes a button.
/// Round.
@mixin button($size, $round: true) { $inner: 1; @include x; }
@mixin plain { a: b }
@function half($x) { @return math.div($x, 2); }
.a { @extend %b; &:hover { c: d } }
@include button(1);
`,
			Want: `{"state":"ok","doc":"Buttons of all sizes.","symbols":[{"name":"$border-width","kind":"variable","signature":"$border-width: 1px","exported":true,"doc":"Width of the border."},
				{"name":"$map","kind":"variable","signature":"$map: (a: b, c: d)","exported":true},{"name":"$long","kind":"variable","signature":"$long","exported":true},
				{"name":"$-mine","kind":"variable","signature":"$-mine: 2"},
				{"name":"button","kind":"function","signature":"mixin button($size, $round: true)","exported":true,"doc":"Makes a button."},
				{"name":"plain","kind":"function","signature":"mixin plain","exported":true},
				{"name":"half","kind":"function","signature":"function half($x)","exported":true},{"name":".a","kind":"class","signature":".a"}],
				"imports":[{"raw":"sass:math","form":"use"},{"raw":"config","form":"use"},{"raw":"src/list","form":"forward","reexport":true},{"raw":"x"},{"raw":"y"}]}`,
		},
		{
			File: "c.less",
			In:   "@import (reference) \"foo\";\n@import 'bar.less';\n// The main colour.\n@color: #f00;\n@r: { a: b };\n.rounded(@r: 2px) { x: y }\n.guard(@a) when (@a > 1) { x: y }\n.call();\n.rule { .rounded(1); }\n@media x { }\n",
			Want: `{"state":"ok","symbols":[{"name":"@color","kind":"variable","signature":"@color: #f00","exported":true,"doc":"The main colour."},
				{"name":"@r","kind":"variable","signature":"@r","exported":true},
				{"name":".rounded","kind":"function","signature":".rounded(@r: 2px)","exported":true},{"name":".guard","kind":"function","signature":".guard(@a)","exported":true},{"name":".rule","kind":"class","signature":".rule"}],
				"imports":[{"raw":"foo"},{"raw":"bar.less"}]}`,
		},
		{
			File: "d.sass",
			In:   "// Words about it.\n@use \"a\"\n@import b, 'c'\n$x: 1px !default\n=wide($a)\n  b: c\n@mixin tall\n@function f($a)\n  @return 1\n.a\n  color: red\n",
			Want: `{"state":"ok","doc":"Words about it.","symbols":[{"name":"$x","kind":"variable","signature":"$x: 1px","exported":true},
				{"name":"wide","kind":"function","signature":"mixin wide($a)","exported":true},{"name":"tall","kind":"function","signature":"mixin tall","exported":true},
				{"name":"f","kind":"function","signature":"function f($a)","exported":true}],"imports":[{"raw":"a","form":"use"},{"raw":"b"},{"raw":"c"}]}`,
		},
		{File: "f.module.css", In: ".root, .big > .x { a: .5 }\n.big:hover {}\n#id {}\n", Want: `{"state":"ok","symbols":[{"name":"root","kind":"property","signature":"root","exported":true},
			{"name":"big","kind":"property","signature":"big","exported":true},{"name":"x","kind":"property","signature":"x","exported":true},{"name":"#id","kind":"class","signature":"#id"}]}`},
		{File: "e.css", In: "/* of a rule */\n.a { b: c", Want: `{"state":"partial","symbols":[{"name":".a","kind":"class","signature":".a"}]}`},
	})
}

func TestBombs(t *testing.T) {
	langtest.Bombs(t, Extractors(), 256<<10, "{", "(", "@import ", "@import url(", ".a(", ".a(b) when ", ":root", ":root{", "--a:", "$a:", "@mixin a(", "/*", "\"", "@", "@a", "@a:b;", ".a() ", "$a: (")
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "@import url(a), 'b'; :root { --c: d }", "@mixin a($b) {} $c: (d: e);", ".a(@b) when (c) { } @d: e;", "=a(b)\n$c: d\n@use 'e'\n")
}
