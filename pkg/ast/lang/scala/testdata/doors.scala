/* Copyright 2020 X. */
package a.b
package c

import d.E
import d.{F => G, H, I as J, K => _, _}, l.m
import n.o.*
import p.given

/** Opens it. Twice. */
@deprecated("x", "1") final case class Door[+T <: Key](key: T, private val secret: Int = 3)(implicit val ev: Ev[T])
    extends Base[T](key)
    with A { self: B =>
  import inner.Thing
  private[this] val hidden = 1
  private val hidden2 = 1
  protected[b] lazy val near: Int = 2
  val (x, y) = (1, 2); var z, w = 3
  def this(a: Int) = this(a, 1)
  def +(o: Door[T]): Door[T] = { def local = 1; this }
  def unary_! : Boolean = true
  override def run[R: Ord](f: T => R)(implicit o: Ord[R]): R =
    val no = 1
    def no2 = 2
    f(key)
  type Out = List[T]
  implicit class Ops(val s: String) extends AnyVal { def twice = s"$s${s + "class No {"}" }
  def proc() { val no = 1 }
  def refined: Foo { type X = Int } = ???
  private def shut(): Unit = ()
}
object Door { val Max = 3; case object Shut extends Door; private object P { def q = 1 } }
sealed trait Colour extends Any
private class Hid { def m = 1 }
private[b] class Near
package object tools { val t = 1 }
enum Planet(val mass: Double) extends Java:
  case Earth extends Planet(1)
  case Mars, Venus
  def g: Double = 1
end Planet
trait Show[A]:
  extension (a: A) def show: String
  def other(
      a: Int
  ): Int
given intOrd: Ord[Int] with
  def compare(a: Int, b: Int) = 1
given Ord[String] with { def compare2 = 1 }
extension [T](xs: List[T])
  def second: T = xs(1)
  private def third: T = xs(2)
opaque type Id = Long
type ~>[F[_], G[_]] = Foo[F, G]
val limit = 'c'
lazy val raw = """class No { """
@main def go(args: String*): Unit = Impl.start(call(1))
