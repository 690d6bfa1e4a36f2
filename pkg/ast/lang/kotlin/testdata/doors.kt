/*
 * Copyright 2020 X.
 */
@file:JvmName("Doors")
package a.b

import c.D
import c.e.*
import c.f.make as build; import g.`in`

/** Opens it. Twice. */
@Deprecated("x") @Foo(x = 1)
public abstract class Door<out T : Key> @Inject internal constructor(
    @Bar val key: T, private var secret: Int = 3, plain: String,
) : Base<T>(key), A by other where T : B {
    companion object {
        const val MAX = 3
        private val hidden = 1
        fun make(): Door<Key> = object : Door<Key>(k, 1, "") {
            override fun inner() {}
        }
    }
    constructor(a: Int) : this(a, 2, "x") { val no = 1 }
    init { val no = 2 }
    val size: Int get() = 1
    var items: List<Map<String, Int>>
        private set
    val lazyOne by lazy { val no = 1; no }
    protected open suspend fun <R> run(block: suspend (T) -> R): R where R : Any {
        fun local() {}
        return block(key)
    }
    private fun shut() = Unit
    inner class In { fun deep() {} }
    val f =
        fun(x: Int) = x
    operator fun plus(o: Door<T>) = when (o) {
        else -> this
    }
}

enum class Colour(val code: Int) : C {
    /** Like fire. */
    RED(1) { override fun a() {} },
    @X GREEN(2), data(3);
    abstract fun a()
    private object O { val x = 1 }
}

fun interface Handler { fun handle(): String?
    fun next() }
sealed interface S { data object One : S; data class Two(val x: Int) : S }
private class Hidden { fun m() {} }
internal object Tools
annotation class Ann(val value: String)
typealias Map2<K> = Map<K, Map<K, Int>>
/** Length of it. */
val String.length2: Int get() = 2
const val LIMIT = 5
var state: (Int) -> Unit = { x -> val y = x }
private val quiet = "${if (LIMIT > 2) "class No {" else "}"}"
fun <T> List<T>?.second(n: Int = 2): T? = null
fun (() -> Unit).twice() { this(); this() }
context(a: A) fun withContext() {}
infix fun Int.`shl by`(other: Int): Int { return Impl.of(other, call()) }
val raw = $$"""class ${No} { """
expect fun platform(): String
