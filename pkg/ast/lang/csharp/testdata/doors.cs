// Copyright (c) X. All rights reserved.
using System;
global using A.B;
using static C.D.E;
using F = G.H.I<int>;

namespace Acme.Doors
{
    /// <summary>
    /// Opens a <see cref="Door"/> &amp; shuts it. Twice.
    /// </summary>
    [Serializable, Foo("class No {")]
    public abstract partial class Door<T> : Base<T>, IA where T : class, new()
    {
        public const int Max = 3, Min = 1;
        private static readonly Dictionary<string, int> _map = new Dictionary<string, int> { { "a", 1 } };
        internal readonly string Name = $"{Max:0.00} }} {(true ? "}" : "{")}";
        int plain;
        public string Title { get; private set; } = "x";
        public int this[int i] { get => 1; set { } }
        public event EventHandler<Args>? Opened, Shut;
        protected Door(int a, [NotNull] string b = "x") : base(a) { }
        static Door() { }
        ~Door() { }
        /// <inheritdoc/>
        public override async Task<(int A, string B)> OpenAsync<U>(this U x, params int[] rest) where U : IA { void Local() { } }
        public (int, int) Pair() => (1, 2);
        void Near() { }
        private void Shut2() { }
        void IA.Explicit() { }
        public static Door<T> operator +(Door<T> a, Door<T> b) => a;
        public static implicit operator bool(Door<T> a) => true;
        [DllImport("x")] public static extern int Native(IntPtr p);
        public delegate void Handler<in V>(V v);
        private class Hidden { public int X; }
        protected enum Colour : byte { /* fire */ Red = 1, [Obs] Green, Blue = Red | 2 }
#if NET
        public void OnNet() { }
#else
        public void Elsewhere() { }
#endif
#if A
        public int Split(int x)
#else
        public int Split(long x)
#endif
        { return 1; }
        public required string Must { get; init; }
        public ref readonly int Ref() => ref plain;
        unsafe public int* Ptr(byte*[] x) { return null; }
    }
    interface IA { void M(); int P { get; } private void Q() { } }
    public record Point(int X, [Y] int Y = 2) : IA;
    public readonly record struct Size { public int W { get; init; } }
    file class OnlyHere { }
    static class Ext { public static int Len(this string s) => s.Length; }
}
