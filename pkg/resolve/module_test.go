package resolve

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
)

func TestLua(t *testing.T) {
	files := list("lua/app/init.lua", "lua/app/util.lua", "lua/app/sub/util.lua", "main.lua", "game/main.lua", "game/player.lua", "src/mod.lua", "setup.lua")
	check(t, files, "Lua", []asked{
		{from: "lua/app/init.lua", raw: "app.util", want: "pkg/lua/app/util.lua"},
		{from: "lua/app/sub/util.lua", raw: "app", want: "pkg/lua/app/init.lua"},
		{from: "lua/app/init.lua", raw: "app/sub/util", want: "pkg/lua/app/sub/util.lua"},
		{from: "game/main.lua", raw: "player", want: "pkg/game/player.lua"},
		{from: "main.lua", raw: "mod", want: "pkg/src/mod.lua"},
		{from: "main.lua", raw: "string.buffer", want: "std/string.buffer"},
		{from: "main.lua", raw: "plenary.job", want: "ext/plenary"},
		{from: "main.lua", raw: "app.none", want: "?app.none"},
		{from: "main.lua", raw: "setup.lua", form: "file", want: "pkg/setup.lua"},
		{from: "main.lua", raw: "../x", want: "?../x"},
	})
}

func TestZig(t *testing.T) {
	files := list("src/main.zig", "src/a.zig", "src/sub/b.zig", "src/text.txt", "src/known.zig")
	check(t, files, "Zig", []asked{
		{from: "src/main.zig", raw: "std", want: "std/std"},
		{from: "src/main.zig", raw: "a.zig", want: "pkg/src/a.zig"},
		{from: "src/sub/b.zig", raw: "../a.zig", want: "pkg/src/a.zig"},
		{from: "src/main.zig", raw: "text.txt", want: "pkg/src/text.txt"},
		{from: "src/main.zig", raw: "zig-clap", want: "ext/zig-clap"},
		{from: "src/main.zig", raw: "known", want: "?known"},
		{from: "src/main.zig", raw: "none.zig", want: "?none.zig"},
	})
}

func TestOCaml(t *testing.T) {
	files := list("src/list_extra.ml", "src/list_extra.mli", "src/main.ml", "src/iface.mli", "other/thing.ml")
	check(t, files, "OCaml", []asked{
		{from: "src/main.ml", raw: "List_extra.Map", form: "open", want: "pkg/src/list_extra.ml"},
		{from: "src/main.ml", raw: "Iface", want: "pkg/src/iface.mli"},
		{from: "src/main.ml", raw: "Printf", want: "std/Printf"},
		{from: "src/main.ml", raw: "Base", form: "open", want: "?Base"},
		{from: "src/main.ml", raw: "Thing", want: ""},
	})
	files = append(list("lib/sub/deep.ml", "lib/import.ml", "lib/import.mli", "lib/a/twice.ml", "lib/b/twice.ml", "std/src/std_lib.ml", "flat/x.ml", "flat/in/y.ml"),
		manifest("lib/dune", record.Facts{Exports: []record.Pair{{Key: "rules"}}, Members: []string{"**"}}),
		manifest("std/src/dune", record.Facts{Exports: []record.Pair{{Key: "std_lib"}}}), manifest("flat/dune", record.Facts{}))
	check(t, files, "OCaml", []asked{
		{from: "lib/sub/deep.ml", raw: "Import", form: "open", want: "pkg/lib/import.ml"},
		{from: "lib/sub/deep.ml", raw: "Twice", form: "open", want: "?Twice"},
		{from: "lib/sub/deep.ml", raw: "Std_lib.O", form: "open", want: "pkg/std/src/std_lib.ml"},
		{from: "std/src/std_lib.ml", raw: "Rules", want: "pkg/lib"},
		{from: "flat/in/y.ml", raw: "X", want: ""},
	})
}

func TestElixir(t *testing.T) {
	files := []File{
		{Path: "lib/shop/user.ex", Package: "Shop.User"}, {Path: "lib/shop.ex", Package: "Shop"},
		{Path: "lib/mix/tasks/x.ex", Package: "Mix.Tasks.X"},
		{Path: "a/twice.ex", Package: "Shop.Twice"}, {Path: "b/twice.ex", Package: "Shop.Twice"},
	}
	check(t, files, "Elixir", []asked{
		{from: "lib/shop.ex", raw: "Shop.User", form: "alias", want: "pkg/lib/shop/user.ex"},
		{from: "lib/shop.ex", raw: "Shop.User.Error", form: "alias", want: "pkg/lib/shop/user.ex"},
		{from: "lib/shop/user.ex", raw: "Shop", form: "use", want: "pkg/lib/shop.ex"},
		{from: "lib/shop.ex", raw: "Shop.None", form: "alias", want: "?Shop.None"},
		{from: "lib/shop.ex", raw: "Shop.Twice", form: "alias", want: "?Shop.Twice"},
		{from: "lib/shop.ex", raw: "Mix.Tasks.X", form: "alias", want: "pkg/lib/mix/tasks/x.ex"},
		{from: "lib/shop.ex", raw: "Mix.Task", form: "use", want: "std/Mix.Task"},
		{from: "lib/shop.ex", raw: "GenServer", form: "use", want: "std/GenServer"},
		{from: "lib/shop.ex", raw: "Ecto.Query", form: "import", want: "ext/Ecto"},
	})
}
