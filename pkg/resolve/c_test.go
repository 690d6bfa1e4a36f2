package resolve

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
)

func TestC(t *testing.T) {
	files := list("src/server.c", "src/server.h", "src/sub/a.c", "src/sub/local.h", "include/proj/api.h", "include/stdint.h", "lib/util.h",
		"deps/lua/src/lua.h", "deps/z/zlib.h", "x/config.h", "y/config.h", "x/m/main.c", "src/string.h", "tests/unit/t.cc", "gen/table.inc",
		"third/", "modules/a/include/a/a.h", "modules/b/src/b.cc", "src/wait.h", "src/made.h.in", "include/cfg/made2.h.in")
	files = append(files, manifest("CMakeLists.txt", record.Facts{Dependencies: []string{"Z3"}}))
	check(t, files, "C", []asked{
		{from: "src/server.c", raw: `"server.h"`, want: "pkg/src/server.h"},
		{from: "src/server.c", raw: `"./server.h"`, want: "pkg/src/server.h"},
		{from: "src/server.c", raw: `"sub/local.h"`, want: "pkg/src/sub/local.h"},
		{from: "src/sub/a.c", raw: `"../server.h"`, want: "pkg/src/server.h"},
		{from: "src/sub/a.c", raw: `"server.h"`, want: "pkg/src/server.h"},
		{from: "tests/unit/t.cc", raw: `"server.h"`, want: "pkg/src/server.h"},
		{from: "src/server.c", raw: `"../deps/lua/src/lua.h"`, want: "pkg/deps/lua/src/lua.h"},
		{from: "src/server.c", raw: `"lua.h"`, want: "pkg/deps/lua/src/lua.h"},
		{from: "src/server.c", raw: `<zlib.h>`, want: "pkg/deps/z/zlib.h"},
		{from: "src/server.c", raw: `<proj/api.h>`, want: "pkg/include/proj/api.h"},
		{from: "modules/b/src/b.cc", raw: `<a/a.h>`, want: "pkg/modules/a/include/a/a.h"},
		{from: "src/server.c", raw: `<stdint.h>`, want: "pkg/include/stdint.h"},
		{from: "src/sub/a.c", raw: `<string.h>`, want: "std/string.h"},
		{from: "src/sub/a.c", raw: `"string.h"`, want: "pkg/src/string.h"},
		{from: "src/sub/a.c", raw: `"wait.h"`, want: "pkg/src/wait.h"},
		{from: "src/sub/a.c", raw: `<sys/types.h>`, want: "std/sys/types.h"},
		{from: "src/sub/a.c", raw: `<vector>`, want: "std/vector"},
		{from: "src/sub/a.c", raw: `<boost/asio/io.hpp>`, want: "ext/boost"},
		{from: "src/sub/a.c", raw: `<curl.h>`, want: "ext/curl.h"},
		{from: "src/sub/a.c", raw: `"gone.h"`, want: "?gone.h"},
		{from: "src/server.c", raw: `"config.h"`, want: "?config.h"},
		{from: "x/m/main.c", raw: `"config.h"`, want: "pkg/x/config.h"},
		{from: "src/server.c", raw: `"table.inc"`, want: "pkg/gen/table.inc"},
		{from: "src/server.c", raw: `"erver.h"`, want: "?erver.h"},
		{from: "src/server.c", raw: `"../third/x.h"`, want: "pkg/third/"},
		{from: "src/server.c", raw: `"../../out.h"`, want: "?../../out.h"},
		{from: "src/server.c", raw: `"/etc/x.h"`, want: "?/etc/x.h"},
		{from: "src/server.c", raw: `"made.h"`, want: "?made.h"},
		{from: "tests/unit/t.cc", raw: `<cfg/made2.h>`, want: "?cfg/made2.h"},
		{from: "src/server.c", raw: `"gtest/gtest.h"`, want: "ext/gtest"},
		{from: "src/server.c", raw: `"nobody/x.h"`, want: "?nobody/x.h"},
		{from: "src/server.c", raw: `"Z3/x.h"`, want: "ext/Z3"},
		{from: "src/server.c", raw: `<linux/tcp.h>`, want: "std/linux/tcp.h"},
		{from: "src/server.c", raw: `<windows.h>`, want: "std/windows.h"},
		{from: "src/server.c", raw: `<Psapi.h>`, want: "std/Psapi.h"},
		{from: "src/server.c", raw: `<a//b.h>`, want: "?a//b.h"},
		{from: "src/server.c", raw: `""`, want: "?"},
		{from: "src/server.c", raw: `CONFIG_HEADER`, want: "?CONFIG_HEADER"},
	})
}
