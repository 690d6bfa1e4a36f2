package python

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
	"github.com/pi-project-map/pmap/pkg/record"
)

func read(t testing.TB, src string) record.Syntax {
	t.Helper()
	s, err := Extractors()[0].Extract(context.Background(), []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

type example struct{ name, src, want string }

func check(t *testing.T, examples []example) {
	t.Helper()
	for _, e := range examples {
		t.Run(e.name, func(t *testing.T) {
			if diff := cmp.Diff(strings.TrimSpace(e.want), strings.TrimSpace(langtest.Lines(read(t, e.src)))); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestDefinitions(t *testing.T) {
	check(t, []example{
		{"functions", `
# Copyright 2020 X.

def f(a, /, b: int = 1, *args: str, c="x", **kw) -> "Foo":
    """Does f. And more."""
async def g[T](
    x,  # the x
    y=dict(a=1, b=2, c=3, d=4, e=5, f=6, g=7, h=8),
): pass
h = lambda x, y=1: x
# Says i.
@decorated(1)
def i(): pass
def _private(): pass
`, `
+function f | f(a, /, b: int = 1, *args: str, c="x", **kw) -> "Foo" | Does f.
+function g | async g[T](x, y=…)
+function h | h(x, y=1)
+function i | i() | Says i.
function _private | _private()
`},
		{"class", `
@dataclass(frozen=True)
class A(B, metaclass=M, Generic[T]):
    """An A."""
    x: int = 3
    y: str
    _z = 1
    def __init__(self, a: int) -> None: ...
    @property
    def p(self) -> int:
        """The p."""
    @p.setter
    def p(self, v): ...
    @staticmethod
    def s(self_made): ...
    @classmethod
    def c(cls, *, k): ...
    async def m(self): ...
    def __len__(self): ...
    class Inner:
        def deep(self, a): ...
class _Hidden:
    def m(self): ...
class Color(enum.Enum):
    RED = 1
`, `
+class A | class A(B, metaclass=M, Generic[T]) | An A.
+field A::x | x: int = 3
+field A::y | y: str
field A::_z | _z = 1
+constructor A::__init__ | __init__(a: int) -> None
+property A::p | p: int | The p.
+method A::s | s(self_made)
+method A::c | c(*, k)
+method A::m | async m()
method A::__len__ | __len__()
+class A::Inner | class Inner
+method A.Inner::deep | deep(a)
class _Hidden | class _Hidden
method _Hidden::m | m()
+enum Color | class Color(enum.Enum)
+constant Color::RED | RED = 1
`},
		{"assignments", `
LIMIT: int = 3
"""The limit."""
y = z = make(1)
a, (b, *c) = 1, 2
declared: str
type Alias[T] = list[T]
Old: TypeAlias = "int"
os.environ["x"] = 1
x += 1
`, `
+constant LIMIT | LIMIT: int = 3 | The limit.
+variable y | y = make(…)
+variable z | z = make(…)
+variable a | a
+variable b | b
+variable c | c
+variable declared | declared: str
+type Alias | type Alias[T] = list[T]
+type Old | Old: TypeAlias = "int"
`},
		{"conditions", `
if sys.version_info >= (3, 8):
    def g(a): pass
elif x:
    def h(): pass
else:
    def g(): pass
try:
    import fast
except ImportError:
    fast = None
with x as y:
    Q = 1
if __name__ == "__main__":
    main_only = 1
`, `
+function g | g(a)
+function h | h()
+variable fast | fast = None
+constant Q | Q = 1
variable main_only | main_only = 1
module fast
`},
		{"half edited", "def good(): pass\ndef broken(:\nclass Also:\n    def m(self): pass\n", `
state partial
+function good | good()
+function broken | broken(
+class Also | class Also
+method Also::m | m()
`},
	})
}

func TestAll(t *testing.T) {
	check(t, []example{
		{"literals", `
from .x import a as b, c
from . import d as d
import os
__all__ = ["b", 'f'] + sub.__all__
__all__ += ("os",)
__all__.extend(["_g", "later"])
__all__.append("h"); __all__.remove("h")
def f(): pass
def _g(): pass
class Not:
    def m(self): pass
`, `
+function f | f()
+function _g | _g()
class Not | class Not
method Not::m | m()
variable __all__
+alias b <- a .x
+alias os <- * os
+variable later
import .x {a c} reexport
import . {d}
module os {*} reexport
`},
		{"computed", "__all__ = ['_a'] + [n for n in x]\n_a = 1\nb = 2\n_c = 3", "+variable _a | _a = 1\n+variable b | b = 2\nvariable _c | _c = 3\nvariable __all__"},
		{"loops leave scraps", "for k in x:\n    if k:\n        a = k\nwhile y:\n    c = 1\nd = 2", "+variable d | d = 2"},
		{"absent", `
from .x import a, _b
from .y import c as c
from z import d
from .w import *
`, `
alias a <- a .x
+alias c <- c .y
import .x {_b a}
import .y {c} reexport
import z {d}
import .w {*} reexport
`},
	})
}

func TestImports(t *testing.T) {
	check(t, []example{
		{"forms", `
"""Module doc.

More."""
from __future__ import annotations
import a.b, c as d
from ..y import (
    z,  # why
    w as v,
)
from . \
    import q
if TYPE_CHECKING:
    from foo import Bar
    import typed
def f():
    import lazy
    lazy.go()
    from .inner import thing
    d.used()
    a.b.also
    return typed.T
`, `
doc Module doc.
+function f | f()
alias z <- z ..y
alias v <- w ..y
alias q <- q .
import __future__ {annotations}
module a.b {also}
module c {used}
import ..y {w z}
import . {q}
import foo {Bar} type
module typed {T} type
module lazy {go}
import .inner {thing}
`},
	})
}

func TestDoc(t *testing.T) {
	for _, e := range []example{
		{"docstring", "#!/usr/bin/env python\n# Licensed under X\n'''\n    Reads the\n    clock.\n\n    More.'''\nimport a", "Reads the clock."},
		{"comment", "# -*- coding: utf-8 -*-\n# Reads the clock.\nimport a", "Reads the clock."},
		{"of the definition", "# Reads the clock.\ndef f(): pass", ""},
	} {
		t.Run(e.name, func(t *testing.T) {
			if got := read(t, e.src).Doc; got != e.want {
				t.Errorf("doc is %q, want %q", got, e.want)
			}
		})
	}
}
