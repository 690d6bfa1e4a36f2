package elixir

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "user.ex",
			In: `# Copyright X
defmodule Shop.User do
  @moduledoc """
  Who buys, e.g. *you*.

  More.
  """
  use Ecto.Schema
  alias Shop.{Cart, Order}
  alias Shop.Repo, as: R
  import Ecto.Query, only: [from: 2]
  require Logger

  @typedoc "A user."
  @type t :: %__MODULE__{}
  @enforce_keys [:name]
  defstruct [:name, age: 1]

  @callback go(integer) :: :ok

  @doc "Finds one. Or none."
  @spec find(integer) :: t | nil
  def find(id, opts \\ []) when id > 0, do: R.get(id)
  def find(0, _), do: nil

  @doc false
  def internal(x), do: x
  def zero, do: 0
  @impl true
  def init(a), do: a
  defp hide(y), do: alias Inner.Late
  defmacro twice(z) do
    z
  end
  defdelegate count(a), to: Cart

  defmodule Error do
    defexception [:message]
  end
end

defimpl String.Chars, for: Shop.User do
  def to_string(u), do: u.name
end
`,
			Want: `{"state":"ok","doc":"Who buys, e.g. you.","package":"Shop.User","symbols":[
				{"name":"Shop.User","kind":"class","signature":"defmodule Shop.User %{name, age}","exported":true,"doc":"Who buys, e.g. you."},
				{"name":"t","kind":"type","signature":"t :: %__MODULE__{}","parent":"Shop.User","exported":true,"doc":"A user."},
				{"name":"go","kind":"method","signature":"callback go(integer) :: :ok","parent":"Shop.User","exported":true},
				{"name":"find","kind":"method","signature":"find(integer) :: t | nil","parent":"Shop.User","exported":true,"doc":"Finds one."},
				{"name":"internal","kind":"method","signature":"internal(x)","parent":"Shop.User"},
				{"name":"zero","kind":"method","signature":"zero","parent":"Shop.User","exported":true},
				{"name":"init","kind":"method","signature":"init(a)","parent":"Shop.User"},
				{"name":"hide","kind":"method","signature":"hide(y)","parent":"Shop.User"},
				{"name":"twice","kind":"macro","signature":"defmacro twice(z)","parent":"Shop.User","exported":true},
				{"name":"count","kind":"method","signature":"count(a)","parent":"Shop.User","exported":true},
				{"name":"Shop.User.Error","kind":"class","signature":"defexception Shop.User.Error %{message}","exported":true},
				{"name":"String.Chars.Shop.User","kind":"class","signature":"defimpl String.Chars.Shop.User"},
				{"name":"to_string","kind":"method","signature":"to_string(u)","parent":"String.Chars.Shop.User","exported":true}],
				"imports":[{"raw":"Ecto.Schema","form":"use"},{"raw":"Shop.Cart","form":"alias"},{"raw":"Shop.Order","form":"alias"},{"raw":"Shop.Repo","form":"alias"},
				{"raw":"Ecto.Query","form":"import"},{"raw":"Logger","form":"require"},{"raw":"Inner.Late","form":"alias"}]}`,
		},
		{File: "mix.exs", In: "# Sets up.\n\nimport Config\nconfig :a, b: 1\n", Want: `{"state":"ok","doc":"Sets up.","imports":[{"raw":"Config","form":"import"}]}`},
		{
			File: "p.ex",
			In:   "defprotocol Size do\n  @moduledoc false\n  def size(x)\nend\n",
			Want: `{"state":"ok","package":"Size","symbols":[{"name":"Size","kind":"interface","signature":"defprotocol Size","exported":true},{"name":"size","kind":"method","signature":"size(x)","parent":"Size"}]}`,
		},
		{
			File: "two.ex",
			In:   "defmodule A do\n  defmodule B do\n    @moduledoc \"Of the inner.\"\n  end\n  @moduledoc \"Of the outer one.\"\nend\n",
			Want: `{"state":"ok","doc":"Of the outer one.","package":"A","symbols":[{"name":"A","kind":"class","signature":"defmodule A","exported":true,"doc":"Of the outer one."},
				{"name":"A.B","kind":"class","signature":"defmodule A.B","exported":true,"doc":"Of the inner."}]}`,
		},
		{
			File: "three.ex",
			In:   "defmodule A do\n  @moduledoc \"Of one.\"\nend\ndefmodule B do\nend\n",
			Want: `{"state":"ok","package":"A","symbols":[{"name":"A","kind":"class","signature":"defmodule A","exported":true,"doc":"Of one."},{"name":"B","kind":"class","signature":"defmodule B","exported":true}]}`,
		},
		{File: "cut.ex", In: "defmodule A do\n  def f(x) do\n", Want: `{"state":"partial","package":"A","symbols":[{"name":"A","kind":"class","signature":"defmodule A","exported":true}]}`},
	})
}

func TestBombs(t *testing.T) {
	langtest.Bombs(t, Extractors(), 16<<10, "defmodule A do\n", "def f(", "[", "{", "\"#{", "@doc \"\"\"\n", "alias A.{", "fn -> ", "a do ", "~s(", "%{")
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "defmodule A do\n@doc \"b\"\ndef c(d), do: e\nend", "alias A.{B, C}\nuse D", "defmodule A do\ndefstruct [:a, b: 1]\n@type t :: x\nend")
}
