package ruby

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
	"github.com/pi-project-map/pmap/pkg/record"
)

func extract(t testing.TB, src string) record.Syntax {
	t.Helper()
	got, err := Extractors()[0].Extract(context.Background(), []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestSymbols(t *testing.T) {
	for _, test := range []struct {
		name, src string
		want      []record.Symbol
	}{
		{"name spaces", `
module A
  require "x"
  # Holds B's.
  module B
    # Opens it. Twice.
    class C::D < Struct.new(:a, # width
                            :b)
    end
  end
  class Empty; end
end
class ::Root < A::Empty; end`, []record.Symbol{
			{Name: "A::B::C::D", Kind: record.KindClass, Signature: "class A::B::C::D < Struct.new(:a, :b)", Exported: true, Doc: "Opens it."},
			{Name: "A::Empty", Kind: record.KindClass, Signature: "class A::Empty", Exported: true},
			{Name: "Root", Kind: record.KindClass, Signature: "class Root < A::Empty", Exported: true},
		}},
		{"modules with contents", `
module A
  VERSION = "1.0".freeze
  LIST = [
    1,
  ]
  class E < StandardError; end
  def self.call(env) = 1
end
module A
  def self.call; end
  def again; end
end`, []record.Symbol{
			{Name: "A", Kind: record.KindModule, Signature: "module A", Exported: true},
			{Name: "VERSION", Kind: record.KindConstant, Signature: `VERSION = "1.0"`, Parent: "A", Exported: true},
			{Name: "LIST", Kind: record.KindConstant, Signature: "LIST", Parent: "A", Exported: true},
			{Name: "A::E", Kind: record.KindClass, Signature: "class A::E < StandardError", Exported: true},
			{Name: "call", Kind: record.KindMethod, Signature: "self.call(env)", Parent: "A", Exported: true},
			{Name: "again", Kind: record.KindMethod, Signature: "again", Parent: "A", Exported: true},
		}},
		{"nested in a class", "class A < B\n  class C\n    X = 1\n    def m; end\n  end\n  module M; end\nend", []record.Symbol{
			{Name: "A", Kind: record.KindClass, Signature: "class A < B", Exported: true},
			{Name: "C", Kind: record.KindClass, Signature: "class C", Parent: "A", Exported: true},
			{Name: "X", Kind: record.KindConstant, Signature: "X = 1", Parent: "A::C", Exported: true},
			{Name: "m", Kind: record.KindMethod, Signature: "m", Parent: "A::C", Exported: true},
			{Name: "M", Kind: record.KindModule, Signature: "module M", Parent: "A", Exported: true},
		}},
		{"methods", `
class A # :nodoc:
  # Makes one.
  # @param a [Integer]
  def initialize(a, b = 1, *c, d:, e: 2, **f, &g); end
  # The width.
  attr_accessor :x, "y"
  def w a, b = {} # none
  end
  def +(o); end
  def x=(v); end
  def q?; end
  alias foo q?
  alias_method :bar, :foo
  define_method(:dyn) { |a| 1 }
  private
  attr_reader :z
  def secret; end
  # Shown.
  public def shown; end
  def self.open; end
  public
  def late; end
  private def hid; end
  def gone; end
  def lost; end
  private :gone, *%i[lost]
  class << self
    def k(a); end
    private
    def kk; end
  end
  def self.build; end
  private_class_method :build
  private_class_method def self.mine; end
end`, []record.Symbol{
			{Name: "A", Kind: record.KindClass, Signature: "class A", Exported: true},
			{Name: "initialize", Kind: record.KindConstructor, Signature: "initialize(a, b = 1, *c, d:, e: 2, **f, &g)", Parent: "A", Exported: true, Doc: "Makes one."},
			{Name: "x", Kind: record.KindProperty, Signature: "attr_accessor x", Parent: "A", Exported: true, Doc: "The width."},
			{Name: "y", Kind: record.KindProperty, Signature: "attr_accessor y", Parent: "A", Exported: true, Doc: "The width."},
			{Name: "w", Kind: record.KindMethod, Signature: "w(a, b = {})", Parent: "A", Exported: true},
			{Name: "+", Kind: record.KindMethod, Signature: "+(o)", Parent: "A", Exported: true},
			{Name: "x=", Kind: record.KindMethod, Signature: "x=(v)", Parent: "A", Exported: true},
			{Name: "q?", Kind: record.KindMethod, Signature: "q?", Parent: "A", Exported: true},
			{Name: "foo", Kind: record.KindMethod, Signature: "alias foo q?", Parent: "A", Exported: true},
			{Name: "bar", Kind: record.KindMethod, Signature: "bar", Parent: "A", Exported: true},
			{Name: "dyn", Kind: record.KindMethod, Signature: "dyn", Parent: "A", Exported: true},
			{Name: "z", Kind: record.KindProperty, Signature: "attr_reader z", Parent: "A"},
			{Name: "secret", Kind: record.KindMethod, Signature: "secret", Parent: "A"},
			{Name: "shown", Kind: record.KindMethod, Signature: "shown", Parent: "A", Exported: true, Doc: "Shown."},
			{Name: "open", Kind: record.KindMethod, Signature: "self.open", Parent: "A", Exported: true},
			{Name: "late", Kind: record.KindMethod, Signature: "late", Parent: "A", Exported: true},
			{Name: "hid", Kind: record.KindMethod, Signature: "hid", Parent: "A"},
			{Name: "gone", Kind: record.KindMethod, Signature: "gone", Parent: "A"},
			{Name: "lost", Kind: record.KindMethod, Signature: "lost", Parent: "A"},
			{Name: "k", Kind: record.KindMethod, Signature: "self.k(a)", Parent: "A", Exported: true},
			{Name: "kk", Kind: record.KindMethod, Signature: "self.kk", Parent: "A"},
			{Name: "build", Kind: record.KindMethod, Signature: "self.build", Parent: "A"},
			{Name: "mine", Kind: record.KindMethod, Signature: "self.mine", Parent: "A"},
		}},
		{"made classes", `
Point = Struct.new(:x, :y) do
  # How far.
  def far; end
end
module A
  Oops = Class.new(StandardError)
  Kit = Module.new { def m; end }
  class B
    Pair = Data.define(:a)
  end
  Hidden = Class.new
  private_constant :Hidden
end`, []record.Symbol{
			{Name: "Point", Kind: record.KindClass, Signature: "Point = Struct.new(:x, :y)", Exported: true},
			{Name: "far", Kind: record.KindMethod, Signature: "far", Parent: "Point", Exported: true, Doc: "How far."},
			{Name: "A", Kind: record.KindModule, Signature: "module A", Exported: true},
			{Name: "A::Oops", Kind: record.KindClass, Signature: "Oops = Class.new(StandardError)", Exported: true},
			{Name: "A::Kit", Kind: record.KindModule, Signature: "Kit = Module.new", Exported: true},
			{Name: "m", Kind: record.KindMethod, Signature: "m", Parent: "A::Kit", Exported: true},
			{Name: "A::B", Kind: record.KindClass, Signature: "class A::B", Exported: true},
			{Name: "Pair", Kind: record.KindClass, Signature: "Pair = Data.define(:a)", Parent: "A::B", Exported: true},
			{Name: "A::Hidden", Kind: record.KindClass, Signature: "Hidden = Class.new"},
		}},
		{"top level", `
# Adds.
def top(a) end
def self.own; end
X, Y = 1, 2
Z ||= 3
A::W = %w[a b]
lower = 1
if defined?(X)
  class Maybe; end
  def maybe; end
  PERHAPS = 1
end
task(:x) { def inside; end }
[1].each { |a| class Lost; end }`, []record.Symbol{
			{Name: "top", Kind: record.KindFunction, Signature: "top(a)", Exported: true, Doc: "Adds."},
			{Name: "own", Kind: record.KindFunction, Signature: "self.own"},
			{Name: "X", Kind: record.KindConstant, Signature: "X", Exported: true},
			{Name: "Y", Kind: record.KindConstant, Signature: "Y", Exported: true},
			{Name: "Z", Kind: record.KindConstant, Signature: "Z = 3", Exported: true},
			{Name: "A::W", Kind: record.KindConstant, Signature: "A::W = %w[a b]", Exported: true},
			{Name: "Maybe", Kind: record.KindClass, Signature: "class Maybe", Exported: true},
			{Name: "maybe", Kind: record.KindFunction, Signature: "maybe"},
			{Name: "PERHAPS", Kind: record.KindConstant, Signature: "PERHAPS = 1"},
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := extract(t, test.src)
			if got.State != record.StateOK {
				t.Errorf("state is %s", got.State)
			}
			if diff := cmp.Diff(test.want, got.Symbols); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestImports(t *testing.T) {
	got := extract(t, `
require 'a'
require_relative "b/c"
autoload :Foo, 'x/foo'
autoload :Bar, "#{__dir__}/bar"
load("l.rb")
module M
  def m
    Thread.new { require 'in/side' }
    begin; require 'opt'; rescue LoadError; end
    Kernel.require 'k'
    loader.require 'not'
  end
end
require File.expand_path('../x', __FILE__)
require File.expand_path("../../y", __dir__)
require File.join(__dir__, "a", 'b')
require "#{__dir__}/z"
require File.dirname(__FILE__) + '/w'
require File.join(File.dirname(__FILE__), "..", "v")
require name
require "#{name}/x"
autoload_at "m/buffers" do
  autoload :Buffer
end
params.require(:user)
`)
	want := []record.Import{
		{Raw: "a"},
		{Raw: "b/c", Form: "require_relative"},
		{Raw: "x/foo", Form: "autoload", Names: []string{"Foo"}},
		{Raw: "l.rb", Form: "load"},
		{Raw: "in/side"},
		{Raw: "opt"},
		{Raw: "k"},
		{Raw: "x", Form: "require_relative"},
		{Raw: "../../y", Form: "require_relative"},
		{Raw: "a/b", Form: "require_relative"},
		{Raw: "z", Form: "require_relative"},
		{Raw: "w", Form: "require_relative"},
		{Raw: "../v", Form: "require_relative"},
		{Raw: "m/buffers", Form: "autoload"},
	}
	if diff := cmp.Diff(want, got.Imports); diff != "" {
		t.Error(diff)
	}
}

func doc(t testing.TB, src string) string { return extract(t, src).Doc }

func TestDoc(t *testing.T) {
	langtest.Table(t, doc, [][3]string{
		{"header", "#!/usr/bin/env ruby\n# frozen_string_literal: true\n\n# Doors and windows.\n# And more.\n\nrequire 'x'\n\n# Not this one.\nclass D; end", "Doors and windows. And more."},
		{"only class", "# frozen_string_literal: true\n\nmodule A\n  # A door into the house.\n  class D\n  end\nend", "A door into the house."},
		{"block", "=begin\nAll the doors.\n\nMore.\n=end\nrequire 'x'", "All the doors."},
		{"heading", "# frozen_string_literal: true\n\n# external dependencies\nrequire 'x'", ""},
		{"paragraphs", "module A\n  # Shows what was raised.\n  #\n  # Careful with it.\n  class D\n  end\nend", "Shows what was raised."},
		{"several", "# One of them.\nclass D; end\n# Two of them.\nclass E; end", ""},
	})
}

func TestBroken(t *testing.T) {
	for _, test := range []struct {
		name, src string
		state     record.State
		symbols   string
	}{
		{"missing end", "module M\n  class A < B\n    def a\n      if x\n    end\n    def b(c)\n    end\n  end\nend\nclass E; end\n", record.StatePartial, "M::A M::A.a M::E"},
		{"unclosed call", "class A\n  def a(\n  end\n  def b(c)\n    foo(1,\n  end\nend\n", record.StatePartial, "A A.a A.b"},
		{"conflict", "<<<<<<< HEAD\nclass D\n=======\nclass D2\n>>>>>>> x\n  def b; end\nend\n", record.StatePartial, "D D.b"},
		{"data after the end", "class A; end\n__END__\nclass ( B\n", record.StateOK, "A"},
		{"empty", "", record.StateOK, ""},
	} {
		got := extract(t, test.src)
		if text := langtest.Names(got); got.State != test.state || text != test.symbols {
			t.Errorf("%s: state %s, symbols %.200q, want %s, %q", test.name, got.State, text, test.state, test.symbols)
		}
	}
}

func TestBombs(t *testing.T) {
	langtest.Bombs(t, Extractors(), 64<<10, "(", "class A\n", "module A; ", "if a\n", "f(", "def a(", "\"#{", "<<A\n", "require File.join(", "a = [", "f :a, ")
	for _, unit := range []string{"%w[", "%(", "%r{", "`", ":\"", "=begin", "%q<"} {
		if src := strings.Repeat(unit, 1<<20/len(unit)); extract(t, src).State != record.StateFailed {
			t.Errorf("a megabyte of %q is parsed", unit)
		}
	}
	if src := strings.Repeat("a(%w[b c], %(d), `e`)\n", 500); extract(t, src).State != record.StateOK {
		t.Error("a file with many literals is not parsed")
	}
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(),
		"# A.\nmodule A\n  class B::C < D\n    attr_reader :x\n    private def y(z) = 1\n    class << self; def w; end; end\n  end\nend",
		"X = Struct.new(:a) do def b; end end\nrequire File.expand_path('../x', __FILE__)\nautoload :Y, 'y'\nprivate_constant :X\n=begin\na\n=end\n",
	)
}
