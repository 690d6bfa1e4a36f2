package ocaml

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "a.ml",
			In: `(* Copyright X *)

(** Sums of lists, see {!List}. *)

open Base
module L = List_extra

(** Adds [x] to all. *)
let add ?(x = 1) ~y (z : int) : int = L.map (fun a -> a + Util.Deep.inc x) z
let rec even = function 0 -> true | n -> odd (n - 1)
and odd n = not (even n)
let () = Printf.printf "x"
let a, b = 1, 2
let limit = 3
let _hidden = 1
type t = { name : string; (* why *) size : int } [@@deriving eq]
and u = A | B of int
module Set = Stdlib.Set.Make (String)
module Inner = struct let q = 1 end
module type S = sig val x : int end
exception Bad of string
external now : unit -> float = "c_now"
class counter = object end
let ( + ) p q = p
include Shared
include Inner
let local = let module M = Other in M.z
`,
			Want: `{"state":"ok","doc":"Sums of lists, see List.","symbols":[
				{"name":"L","kind":"class","signature":"module L = List_extra","exported":true},
				{"name":"add","kind":"function","signature":"let add ?(x = 1) ~y (z : int) : int","exported":true,"doc":"Adds x to all."},
				{"name":"even","kind":"function","signature":"let even","exported":true},
				{"name":"odd","kind":"function","signature":"let odd n","exported":true},
				{"name":"a","kind":"constant","signature":"let a","exported":true},{"name":"b","kind":"constant","signature":"let b","exported":true},
				{"name":"limit","kind":"constant","signature":"let limit","exported":true},
				{"name":"t","kind":"struct","signature":"type t = { name : string; size : int }","exported":true},
				{"name":"u","kind":"enum","signature":"type u = A | B of int","exported":true},
				{"name":"Set","kind":"class","signature":"module Set = Stdlib.Set.Make (String)","exported":true},
				{"name":"Inner","kind":"class","signature":"module Inner","exported":true},
				{"name":"S","kind":"interface","signature":"module type S","exported":true},
				{"name":"Bad","kind":"type","signature":"exception Bad of string","exported":true},
				{"name":"now","kind":"function","signature":"now : unit -> float","exported":true},
				{"name":"counter","kind":"class","signature":"class counter","exported":true},
				{"name":"( + )","kind":"function","signature":"let (+) p q","exported":true},
				{"name":"local","kind":"constant","signature":"let local","exported":true}],
				"imports":[{"raw":"Base","form":"open"},{"raw":"Shared","form":"include","reexport":true},{"raw":"List_extra"},{"raw":"Util","names":["Deep"]},{"raw":"Printf","names":["printf"]},{"raw":"Stdlib"},{"raw":"String"},{"raw":"Other"}]}`,
		},
		{
			File: "a.mli",
			In: `(** What can be asked. *)

open Import

val f : int -> Path.t
(** Asks once. *)

(** The limit. *)
val limit : int

type t

type 'a box = 'a list
exception No of int
module M : sig val z : int end
module F (A : S) : T
`,
			Want: `{"state":"ok","doc":"What can be asked.","symbols":[
				{"name":"f","kind":"function","signature":"f : int -> Path.t","exported":true,"doc":"Asks once."},
				{"name":"limit","kind":"constant","signature":"limit : int","exported":true,"doc":"The limit."},
				{"name":"t","kind":"type","signature":"type t","exported":true},
				{"name":"box","kind":"type","signature":"type 'a box = 'a list","exported":true},
				{"name":"No","kind":"type","signature":"exception No of int","exported":true},
				{"name":"M","kind":"class","signature":"module M","exported":true},
				{"name":"F","kind":"class","signature":"module F","exported":true}],
				"imports":[{"raw":"Import","form":"open"},{"raw":"Path","names":["t"]}]}`,
		},
		{File: "b.ml", In: "let f x = x\nlet = = (", Want: `{"state":"partial","symbols":[{"name":"f","kind":"function","signature":"let f x","exported":true}]}`},
	})
}

func TestBombs(t *testing.T) {
	langtest.Bombs(t, Extractors(), 16<<10, "let a = ", "(", "begin ", "(*", "struct ", "match a with ", "[|", "\"", "module A = struct ", "fun a -> ", "type a = {")
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "(** a *)\nlet b ?c ~d = E.f\ntype g = H | I\n", "val a : b -> c\n(** d *)\nmodule E : sig end", "open A\ninclude B\nexception C of d")
}
