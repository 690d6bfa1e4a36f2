package rust

import (
	"context"
	"testing"

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

func lines(t testing.TB, src string) string { return langtest.Lines(read(t, src)) }

func TestItems(t *testing.T) {
	langtest.Table(t, lines, [][3]string{
		{"functions", `
/// Runs it. At once.
#[inline]
pub async unsafe extern "C" fn f<'a, T: Clone>(x: &'a T, /* count */ n: usize,) -> impl Future<Output = u8> where T: Q { }
pub(crate) const fn g<const N: usize>(mut a: [u8; N]) -> ! {}
pub(in crate::a) fn h() {}
// Plain words.
fn i() {}
#[test]
pub fn works() {}
extern "C" { pub fn ext(a: i32); fn hidden(); pub static X: u8; }
`, `
+function f | async unsafe extern "C" f<'a, T: Clone>(x: &'a T, n: usize) -> impl Future<Output = u8> | Runs it.
function g | const g<const N: usize>(mut a: [u8; N]) -> !
function h | h()
function i | i() | Plain words.
function works | works()
+function ext | ext(a: i32)
function hidden | hidden()
+variable X | static X: u8
`},
		{"types", `
pub struct S<T: Clone> where T: Copy {
    /// The a.
    pub a: T,
    b: u8, // trailing
}
pub struct Tup(pub u8, String);
pub struct Unit;
pub enum E { A, /** Two. */ B(u8), C { x: u8 } }
pub union U { pub a: u8 }
struct Private { pub x: u8 }
pub type Al<T> = Vec<T>;
pub const C: &str = "x";
pub static mut ST: [u8; 2] = [1, 2];
const _: () = ();
`, `
+struct S | struct S<T: Clone>
+field S::a | a: T | The a.
field S::b | b: u8
+struct Tup | struct Tup(pub u8, String)
+struct Unit | struct Unit
+enum E | enum E { A, B, C }
+constant E::A | A
+constant E::B | B(u8) | Two.
+constant E::C | C { x: u8 }
+union U | union U
+field U::a | a: u8
struct Private | struct Private
field Private::x | x: u8
+type Al | type Al<T> = Vec<T>
+constant C | const C: &str = "x"
+variable ST | static mut ST: [u8; 2] = [1, 2]
`},
		{"traits and impls", `
pub trait Tr<'a>: Base + 'a { type A; const C: u8; /// Does m.
    fn m(&self) -> u8; fn d(&self) {} }
pub struct S;
impl<T> a::S<T> { pub fn new(a: T) -> Self { } fn p(&self) {} pub const Z: u8 = 1; }
impl fmt::Display for S { fn fmt(&self) {} }
impl Elsewhere { pub fn q(self) {} }
struct Hidden;
impl Hidden { pub fn r(&mut self) {} }
`, `
+trait Tr | trait Tr<'a>: Base + 'a
+type Tr::A | type A
+constant Tr::C | const C: u8
+method Tr::m | m(&self) -> u8 | Does m.
+method Tr::d | d(&self)
+struct S | struct S
+method S::new | new(a: T) -> Self
method S::p | p(&self)
+constant S::Z | const Z: u8 = 1
method S::fmt | fmt(&self)
+method Elsewhere::q | q(self)
struct Hidden | struct Hidden
method Hidden::r | r(&mut self)
`},
		{"modules", `
/// The foo.
pub mod foo;
mod bar;
#[path = "x.rs"] mod by_path;
#[cfg_attr(windows, path = "win.rs")] mod plat;
pub mod inl { //! Inside.
    pub fn x() {}
    mod deep;
    mod private { pub fn y() {} }
}
#[cfg(test)]
mod tests { use super::*; pub fn helper() {} }
`, `
+module foo | mod foo | The foo.
module bar | mod bar
module by_path | mod by_path
module plat | mod plat
+module inl | mod inl | Inside.
+function inl::x | x()
module inl::deep | mod deep
module inl::private | mod private
function inl::private::y | y()
module tests | mod tests
function tests::helper | helper()
mod foo
mod bar
path x.rs {by_path}
path win.rs {plat}
mod plat
mod inl::deep
`},
		{"tests in a file", `
use crate::a::B;
use crate::b::C;
#[cfg(test)]
use crate::c::D;
#[cfg(test)]
mod under;
fn f() { use crate::d::E; }
#[cfg(test)]
mod tests {
    use crate::b::C;
    use rand::Rng;
    fn g() { use crate::e::F; }
}
`, `
module under | mod under
function f | f()
module tests | mod tests
function tests::g | g()
use crate::a {B}
use crate::b {C}
use crate::c {D} type
mod under type
use crate::d {E}
use rand {Rng} type
use crate::e {F} type
`},
		{"macros", `
/// Makes one.
#[macro_export]
macro_rules! mac { ($x:expr) => { pub fn not_this() {} }; }
macro_rules! private_mac { () => {} }
cfg_x! { /// The net.
    pub mod net; pub use net::Tcp; }
cfg_if::cfg_if! { if #[cfg(unix)] { mod unix; pub use unix::*; } else { mod windows; } }
lazy_static! { pub static ref X: u8 = { pub fn no() {} 1 }; }
bitflags! { pub struct Flags: u32 { const A = 1; } }
include!("gen.rs");
`, `
+macro mac | mac! | Makes one.
macro private_mac | private_mac!
+module net | mod net | The net.
+alias Tcp <- Tcp net
module unix | mod unix
module windows | mod windows
+variable X | static ref X: u8
+struct Flags | struct Flags
mod net
use net {Tcp} reexport
mod unix
use unix {*} reexport
mod windows
include gen.rs
`},
		{"macro with a type's name", "fn f() { x(str![[r#\"a\"#]]) }\npub fn g() { u8!{} }", "function f | f()\n+function g | g()"},
		{"half edited", "pub fn good() {}\npub fn broken( {\npub struct Also { pub a: u8 }\n", `
state partial
+function good | good()
+struct Also | struct Also
+field Also::a | a: u8
`},
	})
}

func TestUse(t *testing.T) {
	langtest.Table(t, lines, [][3]string{
		{"trees", `
use std::{io::{self, Read as R}, fmt};
use ::abs::path;
use super::*;
use {a::b, c};
use r#type::foo;
extern crate libc as c_lib;
extern crate self as me;
fn f() { use local::Thing; }
`, `
function f | f()
use std::io {Read self}
use std {fmt}
use ::abs {path}
use super {*}
use a {b}
use c
use r#type {foo}
extern libc
use local {Thing}
`},
		{"passed on", `
/// The b.
pub use crate::a::{B, C as D, e::*, f::{self}};
pub(crate) use self::x::Y;
pub use z as _;
pub use whole;
pub use ::other;
pub extern crate core as c;
`, `
+alias B <- B crate::a | The b.
+alias D <- C crate::a | The b.
+alias f <- * crate::a::f | The b.
alias Y <- Y self::x
+alias whole <- * whole
+alias other <- * ::other
+alias c <- * core
use crate::a {B C} reexport
use crate::a::e {*} reexport
use crate::a::f {self} reexport
use self::x {Y} reexport
use z reexport
use whole reexport
use ::other reexport
extern core reexport
`},
		{"inside modules of this file", `
mod a {
    use super::child::X;
    use super::super::up::Y;
    use self::below::Z;
    use super::*;
    mod b { use super::super::child::W; }
}
`, `
module a | mod a
module a::b | mod b
use self::child {W X}
use super::up {Y}
use self::a::below {Z}
`},
	})
}

func doc(t testing.TB, src string) string { return read(t, src).Doc }

func TestDoc(t *testing.T) {
	langtest.Table(t, doc, [][3]string{
		{"inner", "// Copyright 2020 X.\n\n//! Reads the\n//! clock.\n//!\n//! More.\n#![deny(x)]\nuse a;", "Reads the clock."},
		{"header", "// Copyright 2020 X.\n\n// Reads the clock.\n\nuse a;", "Reads the clock."},
		{"of the import", "// Only for tests.\nuse a;", ""},
		{"of the item", "/// Reads the clock.\npub fn f() {}", ""},
	})
}
